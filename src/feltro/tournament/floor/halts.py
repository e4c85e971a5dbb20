"""Short tables that stop: when and in which formats the book says so, and when they go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.procedures.button import button_rules, next_positions
from feltro.procedures.halts import difference, full_size, why_halted
from feltro.tournament.facts.balance import HaltAsked, HaltWaived, TableHalted, TableResumed
from feltro.tournament.floor.tables import table_named
from feltro.tournament.now import cited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.rulebook.settle import Settled
    from feltro.tournament.floor import commands as c
    from feltro.tournament.floor.balance import Room
    from feltro.tournament.now import Now, Outcome
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
    least, stopped = difference(book), state.floor.hall(day).stopped
    if state.floor.expected(day).spread + room.missing < least and not stopped:
        return  # whoever left cannot have left a table so short
    with room.counted(day) as sizes:
        if sizes.spread < least and not stopped:
            return
        full = full_size(sum(sizes.players.values()), len(sizes), sizes.highest, book)
        for players in [one for one in sizes.having if full - one >= least]:
            for number in sorted(sizes.having[players]):
                yield from _halt(number, int(full - players), state, book, room)
        for number in sorted(stopped):
            if number in sizes.players and full - sizes[number] < least:
                yield TableResumed(table=number, because="table.not_short_any_more")


def _halt(number: int, short: int, state: TournamentState, book: Settled, room: Room) -> Iterator[Event]:
    table = state.floor.tables[number]
    if table.halted or table.waived or len(room[number].players) == 0:
        return
    out = table.eliminated + len(room.gone.get(number, ()))
    because = why_halted(
        format_of(state.the_sheet),
        out >= difference(book),
        lambda: blinds_affected(number, state, book, room),
        book,
    )
    if because == "tables.format_open":
        yield HaltAsked(table=number, short=short, because=because, cites=cited(book["halt.other_formats"]))
    if because == "tables.halt":
        cites = cited(book["halt.difference"], book["halt.compared_with"], book["halt.mandatory_in"])
        yield TableHalted(table=number, short=short, because=because, cites=cites)


def blinds_affected(number: int, state: TournamentState, book: Settled, room: Room) -> bool:
    """Whether the chairs of those who went out change who has button and blinds in the coming hand.

    Where nobody reported the button nobody can say that they are not.
    """
    table = room[number]
    if table.last is None or len(table.players) < 2:
        return True
    rules = book.once(button_rules)
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
    return (TableHalted(table=table.number, short=short, because="table.halted_by_director", cites=cites),)


def waive_halt(command: c.WaiveHalt, state: TournamentState, book: Settled, now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    may = book["halt.may_waive"]
    if not may.value:
        return Refused("table.halt_not_waived", {"table": table.number}, may.cites)
    reason = now.noted(command.reason)
    return (HaltWaived(table=table.number, reason=reason, cites=cited(may)),)


def resume_table(command: c.ResumeTable, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if not table.halted:
        return Refused("table.not_halted", {"table": table.number})
    return (TableResumed(table=table.number, because="table.resumed_by_director"),)
