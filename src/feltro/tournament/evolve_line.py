"""What waiting for a chair does to a tournament's state."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.tournament import table_events as t
from feltro.tournament.evolve_sales import count
from feltro.tournament.state import LIVE, WAITING, Entry, TournamentState


def alternate_seated(state: TournamentState, event: t.AlternateSeated) -> None:
    """The chair that others were passed over for is taken: the next one is theirs again."""
    entry = state.entries[event.entry]
    _out_of_line(state, entry)
    _plays(state, entry)
    for other in state.waiting:
        state.entries[other].passed = False


def entry_waits(state: TournamentState, event: t.EntryWaits) -> None:
    entry = state.entries[event.entry]
    count(state.chairs_taken, entry.day, -1)
    if entry.status == LIVE:
        state.chips_issued -= entry.chips
        count(state.days.live, entry.day, -1)
        count(state.days.chips, entry.day, -entry.chips)
    entry.waits = True
    entry.status = WAITING
    state.wait(entry)


def alternate_called(state: TournamentState, event: t.AlternateCalled) -> None:
    state.entries[event.entry].called_at = event.at


def alternate_skipped(state: TournamentState, event: t.AlternateSkipped) -> None:
    entry = state.entries[event.entry]
    entry.called_at = None
    entry.calls += 1
    entry.passed = True
    if event.to_the_end:
        sent = max((state.entries[one].after[1] for one in state.waiting), default=0)
        state.waiting.remove(entry.id)
        entry.after, entry.calls, entry.passed = (state.last_number, sent + 1), 0, False
        state.wait(entry)


def alternate_carried(state: TournamentState, event: t.AlternateCarried) -> None:
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


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    t.AlternateSeated: alternate_seated,
    t.EntryWaits: entry_waits,
    t.AlternateCalled: alternate_called,
    t.AlternateSkipped: alternate_skipped,
    t.AlternateCarried: alternate_carried,
}
