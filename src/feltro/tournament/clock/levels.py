"""Levels by hand: forward, back, or where the director says that the clock is."""

from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.clock import commands as c
from feltro.tournament.clock.due import minimums_missed
from feltro.tournament.clock.face import ClockFace, Part, following, last_level, standing, the_day
from feltro.tournament.clock.ground import Ground, part_length, stand_on
from feltro.tournament.facts import clock as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState


def go_to_level(command: c.GoToLevel, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = stand_on(command, state, now)
    if isinstance(ground, Refused):
        return ground
    if not 1 <= command.level <= last_level(state.the_sheet, ground.day):
        return Refused("level.not_on_sheet", {"level": command.level})
    length = part_length(ground, command.level, in_break=command.in_break)
    if not length:
        return Refused("clock.no_break_there", {"level": command.level})
    left = length if command.seconds_left is None else command.seconds_left * SECOND
    return _change(ground, ClockFace(command.level, command.in_break, left), book)


def next_level(command: c.NextLevel, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = _as_shown(command, state, now)
    if isinstance(ground, Refused):
        return ground
    then = _following(ground)
    if then is None:
        return Refused("clock.day_over", {"day": ground.day.id, "level": ground.now.level})
    early = book["level.new.announced_before_zero"]
    if not ground.now.in_break and ground.now.left and not early.value and not ground.reason:
        return Refused(
            "clock.before_zero", {"seconds": ground.now.seconds_left, "left": ground.now.written}, early.cites
        )
    return _change(ground, ClockFace(then.level, then.in_break, then.length), book)


def previous_level(command: c.PreviousLevel, state: TournamentState, book: Settled, now: Now) -> Outcome:
    ground = _as_shown(command, state, now)
    if isinstance(ground, Refused):
        return ground
    level = ground.now.level if ground.now.in_break else ground.now.level - 1
    if level < ground.day.from_level:
        return Refused("clock.first_level", {"level": ground.now.level})
    return _change(ground, ClockFace(level, left=part_length(ground, level, in_break=False)), book)


def _as_shown(command: c.NextLevel | c.PreviousLevel, state: TournamentState, now: Now) -> Ground | Refused:
    """A step from where the clock stood when it was asked for: somebody else's step, or the hour, may have come first."""
    ground = stand_on(command, state, now)
    if isinstance(ground, Refused) or not command.level:
        return ground
    if (command.level, command.in_break) == (ground.now.level, ground.now.in_break):
        return ground
    moved = "clock.moved_to_break" if ground.now.in_break else "clock.moved_to_level"
    return Refused(moved, {"level": ground.now.level})


def _change(ground: Ground, to: ClockFace, book: Settled) -> Outcome:
    """Levels that are left behind have ended: what had to be there by then is looked at."""
    changed = ground.set(e.LevelChanged, to, running=_runs(ground, to))
    before, after = (ground.now.level, ground.now.in_break), (to.level, to.in_break)
    if after <= before:
        return (changed,)
    return (changed, *minimums_missed(ground.day.id, before, after, ground.state, book, ground.at))


def _following(ground: Ground) -> Part | None:
    if ground.clock is None:
        return None
    sheet, now = ground.state.the_sheet, ground.now
    return following(sheet, ground.day, ground.clock, now.level, in_break=now.in_break)


def _runs(ground: Ground, to: ClockFace) -> bool:
    if ground.clock and ground.clock.by_hands:
        return ground.now.running and to.in_break
    return ground.now.running


def mark_level(command: c.MarkLevel, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The director says where the clock is. A level that ended with too few entries is told; the director decides."""
    day = the_day(state, command.day)
    if day is None:
        return Refused("tournament.no_such_day", {"day": command.day})
    shown = standing(state, day.id, now.at)
    before, after = (shown.level, shown.in_break), (command.level, command.in_break)
    if after <= before:
        return Refused("level.is_past", {"level": command.level, "now": shown.level})
    if command.level > len(state.the_sheet.levels):
        return Refused("level.not_on_sheet", {"level": command.level})
    marked = e.LevelMarked(level=command.level, in_break=command.in_break, day=day.id, at=now.at)
    return (marked, *minimums_missed(day.id, before, after, state, book, now.at))
