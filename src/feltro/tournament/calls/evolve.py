"""What a call does to the record."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import calls as e
from feltro.tournament.facts.floor import TableClosed
from feltro.tournament.state import TournamentState
from feltro.tournament.state.calls import TableCall, TableMessage


def floor_called(state: TournamentState, event: e.FloorCalled) -> None:
    state.calls.known.add(event.call)
    state.calls.open[event.call] = TableCall(
        table=event.table, why=event.why, hand=event.hand, at=event.at, entry=event.entry, told=event.told
    )


def call_taken(state: TournamentState, event: e.CallTaken) -> None:
    found = state.calls.open.get(event.call)
    if found is not None:
        found.floor, found.taken_at = event.floor, event.at


def call_closed(state: TournamentState, event: e.CallClosed) -> None:
    state.calls.open.pop(event.call, None)


def table_closed(state: TournamentState, event: TableClosed) -> None:
    """Nobody waits at a table that is gone."""
    for name in [name for name, one in state.calls.open.items() if one.table == event.table]:
        del state.calls.open[name]
    state.calls.unread.pop(event.table, None)


def table_told(state: TournamentState, event: e.TableTold) -> None:
    for table in event.tables:
        state.calls.unread.setdefault(table, []).append(TableMessage(message=event.message, at=event.at))


def message_heard(state: TournamentState, event: e.MessageHeard) -> None:
    left = [one for one in state.calls.unread.get(event.table, ()) if one.message != event.message]
    if left:
        state.calls.unread[event.table] = left
    else:
        state.calls.unread.pop(event.table, None)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.FloorCalled: floor_called,
    e.CallTaken: call_taken,
    e.CallClosed: call_closed,
    e.TableTold: table_told,
    e.MessageHeard: message_heard,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {TableClosed: table_closed}
