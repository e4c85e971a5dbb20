"""Leaving before the start: cancelling in time, and passing an entry on."""

from feltro.kernel.instants import Instant, later, local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import standing
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.sales import OrderDropped
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.commands import CancelEntry, TransferEntry
from feltro.tournament.sales.entries import refuse_another_entry, refuse_person, refuse_person_limit
from feltro.tournament.sales.members import refuse_non_member
from feltro.tournament.sales.payments import BALANCE
from feltro.tournament.sales.refunds import refunds, reversal
from feltro.tournament.state import CANCELLED, IN_THE_EVENT, PENDING, Entry, Sale, TournamentState

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
    return (left, *reversal(sale), *refunds(sale, now, surcharge=True, nsu=command.nsu, method=way))


def never_paid(entry: Entry, sale: Sale) -> bool:
    """A PIX was awaited and the price is not all there: there is nothing to be final about."""
    return entry.status == PENDING and not sale.paid


def _refuse_cancelling(entry: Entry, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    alternates = book["alternates.may_cancel"]
    if entry.waits and not alternates.value:
        return Refused("cancel.alternate", cites=alternates.cites)
    return refuse_late_cancelling(entry.day, state, book, now)


def refuse_late_cancelling(day: str, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    limit = book["cancel.until_minutes_before"]
    last = cancelled_until(day, state, book)
    in_time = now.at <= last if book["cancel.limit_included"].value else now.at < last
    if in_time:
        return None
    when = local_time(last, state.the_sheet.zone)
    return Refused("cancel.too_late", {"hour": when.time(), "minutes": limit.value}, limit.cites)


def cancelled_until(day: str, state: TournamentState, book: Settled) -> Instant:
    return later(state.starts[day], seconds=-60 * book["cancel.until_minutes_before"].value)


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
        command.to, entry, state, book, now
    )
    if refused:
        return refused
    moved = e.EntryTransferred(
        entry=entry.id,
        was=entry.person,
        person=command.to,
        reason=now.noted(command.reason),
        at=now.at,
    )
    return (moved,)


def _refuse_receiver(person: str, entry: Entry, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    """Whoever takes over an entry must be one to whom it could have been sold."""
    item, day = state.the_sheet.item(state.sales[entry.id].item), state.the_sheet.day(entry.day)
    if item is None or day is None:
        return Refused("entry.not_in_the_event", {"entry": entry.id})
    return (
        refuse_another_entry(person, item, state, book, gives_up=False)
        or refuse_person_limit(person, item, day, state, book)
        or refuse_non_member(person, item, day, state, now)
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
