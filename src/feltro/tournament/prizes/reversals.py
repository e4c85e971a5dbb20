"""A payment taken back: the money is in the house again, the receipt is void, and what it paid is due as before."""

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import prizes as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes import commands as c
from feltro.tournament.state import TournamentState
from feltro.tournament.state.prizes import PrizePayment


def take_back_prize(command: c.TakeBackPrize, state: TournamentState, book: Settled, now: Now) -> Outcome:
    paid = state.prizes.payments.get(command.payment)
    if paid is None:
        return Refused("prize.no_such_payment")
    refused = _refuse_booked(paid, state) or _refuse_reversal(command.reason, paid.method, command.desk)
    if refused:
        return refused
    back = e.PrizeTakenBack(
        payment=paid.id,
        entry=paid.entry,
        person=paid.person,
        cashier=now.cashier,
        method=paid.method,
        amount_centavos=paid.amount_centavos,
        tax_centavos=paid.tax_centavos,
        receipt=paid.receipt,
        of=paid.of,
        reason=now.key,
        at=now.at,
    )
    return (back,)


def _refuse_booked(paid: PrizePayment, state: TournamentState) -> Refused | None:
    """What is booked as the player's debt comes back as a debt is paid: taken back besides, it would come twice."""
    booked = state.prizes.booked.get(paid.entry, 0)
    if paid.of != "prize" or not booked:
        return None
    return Refused(
        "prize.back_is_a_debt", {"amount": Money(booked), "left": Money(state.prizes.overpaid[paid.entry])}
    )


def take_back_share(command: c.TakeBackShare, state: TournamentState, book: Settled, now: Now) -> Outcome:
    share = state.prizes.staff.get(command.person)
    if share is None or not share.receipt:
        return Refused("prize.no_such_payment")
    refused = _refuse_reversal(command.reason, share.method, command.desk)
    if refused:
        return refused
    back = e.StaffShareTakenBack(
        person=command.person,
        cashier=now.cashier,
        method=share.method,
        amount_centavos=share.amount_centavos,
        receipt=share.receipt,
        reason=now.key,
        at=now.at,
    )
    return (back,)


def _refuse_reversal(reason: str, method: str, desk: str) -> Refused | None:
    """Notes come back into a drawer; why they did is asked of whoever takes them."""
    if not reason.strip():
        return Refused("prize.back_needs_reason")
    return Refused("prize.needs_desk") if method == "cash" and not desk else None
