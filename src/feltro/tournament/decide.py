"""`decide(command, state, book, now) -> events | Refused`: pure, and the same answer for the same question."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import commands as c
from feltro.tournament import entries, opening
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome
from feltro.tournament.state import TournamentState

Decide = Callable[[Any, TournamentState, Settled, Now], Outcome]


def decide(command: c.Command, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if state.sheet is None and not isinstance(command, c.CreateTournament):
        return Refused("tournament.unknown", {"tournament": command.tournament})
    return DECIDE[type(command)](command, state, book, now)


DECIDE: dict[type[c.Command], Decide] = {
    c.CreateTournament: opening.create,
    c.MoveStart: opening.move_start,
    c.ExtendRegistration: opening.extend,
    c.CloseRegistration: opening.close,
    c.MarkLevel: opening.mark_level,
    c.SellEntry: entries.sell_entry,
    c.IssueReceipt: entries.issue_receipt,
}
