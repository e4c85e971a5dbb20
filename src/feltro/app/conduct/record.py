"""What was noted about a person, in this event and in the others of its season: what a ruling calls repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.procedures.penalties import Sanction

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feltro.app.world import World
    from feltro.rulebook.book import Rulebook
    from feltro.tournament.state import TournamentState
    from feltro.tournament.state.sanctions import Penalty

FIXED = "fixed"
"""A ladder of two fixed steps counts within one event, as the penalties given there do."""


class ConductRecord(NamedTuple):
    history: tuple[str, ...]
    """Penalties given and not lifted, the oldest event first, as the ruling notation writes them."""
    seen: Mapping[str, int]
    """How often each infraction was noted, penalised or not."""
    elsewhere: tuple[Penalty, ...] = ()
    """Of the history, what was given in other events of the season."""

    @property
    def sanctions_elsewhere(self) -> tuple[Sanction, ...]:
        return tuple(Sanction(one.kind, one.amount) for one in self.elsewhere)

    def repeated(self, infraction: str) -> bool:
        return bool(self.seen.get(infraction))


def record_of(person: str, state: TournamentState, rulebook: Rulebook, world: World) -> ConductRecord:
    """Hold the world's lock."""
    others = [*_others(person, state, world)]
    season = [*others, state]
    seen: dict[str, int] = {}
    for one in season:
        for infraction, times in one.sanctions.seen.get(person, {}).items():
            seen[infraction] = seen.get(infraction, 0) + times
    counted = [] if _within_one_event(rulebook) else others
    elsewhere = tuple(penalty for one in counted for penalty in _given(person, one))
    history = tuple(f"{one.amount} {one.kind}" for one in (*elsewhere, *_given(person, state)))
    return ConductRecord(history, seen, elsewhere)


def with_record(situation: Mapping[str, Any], record: ConductRecord, rulebook: Rulebook) -> dict[str, Any]:
    """A situation of conduct with what is on record, where it was not told otherwise."""
    from feltro.rulings.conduct.infractions import NamedInfraction, find_infraction

    named = find_infraction(str(situation.get("infraction", "")), rulebook)
    again = isinstance(named, NamedInfraction) and any(record.repeated(name) for name in named.parameters)
    told = {"history": [*record.history], "repeated": again}
    return {**told, **situation, "repeated": bool(situation.get("repeated", again) or again)}


def _others(person: str, state: TournamentState, world: World) -> Iterator[TournamentState]:
    """Where something of them is on record; other events stay closed."""
    for stream in world.tournaments_of(state.season) if state.season else ():
        live = world.remembered(stream)
        if live.gist and live.gist.tournament != state.tournament and person in live.gist.noted:
            yield live.state


def _given(person: str, state: TournamentState) -> Iterator[Penalty]:
    """Those given there; what was only carried over from another event is counted where it was given."""
    for name in state.sanctions.of_person.get(person, ()):
        penalty = state.sanctions.penalties[name]
        if not penalty.lifted and penalty.given_in in {"", state.tournament}:
            yield penalty


def _within_one_event(rulebook: Rulebook) -> bool:
    said = rulebook["penalty.ladder"]
    return getattr(said, "value", None) == FIXED
