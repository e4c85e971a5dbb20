"""Days on which banks in Brazil pay: no weekend, no national holiday, no Carnival, no Corpus Christi."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache

CALENDAR = "BVMF"
"""The financial calendar of Brazil, whose closed days are those of the banks."""


def business_day_after(day: date, count: int) -> date:
    """The day on which so many business days have passed; the day itself does not count."""
    found = day
    for _ in range(count):
        found += timedelta(days=1)
        while not is_business_day(found):
            found += timedelta(days=1)
    return found


def is_business_day(day: date) -> bool:
    return day.weekday() < 5 and day not in _closed(day.year)


@cache
def _closed(year: int) -> frozenset[date]:
    from holidays import financial_holidays

    return frozenset(financial_holidays(CALENDAR, years=year))
