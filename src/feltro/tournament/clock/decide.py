"""The director at the clock: each act becomes a new anchor. Who may is asked elsewhere; here only whether it makes sense."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.instants import MINUTE, SECOND, Instant, instant_of, later, local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.clock import commands as c
from feltro.tournament.clock.due import minimums_missed
from feltro.tournament.clock.face import (
    ClockFace,
    last_level,
    level_length,
    standing,
)
from feltro.tournament.clock.ground import Ground, part_length, stand_on
from feltro.tournament.clock.hands import keep_old_level, start_hand
from feltro.tournament.clock.levels import go_to_level, mark_level, next_level, previous_level
from feltro.tournament.facts import clock as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sheet import Day
from feltro.tournament.state import TournamentState

GRACE_SECONDS = 60
"""A start within the announced minute is on time."""


# Start, pause, resume


def start_clock(command: c.StartClock, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = stand_on(command, state, now, started=False)
    if isinstance(ground, Refused):
        return ground
    day = ground.day
    if ground.clock and ground.clock.started:
        return Refused("clock.started", {"day": day.id})
    if not day.is_first and day.id not in state.days.started:
        return Refused("days.not_started", {"day": day.id})
    refused = _refuse_hour(day, bool(command.reason.strip()), state, book, now)
    if refused:
        return refused
    first = day.from_level
    to = ground.now if ground.now.level else ClockFace(first, left=level_length(state.the_sheet, first))
    missed = minimums_missed(day.id, (0, False), (to.level, to.in_break), state, book, now.at)
    return (ground.set(e.ClockStarted, to, running=True), *(missed if not ground.now.level else ()))


def _refuse_hour(day: Day, has_reason: bool, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    strict = book["event.start.strict"]
    starts = state.starts_at(day)
    if not strict.value or has_reason or starts <= now.at < later(starts, seconds=GRACE_SECONDS):
        return None
    hour = local_time(starts, state.the_sheet.zone).time()
    return Refused("clock.start_needs_reason", {"hour": hour}, strict.cites)


def pause_clock(command: c.PauseClock, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = stand_on(command, state, now)
    if isinstance(ground, Refused):
        return ground
    if not ground.now.running:
        return Refused("clock.stands", {"day": ground.day.id})
    return (ground.set(e.ClockPaused, ground.now, running=False),)


def resume_clock(command: c.ResumeClock, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = stand_on(command, state, now)
    if isinstance(ground, Refused):
        return ground
    if ground.now.running:
        return Refused("clock.runs", {"day": ground.day.id})
    if ground.now.over:
        return Refused("clock.day_over", {"day": ground.day.id, "level": ground.now.level})
    if ground.by_hands and not ground.now.at_rest:
        cites = book["hand_for_hand.minutes_per_hand"].cites
        return Refused("clock.goes_by_hands", {"day": ground.day.id}, cites)
    if state.pace.last_hands_of(ground.day.id):
        return Refused("clock.last_hands", {"day": ground.day.id}, book["end_of_day.hands"].cites)
    return (ground.set(e.ClockResumed, ground.now, running=True),)


# Time added, and breaks


def add_time(command: c.AddTime, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = stand_on(command, state, now)
    return ground if isinstance(ground, Refused) else _shift(ground, command.seconds)


def remove_time(command: c.RemoveTime, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """No more than there is: a level that is to end ends by `NextLevel`."""
    ground = stand_on(command, state, now)
    if isinstance(ground, Refused):
        return ground
    if command.seconds * SECOND > (ground.now.extra or ground.now.left):
        return Refused("clock.less_than_that", {"seconds": ground.now.seconds_left, "left": ground.now.written})
    return _shift(ground, -command.seconds)


def _shift(ground: Ground, seconds: int) -> Outcome:
    """Of the extra break while there is one, else of the level or its break."""
    now, more = ground.now, seconds * SECOND
    to = now._replace(extra=now.extra + more) if now.extra else now._replace(left=now.left + more)
    running = now.running or (now.over and not ground.by_hands)
    return (ground.set(e.TimeChanged, to, running=running, seconds=seconds),)


def take_break(command: c.TakeBreak, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = stand_on(command, state, now)
    if isinstance(ground, Refused):
        return ground
    if ground.now.at_rest:
        return Refused("clock.in_break", {"day": ground.day.id})
    return (ground.set(e.BreakTaken, ground.now._replace(extra=command.minutes * MINUTE), running=True),)


def end_break(command: c.EndBreak, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = stand_on(command, state, now)
    if isinstance(ground, Refused):
        return ground
    if not ground.now.at_rest:
        return Refused("clock.no_break", {"day": ground.day.id})
    to = ground.now._replace(extra=0)
    if not ground.now.extra:
        level = ground.now.level + 1
        to = ClockFace(level, left=part_length(ground, level, in_break=False))
    by_hands = ground.by_hands
    return (ground.set(e.BreakEnded, to, running=ground.now.running and not by_hands),)


def plan_break(command: c.PlanBreak, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = stand_on(command, state, now, started=False)
    if isinstance(ground, Refused):
        return ground
    if not ground.day.from_level <= command.level < last_level(state.the_sheet, ground.day):
        return Refused("level.not_on_sheet", {"level": command.level})
    if (ground.now.level, ground.now.in_break) > (command.level, False):
        return Refused("level.is_past", {"level": command.level, "now": ground.now.level})
    return (e.BreakPlanned(day=ground.day.id, level=command.level, minutes=command.minutes, reason=ground.reason),)


# After a crash


def resume_after_crash(command: c.ResumeAfterCrash, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Both answers are written down: the room asks later why the level was long or short."""
    ground = stand_on(command, state, now)
    if isinstance(ground, Refused):
        return ground
    stopped: Instant = instant_of(command.stopped_at)
    if ground.clock is None or ground.clock.since is None:
        return Refused("clock.stands", {"day": ground.day.id})
    if not ground.clock.since <= stopped <= now.at:
        hour = local_time(ground.clock.since, state.the_sheet.zone).time()
        return Refused("clock.crash_hour", {"hour": hour})
    to = ground.now if command.count_the_time else standing(state, ground.day.id, stopped)
    more = {"stopped_at": stopped, "counted": command.count_the_time}
    return (ground.set(e.ClockRecovered, to, running=not to.over, **more),)


def look_at_clock(command: c.LookAtClock, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Nothing of its own: what is due is written down before every decision."""
    return ()


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    c.StartClock: start_clock,
    c.PauseClock: pause_clock,
    c.ResumeClock: resume_clock,
    c.GoToLevel: go_to_level,
    c.NextLevel: next_level,
    c.PreviousLevel: previous_level,
    c.AddTime: add_time,
    c.RemoveTime: remove_time,
    c.TakeBreak: take_break,
    c.EndBreak: end_break,
    c.PlanBreak: plan_break,
    c.ResumeAfterCrash: resume_after_crash,
    c.LookAtClock: look_at_clock,
    c.StartHand: start_hand,
    c.KeepOldLevel: keep_old_level,
    c.MarkLevel: mark_level,
}
