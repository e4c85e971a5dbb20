"""The forecast of an event that is being played, level by level: the end, dealers, tables that break, the guarantee."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from feltro.app.plans.calibration import calibration_soon
from feltro.app.plans.past import level_starts
from feltro.app.plans.purse import purse
from feltro.forecast import figures
from feltro.forecast.course import course_of
from feltro.forecast.day_in_play import DayStanding, play_on
from feltro.forecast.days import AGAIN
from feltro.kernel.instants import later, local_time
from feltro.tournament.chips.view import in_play
from feltro.tournament.clock.face import standing
from feltro.tournament.days.end import playing_in, registration_over
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.state import GONE

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.figures import Spread
    from feltro.kernel.instants import Instant
    from feltro.tournament.state import TournamentState

RUNS = 120
EXPECTED_LATE = 0.15
"""Of those who came: as many more are awaited where the sheet expects no number and entries are still sold."""


class HourAhead(NamedTuple):
    at: datetime
    tables: Spread
    dealers: Spread


class Foreseen(NamedTuple):
    """What was foreseen when a level began."""

    level: int
    since: datetime
    players: int
    ends: tuple[datetime, datetime, datetime]
    """Early, in the middle, late."""
    last: bool
    """With the day the event is over."""
    hours: tuple[HourAhead, ...]
    breaks: tuple[tuple[int, datetime], ...]
    """So many tables are left from then on, in the middle."""
    guarantee: int
    overlay_chance: float
    overlay_expected: int
    calibrated: int


class Snapshot(NamedTuple):
    standing: DayStanding
    at: Instant
    """When the level began."""


Key = tuple[str, str, int, int]


class _Kept:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.seen: dict[Key, Foreseen] = {}
        self.latest: dict[tuple[str, str, int], list[Foreseen]] = {}
        """By event, day and level: the last two of what was foreseen."""


_KEPT: WeakKeyDictionary[House, _Kept] = WeakKeyDictionary()
MOST_KEPT = 400


def foreseen(house: House, event: EventView, snapshots: list[Snapshot]) -> list[Foreseen]:
    """Each level once; what it was then foreseen stays as it was. Do not hold the world's lock."""
    kept = _KEPT.setdefault(house, _Kept())
    fit = calibration_soon(house, event.at)
    with kept.lock:
        if len(kept.seen) > MOST_KEPT:
            kept.seen.clear()
            kept.latest.clear()
        found = []
        for one in snapshots:
            key = (event.id, one.standing.day.id, one.standing.level, one.at)
            if key not in kept.seen:
                kept.seen[key] = _foreseen(one, fit.assumes, len(fit.events))
            found.append(kept.seen[key])
        if snapshots:
            last = snapshots[-1].standing
            kept.latest[event.id, last.day.id, last.level] = found[-2:]
        return found


def foreseen_already(house: House, event: EventView) -> list[Foreseen]:
    """What is worked out for the level in play, at no cost; nothing where nobody has asked for it yet."""
    kept, day = _KEPT.get(house), event.state.clocks.latest
    level = standing(event.state, day, event.at).level if day else 0
    return kept.latest.get((event.id, day, level), []) if kept else []


def snapshots_of(event: EventView) -> list[Snapshot]:
    """How the day in play stood at the start of each of its levels. Hold the world's lock."""
    state = event.state
    day = state.the_sheet.day(state.clocks.latest)
    if day is None or playing_in(state, day) < 2:
        return []
    shown = standing(state, day.id, event.at)
    if not shown.level or day.id in state.days.ended:
        return []
    begins = level_starts(list(event.happened())[::-1], day.id)
    found = [(level, at) for level, at in sorted(begins.items()) if day.from_level <= level <= shown.level]
    return [_snapshot(event, day.id, level, at) for level, at in found]


def _snapshot(event: EventView, day_id: str, level: int, at: Instant) -> Snapshot:
    state, sheet = event.state, event.state.the_sheet
    day = sheet.day(day_id)
    assert day is not None  # noqa: S101 - it was looked up a moment ago
    entered = [
        one
        for one in state.entries.values()
        if one.status not in GONE and one.effective_at is not None and one.effective_at <= at
    ]
    outs = {
        fact.event.entry
        for fact in event.happened()
        if isinstance(fact.event, EntryEliminated) and fact.event.at <= at
    }
    here = [one for one in entered if not day.is_first or one.day == day.id]
    players = max(2, len([one for one in here if one.id not in outs]))
    people = sum(one.kind not in AGAIN for one in entered)
    return Snapshot(
        DayStanding(
            sheet=sheet,
            day=day,
            level=level,
            players=players,
            chips=_chips(state, len(here)),
            people=people,
            again=len(entered) - people,
            addons=sum(
                sale.item == "addon" and not sale.gone and sale.sold_at <= at for sale in state.sales.values()
            ),
            to_come=_to_come(event, people, at),
        ),
        at,
    )


def _chips(state: TournamentState, here: int) -> int:
    """What is in play now, less the part of those who came since; on one of several flights its part."""
    all_now = sum(one.status not in GONE for one in state.entries.values())
    return max(2, in_play(state) * here // max(1, all_now))


def _to_come(event: EventView, people: int, at: Instant) -> int:
    """While entries are sold: what the sheet expects and has not come, at least a few of those who are late."""
    if registration_over(event.state, at):
        return 0
    expected = event.state.the_sheet.expected_entries or 0
    came = sum(one.kind not in AGAIN and one.status not in GONE for one in event.state.entries.values())
    return max(came - people, expected - people, 0) or round(people * EXPECTED_LATE)


def _foreseen(one: Snapshot, assumes: Assumptions, calibrated: int) -> Foreseen:
    stands = one.standing
    runs = play_on(stands, assumes, RUNS)
    day, sheet = runs.last_day, stands.sheet
    course = course_of(sheet, max(1, stands.day.from_level))
    level = stands.level - course.first
    passed = float(course.begins[level] + course.rests[level])
    zero = local_time(later(one.at, seconds=round(-passed * 60)), sheet.zone)
    end = figures.band(day.ended)
    money = purse(sheet, runs)
    return Foreseen(
        level=stands.level,
        since=local_time(one.at, sheet.zone),
        players=stands.players,
        ends=(_at(zero, end.p10), _at(zero, end.p50), _at(zero, end.p90)),
        last=stands.day.is_last,
        hours=tuple(
            HourAhead(zero + timedelta(hours=hour.hour), hour.tables, hour.dealers)
            for hour in figures.hours_since(day, assumes, int(passed // 60))
        ),
        breaks=tuple(
            (tables, _at(zero, at.p50)) for tables, at in sorted(figures.table_breaks(day).items(), reverse=True)
        ),
        guarantee=money.guarantee,
        overlay_chance=money.overlay_chance,
        overlay_expected=money.overlay_expected,
        calibrated=calibrated,
    )


def _at(zero: datetime, minutes: float) -> datetime:
    return zero + timedelta(minutes=minutes)
