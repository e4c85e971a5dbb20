"""What must hold of tables and seats in every state. Nobody should ever see one of these."""

from collections.abc import Iterator

from feltro.kernel.outcome import Finding
from feltro.tournament.state import BAGGED, LIVE, TournamentState
from feltro.tournament.state.floor import Chair, Floor


def seat_complaints(state: TournamentState) -> list[Finding]:
    """One player one chair, nobody at a closed table or out of the event, and counters that count."""
    return [Finding("check.seat", where) for where in (*_check_entries(state), *_check_tables(state))]


def _check_entries(state: TournamentState) -> Iterator[str]:
    for entry, chair in state.floor.chair_of.items():
        table, known = state.floor.tables.get(chair.table), state.entries.get(entry)
        there = table is not None and table.players.get(chair.seat) == entry and chair.seat not in table.locked
        if not there or known is None or known.status not in {LIVE, BAGGED}:
            yield f"{entry} {chair}"


def _check_tables(state: TournamentState) -> Iterator[str]:
    floor = state.floor
    for number, table in floor.tables.items():
        hall = floor.halls[table.day]
        if hall.sizes.players.get(number) != len(table.players):
            yield f"{number}"
        for seat, entry in table.players.items():
            if floor.chair_of.get(entry) != Chair(number, seat) or not 1 <= seat <= table.chairs:
                yield f"{entry} {number}.{seat}"
    yield from _check_kept(floor)
    for day, hall in floor.halls.items():
        tables = [table for table in floor.tables.values() if table.day == day]
        seated = sum(len(table.players) for table in tables)
        chairs = sum(table.usable for table in tables if not table.breaking)
        if (seated, chairs) != (hall.seated, hall.chairs) or len(tables) != len(hall.sizes):
            yield day


def _check_kept(floor: Floor) -> Iterator[str]:
    """A chair that is kept is empty and one person's, and he still sits at a table that breaks."""
    for entry, chair in floor.next_chair.items():
        table, sits = floor.tables.get(chair.table), floor.table_of(entry)
        empty = table is not None and chair.seat not in table.players and chair.seat not in table.locked
        if not empty or table is None or table.held.get(chair.seat) != entry or sits is None or not sits.breaking:
            yield f"{entry} {chair}"
    if sum(len(table.held) for table in floor.tables.values()) != len(floor.next_chair):
        yield "held"
