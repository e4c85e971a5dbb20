"""What clock events do to the record."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.tournament.clock.face import part, standing, the_day, walk
from feltro.tournament.facts import clock as e
from feltro.tournament.facts.floor import HandPlayed, Redrawn, TableClosed
from feltro.tournament.state import TournamentState
from feltro.tournament.state.clock import UNKNOWN, DayClock, DealtHand


def clock_of(state: TournamentState, day: str) -> DayClock:
    return state.clocks.days.setdefault(day, DayClock())


def clock_set(state: TournamentState, event: e.ClockSet) -> None:
    clock = clock_of(state, event.day)
    clock.level, clock.in_break = event.level, event.in_break
    clock.left, clock.extra = event.left, event.extra
    clock.since = event.at if event.running else None
    clock.set_at = event.at
    clock.marked = (event.level, event.in_break)
    clock.started = clock.started or isinstance(event, e.ClockStarted)
    state.clocks.latest = event.day


def level_marked(state: TournamentState, event: e.LevelMarked) -> None:
    """The clock came there by itself, and stays as it is; or somebody says so, and it is set there.

    What was noticed before an earlier act at the clock was undone may not be true any more: then the
    clock is right, and not what was noticed.
    """
    day = the_day(state, event.day)
    if day is None:
        return
    clock = clock_of(state, day.id)
    now = standing(state, day.id, event.at)
    if event.by_itself:
        clock.marked = (now.level, now.in_break)
        return
    clock.marked = (event.level, event.in_break)
    state.clocks.latest = day.id
    clock.level, clock.in_break, clock.extra = event.level, event.in_break, 0
    clock.left = part(state.the_sheet, clock, event.level, in_break=event.in_break).length if event.level else 0
    clock.set_at = event.at
    if clock.since is not None:
        clock.since = event.at if event.level else None


def break_planned(state: TournamentState, event: e.BreakPlanned) -> None:
    clock_of(state, event.day).breaks[event.level] = event.minutes


def hand_dealt(state: TournamentState, event: e.HandStarted | e.OldLevelKept) -> None:
    state.clocks.hands[event.table] = DealtHand(number=event.number, level=event.level, at=event.at)


def hand_over(state: TournamentState, event: HandPlayed | TableClosed) -> None:
    state.clocks.hands.pop(event.table, None)


def redrawn(state: TournamentState, event: Redrawn) -> None:
    """Everybody got up: no hand is played at these tables any more."""
    for table in state.floor.tables.values():
        if table.day == event.day:
            state.clocks.hands.pop(table.number, None)


# Hand for hand, for `pace`


def stand_still(state: TournamentState, day: str, at: Instant, *, by_hands: bool = False) -> None:
    """The clock stays as it shows. By hands, a break that was running goes on."""
    clock, now = clock_of(state, day), standing(state, day, at)
    clock.level, clock.in_break, clock.left, clock.extra = now.level, now.in_break, now.left, now.extra
    clock.since = at if by_hands and now.at_rest and now.running else None
    clock.set_at = at
    clock.by_hands = by_hands


def go_on(state: TournamentState, day: str, at: Instant, *, running: bool) -> None:
    """Time moves the clock again, from where hands have brought it."""
    clock, now = clock_of(state, day), standing(state, day, at)
    clock.level, clock.in_break, clock.left, clock.extra = now.level, now.in_break, now.left, now.extra
    clock.by_hands = False
    clock.since = at if running else None
    clock.set_at = at


def take_off(state: TournamentState, day_id: str, time: int, *, goes_up: bool) -> None:
    """A hand is worth so much time, whatever it lasted. A break that it leads to waits, in full, to be started."""
    clock, day = clock_of(state, day_id), the_day(state, day_id)
    if day is None or not clock.level:
        return
    clock.set_at = UNKNOWN
    if not goes_up and time >= clock.left:
        clock.left = 0
        return
    clock.by_hands = False
    now = walk(state.the_sheet, day, clock, time)
    clock.by_hands = True
    clock.level, clock.in_break, clock.left = now.level, now.in_break, now.left
    if now.in_break:
        clock.left = part(state.the_sheet, clock, now.level, in_break=True).length


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.ClockStarted: clock_set,
    e.ClockPaused: clock_set,
    e.ClockResumed: clock_set,
    e.LevelChanged: clock_set,
    e.TimeChanged: clock_set,
    e.BreakTaken: clock_set,
    e.BreakEnded: clock_set,
    e.ClockRecovered: clock_set,
    e.BreakPlanned: break_planned,
    e.HandStarted: hand_dealt,
    e.OldLevelKept: hand_dealt,
    e.LevelMarked: level_marked,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    Redrawn: redrawn,
    HandPlayed: hand_over,
    TableClosed: hand_over,
}
