"""Days and hours: each day ends before the room closes and before the next one starts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from feltro.kernel.instants import instant_of, local_time, times_shown
from feltro.tournament.sheet.duration import day_ends
from feltro.tournament.sheet.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet.levels import Day
    from feltro.tournament.sheet.structure import Sheet


def check(sheet: Sheet) -> Iterator[Fault]:
    if not any(day.is_first for day in sheet.days):
        yield Fault("sheet.no_first_day", "days")
        return
    for name, times in Counter(day.id for day in sheet.days).items():
        if times > 1:
            yield Fault("sheet.day_twice", f"days.{name}", {"day": name})
    for day in sheet.days:
        yield from _levels(sheet, day)
        yield from _start(sheet, day)
    yield from _follow(sheet)
    yield from _hours(sheet)
    yield from _registration(sheet)


def _levels(sheet: Sheet, day: Day) -> Iterator[Fault]:
    last = len(sheet.levels)
    until = last if day.until_level is None else day.until_level
    if not 1 <= day.from_level <= until <= last:
        values = {"day": day.id, "from": day.from_level, "until": until, "levels": last}
        yield Fault("sheet.day_past_levels", f"days.{day.id}", values)


def _start(sheet: Sheet, day: Day) -> Iterator[Fault]:
    """On the nights on which clocks are changed an hour is left out, and another comes twice."""
    shown = times_shown(day.starts_at, sheet.zone)
    values = {"day": day.id, "hour": day.starts_at.time(), "zone": sheet.zone}
    if shown == 0:
        yield Fault("sheet.start_never", f"days.{day.id}", values)
    elif shown > 1:
        yield Fault("sheet.start_twice", f"days.{day.id}", values, "doubt")


def _follow(sheet: Sheet) -> Iterator[Fault]:
    """A later day starts with the level after the one that ended the day before, where a level ended it."""
    if all(day.until_level is not None for day in sheet.days):
        yield Fault("sheet.no_last_day", "days", {"day": sheet.days[-1].id})
    ends = {day.until_level for day in sheet.days}
    by_players = any(day.until_players or day.until_percent for day in sheet.days)
    for day in sheet.days:
        if not by_players and not day.is_first and day.from_level - 1 not in ends:
            yield Fault("sheet.day_does_not_follow", f"days.{day.id}", {"day": day.id, "level": day.from_level})
    flights = {day.until_level for day in sheet.days if day.is_first}
    if len(flights) > 1:
        yield Fault("sheet.flights_differ", "days", {"levels": sorted(end or 0 for end in flights)})


def _hours(sheet: Sheet) -> Iterator[Fault]:
    for day in sheet.days:
        ends = day_ends(sheet, day)
        if ends is None:
            continue
        if day.closes_at and ends > day.closes_at:
            late = (ends - day.closes_at).total_seconds() // 60
            closes = local_time(instant_of(day.closes_at), sheet.zone)
            values = {
                "day": day.id,
                "ends": ends.time(),
                "closes": closes.time(),
                "minutes": int(late),
            }
            sure = day.until_level is not None
            because = "sheet.day_past_closing" if sure else "sheet.day_past_closing_expected"
            yield Fault(because, f"days.{day.id}", values, "wrong" if sure else "doubt")
        for other in sheet.days:
            if other.from_level > day.from_level and other.starts_at < ends:
                yield Fault("sheet.days_overlap", f"days.{other.id}", {"day": other.id, "other": day.id})


def _registration(sheet: Sheet) -> Iterator[Fault]:
    late = sheet.late_registration or 0
    for day in sheet.days:
        if day.is_first and day.until_level is not None and late > day.until_level:
            values = {"day": day.id, "until": day.until_level, "level": late}
            yield Fault("sheet.registration_past_day", "late_registration", values, "doubt")
            return
