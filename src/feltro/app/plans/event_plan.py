"""The whole answer for one sheet and one field: end, players, dealers, chips, money."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.app.plans.chip_box import ChipBox, chip_box
from feltro.app.plans.purse import Purse, purse
from feltro.forecast import figures

if TYPE_CHECKING:
    from feltro.forecast.figures import HourFigures, LevelFigures, Spread
    from feltro.forecast.record import Runs
    from feltro.forecast.study import FieldQuestion
    from feltro.tournament.sheet import Day, Sheet


class Wait(NamedTuple):
    """Alternates: how many waited, and how long each on average."""

    people: Spread
    minutes: float


class EventPlan(NamedTuple):
    question: FieldQuestion
    runs: int
    calibrated: int
    """Past events of the house behind the numbers; nought: none."""
    end: Spread
    """Minutes after the start of the last day."""
    end_error: float
    """How far its middle may be off for want of more runs, in minutes."""
    ends_at: tuple[datetime, datetime, datetime]
    by: datetime | None
    """The hour that is wished, or at which the room closes."""
    by_chance: float
    people: Spread
    entries: Spread
    levels: tuple[LevelFigures, ...]
    hours: tuple[HourFigures, ...]
    breaks: dict[int, Spread]
    """Tables left and when, in minutes after the start of the last day."""
    breaks_by_day: dict[str, dict[int, Spread]]
    """The same of every day, after the start of each."""
    final_table: float
    """Big blinds of the average stack when the final table sits down, in the middle run."""
    chips: ChipBox
    purse: Purse
    wait: Wait

    @property
    def sheet(self) -> Sheet:
        return self.question.sheet


def plan_of(question: FieldQuestion, runs: Runs, ends_by: time | None = None, calibrated: int = 0) -> EventPlan:
    sheet, last = question.sheet, runs.last_day
    day = last_day(sheet)
    end = figures.end_minutes(runs)
    by = _by(day, ends_by)
    tables = last.final_table[last.final_table > 0]
    waited = sum((one.waited for one in runs.days), start=np.zeros(runs.count, dtype=np.int64))
    minutes = sum(float(one.wait_minutes.sum()) for one in runs.days)
    return EventPlan(
        question=question,
        runs=runs.count,
        calibrated=calibrated,
        end=end,
        end_error=figures.error_of_median(last.ended),
        ends_at=_at(day, end),
        by=by,
        by_chance=figures.chance_by(runs, (by - day.starts_at).total_seconds() / 60) if by else 0.0,
        people=figures.band(runs.people),
        entries=figures.band(runs.entries),
        levels=tuple(figures.levels(runs, sheet)),
        hours=tuple(figures.hours(runs, question.assumes)),
        breaks=figures.table_breaks(last),
        breaks_by_day={one.day: figures.table_breaks(one) for one in runs.days},
        final_table=float(np.median(tables)) if tables.size else 0.0,
        chips=chip_box(sheet, runs),
        purse=purse(sheet, runs),
        wait=Wait(figures.band(waited), minutes / max(1, int(waited.sum()))),
    )


def last_day(sheet: Sheet) -> Day:
    """On which the winner is found."""
    return next((day for day in reversed(sheet.days) if day.is_last), sheet.days[-1])


def _at(day: Day, end: Spread) -> tuple[datetime, datetime, datetime]:
    early, middle, late = (day.starts_at + timedelta(minutes=one) for one in (end.p10, end.p50, end.p90))
    return early, middle, late


def _by(day: Day, wished: time | None) -> datetime | None:
    """The first time after the start that a clock shows the wished hour; else when the room closes."""
    if wished is None:
        return day.closes_at
    found = datetime.combine(day.starts_at.date(), wished, day.starts_at.tzinfo)
    return found if found > day.starts_at else found + timedelta(days=1)


def hour_of(plan: EventPlan, one: HourFigures) -> datetime:
    """The moment an hour of the plan begins."""
    day = plan.sheet.day(one.day) or plan.sheet.days[-1]
    return day.starts_at + timedelta(hours=one.hour)
