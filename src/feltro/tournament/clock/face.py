"""What the clock shows at a moment: a walk from its anchor through the levels and breaks of the day."""

from collections.abc import Iterator
from typing import NamedTuple

from feltro.kernel.instants import MINUTE, SECOND, Instant
from feltro.tournament.sheet import Day, Sheet
from feltro.tournament.state import TournamentState
from feltro.tournament.state.clock import DayClock


class Part(NamedTuple):
    """A level, or the break that follows it."""

    level: int
    in_break: bool
    length: int


class ClockFace(NamedTuple):
    """The clock at one moment."""

    level: int
    """0: not started."""
    in_break: bool = False
    left: int = 0
    """Microseconds left of the level or of its break."""
    extra: int = 0
    """Microseconds left of an extra break, during which the level stands still."""
    running: bool = False
    over: bool = False
    """The last level of the day has ended."""

    @property
    def seconds_left(self) -> int:
        """As the screen shows it: a full level until its first second has passed, zero only at the end."""
        return -(-(self.extra or self.left) // SECOND)

    @property
    def written(self) -> str:
        """As people read a clock: `9:30`."""
        return f"{self.seconds_left // 60}:{self.seconds_left % 60:02d}"

    @property
    def at_rest(self) -> bool:
        return self.in_break or self.extra > 0


class Reached(NamedTuple):
    """A level or break that began, and when."""

    level: int
    in_break: bool
    at: Instant


def last_level(sheet: Sheet, day: Day) -> int:
    return day.until_level or len(sheet.levels)


def level_length(sheet: Sheet, level: int) -> int:
    return sheet.levels[level - 1].minutes * MINUTE


def break_length(sheet: Sheet, clock: DayClock, level: int) -> int:
    return clock.breaks.get(level, sheet.levels[level - 1].break_minutes) * MINUTE


def part(sheet: Sheet, clock: DayClock, level: int, *, in_break: bool) -> Part:
    length = break_length(sheet, clock, level) if in_break else level_length(sheet, level)
    return Part(level, in_break, length)


def following(sheet: Sheet, day: Day, clock: DayClock, level: int, *, in_break: bool) -> Part | None:
    """What comes next; nothing after the day's last level, whose break is the night."""
    if level >= last_level(sheet, day):
        return None
    if not in_break and break_length(sheet, clock, level):
        return part(sheet, clock, level, in_break=True)
    return part(sheet, clock, level + 1, in_break=False)


def walk(sheet: Sheet, day: Day, clock: DayClock, elapsed: int) -> ClockFace:
    """Where the clock stands when so much time has passed since it was set. What ends at this instant is over."""
    if elapsed < clock.extra:
        return ClockFace(clock.level, clock.in_break, clock.left, clock.extra - elapsed, running=True)
    elapsed -= clock.extra
    if clock.by_hands and not clock.in_break:
        return ClockFace(clock.level, left=clock.left)
    here = Part(clock.level, clock.in_break, clock.left)
    while elapsed >= here.length:
        then = following(sheet, day, clock, here.level, in_break=here.in_break)
        if then is None:
            return ClockFace(here.level, here.in_break, over=True)
        elapsed -= here.length
        here = then
        if clock.by_hands and not here.in_break:
            return ClockFace(here.level, left=here.length)
    return ClockFace(here.level, here.in_break, here.length - elapsed, running=True)


def standing(state: TournamentState, day_id: str, at: Instant) -> ClockFace:
    """What the clock of a day shows at a moment; level 0 before it was started."""
    clock, day = state.clocks.days.get(day_id), state.the_sheet.day(day_id)
    if clock is None or day is None or not clock.level:
        return ClockFace(0)
    if clock.since is None:
        over = not clock.left and not clock.in_break and clock.level >= last_level(state.the_sheet, day)
        return ClockFace(clock.level, clock.in_break, clock.left, clock.extra, over=over)
    return walk(state.the_sheet, day, clock, max(at - clock.since, 0))


def reached(state: TournamentState, day_id: str, at: Instant) -> Iterator[Reached]:
    """The levels and breaks that began since the clock was set, that one included, each at its instant."""
    clock, day = state.clocks.days[day_id], state.the_sheet.day(day_id)
    yield Reached(clock.level, clock.in_break, clock.set_at)
    if clock.since is None or day is None or not clock.level or (clock.by_hands and not clock.in_break):
        return
    here, begins = Part(clock.level, clock.in_break, clock.left), clock.since + clock.extra
    while begins + here.length <= at:
        begins += here.length
        then = following(state.the_sheet, day, clock, here.level, in_break=here.in_break)
        if then is None:
            return
        here = then
        yield Reached(here.level, here.in_break, Instant(begins))
        if clock.by_hands and not here.in_break:
            return


def microseconds_until(
    state: TournamentState, day_id: str, at: Instant, level: int, *, in_break: bool
) -> int | None:
    """Playing time and breaks until a level (or its break) ends; nothing when that is past or not of this day."""
    clock, day, now = state.clocks.days.get(day_id), state.the_sheet.day(day_id), standing(state, day_id, at)
    if clock is None or day is None or not now.level or now.over:
        return None
    if (now.level, now.in_break) > (level, in_break):
        return None
    total, here = now.extra + now.left, Part(now.level, now.in_break, now.left)
    while (here.level, here.in_break) < (level, in_break):
        then = following(state.the_sheet, day, clock, here.level, in_break=here.in_break)
        if then is None or (then.level, then.in_break) > (level, in_break):
            return total if here.level == level else None
        here = then
        total += here.length
    return total


def the_day(state: TournamentState, day_id: str = "") -> Day | None:
    """A day by its name; without a name the one whose clock was set last, and once it is closed the one that follows."""
    if day_id:
        return state.the_sheet.day(day_id)
    latest, ended = state.clocks.latest, state.days.ended
    if latest and latest not in ended:
        return state.the_sheet.day(latest)
    open_days = [day for day in state.the_sheet.days if day.id not in ended]
    if not open_days:
        return state.the_sheet.day(latest) if latest else state.the_sheet.days[-1]
    return min(open_days, key=lambda day: (day.id not in state.clocks.days, state.starts_at(day), day.id))


def day_of(state: TournamentState, entry: str) -> str:
    """The day that an entry plays now: its table's, else the one that it was sold for."""
    table = state.floor.table_of(entry)
    return table.day if table else state.entries[entry].day


def has_started(state: TournamentState) -> bool:
    return any(clock.level for clock in state.clocks.days.values())


def showing(state: TournamentState, at: Instant) -> ClockFace:
    """What the clock of the day that is being played shows."""
    day = the_day(state)
    return standing(state, day.id, at) if day else ClockFace(0)


def shown_to(state: TournamentState, entry: str, at: Instant) -> ClockFace:
    """What the clock shows on the day that an entry plays."""
    return standing(state, day_of(state, entry), at)
