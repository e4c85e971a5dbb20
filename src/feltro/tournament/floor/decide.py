"""Commands about the tables, each with the function that decides it."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.rulebook.settle import Settled
from feltro.tournament.floor import (
    after_hand,
    aftermath,
    breakup,
    button,
    draws,
    halts,
    proposals,
    redraws,
    seats,
    tables,
)
from feltro.tournament.floor import commands as c
from feltro.tournament.floor.break_commands import BreakAfterHand, KeepTable, ReleaseTable
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState


def settle_down(events: Outcome, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What any command brings about at the tables: chairs for those who came in, order after those who left."""
    seated = draws.with_seats(events, state, book, now)
    return aftermath.with_consequences(seated, state, book, now)


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.OpenTables: tables.open_tables,
    c.CloseTable: tables.close_table,
    c.LockChair: tables.lock_chair,
    c.UnlockChair: tables.unlock_chair,
    c.RevealDraw: tables.reveal_draw,
    c.SeatEntries: seats.seat_entries,
    c.SeatPlayer: seats.seat_player,
    c.SeatByCard: seats.seat_by_card,
    c.MovePlayer: seats.move_player,
    c.SwapSeats: seats.swap_seats,
    c.CorrectSeat: seats.correct_seat,
    c.Accommodate: seats.accommodate,
    c.MarkAbsent: seats.mark_absent,
    c.MarkArrived: seats.mark_arrived,
    c.DrawButton: button.draw_button,
    c.ReportButton: button.report_button,
    c.EndHand: button.end_hand,
    c.SetBalancing: proposals.set_balancing,
    c.PublishBreakOrder: breakup.publish_break_order,
    c.ProposeBalance: proposals.propose_balance,
    c.EditMove: proposals.edit_move,
    c.ConfirmMoves: proposals.confirm_moves,
    c.DropProposal: proposals.drop_proposal,
    c.HaltTable: halts.halt_table,
    c.WaiveHalt: halts.waive_halt,
    c.ResumeTable: halts.resume_table,
    c.BreakTable: breakup.break_table,
    BreakAfterHand: after_hand.break_after_hand,
    ReleaseTable: after_hand.release_table,
    KeepTable: after_hand.keep_table,
    c.Redraw: redraws.redraw,
}
