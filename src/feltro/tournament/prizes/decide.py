"""Which function decides each command about prizes."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.rulebook.settle import Settled
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes import announcing, paying, satellites, staff
from feltro.tournament.prizes import commands as c
from feltro.tournament.state import TournamentState

DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.ReplacePayoutTable: announcing.replace_payout_table,
    c.VoidGuarantee: announcing.void_guarantee,
    c.AnnouncePrizes: announcing.announce_prizes,
    c.NoteEarlyCash: announcing.note_early_cash,
    c.SaveBubble: announcing.save_bubble,
    c.ForfeitPrize: announcing.forfeit_prize,
    c.EndSatellite: satellites.end_satellite,
    c.HoldPrize: paying.hold_prize,
    c.ReleasePrize: paying.release_prize,
    c.ApprovePrize: paying.approve_prize,
    c.SchedulePrize: paying.schedule_prize,
    c.PayPrize: paying.pay_prize,
    c.ReportOverpayment: paying.report_overpayment,
    c.RepayOverpayment: paying.repay_overpayment,
    c.DivideStaff: staff.divide_staff,
    c.SignStaffShare: staff.sign_staff_share,
}
