"""What happens at the tables, put into the record of tables and seats."""

from collections.abc import Callable
from typing import Any

from feltro.tournament.events import Event
from feltro.tournament.floor import events as e
from feltro.tournament.floor.record import Chair, Floor, Table
from feltro.tournament.state import TournamentState


def table_opened(state: TournamentState, event: e.TableOpened) -> None:
    state.floor.tables[event.table] = Table(number=event.table, chairs=event.chairs, day=event.day)


def table_closed(state: TournamentState, event: e.TableClosed) -> None:
    del state.floor.tables[event.table]


def player_seated(state: TournamentState, event: e.PlayerSeated) -> None:
    sit_down(state.floor, event.entry, Chair(event.table, event.seat))


def player_moved(state: TournamentState, event: e.PlayerMoved) -> None:
    stand_up(state.floor, event.entry)
    sit_down(state.floor, event.entry, Chair(event.table, event.seat))


def hand_played(state: TournamentState, event: e.HandPlayed) -> None:
    table = state.floor.tables[event.table]
    table.hands = event.number
    table.positions = event.positions


def sit_down(floor: Floor, entry: str, chair: Chair) -> None:
    table = floor.tables[chair.table]
    table.players[chair.seat] = entry
    if chair.seat in table.vacated:
        table.vacated.remove(chair.seat)
    floor.chair_of[entry] = chair


def stand_up(floor: Floor, entry: str) -> None:
    """The chair falls empty; somebody without one just leaves."""
    chair = floor.chair_of.pop(entry, None)
    if chair is None:
        return
    table = floor.tables[chair.table]
    del table.players[chair.seat]
    table.vacated.append(chair.seat)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.TableOpened: table_opened,
    e.TableClosed: table_closed,
    e.PlayerSeated: player_seated,
    e.PlayerMoved: player_moved,
    e.HandPlayed: hand_played,
}
