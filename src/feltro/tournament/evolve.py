"""`apply(state, event)`: the only code that changes a tournament. It never refuses and never asks."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.instants import instant_of
from feltro.tournament import events as e
from feltro.tournament.state import IN_THE_EVENT, LIVE, PENDING, WAITING, Entry, Paid, Sale, TournamentState

Apply = Callable[[TournamentState, Any], None]


def apply(state: TournamentState, event: e.Event) -> None:
    APPLY[type(event)](state, event)


def witness(state: TournamentState, event: e.Event) -> None:
    """An event of an undone command: it did not happen, but numbers that the world has seen stay used."""
    match event:
        case e.EntrySold():
            state.last_number = max(state.last_number, event.number)
            state.used_ids.add(event.entry)
        case e.ReceiptIssued():
            state.last_receipt = max(state.last_receipt, event.number)
        case e.PaymentAwaited() | e.PaymentTaken() if event.txid:
            state.txids.add(event.txid)


# Opening and closing


def tournament_created(state: TournamentState, event: e.TournamentCreated) -> None:
    state.tournament = event.tournament
    state.season = event.season
    state.stage = event.stage
    state.sheet = event.sheet
    state.answers = event.answers
    state.starts = {day.id: instant_of(day.starts_at) for day in event.sheet.days}


def start_moved(state: TournamentState, event: e.StartMoved) -> None:
    state.starts[event.day] = event.starts_at


def registration_extended(state: TournamentState, event: e.RegistrationExtended) -> None:
    state.extended_to = event.until_level
    state.registration_closed = False


def registration_closed(state: TournamentState, event: e.RegistrationClosed) -> None:
    state.registration_closed = True
    state.tokens = dict(event.tokens)


def level_marked(state: TournamentState, event: e.LevelMarked) -> None:
    state.level = event.level
    state.in_break = event.in_break


# Selling


def entry_sold(state: TournamentState, event: e.EntrySold) -> None:
    state.sales[event.entry] = Sale(
        id=event.entry,
        person=event.person,
        item=event.item,
        price_centavos=event.price_centavos,
        covered_centavos=event.covered_centavos,
        split_centavos=event.split_centavos,
        sold_at=event.at,
        sold_by=event.by,
    )
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
    )
    state.of_person.setdefault(event.person, []).append(event.entry)
    count(state.items_sold, event.item, 1)
    if not event.waits:
        count(state.chairs_taken, event.day, 1)
    witness(state, event)


def payment_taken(state: TournamentState, event: e.PaymentTaken) -> None:
    sale = state.sales[event.sale]
    sale.awaited.pop(event.txid, None)
    sale.payments.append(
        Paid(
            method=event.method,
            amount_centavos=event.amount_centavos,
            surcharge_centavos=event.surcharge_centavos,
            cashier=event.cashier,
            txid=event.txid,
            ticket=event.ticket,
        )
    )
    witness(state, event)


def payment_awaited(state: TournamentState, event: e.PaymentAwaited) -> None:
    state.sales[event.sale].awaited[event.txid] = Paid(
        method="pix",
        amount_centavos=event.amount_centavos,
        surcharge_centavos=0,
        cashier=event.cashier,
        txid=event.txid,
    )
    witness(state, event)


def sale_paid(state: TournamentState, event: e.SalePaid) -> None:
    state.sales[event.sale].paid = True


def receipt_issued(state: TournamentState, event: e.ReceiptIssued) -> None:
    sale = state.sales[event.sale]
    sale.receipt = event.number
    sale.receipt_at = event.at
    witness(state, event)


def entry_became_effective(state: TournamentState, event: e.EntryEffective) -> None:
    entry = state.entries[event.entry]
    entry.effective_at = event.at
    entry.status = WAITING if entry.waits else LIVE


def count(counter: dict[str, int], key: str, by: int) -> None:
    counter[key] = counter.get(key, 0) + by


def leave(state: TournamentState, entry: Entry, status: str) -> None:
    """The entry takes up no chair any more."""
    if entry.status in IN_THE_EVENT and not entry.waits:
        count(state.chairs_taken, entry.day, -1)
    entry.status = status


APPLY: dict[type[e.Event], Apply] = {
    e.TournamentCreated: tournament_created,
    e.StartMoved: start_moved,
    e.RegistrationExtended: registration_extended,
    e.RegistrationClosed: registration_closed,
    e.LevelMarked: level_marked,
    e.EntrySold: entry_sold,
    e.PaymentTaken: payment_taken,
    e.PaymentAwaited: payment_awaited,
    e.SalePaid: sale_paid,
    e.ReceiptIssued: receipt_issued,
    e.EntryEffective: entry_became_effective,
}
