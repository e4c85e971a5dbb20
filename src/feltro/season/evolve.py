"""`apply(state, event)`: the only code that changes a season."""

from collections.abc import Callable
from typing import Any

from feltro.season import events as e
from feltro.season.state import SeasonState


def apply(state: SeasonState, event: e.Event) -> None:
    APPLY[type(event)](state, event)


def witness(state: SeasonState, event: e.Event) -> None:
    """Nothing of an undone command stays in a season but the paper that tournaments number."""


def season_created(state: SeasonState, event: e.SeasonCreated) -> None:
    state.season = event.season
    state.name = event.name
    state.year = event.year


APPLY: dict[type[e.Event], Callable[[SeasonState, Any], None]] = {
    e.SeasonCreated: season_created,
}
