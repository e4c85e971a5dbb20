"""Seats given, swapped, corrected and moved by hand; special needs; players who are not there yet."""

from collections.abc import Iterator
from copy import copy, deepcopy

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.clock.face import shown_to
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.line import AlternateSeated, EntryWaits
from feltro.tournament.floor import commands as c
from feltro.tournament.floor.draws import held_up, is_free, none_free, take_chair
from feltro.tournament.floor.evolve import APPLY
from feltro.tournament.floor.tables import day_to_seat
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.sales.alternates import next_in_line
from feltro.tournament.sales.line import chairs_left
from feltro.tournament.state import BAGGED, LIVE, Entry, TournamentState
from feltro.tournament.state.floor import Chair


def seat_entries(command: c.SeatEntries, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """In order of sale, whoever has a special need first, then those in line. Worked out on a copy, chair by chair.

    For whom no chair is left, waits for one.
    """
    day = day_to_seat(command.day, state)
    if isinstance(day, Refused):
        return day
    if day not in state.floor.halls:
        return Refused("table.none_open", {"day": day})
    method = book["seating.draw.method"]
    if method.value != "random":
        return Refused("seat.chosen_by_hand", cites=method.cites)
    refused = _refuse_deal(day, state, now)
    if refused:
        return refused
    scratch = copy(state)
    scratch.floor = deepcopy(state.floor)
    seated: list[Event] = []
    for entry in to_be_seated(day, state):
        if _kept_out(entry, state, book, now):
            continue
        found = take_chair(entry.id, entry.person, day, scratch, book, now)
        for event in found:
            APPLY[type(event)](scratch, event)
        waits = not found and entry.status == LIVE and entry.day == day and none_free(day, scratch)
        seated += (EntryWaits(entry=entry.id, at=now.at),) if waits else found
    seated += _of_the_line(day, scratch, book, now)
    return tuple(seated) or Refused("seat.nobody_waits", {"day": day})


def _refuse_deal(day: str, state: TournamentState, now: Now) -> Refused | None:
    hall = state.floor.hall(day)
    if hall.by_cards:
        return Refused("seat.by_cards", {"day": day})
    return None if hall.started else held_up(day, state.floor, now.the_chance)


def _of_the_line(day: str, scratch: TournamentState, book: Settled, now: Now) -> Iterator[Event]:
    """Those who wait and for whom a chair is left that nobody has bought, each seated as if called."""
    free = max(chairs_left(day, scratch) or 0, 0)
    line = (scratch.entries[one] for one in next_in_line(day, scratch, book, now.at))
    fit = (one for one in line if one.day == day and not _kept_out(one, scratch, book, now))
    for entry in list(fit)[:free]:
        found = take_chair(entry.id, entry.person, day, scratch, book, now)
        for event in found:
            APPLY[type(event)](scratch, event)
        if found:
            yield AlternateSeated(entry=entry.id, at=now.at)
            yield from found


def _kept_out(entry: Entry, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    return status.refusal("seat", entry.person, state, book, now, state.sales[entry.id].sold_at)


def to_be_seated(day: str, state: TournamentState) -> list[Entry]:
    """Entries of a first day that play; on a later day everybody who came through."""
    sheet_day = state.the_sheet.day(day)
    first = sheet_day is not None and sheet_day.is_first
    needs = state.floor.needs
    found = [
        entry
        for entry in state.entries.values()
        if entry.id not in state.floor.chair_of
        and (entry.status == LIVE and entry.day == day if first else entry.status in {LIVE, BAGGED})
    ]
    return sorted(found, key=lambda entry: (entry.person not in needs, entry.number))


def seat_player(command: c.SeatPlayer, state: TournamentState, book: Settled, now: Now) -> Outcome:
    return _seated(command, "seat.by_director", state, book, now)


def seat_by_card(command: c.SeatByCard, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Only where the tables were opened for it: elsewhere a chair that somebody types is the direction's, with a reason."""
    table = state.floor.tables.get(command.table)
    if table is not None and not state.floor.hall(table.day).by_cards:
        return Refused("seat.not_by_cards", {"day": table.day})
    return _seated(command, PULLED, state, book, now)


PULLED = "seat.pulled"
"""Marks a chair of a physical draw."""


def _seated(
    command: c.SeatPlayer | c.SeatByCard, because: str, state: TournamentState, book: Settled, now: Now
) -> Outcome:
    entry = state.entries.get(command.entry)
    if entry is None:
        return Refused("entry.not_playing", {"entry": command.entry})
    kept_out = _kept_out(entry, state, book, now)
    if kept_out or entry.status not in {LIVE, BAGGED}:
        return kept_out or Refused("entry.not_playing", {"entry": command.entry})
    if entry.id in state.floor.chair_of:
        chair = state.floor.chair_of[entry.id]
        return Refused("seat.has_one", {"entry": entry.id, "table": chair.table, "seat": chair.seat})
    refused = _refuse_chair(command.table, command.seat, state)
    cites = cited(book["seating.draw.method"])
    return refused or (
        f.PlayerSeated(entry=entry.id, table=command.table, seat=command.seat, because=because, cites=cites),
    )


def move_player(command: c.MovePlayer, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    chair = state.floor.chair_of.get(command.entry)
    if chair is None:
        return Refused("seat.has_none", {"entry": command.entry})
    refused = _refuse_chair(command.table, command.seat, state)
    return refused or (moved(command.entry, chair, Chair(command.table, command.seat), "seat.by_director"),)


def moved(entry: str, was: Chair, to: Chair, because: str, cites: tuple[str, ...] = ()) -> f.PlayerMoved:
    return f.PlayerMoved(
        entry=entry,
        from_table=was.table,
        from_seat=was.seat,
        table=to.table,
        seat=to.seat,
        because=because,
        cites=cites,
    )


def _refuse_chair(table: int, seat: int, state: TournamentState) -> Refused | None:
    if table not in state.floor.tables:
        return Refused("table.not_open", {"table": table})
    if state.floor.tables[table].day in state.days.ended:
        return Refused("days.ended", {"day": state.floor.tables[table].day})
    if state.floor.tables[table].breaking:
        return Refused("break.under_way", {"table": table})
    kept_for = state.floor.tables[table].held.get(seat)
    if kept_for:
        return Refused("chair.kept", {"table": table, "seat": seat, "entry": kept_for})
    if not is_free(Chair(table, seat), state.floor):
        return _taken(table, seat, state)
    return None


def _taken(table: int, seat: int, state: TournamentState) -> Refused:
    """Whoever is turned away from a chair is told which others there are, or that there is none."""
    chairs, free = state.floor.tables[table].chairs, tuple(state.floor.tables[table].free())
    if not free:
        return Refused("table.full", {"table": table})
    if seat > chairs:
        return Refused("chair.no_such", {"table": table, "chairs": chairs, "free": free})
    return Refused("chair.taken", {"table": table, "seat": seat, "free": free})


def swap_seats(command: c.SwapSeats, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """A swap undoes the draw: only where the book lets players agree on it, and before the start."""
    allowed = book["seating.swap.allowed"]
    if allowed.value == "never":
        return Refused("seats.swap_never", cites=allowed.cites)
    floor = state.floor
    for entry in (command.first, command.second):
        if entry not in floor.chair_of:
            return Refused("seat.has_none", {"entry": entry})
    if command.first == command.second:
        return Refused("seat.swap_with_himself", {"entry": command.first})
    days = {floor.tables[floor.chair_of[entry].table].day for entry in (command.first, command.second)}
    if any(day_began(day, state, now) for day in days):
        return Refused("seats.swap_too_late", cites=allowed.cites)
    because = "seats.swap_allowed"
    return (f.SeatsSwapped(first=command.first, second=command.second, because=because, cites=cited(allowed)),)


def day_began(day: str, state: TournamentState, now: Now) -> bool:
    """Its hour has come, or a hand was played before it."""
    return state.floor.hall(day).started or now.at >= state.starts[day]


def correct_seat(command: c.CorrectSeat, state: TournamentState, book: Settled, _now: Now) -> Outcome:
    """He goes where he was drawn; the chips he has go with him, if he began with the right ones."""
    entry = state.entries.get(command.entry)
    chair = state.floor.chair_of.get(command.entry)
    if chair is None or entry is None:
        return Refused("seat.has_none", {"entry": command.entry})
    if chair == Chair(command.found_table, command.found_seat):
        return Refused("seat.is_right", {"table": chair.table, "seat": chair.seat})
    needed, stack = book["seating.wrong_seat.right_chips_needed"], book["seating.wrong_seat.stack"]
    if needed.value and not command.right_chips:
        return Refused("seats.wrong_chips", cites=needed.cites)
    current = stack.value == "current"
    return (
        f.WrongSeatCorrected(
            entry=command.entry,
            found_table=command.found_table,
            found_seat=command.found_seat,
            chips=command.stack if current else state.the_sheet.starting_stack,
            because=f"seats.moves_with_{stack.value}",
            cites=cited(stack),
        ),
    )


def accommodate(command: c.Accommodate, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Comes before the draw and follows the player; the reason is kept where only few may look."""
    if command.person not in state.of_person:
        return Refused("seat.person_not_entered", {"person": command.person})
    if not (command.seats or command.tables) and command.person not in state.floor.needs:
        return Refused("seat.no_need_recorded", {"person": command.person})
    return (
        f.NeedRecorded(
            person=command.person,
            seats=tuple(sorted(set(command.seats))),
            tables=tuple(sorted(set(command.tables))),
            reason=now.noted(command.reason),
            cites=cited(book["seating.special_needs"]),
        ),
    )


def mark_absent(command: c.MarkAbsent, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """His chips play without him, or wait for him, as the event says."""
    if command.entry not in state.floor.chair_of:
        return Refused("seat.has_none", {"entry": command.entry})
    if command.entry in state.floor.absent:
        return Refused("seat.absent_already", {"entry": command.entry})
    stack = book["seating.absent_at_start.stack"]
    level = shown_to(state, command.entry, now.at).level
    table = state.floor.table_of(command.entry)
    missed = level + 1 if table is not None and table.hands else max(level, 1)
    in_play = stack.value == "in_play"
    return (f.PlayerAbsent(entry=command.entry, chips_in_play=in_play, cites=cited(stack), missed_from=missed),)


def mark_arrived(command: c.MarkArrived, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    if command.entry not in state.floor.absent:
        return Refused("seat.not_absent", {"entry": command.entry})
    return (f.PlayerArrived(entry=command.entry),)
