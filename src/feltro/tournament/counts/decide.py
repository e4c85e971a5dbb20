"""Counting tables, and saying that the counts agree."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.outcome import Refused, together
from feltro.rulebook.settle import Settled
from feltro.tournament.chips.view import in_play
from feltro.tournament.counts import commands as c
from feltro.tournament.counts.agreement import disagreements
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.facts import counts as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState


def roll_call(command: c.RollCall, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    table = state.floor.tables.get(command.table)
    if table is None:
        return Refused("counts.no_such_table", {"table": command.table})
    if command.players > table.chairs:
        return Refused("counts.too_many", {"table": command.table, "chairs": table.chairs})
    return (
        e.TableCounted(
            table=table.number,
            players=command.players,
            chips=command.chips,
            hands=table.hands,
            entries=tuple(table.players[seat] for seat in table.seats()),
            at=now.at,
        ),
    )


def agree(_command: c.AgreeCounts, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    if not state.floor.tables:
        return Refused("counts.no_tables")
    found = together(*(Refused(one.because, one.values) for one in disagreements(state)))
    return found or (e.CountsAgreed(players=players_left(state), chips=in_play(state), at=now.at),)


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.RollCall: roll_call,
    c.AgreeCounts: agree,
}
