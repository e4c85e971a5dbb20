"""What a late tap does to the record."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import taps as e
from feltro.tournament.state import TournamentState


def tap_arrived(state: TournamentState, event: e.TapArrived) -> None:
    """Written down beside what was tapped; nothing follows from it."""


def tap_asked(state: TournamentState, event: e.TapAsked) -> None:
    state.taps.known.add(event.tap)
    state.taps.open[event.tap] = event


def tap_settled(state: TournamentState, event: e.TapSettled) -> None:
    state.taps.open.pop(event.tap, None)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.TapArrived: tap_arrived,
    e.TapAsked: tap_asked,
    e.TapSettled: tap_settled,
}
