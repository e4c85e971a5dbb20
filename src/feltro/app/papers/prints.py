"""How a paper comes off the press, and what is kept of it. The one way to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.papers import blocks as b
from feltro.app.papers.escpos import escpos
from feltro.app.papers.makers import maker, strip_of
from feltro.app.papers.pen import pen_of
from feltro.app.papers.printer import printed
from feltro.app.papers.thermal import at_the_printer
from feltro.app.screens.club import letterhead_of
from feltro.kernel.outcome import Refused
from feltro.tournament.facts.papers import PaperPrinted
from feltro.tournament.papers.commands import PrintPaper
from feltro.tournament.papers.table import HANDED, LISTS

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.papers.pen import Pen
    from feltro.app.papers.thermal import Thermal
    from feltro.app.world.plan import Envelope
    from feltro.words.languages import Lang


def offered(pen: Pen) -> tuple[str, ...]:
    """The lists that this event has: no next day where it is played in one, no result while it is played."""
    return tuple(name for name, one in LISTS.items() if one.offered(pen.state))


class Handed(NamedTuple):
    """What came off the press, and its place on the log."""

    pdf: bytes
    version: int


def hand_over(
    house: House, command: PrintPaper, envelope: Envelope, lang: Lang, site: str = ""
) -> Handed | Refused:
    """Print, and keep that it was printed. What cannot be written is not kept."""
    with house.world.lock:
        pen = pen_of(house, command.tournament, lang, envelope.at, site)
        if isinstance(pen, Refused):
            return pen
        made = [maker(HANDED[command.paper])(pen, of, 1) for of in command.of]
    refused = next((one for one in made if isinstance(one, Refused)), None)
    if refused:
        return refused
    done = house.handle(command, envelope)
    if isinstance(done, Refused):
        return done
    kept = done.events[-1]
    copies: list[int] = msgspec.json.decode(kept.event)["copies"]
    return Handed(_strip(house, pen, command.paper, tuple(zip(command.of, copies, strict=True))), kept.version)


def print_directly(
    house: House, command: PrintPaper, envelope: Envelope, lang: Lang, thermal: Thermal, site: str = ""
) -> int | Refused:
    """To the thermal printer, without a dialog. A printer that is away is found before the paper is kept as printed."""
    with house.world.lock:
        pen = pen_of(house, command.tournament, lang, envelope.at, site)
        if isinstance(pen, Refused):
            return pen
        made = [maker(HANDED[command.paper])(pen, of, 1) for of in command.of]
    refused = next((one for one in made if isinstance(one, Refused)), None)
    if refused:
        return refused
    kept = 0
    try:
        with at_the_printer(thermal) as write:
            done = house.handle(command, envelope)
            if isinstance(done, Refused):
                return done
            kept = done.events[-1].version
            copies: list[int] = msgspec.json.decode(done.events[-1].event)["copies"]
            papers = _papers(house, pen, command.paper, tuple(zip(command.of, copies, strict=True)))
            write(escpos(b.strip(papers[0].title, papers), letterhead_of(house.store)))
    except OSError:
        return Refused("printer.broke_off" if kept else "printer.away", {"at": thermal.written})
    return kept


def as_printed(house: House, pen: Pen, version: int) -> bytes | Refused:
    """A paper that has just been printed, for the machine that asked for it: the same again, and no copy."""
    fact = pen.facts[version - 1] if 0 < version <= len(pen.facts) else None
    if fact is None or not isinstance(fact.event, PaperPrinted):
        return Refused("paper.none.wall", {"of": version})
    printed_then = fact.event
    return _strip(house, pen, printed_then.paper, tuple(zip(printed_then.of, printed_then.copies, strict=True)))


def _papers(house: House, pen: Pen, paper: str, each: tuple[tuple[str, int], ...]) -> list[b.Paper]:
    with house.world.lock:
        papers = [maker(HANDED[paper])(pen, of, copy) for of, copy in each]
    return [one for one in papers if not isinstance(one, Refused)]


def _strip(house: House, pen: Pen, paper: str, each: tuple[tuple[str, int], ...]) -> bytes:
    whole = _papers(house, pen, paper, each)
    return printed(b.strip(whole[0].title, whole), letterhead_of(house.store))


def list_of(
    house: House, tournament: str, name: str, lang: Lang, envelope: Envelope, **which: Any
) -> bytes | Refused:
    """A list as it is now; `which` names a day or a level where the list has one."""
    taken = {one: which[one] for one in LISTS[name].takes if one in which}
    with house.world.lock:
        pen = pen_of(house, tournament, lang, envelope.at)
        made = pen if isinstance(pen, Refused) else maker(LISTS[name])(pen, **taken)
    return made if isinstance(made, Refused) else printed(made, letterhead_of(house.store))


def all_of(pen: Pen, paper: str, table: int = 0) -> tuple[str, ...] | Refused:
    """What a strip holds: the seat cards or bags of a table, or of everybody; whom the last break sent away."""
    strip = HANDED[paper].strip
    return strip_of(strip)(pen, table) if strip else Refused("paper.which", {"paper": paper})
