"""What happens to a drawer, as postings: change, drops on their way, acts, the end of a turn."""

from collections.abc import Callable
from typing import Any

from feltro.app.world.accounts import Amounts
from feltro.house import desks
from feltro.kernel.money import ZERO, Money
from feltro.ledger.accounts import Account, account


def drawer_opened(event: desks.DrawerOpened, state: desks.DeskState) -> Amounts:
    """Change from the organiser, or what the last cashier left in it."""
    change = Money(event.float_centavos)
    gave = account("in_transit", event.handed_by) if event.handed_by else account("organiser")
    return {account("drawer", event.cashier, "cash"): change, gave: -change}


def act_done(event: desks.DrawerAct, state: desks.DeskState) -> Amounts:
    moved = {account(*parts): Money(amount) for parts, amount in event.by_account_centavos.items()}
    return {account("drawer", event.cashier, event.method): Money(event.amount_centavos) * event.into, **moved}


def act_reversed(event: desks.DrawerActReversed, state: desks.DeskState) -> Amounts:
    act = state.acts[event.act]
    return {one: -amount for one, amount in POSTINGS[type(act)](act, state).items()}


def cash_dropped(event: desks.CashDropped, state: desks.DeskState) -> Amounts:
    amount = Money(event.amount_centavos)
    goes = account("in_transit", event.cashier) if event.in_transit else account("safe")
    return {goes: amount, account("drawer", event.cashier, "cash"): -amount}


def drop_received(event: desks.DropReceived, state: desks.DeskState) -> Amounts:
    amount = Money(event.amount_centavos)
    return {account("safe"): amount, account("in_transit", event.cashier): -amount}


def drop_refused(event: desks.DropRefused, state: desks.DeskState) -> Amounts:
    amount = Money(event.amount_centavos)
    drawer, missing = account("drawer", event.cashier, "cash"), account("drawer_difference", event.cashier)
    return {drawer if event.in_drawer else missing: amount, account("in_transit", event.cashier): -amount}


def drawer_closed(event: desks.DrawerClosed, state: desks.DeskState) -> Amounts:
    """Cash goes to the safe or to the next cashier, the rest is the organiser's at the bank; a difference keeps the
    cashier's name."""
    goes = account("in_transit", event.cashier) if event.to else account("safe")
    return _emptied(event, {goes: Money(event.counted_centavos.get("cash", 0))})


def drawer_reopened(event: desks.DrawerReopened, state: desks.DeskState) -> Amounts:
    """The opposite of closing it; what the safe no longer has of the cash, the organiser gives."""
    cash, from_safe = Money(event.counted_centavos.get("cash", 0)), Money(event.from_safe_centavos)
    emptied = _emptied(event, {account("safe"): from_safe}, organiser=cash - from_safe)
    return {one: -amount for one, amount in emptied.items()}


def _emptied(
    event: desks.DrawerClosed | desks.DrawerReopened, cash: dict[Account, Money], organiser: Money = ZERO
) -> dict[Account, Money]:
    counted, expected = event.counted_centavos, event.expected_centavos
    drawer = {account("drawer", event.cashier, method): -Money(held) for method, held in expected.items()}
    difference = Money(sum(counted.values()) - sum(expected.values()))
    at_the_bank = Money(sum(counted.values()) - counted.get("cash", 0))
    kept = {account("organiser"): at_the_bank + organiser, account("drawer_difference", event.cashier): -difference}
    return {**drawer, **cash, **kept}


POSTINGS: dict[type[Any], Callable[[Any, Any], Amounts]] = {
    desks.DrawerOpened: drawer_opened,
    desks.SupplyTaken: act_done,
    desks.ExpensePaid: act_done,
    desks.AdvanceGiven: act_done,
    desks.AdvanceRepaid: act_done,
    desks.TipTaken: act_done,
    desks.TipsDivided: act_done,
    desks.TipSharePaid: act_done,
    desks.TabPaid: act_done,
    desks.CreditPaid: act_done,
    desks.MembershipPaid: act_done,
    desks.DrawerActReversed: act_reversed,
    desks.CashDropped: cash_dropped,
    desks.DropReceived: drop_received,
    desks.DropRefused: drop_refused,
    desks.DrawerClosed: drawer_closed,
    desks.DrawerReopened: drawer_reopened,
}
