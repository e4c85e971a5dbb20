"""From events to postings: what each money fact does to the accounts. Everything else posts nothing."""

from collections.abc import Callable, Sequence
from typing import Any

from feltro.app.world import postings_drawers, postings_prizes, postings_season
from feltro.app.world.accounts import DRAWER_METHODS, Amounts, destination, destination_in, source
from feltro.app.world.history import Fact, Undone
from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import Account, account
from feltro.ledger.entries import Posting, Reference, posting
from feltro.season import events as s
from feltro.season.state import SeasonState
from feltro.tournament.facts import eliminations as b
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.asks import PhoneBuyerKnown
from feltro.tournament.facts.opening import SurvivorPaid
from feltro.tournament.facts.prizes import SeatPaidInMoney
from feltro.tournament.state import TournamentState


def posts(event: Any) -> bool:
    """Whether it can move an account at all: most facts are not about money."""
    return type(event) in POSTINGS or isinstance(event, Undone)


def post(stream: str, fact: Fact, state: Any, reversed_by_it: Sequence[Posting]) -> Posting | None:
    """The posting of one fact, given the state of its stream after it."""
    reference = Reference(stream, fact.version)
    if isinstance(fact.event, Undone):
        return _take_back(reference, fact, reversed_by_it)
    rule = POSTINGS.get(type(fact.event))
    return posting(fact.meta.at, reference, rule(fact.event, state)) if rule else None


def _take_back(reference: Reference, fact: Fact, originals: Sequence[Posting]) -> Posting | None:
    """Undoing gives back, in one posting, all that the command had posted in this stream."""
    if not originals:
        return None
    amounts: dict[Account, Money] = {}
    for original in originals:
        for line in original.lines:
            amounts[line.account] = amounts.get(line.account, ZERO) - line.amount
    taken_back = posting(fact.meta.at, reference, amounts)
    only = originals[0].reference if len(originals) == 1 else None
    return Posting(taken_back.at, reference, taken_back.lines, reverses=only)


# The desk


def payment_taken(event: e.PaymentTaken, state: TournamentState) -> Amounts:
    """In the drawer, or off a ticket; the player's until the sale is paid. A card's fee passes through."""
    amount, fee = Money(event.amount_centavos), Money(event.surcharge_centavos)
    amounts = {
        source(event.method, event.cashier, state, event.person): amount + fee,
        account("payable", event.person): -amount,
    }
    if fee:
        amounts[account("card_fees", DRAWER_METHODS[event.method])] = -fee
    return amounts


def sale_paid(event: e.SalePaid, state: TournamentState) -> Amounts:
    """From the player to where the sheet says, with what the house covers."""
    amounts = {destination(kind, state): -Money(part) for kind, part in event.split_centavos.items()}
    amounts[account("payable", event.person)] = Money(event.price_centavos)
    amounts[account("courtesy", state.tournament)] = Money(event.covered_centavos)
    return amounts


def excess_taken(event: e.ExcessTaken, state: TournamentState) -> Amounts:
    """In the drawer of whoever asked for the PIX, and the player's."""
    amount = Money(event.amount_centavos)
    return {source("pix", event.cashier, state, event.person): amount, account("payable", event.person): -amount}


def excess_returned(event: e.ExcessReturned, state: TournamentState) -> Amounts:
    amount = Money(event.amount_centavos)
    return {
        source(event.method, event.cashier, state, event.person): -amount,
        account("payable", event.person): amount,
    }


def sale_owed(event: e.SaleOwed, state: TournamentState) -> Amounts:
    """Chips that play before they are paid: the player owes the price."""
    amounts = {destination(kind, state): -Money(part) for kind, part in event.split_centavos.items()}
    amounts[account("receivable", event.person)] = Money(event.price_centavos)
    amounts[account("courtesy", state.tournament)] = Money(event.covered_centavos)
    return amounts


def debt_paid(event: e.DebtPaid, state: TournamentState) -> Amounts:
    price = Money(event.price_centavos)
    return {account("payable", event.person): price, account("receivable", event.person): -price}


def sale_reversed(event: e.SaleReversed, state: TournamentState) -> Amounts:
    """The opposite of `sale_paid`: back from where it went, to the player."""
    amounts = {destination(kind, state): Money(part) for kind, part in event.split_centavos.items()}
    amounts[account("payable", event.person)] = -Money(event.price_centavos)
    amounts[account("courtesy", state.tournament)] = -Money(event.covered_centavos)
    return amounts


def refund_paid(event: e.RefundPaid, state: TournamentState) -> Amounts:
    amount, fee = Money(event.amount_centavos), Money(event.surcharge_centavos)
    amounts = {
        source(event.method, event.cashier, state, event.person): -(amount + fee),
        account("payable", event.person): amount,
    }
    if fee:
        amounts[account("card_fees", DRAWER_METHODS[event.fee_method])] = fee
    return amounts


def entry_transferred(event: e.EntryTransferred, state: TournamentState) -> Amounts:
    """What the house still holds for an unpaid entry is from now on the new player's."""
    return _passed_on(event.entry, event.was, event.person, state)


def phone_buyer_known(event: PhoneBuyerKnown, state: TournamentState) -> Amounts:
    return _passed_on(event.sale, event.was, event.person, state)


def _passed_on(name: str, was: str, person: str, state: TournamentState) -> Amounts:
    sale = state.sales[name]
    held = ZERO if sale.paid else Money(sale.received_centavos)
    return {account("payable", was): held, account("payable", person): -held}


def paid_by_the_pool(event: SeatPaidInMoney, state: TournamentState) -> Amounts:
    amount = Money(event.amount_centavos)
    return {account("prize_pool", state.tournament): amount, account("payable", event.person): -amount}


def bounty_won(event: b.BountyWon | b.BountyCorrected | b.BountyFreed, state: TournamentState) -> Amounts:
    """From the heads to whoever won them; what goes on another head stays where it is."""
    amount = Money(event.amount_centavos)
    return {account("bounties", state.tournament): amount, account("payable", event.person): -amount}


def survivor_paid(event: SurvivorPaid, state: TournamentState) -> Amounts:
    amount = Money(event.amount_centavos)
    return {account("prize_pool", state.tournament): amount, account("payable", event.person): -amount}


# Tickets


def ticket_issued(event: s.TicketIssued, state: SeasonState) -> Amounts:
    """Paid by the pool of the satellite that it was won in, or by the organiser."""
    payer = account("prize_pool", event.won_in) if event.won_in else account("organiser")
    value = Money(event.value_centavos)
    return {payer: value, account("tickets", state.season): -value}


def ticket_lapsed(event: s.TicketLapsed, state: SeasonState) -> Amounts:
    amounts = {
        destination_in(kind, state.season, event.stage, event.tournament): -Money(part)
        for kind, part in event.split_centavos.items()
    }
    rest = event.value_centavos - sum(event.split_centavos.values())
    amounts[account("tickets", state.season)] = Money(event.value_centavos)
    amounts[account("organiser")] = -Money(rest)
    return amounts


POSTINGS: dict[type[Any], Callable[[Any, Any], Amounts]] = {
    e.PaymentTaken: payment_taken,
    e.SalePaid: sale_paid,
    e.ExcessTaken: excess_taken,
    e.ExcessReturned: excess_returned,
    e.SaleOwed: sale_owed,
    e.DebtPaid: debt_paid,
    e.SaleReversed: sale_reversed,
    e.RefundPaid: refund_paid,
    e.EntryTransferred: entry_transferred,
    PhoneBuyerKnown: phone_buyer_known,
    SeatPaidInMoney: paid_by_the_pool,
    b.BountyWon: bounty_won,
    b.BountyCorrected: bounty_won,
    b.BountyFreed: bounty_won,
    SurvivorPaid: survivor_paid,
    s.TicketIssued: ticket_issued,
    s.TicketLapsed: ticket_lapsed,
    **postings_drawers.POSTINGS,
    **postings_season.POSTINGS,
    **postings_prizes.POSTINGS,
}
