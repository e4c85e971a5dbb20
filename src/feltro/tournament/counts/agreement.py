"""Whether three counts say the same: entries less those out, players at the tables, chips on them.

A difference names the table where it most likely arose, so that somebody walks to that one first.
"""

from collections.abc import Iterator, Sequence

from feltro.kernel.outcome import Finding
from feltro.tournament.chips.view import on_tables
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.state import BAGGED, LIVE, TournamentState
from feltro.tournament.state.counts import RolledCall
from feltro.tournament.state.floor import Table


def disagreements(state: TournamentState) -> list[Finding]:
    """Everything that does not agree; an empty list lets the money be announced."""
    uncounted = [number for number, table in sorted(state.floor.tables.items()) if not _fresh(table, state)]
    if uncounted:
        return [Finding("counts.not_counted", str(number), {"table": number}) for number in uncounted]
    return [*_by_table(state, sorted(state.floor.tables)), *_players(state), *_chips(state)]


def known_to_differ(state: TournamentState) -> list[Finding]:
    """What counts that were made, and still hold, say against the record. Where nobody counted, nothing is known."""
    if not state.floor.tables:
        return []
    counted = [number for number, table in sorted(state.floor.tables.items()) if _fresh(table, state)]
    if len(counted) == len(state.floor.tables):
        return disagreements(state)
    return list(_by_table(state, counted))


def _fresh(table: Table, state: TournamentState) -> RolledCall | None:
    """The roll-call of a table as it is now: no hand was played and nobody came or went since."""
    call = state.counts_made.tables.get(table.number)
    if call is None or call.hands != table.hands or set(call.entries) != set(table.players.values()):
        return None
    return call


def _by_table(state: TournamentState, tables: Sequence[int]) -> Iterator[Finding]:
    for number in tables:
        counted, seated = state.counts_made.tables[number].players, len(state.floor.tables[number].players)
        if counted != seated:
            values = {"table": number, "counted": counted, "seated": seated}
            yield Finding("counts.table_differs", str(number), values)


def _players(state: TournamentState) -> Iterator[Finding]:
    """Who is in the event and at no table: a bust that nobody reported, or a seat that nobody gave."""
    elsewhere = 0
    for entry in state.entries.values():
        if entry.status == LIVE and entry.id not in state.floor.chair_of:
            yield Finding("counts.no_seat", entry.id, {"entry": entry.id})
            elsewhere += 1
        elsewhere += entry.status in {BAGGED, "waiting", "pending"}
    counted = sum(state.counts_made.tables[number].players for number in state.floor.tables)
    if counted + elsewhere != players_left(state):
        values = {"counted": counted + elsewhere, "left": players_left(state), "table": likely_table(state, 0)}
        yield Finding("counts.players_differ", str(likely_table(state, 0)), values)


def _chips(state: TournamentState) -> Iterator[Finding]:
    calls = [state.counts_made.tables[number] for number in state.floor.tables]
    if not calls or not all(call.chips for call in calls if call.players):
        return
    bags = sum(entry.chips for entry in state.entries.values() if entry.status == BAGGED)
    counted, expected = sum(call.chips for call in calls), on_tables(state) - bags
    if counted != expected:
        table = likely_table(state, counted - expected)
        values = {"counted": counted, "expected": expected, "difference": counted - expected, "table": table}
        yield Finding("counts.chips_differ", str(table), values)


def likely_table(state: TournamentState, difference: int) -> int:
    """Where to look first: another number of players, a voucher of just that worth, stacks that do not
    add up to the table's count, and else the table whose average is furthest off in that direction."""
    tables = state.floor.tables
    for number, table in sorted(tables.items()):
        if state.counts_made.tables[number].players != len(table.players):
            return number
    for voucher in state.chips.vouchers.values():
        chair = state.floor.chair_of.get(voucher.entry)
        if chair and voucher.chips == difference:
            return chair.table
    off = {number: _against_stacks(state, number) for number in tables}
    worst = max(off, key=lambda number: (abs(off[number]), -number), default=0)
    return worst if worst and off[worst] else _furthest(state, difference)


def _against_stacks(state: TournamentState, number: int) -> int:
    """A table's count less the stacks counted at it; 0 unless every one of them was."""
    entries = state.floor.tables[number].players.values()
    stacks = [state.chips.stacks[entry].chips for entry in entries if entry in state.chips.stacks]
    return state.counts_made.tables[number].chips - sum(stacks) if stacks and len(stacks) == len(entries) else 0


def _furthest(state: TournamentState, difference: int) -> int:
    calls = {number: state.counts_made.tables[number] for number in state.floor.tables}
    averages = {number: call.chips / call.players for number, call in calls.items() if call.players}
    if not averages:
        return 0
    choose = max if difference >= 0 else min
    return choose(averages, key=lambda number: averages[number])
