"""Whoever bought and has no chair waits in one line: called, passed over, seated, and told what becomes of the rest."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, later, local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.clock.face import standing
from feltro.tournament.days.end import registration_closes_after, sells
from feltro.tournament.facts.line import AlternateCalled, AlternateCarried, AlternateSeated, AlternateSkipped
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.cancellation import left_event
from feltro.tournament.sales.commands import CallAlternate, SeatAlternate, SettleAlternates, SkipAlternate
from feltro.tournament.sales.line import called_so_long, chairs_left, is_full
from feltro.tournament.sales.refunds import reversal
from feltro.tournament.sheet import Day
from feltro.tournament.state import CANCELLED, Entry, TournamentState

REFUND, NEXT_FLIGHT = "refund", "next_flight"


def seat_alternate(command: SeatAlternate, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """One list, in order of sale; a full starting stack, when a seat is free."""
    entry = _waiting(command.entry, state)
    if isinstance(entry, Refused):
        return entry
    refused = (
        status.refusal("seat", entry.person, state, book, now, state.sales[entry.id].sold_at)
        or _refuse_late(entry, state, book, now)
        or _refuse_turn(entry, state, book, now)
    )
    return refused or (AlternateSeated(entry=entry.id, at=now.at),)


def call_alternate(command: CallAlternate, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """From now on the minutes count that the player has to come."""
    entry = _waiting(command.entry, state)
    if isinstance(entry, Refused):
        return entry
    if entry.called_at is not None:
        hour = local_time(entry.called_at, state.the_sheet.zone).time()
        return Refused("alternate.called_already", {"hour": hour})
    refused = _refuse_late(entry, state, book, now) or _refuse_turn(entry, state, book, now)
    return refused or (AlternateCalled(entry=entry.id, at=now.at),)


def skip_alternate(command: SkipAlternate, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Called and not there: the chair goes to the next one. He stays first for the chair after it, so many times."""
    entry = _waiting(command.entry, state)
    if isinstance(entry, Refused):
        return entry
    minutes, calls = book["alternates.call_minutes"], book["alternates.calls"]
    if entry.called_at is None:
        return Refused("alternate.not_called", cites=minutes.cites)
    if not called_so_long(entry, book, now.at):
        until = local_time(later(entry.called_at, seconds=60 * minutes.value), state.the_sheet.zone)
        return Refused("alternate.still_time", {"hour": until.time(), "minutes": minutes.value}, minutes.cites)
    return (AlternateSkipped(entry=entry.id, to_the_end=entry.calls + 1 >= calls.value, at=now.at),)


def settle_alternates(command: SettleAlternates, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """What becomes of those for whom no chair fell free: as the event settled it, or as the director says.

    Once entries are over the director may say so before the levels have passed in which they are still seated.
    """
    settled = book["alternates.unseated_at_close"]
    left = _over(state, now.at) if command.how else unseated(state, book, now.at)
    left = [entry for entry in left if command.entry in {"", entry.id}]
    if not left:
        return _nobody_to_settle(command.entry, state, book, now.at)
    if state.prizes.announced:
        return Refused("prizes.announced_already", cites=settled.cites)
    how = command.how or (NEXT_FLIGHT if settled.value == NEXT_FLIGHT else REFUND)
    events: list[Event] = []
    for entry in left:
        day = next_flight(entry, state, now.at)
        if how == NEXT_FLIGHT and day is None and command.how:
            return Refused("alternate.no_next_flight", cites=settled.cites)
        if how == REFUND or day is None:
            events += _refunded(entry, state, book, now)
        else:
            events.append(_carried(entry, day, state, now))
    return tuple(events)


def _nobody_to_settle(entry: str, state: TournamentState, book: Settled, at: Instant) -> Refused:
    """Nobody waits; or entries are still sold; or the line is still served, and only a director's word ends it."""
    settled = book["alternates.unseated_at_close"]
    waiting = [one for one in state.waiting if entry in {"", one}]
    if not waiting:
        return Refused("alternate.nobody_left", cites=settled.cites)
    if not any(state.entries[one] in _over(state, at) for one in waiting):
        return Refused("alternate.entries_open", {"count": len(waiting)}, settled.cites)
    values = {"count": len(waiting), "level": last_level_of_line(state, book)}
    return Refused("alternate.line_served", values, settled.cites)


def unseated(state: TournamentState, book: Settled, at: Instant) -> list[Entry]:
    """Those in line for whom the event gives out no chairs any more."""
    return [state.entries[one] for one in state.waiting if not line_open(state.entries[one], state, book, at)]


def _over(state: TournamentState, at: Instant) -> list[Entry]:
    """Those in line for a day of which no entry is sold any more."""
    selling = {day.id for day in state.the_sheet.days if sells(state, day, at)}
    return [state.entries[one] for one in state.waiting if state.entries[one].day not in selling]


def line_open(entry: Entry, state: TournamentState, book: Settled, at: Instant) -> bool:
    """While entries are sold; and after that so many levels, where the event settled it so."""
    day = state.the_sheet.day(entry.day)
    if day is None or day.id in state.days.ended or state.stopped:
        return False
    if sells(state, day, at):
        return True
    if book["alternates.unseated_at_close"].value != "seat_until_level":
        return False
    return standing(state, day.id, at).level <= last_level_of_line(state, book)


def last_level_of_line(state: TournamentState, book: Settled) -> int:
    closes, _ = registration_closes_after(state)
    return closes + int(book["alternates.levels_after_close"].value)


def next_flight(entry: Entry, state: TournamentState, at: Instant) -> Day | None:
    """The first day after his own that still sells."""
    mine = state.starts[entry.day]
    later_ones = [day for day in state.the_sheet.days if day.is_first and state.starts_at(day) > mine]
    return next((day for day in sorted(later_ones, key=state.starts_at) if sells(state, day, at)), None)


def next_in_line(day_id: str, state: TournamentState, book: Settled, at: Instant) -> list[str]:
    """Whose turn it is, in order. Who was called and did not come lets the next ones by, for one chair.

    On one list for the whole event somebody of another day comes first too, if a chair of his own day is free.
    """
    single = book["alternates.list"].value == "single"
    line = [
        one.id
        for one in (state.entries[entry] for entry in state.waiting)
        if line_open(one, state, book, at)
        and (one.day == day_id or (single and (chairs_left(one.day, state) or 0) > 0))
    ]
    return [entry for entry in line if not state.entries[entry].passed] or line


def _waiting(entry_id: str, state: TournamentState) -> Entry | Refused:
    entry = state.entries.get(entry_id)
    if entry is None or entry.id not in state.waiting:
        return Refused("alternate.not_waiting", {"entry": entry_id})
    return entry


def _refuse_turn(entry: Entry, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    """As many may sit down as there are chairs, the first of the line before the others."""
    order = book["alternates.order"]
    free = chairs_left(entry.day, state)
    if free is not None and free <= 0:
        return Refused("alternate.no_seat", cites=book["alternates.seated_when"].cites)
    turn = next_in_line(entry.day, state, book, now.at)[: free or 1]
    if order.value == "order_of_sale" and entry.id not in turn:
        return Refused("alternate.not_first", {"first": turn[0]}, order.cites)
    return None


def _refuse_late(entry: Entry, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    if line_open(entry, state, book, now.at):
        return None
    return Refused("alternate.line_closed", cites=book["alternates.unseated_at_close"].cites)


def _refunded(entry: Entry, state: TournamentState, book: Settled, now: Now) -> list[Event]:
    """The house had no chair to give: all that was paid goes back, across the counter."""
    surcharge = bool(book["event.stop.refund_surcharge"].value)
    left = left_event(entry, CANCELLED, "no_chair", now, surcharge=surcharge)
    return [left, *reversal(state.sales[entry.id])]


def _carried(entry: Entry, day: Day, state: TournamentState, now: Now) -> Event:
    waits = is_full(day.id, state)
    return AlternateCarried(entry=entry.id, from_day=entry.day, day=day.id, waits=waits, at=now.at)
