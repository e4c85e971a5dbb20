"""A night: from one noon to the next, by the clocks of the house."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from feltro.kernel.instants import BRASILIA, MINUTE, Instant, instant_of, local_time

QUARTER = 15 * MINUTE


class Night(NamedTuple):
    """Named by the day on which it began."""

    day: date
    starts: Instant
    ends: Instant

    def has(self, at: Instant) -> bool:
        return self.starts <= at < self.ends

    def quarter(self, at: Instant) -> int:
        return (at - self.starts) // QUARTER

    def end_of(self, quarter: int) -> Instant:
        return Instant(self.starts + (quarter + 1) * QUARTER)


def night_of(day: date) -> Night:
    return Night(day, _noon(day), _noon(day + timedelta(days=1)))


def night_at(at: Instant) -> Night:
    """The one that runs at a moment: before noon it is still yesterday's."""
    moment = local_time(at)
    return night_of(moment.date() if moment.hour >= time(12).hour else moment.date() - timedelta(days=1))


def _noon(day: date) -> Instant:
    return instant_of(datetime.combine(day, time(12), ZoneInfo(BRASILIA)))
