"""The page that players sign: plain data, for whoever prints it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Finding
from feltro.tournament.deals.shares import METHODS, Left, split, warnings
from feltro.tournament.state import TournamentState
from feltro.tournament.state.deals import AGREED, Deal


@dataclass(frozen=True, slots=True)
class DealSignature:
    """One player's line."""

    entry: str
    person: str
    chips: int
    ways_centavos: dict[str, int]
    """What each way to share would give: side by side."""
    amount_centavos: int | None
    """By the proposal on the table; nothing while there is none."""
    agreed: bool
    """Told only once the deal is made, and only where everybody agreed: who said yes tells who did not."""


@dataclass(frozen=True, slots=True)
class AgreementPage:
    deal: str
    status: str
    method: str
    prizes_centavos: tuple[int, ...]
    reserve_centavos: int
    """Played for in the last hand."""
    chips_off: int
    """Chips counted less chips in play: anything but zero is to be counted again."""
    knockouts_apart: bool
    """Bounties stay with whoever wins them and are no part of the deal."""
    lines: tuple[DealSignature, ...]
    warnings: tuple[Finding, ...]
    heard: int
    """How many of the players have answered."""
    answer: str
    """`open` while not all were heard; then `yes` or `no`."""
    at: Instant


def agreement_page(state: TournamentState, deal_id: str = "") -> AgreementPage | None:
    """The named deal, or the latest one; nothing while nobody has asked for one."""
    deal = state.deals.deals.get(deal_id or next(reversed(state.deals.deals), ""))
    if deal is None:
        return None
    proposal = deal.current
    reserve = proposal.reserve_centavos if proposal else deal.least_reserve_centavos
    left = Left(deal.prizes_centavos, reserve)
    stacks = list(deal.stacks.values())
    return AgreementPage(
        deal=deal.id,
        status=deal.status,
        method=proposal.method if proposal else "",
        prizes_centavos=deal.prizes_centavos,
        reserve_centavos=reserve,
        chips_off=sum(stacks) - (state.chips_issued - state.chips_removed),
        knockouts_apart=state.the_sheet.bounty is not None,
        lines=_lines(deal, left, state),
        warnings=tuple(warnings(stacks, left)),
        heard=proposal.heard if proposal else 0,
        answer=_answer(deal),
        at=deal.at,
    )


def by_name(page: AgreementPage, called: Callable[[DealSignature], str]) -> Iterator[Finding]:
    """The warnings as people read them: a player is named, whom a list of stacks only numbers."""
    for one in page.warnings:
        player = called(page.lines[int(one.where)]) if "player" in one.values else ""
        yield replace(one, values={**one.values, "player": player}) if player else one


def _answer(deal: Deal) -> str:
    proposal = deal.current
    if proposal is None or proposal.heard < len(deal.stacks):
        return "open"
    return "yes" if proposal.yes == len(deal.stacks) else "no"


def _lines(deal: Deal, left: Left, state: TournamentState) -> tuple[DealSignature, ...]:
    proposal = deal.current
    stacks = list(deal.stacks.values())
    ways = {method: split(method, stacks, left) for method in METHODS}
    return tuple(
        DealSignature(
            entry=entry,
            person=state.entries[entry].person,
            chips=chips,
            ways_centavos={method: amounts[place] for method, amounts in ways.items()},
            amount_centavos=proposal.amounts_centavos[entry] if proposal else None,
            agreed=deal.status == AGREED and bool(proposal and proposal.yes == len(deal.stacks)),
        )
        for place, (entry, chips) in enumerate(deal.stacks.items())
    )
