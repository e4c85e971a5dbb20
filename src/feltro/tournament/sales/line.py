"""The line of those who wait for a chair: how many chairs are left, and who stands in it."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, later
from feltro.rulebook.settle import Settled
from feltro.tournament.facts.line import (
    AlternateCalled,
    AlternateCarried,
    AlternateSeated,
    AlternateSkipped,
    CheckedIn,
    EntryWaits,
    IdentityChecked,
)
from feltro.tournament.state import LIVE, WAITING, Entry, TournamentState, count


def chairs_left(day_id: str, state: TournamentState) -> int | None:
    """Chairs of a first day that nobody has bought, by the sheet and by the open tables; nothing without a limit."""
    day, hall = state.the_sheet.day(day_id), state.floor.halls.get(day_id)
    limits = [day.seats] if day is not None and day.seats is not None else []
    if hall is not None and hall.sizes.players:
        limits.append(hall.chairs)
    return min(limits) - state.taken(day_id) if limits else None


def in_line(day_id: str, state: TournamentState) -> list[str]:
    """Everybody who waits for a chair of one day, in the order of the list."""
    return [entry for entry in state.waiting if state.entries[entry].day == day_id]


def is_full(day_id: str, state: TournamentState) -> bool:
    """Whoever buys now waits: no chair is left, or those who are in line come first."""
    left = chairs_left(day_id, state)
    return left is not None and left <= len(in_line(day_id, state))


def called_so_long(entry: Entry, book: Settled, at: Instant) -> bool:
    """The minutes that a player has to come after being called have gone by."""
    minutes = book["alternates.call_minutes"].value
    return entry.called_at is not None and at >= later(entry.called_at, seconds=60 * minutes)


def alternate_seated(state: TournamentState, event: AlternateSeated) -> None:
    """The chair that others were passed over for is taken: the next one is theirs again."""
    entry = state.entries[event.entry]
    _out_of_line(state, entry)
    _plays(state, entry)
    for other in state.waiting:
        state.entries[other].passed = False


def entry_waits(state: TournamentState, event: EntryWaits) -> None:
    entry = state.entries[event.entry]
    count(state.chairs_taken, entry.day, -1)
    if entry.status == LIVE:
        state.chips_issued -= entry.chips
        count(state.days.live, entry.day, -1)
        count(state.days.chips, entry.day, -entry.chips)
    entry.waits = True
    entry.status = WAITING
    state.wait(entry)


def alternate_called(state: TournamentState, event: AlternateCalled) -> None:
    state.entries[event.entry].called_at = event.at


def alternate_skipped(state: TournamentState, event: AlternateSkipped) -> None:
    entry = state.entries[event.entry]
    entry.called_at = None
    entry.calls += 1
    entry.passed = True
    if event.to_the_end:
        sent = max((state.entries[one].after[1] for one in state.waiting), default=0)
        state.waiting.remove(entry.id)
        entry.after, entry.calls, entry.passed = (state.last_number, sent + 1), 0, False
        state.wait(entry)


def alternate_carried(state: TournamentState, event: AlternateCarried) -> None:
    entry = state.entries[event.entry]
    _out_of_line(state, entry)
    count(state.days.entered, event.from_day, -1)
    count(state.days.entered, event.day, 1)
    entry.day = event.day
    if event.waits:
        entry.waits = True
        state.wait(entry)
    else:
        _plays(state, entry)


def _out_of_line(state: TournamentState, entry: Entry) -> None:
    state.waiting.remove(entry.id)
    entry.waits = False
    entry.called_at, entry.calls, entry.passed = None, 0, False


def _plays(state: TournamentState, entry: Entry) -> None:
    entry.status = LIVE
    state.chips_issued += entry.chips
    count(state.chairs_taken, entry.day, 1)
    count(state.days.live, entry.day, 1)
    count(state.days.chips, entry.day, entry.chips)


def identity_checked(state: TournamentState, event: IdentityChecked) -> None:
    state.entries[event.entry].identity.add(event.day)


def checked_in(state: TournamentState, event: CheckedIn) -> None:
    state.entries[event.entry].checked_in.add(event.day)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    AlternateSeated: alternate_seated,
    EntryWaits: entry_waits,
    AlternateCalled: alternate_called,
    AlternateSkipped: alternate_skipped,
    AlternateCarried: alternate_carried,
    IdentityChecked: identity_checked,
    CheckedIn: checked_in,
}
