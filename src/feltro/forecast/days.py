"""A whole tournament: its first days, each by itself, and what is left of them together, day after day to the champion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feltro.forecast.course import course_of
from feltro.forecast.day_rules import Arrivals, DayRules
from feltro.forecast.field_state import FieldState, nobody_yet, still_there
from feltro.forecast.record import Runs, blank_day
from feltro.forecast.turnout import draw_turnout
from feltro.forecast.walk import DayWalk
from feltro.hand.games import BY_CODE
from feltro.tournament.sheet import last_level

if TYPE_CHECKING:
    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.course import Course, Ints
    from feltro.forecast.day_rules import Luck
    from feltro.forecast.record import DayRecord
    from feltro.forecast.turnout import Turnout
    from feltro.tournament.sheet import Day, SaleItem, Sheet

NO_LIMIT = 9
"""Times somebody buys again where the sheet sets no limit: nobody does more often, in the model."""
AGAIN = ("reentry", "rebuy")


def play_block(sheet: Sheet, turnout: Turnout, luck: Luck, runs: int) -> Runs:
    """So many tournaments of a sheet, from the first entry to the champion."""
    people = draw_turnout(turnout, luck.assumes, luck.rng, runs)
    first = [day for day in sheet.days if day.is_first] or [sheet.days[0]]
    share = _shared(people, len(first), luck.rng)
    days, met = [], []
    for day, come in zip(first, share, strict=True):
        at = nobody_yet(runs, int(come.max()) + 1)
        days.append(play_day(sheet, day, luck, at, come))
        met.append(at)
    field, nobody = _met(met), np.zeros(runs, dtype=np.int64)
    days += [play_day(sheet, day, luck, field, nobody) for day in sheet.days if day not in first]
    if not any(day.is_last for day in sheet.days):
        days.append(_to_the_end(sheet, luck, field))
    held = np.where(field.left == 1, field.stacks.sum(axis=1), 0)
    people = people - np.sum([day.turned_away for day in days], axis=0)
    return Runs(people, field.again, field.addons, field.chips, held, field.out, days)


def _shared(people: Ints, days: int, rng: np.random.Generator) -> list[Ints]:
    """People by first day, each of whom is as likely on any of them."""
    if days == 1:
        return [people]
    drawn = rng.multinomial(people, [1 / days] * days)
    return [np.asarray(drawn[:, place], dtype=np.int64) for place in range(days)]


def play_day(sheet: Sheet, day: Day, luck: Luck, at: FieldState, people: Ints) -> DayRecord:
    """One day from its first hand; `at` is changed to how it stands in the end."""
    rules = rules_of(sheet, day, luck.assumes)
    late = luck.rng.binomial(people, luck.assumes.late_share if rules.closes > 0 else 0.0)
    most = int((at.left + people).max(initial=0))
    record = blank_day(day.id, at.runs, -(-most // rules.chairs) + 1)
    DayWalk(at, rules, luck, record, Arrivals(people, late)).walk()
    return record


def _to_the_end(sheet: Sheet, luck: Luck, at: FieldState) -> DayRecord:
    """A sheet whose last day has an end of its own: what is left plays on after it, as if the day went on."""
    from msgspec.structs import replace

    last = sheet.days[-1]
    level = (last.until_level or len(sheet.levels)) + 1
    further = replace(last, from_level=level, until_level=None, until_players=None, until_percent=None)
    return play_day(sheet, further, luck, at, np.zeros(at.runs, dtype=np.int64))


def rules_of(sheet: Sheet, day: Day, assumes: Assumptions) -> DayRules:
    """What the sheet says about this day, in minutes of play."""
    course = course_of(sheet, max(1, day.from_level))
    entry = _item(sheet, "entry")
    again = next((item for kind in AGAIN if (item := _item(sheet, kind))), None) if day.is_first else None
    addon = _item(sheet, "addon")
    gifts = sum(item.chips for item in sheet.items if item.given_with_entry)
    until = course.end_of(day.until_level) if day.until_level else np.inf
    return DayRules(
        course=course,
        chairs=sheet.table_size,
        final_chairs=max(sheet.final_table_size, 2),
        pace=_pace(sheet, assumes.slower_game),
        entry_chips=((entry.chips if entry else 0) or sheet.starting_stack) + gifts,
        closes=min(until, course.end_of(sheet.late_registration or 0)) if day.is_first else 0.0,
        again_until=course.end_of(last_level(sheet, again)) if again else 0.0,
        again_limit=_limit(again) if again else 0,
        again_chips=(again.chips or sheet.starting_stack) if again else 0,
        addon_at=_addon_minute(sheet, day, addon, course) if addon else np.inf,
        addon_chips=addon.chips if addon else 0,
        seats=day.seats or 0,
        until=until,
        until_players=day.until_players or 1,
        until_percent=day.until_percent or 0,
    )


def _item(sheet: Sheet, kind: str) -> SaleItem | None:
    return next((item for item in sheet.items if item.kind == kind and not item.members_only), None)


def _limit(item: SaleItem) -> int:
    found = [one for one in (item.limit.per_flight, item.limit.per_person) if one]
    return min(found, default=NO_LIMIT)


def _addon_minute(sheet: Sheet, day: Day, addon: SaleItem, course: Course) -> float:
    level = last_level(sheet, addon)
    until = day.until_level or len(sheet.levels)
    return course.end_of(level) if max(1, day.from_level) <= level <= until else np.inf


def _pace(sheet: Sheet, slower: float) -> float:
    """Of a rotation, the average of its games."""
    games = [BY_CODE[code] for code in sheet.games.codes if code in BY_CODE]
    paces = [1.0 if game.family == "flop" and game.starting_cards == 2 else slower for game in games]
    return sum(paces) / len(paces) if paces else 1.0


def _met(days: list[FieldState]) -> FieldState:
    """Survivors of all first days in one row for each run."""
    if len(days) == 1:
        return days[0]
    together = np.concatenate([np.where(still_there(one), one.stacks, 0) for one in days], axis=1)
    order = np.argsort(together == 0, axis=1, kind="stable")
    stacks = np.take_along_axis(together, order, axis=1)
    left = (stacks > 0).sum(axis=1)
    most = max(1, int(left.max(initial=1)))
    sums = [np.sum([getattr(one, name) for one in days], axis=0) for name in ("chips", "again", "addons", "out")]
    return FieldState(
        np.ascontiguousarray(stacks[:, :most]), np.zeros((len(left), most), dtype=np.int64), left, *sums
    )
