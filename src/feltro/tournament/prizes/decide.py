"""Which function decides each command about prizes."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.rulebook.settle import Settled
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes import announcement, payment, reversals, satellites, staff
from feltro.tournament.prizes import commands as c
from feltro.tournament.state import TournamentState

DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.ReplacePayoutTable: announcement.replace_payout_table,
    c.VoidGuarantee: announcement.void_guarantee,
    c.AnnouncePrizes: announcement.announce_prizes,
    c.NoteEarlyCash: announcement.note_early_cash,
    c.SaveBubble: announcement.save_bubble,
    c.ForfeitPrize: announcement.forfeit_prize,
    c.WinSeat: satellites.win_seat,
    c.EndSatellite: satellites.end_satellite,
    c.HoldPrize: payment.hold_prize,
    c.ReleasePrize: payment.release_prize,
    c.ApprovePrize: payment.approve_prize,
    c.SchedulePrize: payment.schedule_prize,
    c.PayPrize: payment.pay_prize,
    c.TakeBackPrize: reversals.take_back_prize,
    c.TakeBackShare: reversals.take_back_share,
    c.ReportOverpayment: payment.report_overpayment,
    c.RepayOverpayment: payment.repay_overpayment,
    c.DivideStaff: staff.divide_staff,
    c.SignStaffShare: staff.sign_staff_share,
}
