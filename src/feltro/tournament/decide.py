"""`decide(command, state, book, now) -> events | Refused`: pure, and the same answer for the same question."""

from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.chips import decide as chips
from feltro.tournament.clock import decide as clock
from feltro.tournament.clock.due import due
from feltro.tournament.counts import decide as counts
from feltro.tournament.days import decide as days
from feltro.tournament.deals import decide as deals
from feltro.tournament.eliminations import decide as eliminations
from feltro.tournament.evolve import apply
from feltro.tournament.floor import decide as floor
from feltro.tournament.media import decide as media
from feltro.tournament.now import Now
from feltro.tournament.opening import decide as opening
from feltro.tournament.opening import mid_play
from feltro.tournament.opening.commands import (
    AmendRule,
    CallOff,
    CloseRegistration,
    CreateTournament,
    ExtendRegistration,
    MoveStart,
    ResumeTournament,
    StopTournament,
)
from feltro.tournament.pace import decide as pace
from feltro.tournament.papers import decide as papers
from feltro.tournament.prizes import decide as prizes
from feltro.tournament.prizes import satellites
from feltro.tournament.prizes.commands import EndSatellite
from feltro.tournament.sales import ahead, alternates, entries, extras, pix
from feltro.tournament.sales import cancellation as cancelling
from feltro.tournament.sales import check_in as waiting
from feltro.tournament.sales.commands import (
    AnnounceRebuy,
    CancelEntry,
    CheckIdentity,
    CheckIn,
    CompleteAhead,
    DropOrder,
    ExpirePix,
    IssueReceipt,
    MatchPix,
    PayDebt,
    PayRefund,
    PayRest,
    ReturnExcess,
    SellAhead,
    SellEntry,
    SellExtra,
    TransferEntry,
    VoidEntry,
    VoidSale,
)
from feltro.tournament.sales.payments import Outcome
from feltro.tournament.sanctions import decide as sanctions
from feltro.tournament.state import TournamentState
from feltro.tournament.time_bank import decide as time_bank

Decide = Callable[[Any, TournamentState, Settled, Now], Outcome]


def decide(command: TournamentCommand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What the clock did by itself since somebody last looked stands before what the command does, and is known to it:
    the answer is the same whether or not anybody looked."""
    if state.sheet is None:
        if not isinstance(command, CreateTournament):
            return Refused("tournament.unknown", {"tournament": command.tournament})
        return DECIDE[type(command)](command, state, book, now)
    unseen = due(state, book, now.at)
    looked_at = _looked_at(state, unseen) if unseen else state
    outcome = DECIDE[type(command)](command, looked_at, book, now)
    if isinstance(outcome, Refused):
        return outcome
    return floor.settle_down((*unseen, *outcome), looked_at, book, now)


def _looked_at(state: TournamentState, unseen: tuple[Event, ...]) -> TournamentState:
    """As it is once the log knows. These facts touch the clocks and the minimums, so only these are copied."""
    seen = copy(state)
    seen.clocks, seen.missed = deepcopy(state.clocks), set(state.missed)
    for event in unseen:
        apply(seen, event)
    return seen


DECIDE: dict[type[TournamentCommand], Decide] = {
    CreateTournament: opening.create,
    MoveStart: opening.move_start,
    ExtendRegistration: opening.extend,
    CloseRegistration: opening.close,
    SellEntry: entries.sell_entry,
    IssueReceipt: entries.issue_receipt,
    MatchPix: pix.match_pix,
    PayRest: pix.pay_rest,
    ReturnExcess: pix.return_excess,
    ExpirePix: pix.expire,
    SellAhead: ahead.sell_ahead,
    CompleteAhead: ahead.complete_ahead,
    SellExtra: extras.sell_extra,
    AnnounceRebuy: extras.announce_rebuy,
    PayDebt: extras.settle_debt,
    DropOrder: extras.drop_order,
    CancelEntry: cancelling.cancel_entry,
    VoidSale: cancelling.void_sale,
    VoidEntry: cancelling.void_entry,
    PayRefund: cancelling.pay_refund,
    TransferEntry: cancelling.transfer_entry,
    StopTournament: opening.stop,
    ResumeTournament: opening.resume,
    CallOff: opening.call_off,
    **alternates.DECIDE,
    CheckIdentity: waiting.check_identity,
    CheckIn: waiting.check_in,
    EndSatellite: satellites.end_satellite,
    AmendRule: satellites.amend_rule,
    **floor.DECIDE,
    **clock.DECIDE,
    **pace.DECIDE,
    **time_bank.DECIDE,
    **days.DECIDE,
    **eliminations.DECIDE,
    **chips.DECIDE,
    **sanctions.DECIDE,
    **counts.DECIDE,
    **mid_play.DECIDE,
    **media.DECIDE,
    **prizes.DECIDE,
    **deals.DECIDE,
    **papers.DECIDE,
}
