"""Giving back: cancelling in time, a cashier's slip, an entry that should not be, and passing one on."""

from feltro.kernel.events import Event
from feltro.kernel.instants import later, local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import standing
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.prizes import SeatPaidInMoney
from feltro.tournament.facts.sales import OrderDropped
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.commands import CancelEntry, PayRefund, TransferEntry, VoidEntry, VoidSale
from feltro.tournament.sales.entries import refuse_another_entry, refuse_person, refuse_person_limit
from feltro.tournament.sales.payments import BALANCE, HOUSE_METHODS
from feltro.tournament.state import CANCELLED, GONE, IN_THE_EVENT, PENDING, VOID, Entry, Sale, TournamentState

DIRECTORS = ("director", "organiser")


def cancel_entry(command: CancelEntry, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Until so many minutes before the start, all that was paid goes back; later the entry is final."""
    entry = state.entries.get(command.entry)
    if entry is None or entry.status not in IN_THE_EVENT:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    sale = state.sales[entry.id]
    refused = None if never_paid(entry, sale) else _refuse_cancelling(entry, state, book, now)
    if refused:
        return refused
    left = left_event(entry, CANCELLED, "player", now, surcharge=True)
    way = BALANCE if book["cancel.refund"].value == "credit" else ""
    return (left, *reversal(sale), *refunds(sale, now, surcharge=True, method=way))


def never_paid(entry: Entry, sale: Sale) -> bool:
    """A PIX was awaited and the price is not all there: there is nothing to be final about."""
    return entry.status == PENDING and not sale.paid


def _refuse_cancelling(entry: Entry, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    alternates = book["alternates.may_cancel"]
    if entry.waits and not alternates.value:
        return Refused("cancel.alternate", cites=alternates.cites)
    limit = book["cancel.until_minutes_before"]
    day = state.the_sheet.day(entry.day)
    last = later(state.starts[entry.day], seconds=-60 * limit.value)
    in_time = now.at <= last if book["cancel.limit_included"].value else now.at < last
    if day is None or not in_time:
        when = local_time(last, state.the_sheet.zone)
        return Refused("cancel.too_late", {"hour": when.time(), "minutes": limit.value}, limit.cites)
    return None


def void_sale(command: VoidSale, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """A slip at the desk is no cancellation: no time limit, but the seat must not be taken."""
    sale = state.sales.get(command.sale)
    if sale is None or sale.gone:
        return Refused("sale.unknown", {"sale": command.sale})
    if now.role not in DIRECTORS or not command.reason.strip():
        return Refused("void.needs_director")
    entry = state.entries.get(sale.id)
    if entry is None:
        return _refuse_extra(sale, book)
    if entry.checked_in or entry.status not in IN_THE_EVENT:
        return Refused("void.seat_taken", {"entry": entry.id})
    if any(other.entry == entry.id and other.id != entry.id and not other.gone for other in state.sales.values()):
        return Refused("void.has_extras", {"entry": entry.id})
    left = left_event(entry, VOID, "slip", now, surcharge=True, reason=now.key)
    return (left, *reversal(sale), *refunds(sale, now, surcharge=True))


def _refuse_extra(sale: Sale, book: Settled) -> Refused:
    """Chips bought at the table have played; what was announced is owed."""
    return Refused("void.chips_in_play", {"sale": sale.id}, book["rebuy.announced_binds"].cites)


def void_entry(command: VoidEntry, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Found out later, at any moment of the event: as if never sold, and all that was paid is owed back.

    Who should not have been let in has no other entry either. The card's surcharge goes back where the house, and
    not the player, undoes it.
    """
    entry = state.entries.get(command.entry)
    if entry is None or entry.status in GONE:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    reason = now.key if command.reason else ""
    mine = [entry] if command.ground == "director" else state.entries_of(entry.person)
    events: list[Event] = []
    for one in mine:
        if one.status not in GONE:
            houses = command.ground == "director" and bool(book["event.stop.refund_surcharge"].value)
            events.append(left_event(one, VOID, command.ground, now, surcharge=houses, reason=reason))
            events += all_taken_back(one, state, now)
    return tuple(events)


def all_taken_back(entry: Entry, state: TournamentState, now: Now) -> list[Event]:
    """The entry's price, and what was bought for it later; a debt and its price cancel each other out."""
    events: list[Event] = []
    for sale in state.sales.values():
        if sale.entry == entry.id and sale.ordered:
            events += [] if sale.gone else [dropped(sale, "entry_gone", now)]
        elif sale.entry == entry.id:
            events += taken_back(sale)
    won = state.prizes.seats_in_money.get(entry.id, 0)
    if won:
        events.append(SeatPaidInMoney(entry=entry.id, person=entry.person, amount_centavos=-won))
    return events


def taken_back(sale: Sale) -> list[Event]:
    """A sale as if it had not been: what was paid for it is the player's again, and a debt is nobody's."""
    if sale.reversed:
        return []
    if not sale.owed:
        return list(reversal(sale))
    debt = e.DebtPaid(sale=sale.id, person=sale.person, price_centavos=sale.price_centavos)
    return [debt, *reversal(sale, owed=True)]


def pay_refund(command: PayRefund, state: TournamentState, book: Settled, now: Now) -> Outcome:
    sale = state.sales.get(command.sale)
    if sale is None or not sale.gone or sale.refunded or not sale.payments:
        return Refused("refund.nothing_owed", {"sale": command.sale})
    return refunds(sale, now, surcharge=sale.refunds_surcharge, method=command.method)


def transfer_entry(command: TransferEntry, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Only the director passes an entry on, for a reason, before the start."""
    entry = state.entries.get(command.entry)
    if entry is None or entry.status not in IN_THE_EVENT:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    by, reason = book["entry.transfer.allowed_by"], book["entry.transfer.needs_reason"]
    if by.value == "nobody" or (by.value == "director" and now.role not in DIRECTORS):
        return Refused("transfer.by_director", cites=by.cites)
    if reason.value and not command.reason.strip():
        return Refused("transfer.needs_reason", cites=reason.cites)
    until = book["entry.transfer.until"]
    started = now.at >= state.starts[entry.day] or standing(state, entry.day, now.at).level > 0
    if (until.value == "start" and started) or state.registration_closed:
        return Refused("transfer.too_late", cites=until.cites)
    if any(paid.ticket for paid in state.sales[entry.id].payments) and not book["ticket.transferable"].value:
        return Refused("transfer.paid_by_ticket", cites=book["ticket.transferable"].cites)
    refused = refuse_person("sell", command.to, "", state, book, now) or _refuse_receiver(
        command.to, entry, state, book
    )
    if refused:
        return refused
    moved = e.EntryTransferred(
        entry=entry.id,
        was=entry.person,
        person=command.to,
        reason=now.key if command.reason else "",
        at=now.at,
    )
    return (moved,)


def _refuse_receiver(person: str, entry: Entry, state: TournamentState, book: Settled) -> Refused | None:
    """Whoever takes over an entry must be one to whom it could have been sold."""
    item, day = state.the_sheet.item(state.sales[entry.id].item), state.the_sheet.day(entry.day)
    if item is None or day is None:
        return Refused("entry.not_in_the_event", {"entry": entry.id})
    return refuse_another_entry(person, item, state, book, gives_up=False) or refuse_person_limit(
        person, item, day, state, book
    )


# What all of them are made of


def left_event(
    entry: Entry, status: str, ground: str, now: Now, *, surcharge: bool, reason: str = ""
) -> e.EntryLeft:
    return e.EntryLeft(
        entry=entry.id, status=status, ground=ground, reason=reason, refunds_surcharge=surcharge, at=now.at
    )


def dropped(sale: Sale, ground: str, now: Now) -> OrderDropped:
    return OrderDropped(sale=sale.id, ground=ground, at=now.at)


def reversal(sale: Sale, *, owed: bool = False) -> tuple[Event, ...]:
    """The price comes back from where it went; a sale that was not paid in full went nowhere yet."""
    if not sale.paid and not owed:
        return ()
    return (
        e.SaleReversed(
            sale=sale.id,
            person=sale.person,
            price_centavos=sale.price_centavos,
            covered_centavos=sale.covered_centavos,
            split_centavos=sale.split_centavos,
        ),
    )


def refunds(sale: Sale, now: Now, *, surcharge: bool, method: str = "") -> tuple[e.RefundPaid, ...]:
    """Each payment goes back the way it came, or all of them another way."""
    return tuple(
        e.RefundPaid(
            sale=sale.id,
            person=sale.person,
            cashier=now.cashier,
            method=paid.method if paid.method in HOUSE_METHODS else (method or paid.method),
            amount_centavos=paid.amount_centavos,
            surcharge_centavos=paid.surcharge_centavos if surcharge else 0,
            fee_method=paid.method,
            ticket=paid.ticket,
        )
        for paid in sale.outstanding
    )
