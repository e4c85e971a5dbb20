"""What a table that breaks after its hand does to the room: chairs are kept, and freed again where it stays."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import floor as e
from feltro.tournament.floor.evolve_draws import witness
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Floor, Table, chair_named
from feltro.tournament.state.seats import hold, let_go


def break_begun(state: TournamentState, event: e.BreakBegun) -> None:
    floor = state.floor
    table = floor.tables[event.table]
    floor.halls[table.day].chairs -= table.usable
    table.breaking = True
    for entry, chair in event.seats.items():
        hold(floor, entry, chair_named(chair))
    witness(state, event)


def table_kept(state: TournamentState, event: e.TableKept) -> None:
    stays(state.floor, state.floor.tables[event.table])


def stays(floor: Floor, table: Table) -> None:
    """It breaks no more: its players keep their chairs, and it has its own again."""
    table.breaking = False
    floor.halls[table.day].chairs += table.usable
    for entry in table.players.values():
        let_go(floor, entry)


OF_BREAKS: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.BreakBegun: break_begun,
    e.TableKept: table_kept,
}
