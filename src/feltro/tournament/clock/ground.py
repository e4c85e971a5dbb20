"""What every act at the clock begins with: the day, its clock, and what it shows."""

from typing import Any

from feltro.kernel.outcome import Refused
from feltro.tournament.clock.face import ClockFace, part, standing, the_day
from feltro.tournament.facts import clock as e
from feltro.tournament.now import Now
from feltro.tournament.sheet import Day
from feltro.tournament.state import TournamentState


class Ground:
    def __init__(self, command: Any, state: TournamentState, now: Now, day: Day) -> None:
        self.state, self.day, self.at = state, day, now.at
        self.reason = now.noted(getattr(command, "reason", ""))
        self.clock = state.clocks.days.get(day.id)
        self.by_hands = self.clock is not None and self.clock.by_hands
        self.now = standing(state, day.id, now.at)

    def set(self, kind: type[e.ClockSet], to: ClockFace, *, running: bool, **more: Any) -> e.ClockSet:
        return kind(
            day=self.day.id,
            level=to.level,
            in_break=to.in_break,
            left=to.left,
            extra=to.extra,
            running=running,
            at=self.at,
            reason=self.reason,
            **more,
        )


def stand_on(command: Any, state: TournamentState, now: Now, *, started: bool = True) -> Ground | Refused:
    if state.stopped:
        return Refused("tournament.stopped", {"status": state.stopped})
    day = the_day(state, command.day)
    if day is None:
        return Refused("tournament.no_such_day", {"day": command.day})
    if day.id in state.days.ended:
        return Refused("days.ended", {"day": day.id})
    ground = Ground(command, state, now, day)
    if started and not ground.now.level:
        return Refused("clock.not_started", {"day": day.id})
    return ground


def part_length(ground: Ground, level: int, *, in_break: bool) -> int:
    return part(ground.state.the_sheet, ground.clock, level, in_break=in_break).length if ground.clock else 0
