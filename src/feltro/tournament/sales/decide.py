"""Which decision answers what is asked at the counter."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.rulebook.settle import Settled
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales import ahead, alternates, cancellation, check_in, entries, extras, pix, refunds, void
from feltro.tournament.sales import commands as c
from feltro.tournament.state import TournamentState

DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.SellEntry: entries.sell_entry,
    c.IssueReceipt: entries.issue_receipt,
    c.MatchPix: pix.match_pix,
    c.PayRest: pix.pay_rest,
    c.ReturnExcess: pix.return_excess,
    c.ExpirePix: pix.expire,
    c.SellAhead: ahead.sell_ahead,
    c.CompleteAhead: ahead.complete_ahead,
    c.SellExtra: extras.sell_extra,
    c.AnnounceRebuy: extras.announce_rebuy,
    c.PayDebt: extras.settle_debt,
    c.DropOrder: extras.drop_order,
    c.CancelEntry: cancellation.cancel_entry,
    c.VoidSale: void.void_sale,
    c.VoidEntry: void.void_entry,
    c.PayRefund: refunds.pay_refund,
    c.TransferEntry: cancellation.transfer_entry,
    c.SeatAlternate: alternates.seat_alternate,
    c.CallAlternate: alternates.call_alternate,
    c.SkipAlternate: alternates.skip_alternate,
    c.SettleAlternates: alternates.settle_alternates,
    c.CheckIdentity: check_in.check_identity,
    c.CheckIn: check_in.check_in,
}
