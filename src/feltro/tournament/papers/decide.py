"""Whether there is something to print, and which copy it is."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.commands import Command
from feltro.tournament.now import Now
from feltro.tournament.papers.commands import PrintPaper
from feltro.tournament.papers.events import PaperPrinted
from feltro.tournament.papers.record import name_of
from feltro.tournament.paying import Outcome
from feltro.tournament.state import BAGGED, LIVE, TournamentState


def print_paper(command: PrintPaper, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if len(set(command.of)) < len(command.of):
        return Refused("paper.twice")
    shows: list[str] = []
    for of in command.of:
        shown = SHOWS[command.paper](of, state)
        if shown is None:
            return Refused(f"paper.none.{command.paper}", {"of": of})
        shows.append(shown)
    printed = state.papers.copies
    copies = (
        printed.get(name_of(command.paper, of, shown), 0) + 1 for of, shown in zip(command.of, shows, strict=True)
    )
    return (PaperPrinted(paper=command.paper, of=command.of, shows=tuple(shows), copies=tuple(copies), at=now.at),)


def _receipt(sale_id: str, state: TournamentState) -> str | None:
    sale = state.sales.get(sale_id)
    return "" if sale and sale.receipt else None


def _chair(entry: str, state: TournamentState) -> str | None:
    chair = state.floor.chair_of.get(entry)
    return str(chair) if chair else None


def _penalty(penalty: str, state: TournamentState) -> str | None:
    return "" if penalty in state.sanctions.penalties else None


def _bag(entry_id: str, state: TournamentState) -> str | None:
    """Before the count too: the tag goes on the bag with room to write."""
    entry, bag = state.entries.get(entry_id), state.days.bags.get(entry_id)
    if entry is None or entry.status not in {LIVE, BAGGED}:
        return None
    return str(bag.chips) if bag else ""


def _prize(payment: str, state: TournamentState) -> str | None:
    return "" if payment in state.prizes.payments else None


def _staff(person: str, state: TournamentState) -> str | None:
    share = state.prizes.staff.get(person)
    return "" if share and share.receipt else None


def _deal(deal_id: str, state: TournamentState) -> str | None:
    deal = state.deals.deals.get(deal_id)
    return str(len(deal.proposals)) if deal else None


SHOWS: dict[str, Callable[[str, TournamentState], str | None]] = {
    "receipt": _receipt,
    "seat": _chair,
    "move": _chair,
    "penalty": _penalty,
    "bag": _bag,
    "prize": _prize,
    "staff": _staff,
    "deal": _deal,
}
"""What a paper depends on beside its id; nothing where there is no such paper."""

DECIDE: dict[type[Command], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {PrintPaper: print_paper}
