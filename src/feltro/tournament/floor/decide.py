"""Commands about the tables, each with the function that decides it."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.rulebook.settle import Settled
from feltro.tournament.floor import (
    breaking_up,
    dealing,
    drawing,
    following,
    halts,
    opening_tables,
    proposing,
    seating,
)
from feltro.tournament.floor import commands as c
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState


def settle_down(events: Outcome, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What any command brings about at the tables: chairs for those who came in, order after those who left."""
    seated = drawing.with_seats(events, state, book, now)
    return following.with_consequences(seated, state, book, now)


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.OpenTables: opening_tables.open_tables,
    c.CloseTable: opening_tables.close_table,
    c.LockChair: opening_tables.lock_chair,
    c.UnlockChair: opening_tables.unlock_chair,
    c.AddPublicValue: opening_tables.add_public_value,
    c.RevealDraw: opening_tables.reveal_draw,
    c.SeatEntries: seating.seat_entries,
    c.SeatPlayer: seating.seat_player,
    c.MovePlayer: seating.move_player,
    c.SwapSeats: seating.swap_seats,
    c.CorrectSeat: seating.correct_seat,
    c.Accommodate: seating.accommodate,
    c.MarkAbsent: seating.mark_absent,
    c.MarkArrived: seating.mark_arrived,
    c.DrawButton: dealing.draw_button,
    c.ReportButton: dealing.report_button,
    c.EndHand: dealing.end_hand,
    c.SetBalancing: proposing.set_balancing,
    c.PublishBreakOrder: breaking_up.publish_break_order,
    c.ProposeBalance: proposing.propose_balance,
    c.EditMove: proposing.edit_move,
    c.ConfirmMoves: proposing.confirm_moves,
    c.DropProposal: proposing.drop_proposal,
    c.HaltTable: halts.halt_table,
    c.WaiveHalt: halts.waive_halt,
    c.ResumeTable: halts.resume_table,
    c.BreakTable: breaking_up.break_table,
    c.Redraw: breaking_up.redraw,
}
