"""What must hold of who is out, who sits where and the chips, whatever was undone or corrected."""

from collections.abc import Iterator

from feltro.kernel.outcome import Finding
from feltro.tournament.eliminations.places import players_left, still_in
from feltro.tournament.state import GONE, OUT, TournamentState


def check_play(state: TournamentState) -> list[Finding]:
    return [*_check_places(state), *_check_seats(state), *_check_chips(state)]


def _check_places(state: TournamentState) -> Iterator[Finding]:
    """Everybody out stands in one group, and nobody else in any."""
    placed = [entry for group in state.eliminations.groups for entry in group]
    out = {entry.id for entry in state.entries.values() if entry.status == OUT}
    if len(placed) != len(set(placed)) or set(placed) != out or set(state.eliminations.outs) != out:
        yield Finding("check.places", str(len(placed)))
    if players_left(state) != len(still_in(state)):
        yield Finding("check.players_left", str(players_left(state)))


def _check_seats(state: TournamentState) -> Iterator[Finding]:
    """One player one seat, on a table that is open; nobody sits who is out."""
    floor = state.floor
    for entry, chair in floor.chair_of.items():
        table = floor.tables.get(chair.table)
        if table is None or table.players.get(chair.seat) != entry or state.entries[entry].status in (OUT, *GONE):
            yield Finding("check.seats", f"{chair.table}.{chair.seat}")
    if sum(len(table.players) for table in floor.tables.values()) != len(floor.chair_of):
        yield Finding("check.seats", str(len(floor.chair_of)))


def _check_chips(state: TournamentState) -> Iterator[Finding]:
    """Nothing leaves play that never came into it."""
    record = state.chips
    waiting = sum(voucher.chips for voucher in record.vouchers.values())
    explained = sum(record.removed.values()) <= state.chips_removed and sum(record.added.values()) <= (
        state.chips_issued
    )
    if state.chips_removed > state.chips_issued or waiting != record.waiting or not explained:
        yield Finding("check.chips", str(state.chips_issued - state.chips_removed))
