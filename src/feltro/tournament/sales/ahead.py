"""Entries paid ahead: credited in time, with the papers the book asks for; late money buys at the desk."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, instant_of, local_time
from feltro.kernel.outcome import Refused, together
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import sales as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.commands import CompleteAhead, SellAhead
from feltro.tournament.sales.entries import entry_sold, once_paid, refuse_buyer, refuse_stopped
from feltro.tournament.sales.hours import refuse_period
from feltro.tournament.sales.payments import UNSEEN, Charge, paid, paid_in_full
from feltro.tournament.sales.refunds import keeps_the_account
from feltro.tournament.sheet import Day
from feltro.tournament.state import TournamentState


def sell_ahead(command: SellAhead, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The money is the player's until the papers are complete; then the entry is paid."""
    item, day = state.the_sheet.item(command.item), state.day(command.day)
    if item is None or item.kind != "entry":
        return Refused("entry.no_such_item", {"item": command.item})
    if day is None:
        return Refused("entry.which_day", {"days": tuple(d.id for d in state.the_sheet.days if d.is_first)})
    refused = (
        refuse_stopped(state)
        or refuse_period(item, day, state, book, now)
        or together(_refuse_way(command, day, state, book, now), refuse_buyer(command, item, day, state, book, now))
    )
    if refused:
        return refused
    charge = Charge(command.entry, command.person, item)
    received = _received(command, book, now)
    came = _came(command, charge, book, now)
    events: tuple[Event, ...] = (entry_sold(command, item, day, state, book, now), came, received)
    if received.missing or isinstance(came, e.PaymentAwaited):
        return events
    return (*events, paid(charge), *once_paid(command.entry, state, book, now, receipted=True))


def complete_ahead(command: CompleteAhead, state: TournamentState, book: Settled, now: Now) -> Outcome:
    entry = state.entries.get(command.entry)
    if entry is None:
        return Refused("sale.unknown", {"sale": command.entry})
    sale = state.sales[entry.id]
    if not entry.missing or sale.gone:
        return Refused("ahead.nothing_missing", {"entry": entry.id})
    still = tuple(paper for paper in entry.missing if paper not in command.received)
    arrived = tuple(paper for paper in entry.missing if paper in command.received)
    came = e.AheadReceived(entry=entry.id, credited_at=sale.sold_at, received=arrived, missing=still)
    if still or sale.awaited:
        return (came,)
    return (came, paid_in_full(sale), *once_paid(entry.id, state, book, now, receipted=True))


def credit_limit(day: Day, state: TournamentState, book: Settled) -> Instant:
    """The last moment for the money to be there: an hour of a day before the event, that minute included."""
    zone = state.the_sheet.zone
    eve = local_time(state.starts_at(day), zone).date() - timedelta(
        days=book["payment.advance.credit_days_before"].value
    )
    return instant_of(datetime.combine(eve, book["payment.advance.credit_by"].value, ZoneInfo(zone)))


def _refuse_way(command: SellAhead, day: Day, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    ways = book["payment.advance.methods"]
    if command.method not in ways.value:
        return Refused("payment.method_not_taken", {"method": command.method, "taken": ways.value}, ways.cites)
    if instant_of(command.credited_at) > now.at:
        return Refused("ahead.not_credited_yet")
    refused = _refuse_unseen(command, state, book, now)
    if refused:
        return refused
    late = book["payment.advance.late_credit"]
    limit = credit_limit(day, state, book)
    if instant_of(command.credited_at) > limit and late.value == "buy_on_site":
        when = local_time(limit, state.the_sheet.zone)
        cites = book["payment.advance.credit_by"].cites
        return Refused("ahead.credited_late", {"day": when.date(), "hour": when.time()}, cites)
    return None


def _received(command: SellAhead, book: Settled, now: Now) -> e.AheadReceived:
    """A foreigner has no CPF to send: the document is in the registry."""
    has = {*command.received, "cpf"} if now.known and now.known.foreign else set(command.received)
    return e.AheadReceived(
        entry=command.entry,
        credited_at=instant_of(command.credited_at),
        received=command.received,
        missing=tuple(paper for paper in book["payment.advance.needs"].value if paper not in has),
    )


def _refuse_unseen(command: SellAhead, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    """A transfer has a number; money of an earlier day is told by whoever keeps the house's account."""
    if command.method in UNSEEN:
        if not command.reference:
            return Refused("payment.needs_bank_reference")
        used = command.reference in state.txids
        return Refused("payment.txid_used", {"txid": command.reference}) if used else None
    zone = state.the_sheet.zone
    earlier = local_time(instant_of(command.credited_at), zone).date() < local_time(now.at, zone).date()
    return Refused("ahead.backdated") if earlier and not keeps_the_account(now.role, book) else None


def _came(command: SellAhead, charge: Charge, book: Settled, now: Now) -> e.PaymentTaken | e.PaymentAwaited:
    """Money at the bank is awaited until the bank shows it, or whoever keeps the account says that it did."""
    amount = charge.item.price_centavos
    if command.method in UNSEEN and not keeps_the_account(now.role, book):
        return e.PaymentAwaited(
            sale=charge.sale,
            txid=command.reference,
            amount_centavos=amount,
            cashier=now.cashier,
            method=command.method,
        )
    return e.PaymentTaken(
        sale=charge.sale,
        person=charge.person,
        cashier=now.cashier,
        method=command.method,
        amount_centavos=amount,
        surcharge_centavos=0,
        tendered_centavos=0,
        change_centavos=0,
        txid=command.reference,
        ticket="",
    )
