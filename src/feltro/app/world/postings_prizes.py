"""What prizes do to the accounts: cover and retention when they are announced, and each payment after that."""

from collections.abc import Callable
from typing import Any

from feltro.app.world.accounts import PAST_THE_DRAWERS, Amounts, destination, outlet
from feltro.kernel.money import Money
from feltro.ledger.accounts import account
from feltro.tournament.facts import prizes as e
from feltro.tournament.state import TournamentState


def prizes_announced(event: e.PrizesAnnounced, state: TournamentState) -> Amounts:
    """The organiser covers what the guarantee lacks; what is withheld leaves the pool for whom it is."""
    withheld = {destination(kind, state): -Money(amount) for kind, amount in event.withheld_centavos.items()}
    cover, left = Money(event.cover_centavos), Money(event.left_centavos)
    out = Money(sum(event.withheld_centavos.values())) + left
    return {
        **withheld,
        account("guarantee_cover", state.tournament): cover,
        account("rounding", state.tournament): -left,
        account("prize_pool", state.tournament): out - cover,
    }


def pool_covered(event: e.PoolCovered, state: TournamentState) -> Amounts:
    amount = Money(event.amount_centavos)
    return {account("guarantee_cover", state.tournament): amount, destination(event.of, state): -amount}


def prize_paid(event: e.PrizePaid, state: TournamentState) -> Amounts:
    amount, tax = Money(event.amount_centavos), Money(event.tax_centavos)
    pool = account("prize_pool", state.tournament)
    owed = pool if event.of == "prize" else account("payable", event.person)  # what is won apart is owed at once
    amounts = {owed: amount, outlet(event.method, event.cashier, event.person): tax - amount}
    if tax:
        amounts[account("tax_withheld", state.season)] = -tax
    return amounts


def prize_taken_back(event: e.PrizeTakenBack, state: TournamentState) -> Amounts:
    """The opposite of `prize_paid`."""
    amount, tax = Money(event.amount_centavos), Money(event.tax_centavos)
    owed = account("prize_pool", state.tournament) if event.of == "prize" else account("payable", event.person)
    amounts = {owed: -amount, outlet(event.method, event.cashier): amount - tax}
    if tax:
        amounts[account("tax_withheld", state.season)] = tax
    return amounts


def prize_overpaid(event: e.PrizeOverpaid, state: TournamentState) -> Amounts:
    """The player owes it: to the drawer that gave too much, or to the pool that a correction made whole again."""
    amount = Money(event.amount_centavos)
    corrected = event.cause == "place_corrected"
    gave = account("prize_pool", state.tournament) if corrected else outlet("cash", event.cashier)
    return {account("receivable", event.person): amount, gave: -amount}


def overpayment_repaid(event: e.OverpaymentRepaid, state: TournamentState) -> Amounts:
    amount, method = Money(event.amount_centavos), PAST_THE_DRAWERS.get(event.method, "cash")
    return {account("drawer", event.cashier, method): amount, account("receivable", event.person): -amount}


def staff_share_paid(event: e.StaffSharePaid, state: TournamentState) -> Amounts:
    amount = Money(event.amount_centavos)
    return {account("staff", state.tournament): amount, outlet(event.method, event.cashier): -amount}


def staff_share_taken_back(event: e.StaffShareTakenBack, state: TournamentState) -> Amounts:
    amount = Money(event.amount_centavos)
    return {account("staff", state.tournament): -amount, outlet(event.method, event.cashier): amount}


POSTINGS: dict[type[Any], Callable[[Any, Any], Amounts]] = {
    e.PrizesAnnounced: prizes_announced,
    e.PoolCovered: pool_covered,
    e.PrizePaid: prize_paid,
    e.PrizeTakenBack: prize_taken_back,
    e.PrizeOverpaid: prize_overpaid,
    e.OverpaymentRepaid: overpayment_repaid,
    e.StaffSharePaid: staff_share_paid,
    e.StaffShareTakenBack: staff_share_taken_back,
}
