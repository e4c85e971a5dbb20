"""Days on which prizes can be paid: no weekend, no day on which banks are closed, none of the state's or the house's.

Banks are closed on national holidays, and on the Monday and Tuesday of Carnival and on Corpus Christi, which no law
makes national holidays.
"""

from datetime import date, timedelta
from functools import cache
from typing import Any

from feltro.tournament.facts.prizes import Calendar

CALENDAR = "BVMF"
"""The financial calendar of Brazil, whose closed days are those of the banks."""
STATES = tuple("AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split())


def business_day_after(day: date, count: int, calendar: Calendar | None = None) -> date:
    """The day on which so many business days have passed; the day itself does not count."""
    found, closed = day, calendar or Calendar()
    for _ in range(count):
        found += timedelta(days=1)
        while not is_business_day(found, closed):
            found += timedelta(days=1)
    return found


def is_business_day(day: date, calendar: Calendar | None = None) -> bool:
    local = calendar or Calendar()
    return (
        day.weekday() < 5
        and day not in _banks_closed(day.year)
        and day not in _state_closed(local.state, day.year)
        and not {day.isoformat(), f"{day:%m-%d}"} & set(local.own)
    )


@cache
def _banks_closed(year: int) -> frozenset[date]:
    from holidays import financial_holidays

    return frozenset(financial_holidays(CALENDAR, years=year))


@cache
def _state_closed(state: str, year: int) -> frozenset[date]:
    from holidays import country_holidays

    return frozenset(country_holidays("BR", subdiv=state, years=year)) if state else frozenset()


# In words


def calendar_said(calendar: Calendar) -> tuple[str, dict[str, Any]]:
    """By which calendar a day was counted: a key of words/ and its values."""
    parts = ["state"] * bool(calendar.state) + ["own"] * bool(calendar.own)
    key = "_and_".join(parts) or ("banks" if calendar.business_days else "unwritten")
    own = tuple(day_written(day) for day in calendar.own)
    values = {"n": calendar.business_days, "state": calendar.state, "count": len(own), "own": ", ".join(own)}
    return f"calendar.{key}", values


def day_written(day: str) -> str:
    """`09-20` is 20/09, every year; `2026-09-24` is 24/09/2026."""
    return "/".join(reversed(day.split("-")))
