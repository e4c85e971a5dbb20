"""Every paper by its name: what it is of, and how it comes off the press. The one way to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.papers import blocks as b
from feltro.app.papers.deal import deal
from feltro.app.papers.due import wall
from feltro.app.papers.lists import next_day, payouts, seating
from feltro.app.papers.penalty import penalty
from feltro.app.papers.press import printed
from feltro.app.papers.receipts import prize, receipt, staff
from feltro.app.papers.result import result
from feltro.app.papers.room import room
from feltro.app.papers.seats import bag, move, movers, seat
from feltro.app.papers.source import source_of
from feltro.app.papers.wall import prices, structure
from feltro.app.results import finishing_order
from feltro.kernel.outcome import Refused
from feltro.tournament.papers.commands import PrintPaper
from feltro.tournament.papers.events import PaperPrinted
from feltro.tournament.state import BAGGED, LIVE

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.app.papers.source import Source
    from feltro.app.plan import Envelope
    from feltro.words.languages import Lang

HANDED: dict[str, Callable[[Source, str, int], b.Paper | Refused]] = {
    "receipt": receipt,
    "seat": seat,
    "move": move,
    "penalty": penalty,
    "bag": bag,
    "prize": prize,
    "staff": staff,
    "deal": deal,
    "wall": wall,
}
"""Papers of one sale, entry, payment, person or deal. From the second printing on they are marked."""

LISTS: dict[str, Callable[..., b.Paper | Refused]] = {
    "result": result,
    "prices": prices,
    "structure": structure,
    "seating": seating,
    "next_day": next_day,
    "payouts": payouts,
    "room": room,
}
"""What hangs on a wall: the hour of printing is on it, and anybody may print it again."""


def offered(source: Source) -> tuple[str, ...]:
    """The lists that this event has: no next day where it is played in one, no result while it is played."""
    later = any(not day.is_first for day in source.state.the_sheet.days)
    missing = {"next_day": not later, "result": finishing_order(source.state) is None}
    return tuple(name for name in LISTS if not missing.get(name))


class Handed(NamedTuple):
    """What came off the press, and its place on the log."""

    pdf: bytes
    version: int


def hand_over(
    house: House, command: PrintPaper, envelope: Envelope, lang: Lang, site: str = ""
) -> Handed | Refused:
    """Print, and keep that it was printed. What cannot be written is not kept."""
    with house.world.lock:
        source = source_of(house, command.tournament, lang, envelope.at, site)
        if isinstance(source, Refused):
            return source
        made = [HANDED[command.paper](source, of, 1) for of in command.of]
    refused = next((one for one in made if isinstance(one, Refused)), None)
    if refused:
        return refused
    done = house.handle(command, envelope)
    if isinstance(done, Refused):
        return done
    kept = done.events[-1]
    copies: list[int] = msgspec.json.decode(kept.event)["copies"]
    return Handed(_strip(house, source, command.paper, tuple(zip(command.of, copies, strict=True))), kept.version)


def as_printed(house: House, source: Source, version: int) -> bytes | Refused:
    """A paper that has just been printed, for the machine that asked for it: the same again, and no copy."""
    fact = source.facts[version - 1] if 0 < version <= len(source.facts) else None
    if fact is None or not isinstance(fact.event, PaperPrinted):
        return Refused("paper.none.wall", {"of": version})
    printed_then = fact.event
    return _strip(house, source, printed_then.paper, tuple(zip(printed_then.of, printed_then.copies, strict=True)))


def _strip(house: House, source: Source, paper: str, each: tuple[tuple[str, int], ...]) -> bytes:
    with house.world.lock:
        papers = [HANDED[paper](source, of, copy) for of, copy in each]
    whole = [one for one in papers if not isinstance(one, Refused)]
    return printed(b.strip(whole[0].title, whole))


def list_of(
    house: House, tournament: str, name: str, lang: Lang, envelope: Envelope, **which: Any
) -> bytes | Refused:
    """A list as it is now; `which` names a day or a level where the list has one."""
    with house.world.lock:
        source = source_of(house, tournament, lang, envelope.at)
        made = source if isinstance(source, Refused) else LISTS[name](source, **which)
    return made if isinstance(made, Refused) else printed(made)


def all_of(source: Source, paper: str, table: int = 0) -> tuple[str, ...] | Refused:
    """What a strip holds: the seat cards or bags of a table, or of everybody; whom the last break sent away."""
    if paper == "move":
        found = movers(source, table)
        return found if isinstance(found, Refused) else tuple(found)
    if paper not in {"seat", "bag"}:
        return Refused("paper.which", {"paper": paper})
    state = source.state
    if table:
        sitting = state.floor.tables.get(table)
        entries = [sitting.players[chair] for chair in sitting.seats()] if sitting else []
    elif paper == "seat":
        order = {entry: (chair.table, chair.seat) for entry, chair in state.floor.chair_of.items()}
        entries = sorted(order, key=order.__getitem__)
    else:
        entries = [one.id for one in state.entries.values() if one.status in {LIVE, BAGGED}]
    return tuple(entries) or Refused("paper.nobody_sits")
