"""What every page of the direction stands on: the event, now or as it was, who sits where by name, who may do what."""

from __future__ import annotations

import re
from datetime import datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from litestar.exceptions import NotFoundException

from feltro.app.people.directory import directory
from feltro.app.people.person import pseudonym
from feltro.app.people.stream import STREAM as PEOPLE
from feltro.app.permissions import MAY
from feltro.app.views import Version, as_of
from feltro.kernel.instants import Instant, instant_of, later, local_time
from feltro.kernel.outcome import Cite, Refused
from feltro.web.access.gate import house_of, me, now
from feltro.web.desk.lookup import Event, event_of
from feltro.web.room import AnyAnswer, part, room_page
from feltro.web.templating import wants_fragment

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.handling import House
    from feltro.kernel.ids import BookId, ClauseId
    from feltro.tournament.state import TournamentState
    from feltro.web.access.gate import AnyRequest

ADDRESS = "/direcao"
OFFICE = ("organiser", "director")
FLOOR = (*OFFICE, "floor")


class Tab(NamedTuple):
    path: str
    key: str
    roles: tuple[str, ...] = FLOOR


TABS = (
    Tab("", "director.tab.now"),
    Tab("/sala", "director.tab.plan"),
    Tab("/bolha", "director.tab.bubble"),
    Tab("/fichas", "director.tab.chips"),
    Tab("/dia", "director.tab.day"),
    Tab("/punicoes", "director.tab.penalties"),
    Tab("/historia", "director.tab.history"),
    Tab("/ocorrencias", "director.tab.incidents", OFFICE),
    Tab("/atos", "director.tab.acts"),
)


class Names:
    """Entries by what people call their players."""

    def __init__(self, state: TournamentState, house: House) -> None:
        self._state = state
        self._people = directory(house.store)

    def of(self, entry: str) -> str:
        found = self._state.entries.get(entry)
        return self.person(found.person) if found else entry

    def person(self, person: str) -> str:
        known = self._people.get(person)
        return known.called if known else pseudonym(person)


@lru_cache(maxsize=16_384)
def initials(name: str) -> str:
    """First and last word; two players may share them, their title tells them apart."""
    words = [word for word in re.split(r"[\s-]+", name) if word[:1].isalnum()]
    ends = [words[0], words[-1]] if len(words) > 1 else words
    return "".join(word[0] for word in ends).upper() or "?"


class Standing(NamedTuple):
    """An event as a page shows it: now, or as it was known at a moment."""

    event: Event
    names: Names
    past: str = ""
    """The moment asked for; empty while it is now."""

    @property
    def state(self) -> TournamentState:
        return self.event.state

    @property
    def path(self) -> str:
        return f"{ADDRESS}/{self.event.id}"


def standing(request: AnyRequest, tournament: str) -> Standing:
    """Hold the world's lock. `?at=` takes a local date and time, or `v` and a place in the log."""
    house = house_of(request)
    event = event_of(house, tournament, now(request))
    if event is None:
        raise NotFoundException
    asked = request.query_params.get("at", "")
    moment = moment_of(asked, event.state.the_sheet.zone) if asked else None
    if moment is None:
        return Standing(event, Names(event.state, house))
    found = as_of(house, event.stream, moment)
    if found is None or found[0].sheet is None:
        raise NotFoundException
    state, version = found
    facts = house.world.live(event.stream).facts
    when = moment if not isinstance(moment, Version) else facts[version - 1].meta.at
    book = house.books.settlement(state, Instant(when)).book
    then = event._replace(state=state, version=version, book=book, at=Instant(when))
    return Standing(then, Names(state, house), asked)


def moment_of(written: str, zone: str) -> Instant | Version | None:
    if re.fullmatch(r"v\d{1,9}", written):
        return Version(int(written[1:]))
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return None
    return instant_of(moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone)))


def by_name(refused: Refused, found: Standing) -> Refused:
    """Nobody in the room knows an entry by its id: they know its number, and whose it is."""
    entry = found.state.entries.get(str(refused.values.get("entry", "")))
    said = {"entry": f"{entry.number} ({found.names.of(entry.id)})"} if entry else {}
    return Refused(refused.because, {**refused.values, **said}, refused.cites)


def people_version(house: House) -> int:
    return house.store.version(PEOPLE)


def cites_of(written: Iterable[str]) -> list[Cite]:
    """Clauses as events name them, `book:clause`."""
    found = []
    for one in written:
        book, _, clause = one.partition(":")
        found.append(Cite(_book(book), _clause(clause)))
    return found


def _book(name: str) -> BookId:
    return name  # type: ignore[return-value]


def _clause(name: str) -> ClauseId:
    return name  # type: ignore[return-value]


@cache
def may(role: str) -> frozenset[str]:
    return frozenset(name for name, roles in MAY.items() if role in roles)


FRAME = "director/page.html"


def show(request: AnyRequest, found: Standing, tab: str, name: str, /, **context: Any) -> AnyAnswer:
    """A part of the console: alone where only it is asked for, else in its frame."""
    if wants_fragment(request):
        return part(request, name, **_shared(found, me(request).role), **context)
    return room_page(request, FRAME, **framed(found, me(request).role, tab, name), **context)


def framed(found: Standing, role: str, tab: str, name: str) -> dict[str, Any]:
    """What the frame of the console needs around one of its parts."""
    tabs = [one for one in TABS if role in one.roles]
    # Of a room that is past nothing is offered, not even taking back what is done now.
    nothing = {"undo": None, "undo_made": ""} if found.past else {}
    return {"tabs": tabs, "tab": tab, "inner": name, **_shared(found, role), **nothing}


def _shared(found: Standing, role: str) -> dict[str, Any]:
    return {
        "event": found.event,
        "path": found.path,
        "names": found.names,
        "past": found.past,
        "can": frozenset() if found.past else may(role),
        "sheet": found.state.the_sheet,
        "around": around(found) if found.past else (),
        "moment_asked": minute_of(found.event.at, found.state.the_sheet.zone),
    }


class Step(NamedTuple):
    """From a moment that is past to one near it: `past.<key>` says which."""

    key: str
    at: str


STEPS = {"back_10": -600, "back_1": -60, "on_1": 60, "on_10": 600}
"""In seconds."""


def around(found: Standing) -> list[Step]:
    """The act before and the one after, and some minutes to either side."""
    zone, version = found.state.the_sheet.zone, found.event.version
    minutes = [Step(key, minute_of(later(found.event.at, seconds=by), zone)) for key, by in STEPS.items()]
    acts = [Step("act_before", f"v{version - 1}")] if version > 1 else []
    return [*acts, *minutes, Step("act_after", f"v{version + 1}")]


def minute_of(at: Instant, zone: str) -> str:
    return local_time(at, zone).strftime("%Y-%m-%dT%H:%M")
