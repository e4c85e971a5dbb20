"""How a paper comes off the press, and what is kept of it. The one way to print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.papers import blocks as b
from feltro.app.papers.makers import maker, strip_of
from feltro.app.papers.press import printed
from feltro.app.papers.source import source_of
from feltro.kernel.outcome import Refused
from feltro.tournament.papers.commands import PrintPaper
from feltro.tournament.papers.events import PaperPrinted
from feltro.tournament.papers.table import HANDED, LISTS

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.papers.source import Source
    from feltro.app.plan import Envelope
    from feltro.words.languages import Lang


def offered(source: Source) -> tuple[str, ...]:
    """The lists that this event has: no next day where it is played in one, no result while it is played."""
    return tuple(name for name, one in LISTS.items() if one.offered(source.state))


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
        made = [maker(HANDED[command.paper])(source, of, 1) for of in command.of]
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
        papers = [maker(HANDED[paper])(source, of, copy) for of, copy in each]
    whole = [one for one in papers if not isinstance(one, Refused)]
    return printed(b.strip(whole[0].title, whole))


def list_of(
    house: House, tournament: str, name: str, lang: Lang, envelope: Envelope, **which: Any
) -> bytes | Refused:
    """A list as it is now; `which` names a day or a level where the list has one."""
    taken = {one: which[one] for one in LISTS[name].takes if one in which}
    with house.world.lock:
        source = source_of(house, tournament, lang, envelope.at)
        made = source if isinstance(source, Refused) else maker(LISTS[name])(source, **taken)
    return made if isinstance(made, Refused) else printed(made)


def all_of(source: Source, paper: str, table: int = 0) -> tuple[str, ...] | Refused:
    """What a strip holds: the seat cards or bags of a table, or of everybody; whom the last break sent away."""
    strip = HANDED[paper].strip
    return strip_of(strip)(source, table) if strip else Refused("paper.which", {"paper": paper})
