"""Penalties with hands left when their event was over: they wait here for the next one."""

from collections.abc import Callable
from typing import Any

from feltro.season.events import Event
from feltro.season.state import Owed, SeasonState


class PenaltyLeft(Event, frozen=True, kw_only=True):
    about = ("owed",)
    owed: str
    """The event and the penalty's own name in it."""
    person: str
    tournament: str
    hands: int
    cites: tuple[str, ...]


class PenaltyTakenUp(Event, frozen=True, kw_only=True):
    """It is served in another event, or in the next entry of the same one."""

    about = ("owed",)
    owed: str
    tournament: str


def penalty_left(state: SeasonState, event: PenaltyLeft) -> None:
    state.penalties[event.owed] = Owed(
        person=event.person, tournament=event.tournament, hands=event.hands, cites=event.cites
    )


def penalty_taken_up(state: SeasonState, event: PenaltyTakenUp) -> None:
    del state.penalties[event.owed]


APPLY: dict[type[Event], Callable[[SeasonState, Any], None]] = {
    PenaltyLeft: penalty_left,
    PenaltyTakenUp: penalty_taken_up,
}
