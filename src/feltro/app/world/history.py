"""From events to state: every event in order, except that undone commands are witnessed, not applied."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from feltro.app.world.streams import access, feature, incidents, people, reigns, screens, settings
from feltro.app.world.streams import rulings as decisions
from feltro.house import desks
from feltro.house import room_events as rooms
from feltro.kernel.events import Event
from feltro.season import evolve as season
from feltro.season.state import SeasonState
from feltro.store.port import Meta
from feltro.tournament import evolve as tournament
from feltro.tournament.state import TournamentState


class Undone(Event, frozen=True, kw_only=True):
    """The command with this key is taken back, in this stream. Undoing an `Undone` brings it back."""

    key: str
    instead: bool = False
    """What the same command appended here stands in its place: a correction."""


class StreamKind(NamedTuple):
    """A kind of stream: how its state starts, and what an event does to it."""

    new: Callable[[], Any]
    apply: Callable[[Any, Any], None]
    witness: Callable[[Any, Any], None]
    events: tuple[type[msgspec.Struct], ...]


KINDS = {
    "tournament": StreamKind(TournamentState, tournament.apply, tournament.witness, tuple(tournament.APPLY)),
    "season": StreamKind(SeasonState, season.apply, season.witness, tuple(season.APPLY)),
    "desk": StreamKind(desks.DeskState, desks.apply, desks.witness, tuple(desks.APPLY)),
    "room": StreamKind(rooms.RoomState, rooms.apply, rooms.witness, tuple(rooms.APPLY)),
    "people": StreamKind(people.PeopleState, people.apply, people.witness, tuple(people.APPLY)),
    "incidents": StreamKind(incidents.IncidentsState, incidents.apply, incidents.apply, tuple(incidents.APPLY)),
    "rulings": StreamKind(decisions.RulingsState, decisions.apply, decisions.apply, tuple(decisions.APPLY)),
    "screens": StreamKind(screens.ScreensState, screens.apply, screens.apply, tuple(screens.APPLY)),
    "feature": StreamKind(feature.FeatureState, feature.apply, feature.apply, tuple(feature.APPLY)),
    "settings": StreamKind(settings.SettingsState, settings.apply, settings.apply, tuple(settings.APPLY)),
    "reigns": StreamKind(reigns.ReignsState, reigns.apply, reigns.apply, tuple(reigns.APPLY)),
    "access": StreamKind(access.AccessState, access.apply, access.apply, tuple(access.APPLY)),
}


class Fact(NamedTuple):
    """An event in its place in a stream."""

    version: int
    event: Any
    meta: Meta


def kind_of(stream: str) -> StreamKind:
    return KINDS[stream.partition(":")[0]]


def undone_keys(facts: Sequence[Fact]) -> set[str]:
    """The commands that are taken back. From the last: an `Undone` that is itself undone says nothing."""
    undone: set[str] = set()
    for fact in reversed(facts):
        if isinstance(fact.event, Undone) and fact.meta.key not in undone:
            undone.add(fact.event.key)
    return undone


def fold(stream: str, facts: Sequence[Fact]) -> Any:
    """The state after these facts: equal to what `apply` made of them one by one."""
    kind = kind_of(stream)
    state = kind.new()
    undone = undone_keys(facts)
    corrected = _corrections(facts, undone)
    moved = {fact.version for new in corrected.values() for fact in new}
    for fact in facts:
        if isinstance(fact.event, Undone) or fact.version in moved:
            continue
        if fact.meta.key not in undone:
            kind.apply(state, fact.event)
            continue
        kind.witness(state, fact.event)
        for new in corrected.pop(fact.meta.key, ()):
            kind.apply(state, new.event)
    return state


def _corrections(facts: Sequence[Fact], undone: set[str]) -> dict[str, list[Fact]]:
    """For each command that was corrected, what now stands in its place."""
    found: dict[str, list[Fact]] = {}
    for fact in facts:
        if isinstance(fact.event, Undone) and fact.event.instead and fact.meta.key not in undone:
            found[fact.event.key] = [
                new for new in facts if new.meta.key == fact.meta.key and not isinstance(new.event, Undone)
            ]
    return found
