"""Asks put into their record."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import asks as e
from feltro.tournament.state import TournamentState
from feltro.tournament.state.asks import PhoneAsk


def entry_asked(state: TournamentState, event: e.EntryAsked) -> None:
    """Whoever told more than an interest keeps the id, and stands where they stand now."""
    state.phone_asks.asks.pop(event.ask, None)
    state.phone_asks.asks[event.ask] = PhoneAsk(interest=event.interest, at=event.at)


def ask_withdrawn(state: TournamentState, event: e.AskWithdrawn) -> None:
    state.phone_asks.asks[event.ask].withdrawn = True


def ask_taken(state: TournamentState, event: e.AskTaken) -> None:
    state.phone_asks.asks[event.ask].person = event.person


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.EntryAsked: entry_asked,
    e.AskWithdrawn: ask_withdrawn,
    e.AskTaken: ask_taken,
}
