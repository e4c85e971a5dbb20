"""Two players who are one person: what the one that is gone did, the one that stays did."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts.sales import PlayerMerged
from feltro.tournament.state import TournamentState


def player_merged(state: TournamentState, event: PlayerMerged) -> None:
    for entry in state.entries.values():
        entry.person = event.into if entry.person == event.person else entry.person
    for sale in state.sales.values():
        sale.person = event.into if sale.person == event.person else sale.person
    mine = state.of_person.pop(event.person, [])
    both = {*mine, *state.of_person.get(event.into, ())}
    if both:
        state.of_person[event.into] = sorted(both, key=lambda one: state.entries[one].number)
    if event.person in state.tokens:
        state.tokens.setdefault(event.into, state.tokens.pop(event.person))
    if event.person in state.floor.needs:
        state.floor.needs.setdefault(event.into, state.floor.needs.pop(event.person))
    state.sanctions.rename(event.person, event.into)
    state.media.rename(event.person, event.into)
    state.prizes.rename(event.person, event.into)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {PlayerMerged: player_merged}
