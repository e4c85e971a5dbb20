"""A table calls, somebody goes, the table plays on."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.calls import commands as c
from feltro.tournament.facts import calls as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState


def call_floor(command: c.CallFloor, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """One open call for each table: a second one would ring for nobody new."""
    if command.table not in state.floor.tables:
        return Refused("table.not_open", {"table": command.table})
    if command.call in state.calls.known:
        return Refused("call.id_used", {"call": command.call})
    if any(one.table == command.table for one in state.calls.open.values()):
        return Refused("call.open_already", {"table": command.table})
    return (
        e.FloorCalled(
            call=command.call,
            table=command.table,
            why=command.why,
            hand=state.floor.tables[command.table].hands,
            at=now.when,
            entry=command.entry,
            told=now.noted(command.reason),
        ),
    )


def take_call(command: c.TakeCall, state: TournamentState, book: Settled, now: Now) -> Outcome:
    found = state.calls.open.get(command.call)
    if found is None:
        return Refused("call.over")
    if found.floor:
        return Refused("call.taken", {"table": found.table})
    return (e.CallTaken(call=command.call, table=found.table, floor=now.who, at=now.at),)


def close_call(command: c.CloseCall, state: TournamentState, book: Settled, now: Now) -> Outcome:
    found = state.calls.open.get(command.call)
    if found is None:
        return Refused("call.over")
    return (e.CallClosed(call=command.call, table=found.table, at=now.at),)


def tell_table(command: c.TellTable, state: TournamentState, book: Settled, now: Now) -> Outcome:
    tables = (command.table,) if command.table else tuple(sorted(state.floor.tables))
    if not tables or (command.table and command.table not in state.floor.tables):
        return Refused("table.not_open", {"table": command.table})
    return (e.TableTold(tables=tables, message=now.key, at=now.at),)


def hear_message(command: c.HearMessage, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if not any(one.message == command.message for one in state.calls.unread.get(command.table, ())):
        return Refused("call.read_already")
    return (e.MessageHeard(table=command.table, message=command.message, at=now.when),)


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.CallFloor: call_floor,
    c.TakeCall: take_call,
    c.CloseCall: close_call,
    c.TellTable: tell_table,
    c.HearMessage: hear_message,
}
