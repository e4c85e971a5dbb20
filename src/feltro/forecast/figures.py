"""What many runs come to, as people read it: the middle, and how far it may be off."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.forecast.course import course_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.course import Floats
    from feltro.forecast.record import DayRecord, Runs
    from feltro.tournament.sheet import Sheet

PARTS = (5, 10, 25, 50, 75, 90, 95)
SHOWN_UNTIL = 95
"""Levels and hours that fewer than one run in twenty reaches are left out."""


class Spread(NamedTuple):
    """So many in a hundred runs came to this or less."""

    p5: int
    p10: int
    p25: int
    p50: int
    p75: int
    p90: int
    p95: int

    @property
    def tenths(self) -> dict[str, int]:
        return {"p10": self.p10, "p50": self.p50, "p90": self.p90}


class LevelFigures(NamedTuple):
    number: int
    players: Spread
    average: float
    """The middle of the average stacks, in big blinds, of runs that were still on."""
    reached: float
    """Part of the runs that saw this level."""


class HourFigures(NamedTuple):
    day: str
    hour: int
    """Hours since the start of its day."""
    tables: Spread
    dealers: Spread


def band(values: npt.ArrayLike) -> Spread:
    ordered = np.sort(np.asarray(values))
    places = [max(0, -(-len(ordered) * part // 100) - 1) for part in PARTS]
    return Spread(*(round(one) for one in ordered[places].tolist()))


def end_minutes(runs: Runs) -> Spread:
    """Minutes from the start of the day on which the winner is found."""
    return band(runs.last_day.ended)


def chance_by(runs: Runs, minutes: float) -> float:
    """Part of the runs that were over by then."""
    return float((runs.last_day.ended <= minutes).mean())


def levels(runs: Runs, sheet: Sheet) -> list[LevelFigures]:
    """Flights are counted together."""
    players = np.sum([day.players for day in runs.days], axis=0)
    chips = np.sum([day.chips for day in runs.days], axis=0)
    sizes = course_of(sheet).size
    found = []
    for number, reached in enumerate((players > 0).mean(axis=0).tolist()[1:], 1):
        if reached < 1 - SHOWN_UNTIL / 100:
            break
        left = players[:, number]
        on, size = left > 0, int(sizes[number - 1])
        average = middle(chips[on, number] / left[on]) / size if size else 0.0
        found.append(LevelFigures(number, band(left), average, reached))
    return found


def middle(values: Floats) -> float:
    """The median. NumPy's own asks more questions than there are runs in a first answer."""
    ordered = np.sort(values)
    return float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def hours(runs: Runs, assumes: Assumptions) -> list[HourFigures]:
    """Tables and dealers for each hour of each day."""
    return [one for day in runs.days for one in _hours_of(day, assumes)]


def _hours_of(day: DayRecord, assumes: Assumptions) -> list[HourFigures]:
    return hours_since(day, assumes, 0)


def hours_since(day: DayRecord, assumes: Assumptions, first: int) -> list[HourFigures]:
    """From an hour of the day on."""
    found = []
    for hour in range(first, day.tables.shape[1]):
        tables = day.tables[:, hour]
        if (tables > 0).mean() < 1 - SHOWN_UNTIL / 100:
            break
        among = band(tables)
        # More tables never need fewer dealers: the parts of the one are those of the other.
        found.append(HourFigures(day.day, hour, among, Spread(*map(assumes.dealers, among))))
    return found


def table_breaks(day: DayRecord) -> dict[int, Spread]:
    """Minutes since the day's start until no more than so many tables are left, where nine runs in ten came to that."""
    since = np.minimum.accumulate(day.breaks[:, 1:], axis=1)
    found = {}
    for tables in range(1, since.shape[1] + 1):
        reached = since[:, tables - 1]
        if np.isfinite(reached).mean() >= 0.9:
            found[tables] = band(reached[np.isfinite(reached)])
    return found


def error_of_median(values: npt.ArrayLike) -> float:
    """How far the median may be off because the runs are not more: half of the 95 % interval by order statistics."""
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    reach = 0.98 * np.sqrt(len(ordered))
    low, high = int(max(0, len(ordered) / 2 - reach)), int(min(len(ordered) - 1, len(ordered) / 2 + reach))
    return float(ordered[high] - ordered[low]) / 2
