"""One event for everything that shows it: pages, papers, screens, the API and the terminal; now, or as it was known."""

from __future__ import annotations

import re
from copy import copy
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from feltro.app.people.directory import directory
from feltro.app.people.person import pseudonym
from feltro.app.world.history import fold, undone_keys
from feltro.app.world.past import Version
from feltro.kernel.instants import Instant, instant_of, later
from feltro.tournament.clock.face import showing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

    from feltro.app.handling import House
    from feltro.app.world import Live
    from feltro.app.world.gist import Gist
    from feltro.app.world.history import Fact
    from feltro.rulebook.settle import Settled
    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState

OLD_SECONDS = 3 * 24 * 3600
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


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


class EventView:
    """Made in no time: what is costly is looked up when it is asked for. Hold the world's lock while reading it."""

    def __init__(self, house: House, live: Live, at: Instant) -> None:
        self.house = house
        self.live = live
        self.stream = live.stream
        self.id = live.stream.partition(":")[2]
        self.state: TournamentState = live.state
        self.version = live.version
        self.at = at
        self.past = ""
        """The moment asked for, as it was written; empty while it is now."""

    @cached_property
    def book(self) -> Settled:
        return self.house.books.settlement(self.state, self.at).book

    @cached_property
    def season(self) -> SeasonState:
        found: SeasonState = self.house.world.live(f"season:{self.state.season}").state
        return found

    @cached_property
    def names(self) -> Names:
        return Names(self.state, self.house)

    @property
    def facts(self) -> Sequence[Fact]:
        """What was written down until then, undone or not."""
        facts = self.live.facts
        return facts if len(facts) == self.version else facts[: self.version]

    @cached_property
    def undone(self) -> set[str]:
        """The commands that were taken back."""
        return undone_keys(self.facts)

    def happened(self, most: int = 0) -> Iterator[Fact]:
        """What was not undone, the latest first; `most` looks at so many from the end."""
        facts = self.facts[-most:]
        undone = undone_keys(facts) if most else self.undone
        return (fact for fact in reversed(facts) if fact.meta.key not in undone)

    def after(self, version: int, at: Instant) -> Self:
        """As it was known when so much was written down: what was undone later was not undone yet."""
        view = copy(self)
        view.state = self.state if version == self.version else fold(self.stream, self.facts[:version])
        view.version, view.at = version, at
        for kept in ("book", "names", "undone"):
            vars(view).pop(kept, None)
        return view

    def then(self, written: str) -> EventView | None:
        """As it was known at a moment that somebody wrote; what cannot be read is now, nothing before it was known."""
        moment = moment_of(written, self.state.the_sheet.zone) if written else None
        if moment is None:
            return self
        if isinstance(moment, Version):
            version = min(int(moment), self.version)
            at = self.facts[version - 1].meta.at if version else self.at
        else:
            version = max((fact.version for fact in self.facts if fact.meta.at <= moment), default=0)
            at = moment
        found = self.after(version, at)
        found.past = written
        return found if version and found.state.sheet is not None else None


def event_of(house: House, tournament: str, at: Instant) -> EventView | None:
    """Call while holding the world's lock. What nobody could have created is not looked for."""
    if not _ID.fullmatch(tournament):
        return None
    stream = f"tournament:{tournament}"
    return EventView(house, house.world.live(stream), at) if house.store.version(stream) else None


def states(house: House, since: Instant) -> list[TournamentState]:
    """Of every event that goes on, or whose last day began since then; not of what was stopped. Events of years that
    are over stay closed. Hold the world's lock."""
    return [live.state for live in house.world.lives("tournament:") if _goes_on(live.gist, since)]


def _goes_on(gist: Gist | None, since: Instant) -> bool:
    return gist is not None and not gist.stopped and gist.last_begins >= since


def lately(at: Instant) -> Instant:
    """Since when an event may still be going on: what began its last day before is long over."""
    return later(at, seconds=-OLD_SECONDS)


def level_of(live: Live, at: Instant) -> int:
    """That the clock of an event shows; one whose clock has come to its end is not opened for it."""
    gist = live.gist
    return gist.level if gist and at >= gist.rests else showing(live.state, at).level


def moment_of(written: str, zone: str) -> Instant | Version | None:
    """A local date and time, or `v` and a place in the log."""
    if re.fullmatch(r"v\d{1,9}", written):
        return Version(int(written[1:]))
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return None
    return instant_of(moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(zone)))
