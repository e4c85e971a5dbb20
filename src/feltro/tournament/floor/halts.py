"""Short tables that stop: when and in which formats the book says so, and when they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.procedures.button import next_positions
from feltro.tournament.floor import events as f
from feltro.tournament.floor.drawing import cited
from feltro.tournament.floor.opening_tables import table_named
from feltro.tournament.floor.positions import button_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.procedures.sizes import Sizes
    from feltro.rulebook.settle import Settled
    from feltro.tournament.floor import commands as c
    from feltro.tournament.floor.evening import Room
    from feltro.tournament.now import Now
    from feltro.tournament.paying import Outcome
    from feltro.tournament.sheet import Sheet
    from feltro.tournament.state import TournamentState

FULL_RING = 8
TURBO_MINUTES = 15


def format_of(sheet: Sheet) -> str:
    """How the books tell events apart: by the length of a level, then by the size of a table."""
    if sheet.levels and sheet.levels[0].minutes <= TURBO_MINUTES:
        return "turbo"
    return "full_ring" if sheet.table_size >= FULL_RING else "short_handed"


def halts(day: str, state: TournamentState, book: Settled, room: Room) -> Iterator[Event]:
    """Tables that stop now, those that the director is asked about, and those that may go on again."""
    difference = book["halt.difference"].value
    with room.counted(day) as sizes:
        if sizes.spread < difference and not state.floor.hall(day).stopped:
            return
        average = book["halt.compared_with"].value == "average"
        measure = sum(sizes.players.values()) / max(1, len(sizes)) if average else sizes.highest
        for players in [one for one in sizes.having if measure - one >= difference]:
            for number in sorted(sizes.having[players]):
                yield from _halt(number, int(measure - players), state, book, room)
        yield from _resumed(day, difference, measure, sizes, state)


def _resumed(
    day: str, difference: int, measure: float, sizes: Sizes[int], state: TournamentState
) -> Iterator[Event]:
    for number in sorted(state.floor.hall(day).stopped):
        if measure - sizes[number] < difference:
            yield f.TableResumed(table=number, because="table.not_short_any_more")


def _halt(number: int, short: int, state: TournamentState, book: Settled, room: Room) -> Iterator[Event]:
    table = state.floor.tables[number]
    if table.halted or table.waived or len(room[number].players) == 0:
        return
    counts, formats = book["halt.counts"], book["halt.mandatory_in"]
    out = table.eliminated + len(room.gone.get(number, ()))
    if counts.value == "eliminations" and min(short, out) < book["halt.difference"].value:
        return
    cites = cited(book["halt.difference"], book["halt.compared_with"], formats)
    if format_of(state.the_sheet) not in formats.value:
        other = book["halt.other_formats"]
        if other.value == "director":
            yield f.HaltAsked(table=number, short=short, because="tables.format_open", cites=cited(other))
        return
    if book["halt.starts"].value == "blinds_affected" and not blinds_affected(number, state, book, room):
        return
    yield f.TableHalted(table=number, short=short, because="tables.halt", cites=cites)


def blinds_affected(number: int, state: TournamentState, book: Settled, room: Room) -> bool:
    """Whether the chairs of those who went out change who has button and blinds in the coming hand.

    Where nobody reported the button nobody can say that they are not.
    """
    table = room[number]
    if table.last is None or len(table.players) < 2:
        return True
    rules = button_rules(book)
    emptied = {*table.players, *table.vacated}
    return next_positions(table.last, table.players, rules) != next_positions(table.last, sorted(emptied), rules)


def halt_table(command: c.HaltTable, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if table.halted:
        return Refused("table.halted_already", {"table": table.number})
    sizes = state.floor.hall(table.day).sizes
    short = sizes.highest - sizes[table.number]
    cites = cited(book["halt.other_formats"])
    return (f.TableHalted(table=table.number, short=short, because="table.halted_by_director", cites=cites),)


def waive_halt(command: c.WaiveHalt, state: TournamentState, book: Settled, now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    may = book["halt.may_waive"]
    if not may.value:
        return Refused("table.halt_not_waived", {"table": table.number}, may.cites)
    reason = now.key if command.reason else ""
    return (f.HaltWaived(table=table.number, reason=reason, cites=cited(may)),)


def resume_table(command: c.ResumeTable, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if not table.halted:
        return Refused("table.not_halted", {"table": table.number})
    return (f.TableResumed(table=table.number, because="table.resumed_by_director"),)
