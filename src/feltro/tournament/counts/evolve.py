"""Counts put into their record."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import counts as e
from feltro.tournament.state import TournamentState
from feltro.tournament.state.counts import RolledCall


def table_counted(state: TournamentState, event: e.TableCounted) -> None:
    state.counts_made.tables[event.table] = RolledCall(
        players=event.players, chips=event.chips, hands=event.hands, entries=event.entries
    )


def counts_agreed(state: TournamentState, event: e.CountsAgreed) -> None:
    state.counts_made.agreed_at = event.at
    state.counts_made.agreed_players = event.players
    state.counts_made.agreed_entries = state.entries_sold


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.TableCounted: table_counted,
    e.CountsAgreed: counts_agreed,
}
