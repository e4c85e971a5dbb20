"""How a sale is paid: which ways the book allows, what a card costs on top, what is still missing."""

from fractions import Fraction

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.money import Money, half_up
from feltro.kernel.outcome import Refused, together
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import sales as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.commands import Payment
from feltro.tournament.sales.hours import opens_at
from feltro.tournament.sheet import SaleItem
from feltro.tournament.state import Sale, TournamentState

SURCHARGES = {"debit_card": "payment.surcharge.debit", "credit_card": "payment.surcharge.credit"}
TAB, BALANCE = "tab", "balance"
HOUSE_METHODS = ("ticket", "courtesy", TAB)
"""Not money across the counter: no book lists them among the ways to pay, and what came so goes back so."""
UNSEEN = ("pix", "bank_transfer", "deposit")
"""Nobody sees this money cross the counter: it counts when the bank shows it."""


class Charge:
    """What is being paid: a sale that exists, or one that is being decided right now."""

    def __init__(self, sale: str, person: str, item: SaleItem, received_centavos: int = 0) -> None:
        self.sale = sale
        self.person = person
        self.item = item
        self.due_centavos = item.price_centavos - received_centavos


def pay(payments: tuple[Payment, ...], charge: Charge, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Take the payments that cover a price exactly; the sale is paid once no PIX is awaited."""
    taken = take_all(payments, charge, state, book, now)
    if isinstance(taken, Refused) or any(isinstance(one, e.PaymentAwaited) for one in taken):
        return taken
    return (*taken, paid(charge))


def pay_debt(payments: tuple[Payment, ...], sale: Sale, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Pay for what plays already. By PIX the debt stands until it is seen."""
    item = state.the_sheet.item(sale.item)
    if item is None:
        return Refused("extra.no_such_item", {"item": sale.item})
    taken = take_all(payments, Charge(sale.id, sale.person, item, sale.received_centavos), state, book, now)
    if isinstance(taken, Refused) or any(isinstance(one, e.PaymentAwaited) for one in taken):
        return taken
    return (*taken, paid_in_full(sale))


def take_all(
    payments: tuple[Payment, ...], charge: Charge, state: TournamentState, book: Settled, now: Now
) -> Outcome:
    """Payments for exactly what is due."""
    offered = sum(payment.amount_centavos for payment in payments)
    if offered != charge.due_centavos:
        price = Money(charge.due_centavos)
        return Refused("payment.not_the_price", {"price": price, "offered": Money(offered)})
    tickets = [payment.ticket for payment in payments if payment.ticket]
    txids = [payment.txid for payment in payments if payment.txid]
    if len(set(tickets)) < len(tickets) or len(set(txids)) < len(txids):
        return Refused("payment.named_twice")
    taken = [_take(payment, charge, state, book, now) for payment in payments]
    refused = together(
        _refuse_tab(payments, charge, book, now),
        _refuse_balance(payments, charge, now),
        *(one for one in taken if isinstance(one, Refused)),
    )
    return refused or tuple(one for one in taken if not isinstance(one, Refused))


def paid(charge: Charge) -> e.SalePaid:
    return e.SalePaid(
        sale=charge.sale,
        person=charge.person,
        price_centavos=charge.item.price_centavos,
        covered_centavos=charge.item.covered_centavos,
        split_centavos=charge.item.split_centavos,
    )


def paid_in_full(sale: Sale) -> e.SalePaid | e.DebtPaid:
    """The last of a sale's price came in: it goes where the sheet says, or settles the debt."""
    if sale.owed:
        return e.DebtPaid(sale=sale.id, person=sale.person, price_centavos=sale.price_centavos)
    return e.SalePaid(
        sale=sale.id,
        person=sale.person,
        price_centavos=sale.price_centavos,
        covered_centavos=sale.covered_centavos,
        split_centavos=sale.split_centavos,
    )


def surcharge(payment: Payment, book: Settled) -> int | Refused:
    """What the card company's fee adds, in centavos; the desk's own table prevails where the book says so."""
    if payment.method not in SURCHARGES:
        return 0
    if payment.surcharge_centavos is not None:
        approximate = book["payment.surcharge.approximate"]
        if approximate.value:
            return payment.surcharge_centavos
        return Refused("payment.surcharge_is_fixed", cites=approximate.cites)
    return half_up(payment.amount_centavos * Fraction(book[SURCHARGES[payment.method]].value))


def allowed_methods(state: TournamentState, book: Settled, at: Instant) -> Sourced:
    """The ways to pay on the day of the event, or ahead of it.

    The day begins with the date, or with the desk where that opens before: at half past midnight people come the evening before.
    """
    zone = state.the_sheet.zone
    today = local_time(at, zone).date()
    first = min(state.the_sheet.days, key=state.starts_at)
    on_the_day = today >= local_time(state.starts_at(first), zone).date() or at >= opens_at(first, state, book)
    return book["payment.methods" if on_the_day else "payment.advance.methods"]


def _take(payment: Payment, charge: Charge, state: TournamentState, book: Settled, now: Now) -> Event | Refused:
    wrong = _refusal(payment, charge, state, book, now)
    if wrong:
        return wrong
    if payment.method in UNSEEN:
        return e.PaymentAwaited(
            sale=charge.sale,
            txid=payment.txid,
            amount_centavos=payment.amount_centavos,
            cashier=now.cashier,
            method=payment.method,
            receiver=now.receiver,
        )
    added = surcharge(payment, book)
    if isinstance(added, Refused):
        return added
    tendered = payment.amount_centavos if payment.tendered_centavos is None else payment.tendered_centavos
    return e.PaymentTaken(
        sale=charge.sale,
        person=charge.person,
        cashier=now.cashier,
        method=payment.method,
        amount_centavos=payment.amount_centavos,
        surcharge_centavos=added,
        tendered_centavos=tendered if payment.method == "cash" else 0,
        change_centavos=tendered - payment.amount_centavos if payment.method == "cash" else 0,
        txid=payment.txid,
        ticket=payment.ticket,
    )


def _by_way(payments: tuple[Payment, ...], method: str) -> int:
    return sum(payment.amount_centavos for payment in payments if payment.method == method)


def _refuse_tab(payments: tuple[Payment, ...], charge: Charge, book: Settled, now: Now) -> Refused | None:
    """Up to the limit that the house gives each person, over all its events."""
    asked, limit = _by_way(payments, TAB), book["control.tab.limit"]
    if not asked or now.tabs.get(charge.person, 0) + asked <= limit.value.centavos:
        return None
    if not limit.value:
        return Refused("tab.not_given", cites=limit.cites)
    owed = Money(now.tabs.get(charge.person, 0))
    return Refused("tab.over_limit", {"limit": limit.value, "owed": owed}, limit.cites)


def _refuse_balance(payments: tuple[Payment, ...], charge: Charge, now: Now) -> Refused | None:
    asked, left = _by_way(payments, BALANCE), now.credits.get(charge.person, 0)
    return Refused("credit.not_so_much", {"left": Money(left)}) if asked > left else None


def _refuse_unbelievable(payment: Payment, book: Settled) -> Refused | None:
    """A note more than the price is change; a hundred times the price is a slip of the finger."""
    times, tendered = book["control.tendered.times"], payment.tendered_centavos
    if tendered is None or payment.sure or tendered <= payment.amount_centavos * times.value:
        return None
    return Refused("payment.sure", {"tendered": Money(tendered)}, times.cites)


def _refusal(payment: Payment, charge: Charge, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    if payment.method == "ticket":
        return ticket_refusal(payment, charge, state, book, now)
    if payment.method == "courtesy":
        return None if now.role in {"director", "organiser"} else Refused("payment.courtesy_needs_director")
    if payment.method in {TAB, BALANCE}:
        return None
    allowed = allowed_methods(state, book, now.at)
    if payment.method not in allowed.value:
        return Refused(
            "payment.method_not_taken", {"method": payment.method, "taken": allowed.value}, allowed.cites
        )
    if payment.method in UNSEEN and not payment.txid:
        return Refused("payment.pix.needs_txid" if payment.method == "pix" else "payment.needs_bank_reference")
    if payment.txid and payment.txid in state.txids:
        return Refused("payment.txid_used", {"txid": payment.txid})
    if payment.tendered_centavos is not None and payment.tendered_centavos < payment.amount_centavos:
        return Refused("payment.tendered_too_little", {"tendered": Money(payment.tendered_centavos)})
    return _refuse_unbelievable(payment, book)


def ticket_refusal(
    payment: Payment, charge: Charge, state: TournamentState, book: Settled, now: Now
) -> Refused | None:
    """A ticket pays its value for its owner, in the event it was won for, once."""
    seat = now.tickets.get(payment.ticket)
    if seat is None:
        return Refused("ticket.unknown", {"ticket": payment.ticket})
    if seat.status != "open":
        return Refused("ticket.not_open", {"ticket": seat.ticket, "status": seat.status})
    if seat.owner != charge.person:
        return Refused("ticket.not_theirs", {"ticket": seat.ticket}, book["ticket.transferable"].cites)
    if seat.target not in {"", state.tournament}:
        return Refused("ticket.other_event", {"ticket": seat.ticket, "event": seat.target})
    if payment.amount_centavos != min(seat.value_centavos, charge.due_centavos):
        return Refused("ticket.pays_its_value", {"value": Money(seat.value_centavos)})
    profile = book["ticket.online.requires_profile"]
    if seat.online and profile.value and not (now.known and now.known.has_profile):
        return Refused("ticket.needs_profile", {"ticket": seat.ticket}, profile.cites)
    return None
