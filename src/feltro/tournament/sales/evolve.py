"""What sales, payments and refunds do to a tournament's state."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.sales import ExtraOrdered, OrderDropped
from feltro.tournament.state import (
    BAGGED,
    CANCELLED,
    LIVE,
    PENDING,
    VOID,
    WAITING,
    Entry,
    Paid,
    Sale,
    TournamentState,
    count,
)


def witness(state: TournamentState, event: Event) -> None:
    """What the world has seen stays used, also when its command is undone."""
    match event:
        case e.EntrySold():
            state.last_number = max(state.last_number, event.number)
            state.used_ids.add(event.entry)
        case e.ExtraSold() | ExtraOrdered():
            state.used_ids.add(event.sale)
        case e.ReceiptIssued():
            state.last_receipt = max(state.last_receipt, event.number)
        case e.PaymentAwaited() | e.PaymentTaken() | e.ExcessTaken() if event.txid:
            state.txids.add(event.txid)
    nsu = getattr(event, "nsu", "")
    if nsu:
        state.nsus.add(nsu)
    if isinstance(event, e.PaymentTaken) and event.bank_id:
        state.bank_ids.add(event.bank_id)


# Selling


def _sold(sale: str, event: e.EntrySold | e.ExtraSold | ExtraOrdered, *, ordered: bool = False) -> Sale:
    return Sale(
        id=sale,
        person=event.person,
        item=event.item,
        price_centavos=event.price_centavos,
        covered_centavos=event.covered_centavos,
        split_centavos=event.split_centavos,
        sold_at=event.at,
        sold_by=event.by,
        entry=event.entry,
        ordered=ordered,
    )


def entry_sold(state: TournamentState, event: e.EntrySold) -> None:
    voucher = state.sales.get(event.entry)
    if voucher is None:
        state.sales[event.entry] = _sold(event.entry, event)
        count(state.items_sold, event.item, 1)
    else:
        voucher.voucher = False
    state.entries[event.entry] = Entry(
        id=event.entry,
        person=event.person,
        kind=event.kind,
        day=event.day,
        number=event.number,
        status=PENDING,
        chips=event.chips,
        previous=event.previous,
        waits=event.waits,
        late=event.late,
        token=event.token,
    )
    state.of_person.setdefault(event.person, []).append(event.entry)
    state.entries_sold += 1
    count(state.days.entered, event.day, 1)
    if not event.waits:
        count(state.chairs_taken, event.day, 1)
    witness(state, event)


def _extra(state: TournamentState, event: e.ExtraSold | ExtraOrdered, *, ordered: bool) -> None:
    state.sales[event.sale] = _sold(event.sale, event, ordered=ordered)
    count(state.items_sold, event.item, 1)
    witness(state, event)


def extra_ordered(state: TournamentState, event: ExtraOrdered) -> None:
    _extra(state, event, ordered=True)


def order_dropped(state: TournamentState, event: OrderDropped) -> None:
    sale = state.sales[event.sale]
    count(state.items_sold, sale.item, -1)
    sale.gone = True
    sale.refunds_surcharge = True


def extra_sold(state: TournamentState, event: e.ExtraSold) -> None:
    """What was ordered before is the same sale, and now its chips go out."""
    if event.sale in state.sales:
        state.sales[event.sale].ordered = False
    else:
        _extra(state, event, ordered=False)
    state.entries[event.entry].chips += event.chips
    state.chips_issued += event.chips
    count(state.days.chips, state.entries[event.entry].day, event.chips)


def payment_taken(state: TournamentState, event: e.PaymentTaken) -> None:
    sale = state.sales[event.sale]
    sale.awaited.pop(event.txid, None)
    sale.refunded = False
    sale.payments.append(
        Paid(
            method=event.method,
            amount_centavos=event.amount_centavos,
            surcharge_centavos=event.surcharge_centavos,
            cashier=event.cashier,
            txid=event.txid,
            ticket=event.ticket,
            bank_id=event.bank_id,
        )
    )
    witness(state, event)


def payment_awaited(state: TournamentState, event: e.PaymentAwaited) -> None:
    state.sales[event.sale].awaited[event.txid] = Paid(
        method=event.method,
        amount_centavos=event.amount_centavos,
        surcharge_centavos=0,
        cashier=event.cashier,
        txid=event.txid,
        receiver=event.receiver,
    )
    witness(state, event)


def excess_taken(state: TournamentState, event: e.ExcessTaken) -> None:
    sale = state.sales[event.sale]
    sale.awaited.pop(event.txid, None)
    count(sale.excess, event.person, event.amount_centavos)
    witness(state, event)


def excess_returned(state: TournamentState, event: e.ExcessReturned) -> None:
    state.sales[event.sale].excess.pop(event.person, None)


def sale_paid(state: TournamentState, event: e.SalePaid) -> None:
    state.sales[event.sale].paid = True


def sale_owed(state: TournamentState, event: e.SaleOwed) -> None:
    state.sales[event.sale].owed = True
    state.owing.add(event.sale)


def debt_paid(state: TournamentState, event: e.DebtPaid) -> None:
    state.sales[event.sale].owed = False
    state.owing.discard(event.sale)
    state.sales[event.sale].paid = True


def ahead_received(state: TournamentState, event: e.AheadReceived) -> None:
    state.entries[event.entry].missing = event.missing


def receipt_issued(state: TournamentState, event: e.ReceiptIssued) -> None:
    sale = state.sales[event.sale]
    sale.receipt = event.number
    sale.receipt_at = event.at
    witness(state, event)


def entry_became_effective(state: TournamentState, event: e.EntryEffective) -> None:
    entry = state.entries[event.entry]
    entry.effective_at = event.at
    entry.status = WAITING if entry.waits else LIVE
    if entry.waits:
        state.wait(entry)
    else:
        state.chips_issued += entry.chips
        count(state.days.live, entry.day, 1)
        count(state.days.chips, entry.day, entry.chips)


# Going back


def entry_left(state: TournamentState, event: e.EntryLeft) -> None:
    entry, sale = state.entries[event.entry], state.sales[event.entry]
    if event.status in {CANCELLED, VOID}:
        if entry.status in {LIVE, BAGGED}:
            state.take_out(entry.chips)
            count(state.days.chips, entry.day, -entry.chips)
        count(state.items_sold, sale.item, -1)
        state.entries_sold -= 1
        count(state.days.entered, entry.day, -1)
        sale.gone = True
        for one in state.sales.values():
            if one.entry == entry.id:
                one.refunds_surcharge = event.refunds_surcharge
    state.leave(entry, event.status)


def extra_voided(state: TournamentState, event: e.ExtraVoided) -> None:
    entry = state.entries[event.entry]
    entry.chips -= event.chips
    state.chips_issued -= event.chips
    count(state.days.chips, entry.day, -event.chips)
    state.sales[event.sale].refunds_surcharge = True


def sale_reversed(state: TournamentState, event: e.SaleReversed) -> None:
    sale = state.sales[event.sale]
    if sale.entry != sale.id:
        count(state.items_sold, sale.item, -1)
    sale.paid = False
    sale.reversed = True
    sale.gone = True


def refund_paid(state: TournamentState, event: e.RefundPaid) -> None:
    sale = state.sales[event.sale]
    sale.given_back_centavos += event.amount_centavos
    witness(state, event)
    back = next((one for one in sale.outstanding if _gave(one, event)), None)
    if back is not None:
        back.back = True
    sale.refunded = not sale.outstanding


def _gave(paid: Paid, event: e.RefundPaid) -> bool:
    return (paid.method, paid.amount_centavos, paid.ticket) == (
        event.fee_method,
        event.amount_centavos,
        event.ticket,
    )


def entry_transferred(state: TournamentState, event: e.EntryTransferred) -> None:
    entry = state.entries[event.entry]
    state.of_person[event.was].remove(entry.id)
    state.of_person.setdefault(event.person, []).append(entry.id)
    entry.person = event.person
    entry.identity = set()
    state.sales[event.entry].person = event.person


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.EntrySold: entry_sold,
    e.ExtraSold: extra_sold,
    ExtraOrdered: extra_ordered,
    OrderDropped: order_dropped,
    e.PaymentTaken: payment_taken,
    e.PaymentAwaited: payment_awaited,
    e.ExcessTaken: excess_taken,
    e.ExcessReturned: excess_returned,
    e.SalePaid: sale_paid,
    e.SaleOwed: sale_owed,
    e.DebtPaid: debt_paid,
    e.AheadReceived: ahead_received,
    e.ReceiptIssued: receipt_issued,
    e.EntryEffective: entry_became_effective,
    e.EntryLeft: entry_left,
    e.ExtraVoided: extra_voided,
    e.SaleReversed: sale_reversed,
    e.RefundPaid: refund_paid,
    e.EntryTransferred: entry_transferred,
}
