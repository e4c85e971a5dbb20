"""From events to postings: what each money fact does to the accounts. Everything else posts nothing."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from feltro.app.history import Fact, Undone
from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import Account, account
from feltro.ledger.entries import Posting, Reference, posting
from feltro.season import desks
from feltro.tournament import events as e
from feltro.tournament.state import TournamentState

Amounts = Mapping[Account, Money]

DRAWER_METHODS = {
    "cash": "cash",
    "debit_card": "debit",
    "credit_card": "credit",
    "pix": "pix",
    "bank_transfer": "transfer",
    "deposit": "transfer",
}
"""The drawer that each way to pay ends up in."""


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
    amounts = {source(event.method, event.cashier, state): amount + fee, account("payable", event.person): -amount}
    if fee:
        amounts[account("card_fees", DRAWER_METHODS[event.method])] = -fee
    return amounts


def sale_paid(event: e.SalePaid, state: TournamentState) -> Amounts:
    """From the player to where the sheet says, with what the house covers."""
    amounts = {destination(kind, state): -Money(part) for kind, part in event.split_centavos.items()}
    amounts[account("payable", event.person)] = Money(event.price_centavos)
    amounts[account("courtesy", state.tournament)] = Money(event.covered_centavos)
    return amounts


def drawer_opened(event: desks.DrawerOpened, state: desks.DeskState) -> Amounts:
    change = Money(event.float_centavos)
    return {account("drawer", event.cashier, "cash"): change, account("organiser"): -change}


def source(method: str, cashier: str, state: TournamentState) -> Account:
    """Where a payment comes from or goes back to, on the house's side."""
    if method == "ticket":
        return account("tickets", state.season)
    if method == "courtesy":
        return account("courtesy", state.tournament)
    return account("drawer", cashier, DRAWER_METHODS[method])


def destination(kind: str, state: TournamentState) -> Account:
    """A part of a price belongs to the tournament, its stage or its season."""
    if kind in {"ranking_fund", "federation"}:
        return account(kind, state.season)
    if kind in {"stage_champion_fund", "local_partners"}:
        return account(kind, state.stage)
    return account(kind, state.tournament)


POSTINGS: dict[type[Any], Callable[[Any, Any], Amounts]] = {
    e.PaymentTaken: payment_taken,
    e.SalePaid: sale_paid,
    desks.DrawerOpened: drawer_opened,
}
