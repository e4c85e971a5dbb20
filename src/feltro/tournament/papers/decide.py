"""Whether there is something to print, and which copy it is."""

from collections.abc import Callable
from typing import Any, NamedTuple

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.now import Now
from feltro.tournament.papers.commands import PrintPaper
from feltro.tournament.papers.events import PaperPrinted
from feltro.tournament.papers.record import name_of
from feltro.tournament.paying import Outcome
from feltro.tournament.state import BAGGED, LIVE, TournamentState


class Shown(NamedTuple):
    """What a paper depends on beside its id, and whom it is about."""

    shows: str
    people: tuple[str, ...]


def print_paper(command: PrintPaper, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if len(set(command.of)) < len(command.of):
        return Refused("paper.twice")
    found: list[Shown] = []
    for of in command.of:
        shown = SHOWS[command.paper](of, state)
        if shown is None:
            return Refused(f"paper.none.{command.paper}", {"of": of})
        found.append(shown)
    names = [name_of(command.paper, of, shown.shows) for of, shown in zip(command.of, found, strict=True)]
    if command.once and any(name in state.papers.copies for name in names):
        return Refused("paper.printed_already")
    printed = PaperPrinted(
        paper=command.paper,
        of=command.of,
        shows=tuple(shown.shows for shown in found),
        copies=tuple(state.papers.copies.get(name, 0) + 1 for name in names),
        people=tuple(dict.fromkeys(person for shown in found for person in shown.people)),
        at=now.at,
    )
    return (printed,)


def _receipt(sale_id: str, state: TournamentState) -> Shown | None:
    sale = state.sales.get(sale_id)
    return Shown("", (sale.person,)) if sale and sale.receipt else None


def _chair(entry: str, state: TournamentState) -> Shown | None:
    chair = state.floor.chair_of.get(entry)
    return Shown(str(chair), (state.entries[entry].person,)) if chair else None


def _penalty(penalty: str, state: TournamentState) -> Shown | None:
    given = state.sanctions.penalties.get(penalty)
    return Shown("", (given.person,)) if given else None


def _bag(entry_id: str, state: TournamentState) -> Shown | None:
    """Before the count too: the tag goes on the bag with room to write."""
    entry, bag = state.entries.get(entry_id), state.days.bags.get(entry_id)
    if entry is None or entry.status not in {LIVE, BAGGED}:
        return None
    return Shown(str(bag.chips) if bag else "", (entry.person,))


def _prize(payment: str, state: TournamentState) -> Shown | None:
    paid = state.prizes.payments.get(payment)
    return Shown("", (paid.person,)) if paid else None


def _staff(person: str, state: TournamentState) -> Shown | None:
    share = state.prizes.staff.get(person)
    return Shown("", (person,)) if share and share.receipt else None


def _deal(deal_id: str, state: TournamentState) -> Shown | None:
    """Another proposal is another page to sign."""
    deal = state.deals.deals.get(deal_id)
    if deal is None:
        return None
    return Shown(str(len(deal.proposals)), tuple(state.entries[entry].person for entry in deal.stacks))


def _wall(of: str, state: TournamentState) -> Shown | None:
    """Whether a level is over is on the log, not in the state: whoever writes the picture looks."""
    kind, _, which = of.partition(".")
    sheet = state.the_sheet
    if kind == "payouts" and not which and state.prizes.announced:
        return Shown(f"{state.prizes.announced.pool_centavos}", ())
    if kind == "next_day" and any(day.id == which and not day.is_first for day in sheet.days):
        bags, drawn = state.days.bags, state.floor.chair_of.values()
        seated = sum(state.floor.tables[chair.table].day == which for chair in drawn)
        return Shown(f"{len(bags)}.{sum(bag.chips for bag in bags.values())}.{seated}", ())
    day, _, level = which.rpartition(".")
    known = any(one.id == day for one in sheet.days) and level.isascii() and level.isdigit()
    return Shown("", ()) if kind == "room" and known and 1 <= int(level) <= len(sheet.levels) else None


SHOWS: dict[str, Callable[[str, TournamentState], Shown | None]] = {
    "receipt": _receipt,
    "seat": _chair,
    "move": _chair,
    "penalty": _penalty,
    "bag": _bag,
    "prize": _prize,
    "staff": _staff,
    "deal": _deal,
    "wall": _wall,
}
"""Nothing where there is no such paper."""

DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    PrintPaper: print_paper
}
