"""What events about prizes do to the state."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.eliminations.evolve import go_out
from feltro.tournament.facts import prizes as e
from feltro.tournament.facts.sales import EntryLeft
from feltro.tournament.state import GONE, OUT, TournamentState, count
from feltro.tournament.state.eliminations import Out
from feltro.tournament.state.prizes import Announced, Approval, Forfeit, PrizePayment, StaffShare


def witness(state: TournamentState, event: Event) -> None:
    """Paper that was signed and money that went through a bank stay seen, also when undone."""
    prizes = state.prizes
    match event:
        case e.PrizePaid():
            prizes.used_ids.add(event.payment)
            _seen(state, event.receipt, event.method, event.reference)
        case e.StaffSharePaid():
            _seen(state, event.receipt, event.method, event.reference)
        case e.PrizeOverpaid():
            prizes.used_ids.add(event.overpayment)
        case e.OverpaymentRepaid():
            prizes.used_ids.add(event.repayment)


def _seen(state: TournamentState, receipt: int, method: str, reference: str) -> None:
    state.prizes.last_receipt = max(state.prizes.last_receipt, receipt)
    if reference:
        state.prizes.references.add(f"{method}/{reference}")


def payout_table_replaced(state: TournamentState, event: e.PayoutTableReplaced) -> None:
    state.prizes.loaded = event.columns


def guarantee_voided(state: TournamentState, event: e.GuaranteeVoided) -> None:
    state.prizes.guarantee_void = event.ground


def prizes_announced(state: TournamentState, event: e.PrizesAnnounced) -> None:
    state.prizes.announced = Announced(
        source=event.source,
        entries=event.entries,
        collected_centavos=event.collected_centavos,
        cover_centavos=event.cover_centavos,
        withheld_centavos=event.withheld_centavos,
        pool_centavos=event.pool_centavos,
        prizes_centavos=event.prizes_centavos,
        seats=event.seats,
        out=len(state.out_order),
        at=event.at,
    )


def pool_covered(state: TournamentState, event: e.PoolCovered) -> None:
    if event.of == "prize_pool":
        state.prizes.covered_centavos += event.amount_centavos


def early_cash_noted(state: TournamentState, event: e.EarlyCashNoted) -> None:
    state.prizes.early[event.entry] = event.amount_centavos


def bubble_saved(state: TournamentState, event: e.BubbleSaved) -> None:
    state.prizes.bubble_centavos = event.amount_centavos


def prize_forfeited(state: TournamentState, event: e.PrizeForfeited) -> None:
    after_deal = state.deals.agreed is not None
    forfeit = Forfeit(entry=event.entry, place=event.place, freed=event.freed, after_deal=after_deal)
    state.prizes.forfeits.append(forfeit)


def prize_held(state: TournamentState, event: e.PrizeHeld) -> None:
    state.prizes.held.add(event.entry)


def prize_released(state: TournamentState, event: e.PrizeReleased) -> None:
    state.prizes.held.discard(event.entry)


def prize_approved(state: TournamentState, event: e.PrizeApproved) -> None:
    approval = Approval(by=event.by, amount_centavos=event.amount_centavos)
    state.prizes.approved.setdefault(event.entry, []).append(approval)


def prize_scheduled(state: TournamentState, event: e.PrizeScheduled) -> None:
    state.prizes.scheduled[event.entry] = event.pay_by
    state.prizes.calendars[event.entry] = event.calendar


def prize_paid(state: TournamentState, event: e.PrizePaid) -> None:
    state.prizes.payments[event.payment] = PrizePayment(
        id=event.payment,
        entry=event.entry,
        person=event.person,
        method=event.method,
        amount_centavos=event.amount_centavos,
        tax_centavos=event.tax_centavos,
        reference=event.reference,
        cashier=event.cashier,
        receipt=event.receipt,
        at=event.at,
        of=event.of,
    )
    witness(state, event)


def prize_taken_back(state: TournamentState, event: e.PrizeTakenBack) -> None:
    state.prizes.taken_back[event.payment] = state.prizes.payments.pop(event.payment)


def prize_overpaid(state: TournamentState, event: e.PrizeOverpaid) -> None:
    prizes = state.prizes
    prizes.overpaid[event.entry] = prizes.overpaid.get(event.entry, 0) + event.amount_centavos
    if event.cause == "place_corrected":
        prizes.booked[event.entry] = prizes.booked.get(event.entry, 0) + event.amount_centavos
    witness(state, event)


def overpayment_repaid(state: TournamentState, event: e.OverpaymentRepaid) -> None:
    state.prizes.overpaid[event.entry] -= event.amount_centavos
    witness(state, event)


def staff_divided(state: TournamentState, event: e.StaffDivided) -> None:
    state.prizes.staff_by = event.by
    pairs = zip(event.people, event.shares_centavos, strict=True)
    state.prizes.staff = {person: StaffShare(amount_centavos=amount) for person, amount in pairs}


def staff_share_paid(state: TournamentState, event: e.StaffSharePaid) -> None:
    share = state.prizes.staff[event.person]
    share.receipt, share.at, share.method = event.receipt, event.at, event.method
    witness(state, event)


def staff_share_taken_back(state: TournamentState, event: e.StaffShareTakenBack) -> None:
    share = state.prizes.staff[event.person]
    share.receipt, share.at = 0, None


def seat_won(state: TournamentState, event: e.SeatWon) -> None:
    """The chips went before, as chips do that are taken out of play."""
    state.leave(state.entries[event.entry], OUT)
    go_out(state.eliminations, Out(entry=event.entry, ground="seat", table=event.table, level=event.level))
    state.seats_won.append(event.entry)


def entry_left(state: TournamentState, event: EntryLeft) -> None:
    """An entry that should never have been sold has won no seat."""
    if event.status in GONE and event.entry in state.seats_won:
        state.seats_won.remove(event.entry)


def satellite_ended(state: TournamentState, event: e.SatelliteEnded) -> None:
    state.satellite_winners = event.winners
    state.stopped = "ended"


def seat_passed_on(state: TournamentState, event: e.SeatPassedOn) -> None:
    state.seats_passed_on.append(event.entry)


def seat_paid_in_money(state: TournamentState, event: e.SeatPaidInMoney) -> None:
    count(state.prizes.seats_in_money, event.entry, event.amount_centavos)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.PayoutTableReplaced: payout_table_replaced,
    e.GuaranteeVoided: guarantee_voided,
    e.PrizesAnnounced: prizes_announced,
    e.PoolCovered: pool_covered,
    e.EarlyCashNoted: early_cash_noted,
    e.BubbleSaved: bubble_saved,
    e.PrizeForfeited: prize_forfeited,
    e.PrizeHeld: prize_held,
    e.PrizeReleased: prize_released,
    e.PrizeApproved: prize_approved,
    e.PrizeScheduled: prize_scheduled,
    e.PrizePaid: prize_paid,
    e.PrizeTakenBack: prize_taken_back,
    e.PrizeOverpaid: prize_overpaid,
    e.OverpaymentRepaid: overpayment_repaid,
    e.StaffDivided: staff_divided,
    e.StaffSharePaid: staff_share_paid,
    e.StaffShareTakenBack: staff_share_taken_back,
    e.SeatWon: seat_won,
    e.SatelliteEnded: satellite_ended,
    e.SeatPassedOn: seat_passed_on,
    e.SeatPaidInMoney: seat_paid_in_money,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {EntryLeft: entry_left}
