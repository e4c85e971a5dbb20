"""The same event otherwise: longer levels, a flight more, re-entries for longer, another stack. Each is a sheet of its own."""

from __future__ import annotations

import string
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace as changed

from feltro.forecast.days import AGAIN
from feltro.tournament.sheet import ChipCount, Limit, last_level

if TYPE_CHECKING:
    from feltro.forecast.study import FieldQuestion
    from feltro.forecast.turnout import Turnout
    from feltro.tournament.sheet import Day, SaleItem, Sheet

LONGEST_LEVEL = 600
LATER = timedelta(days=1)


class WhatIf(NamedTuple):
    """How far each of them goes; nought leaves it out."""

    minutes: int = 5
    """Added to every level; below zero taken away."""
    flights: int = 1
    again_until: int = 8
    stack: int = 0
    """Chips that an entry begins with."""


class Variant(NamedTuple):
    name: str
    values: dict[str, int]
    question: FieldQuestion


def variants(question: FieldQuestion, asked: WhatIf) -> list[Variant]:
    """Those that make another event of it: a stack that it has already is no variant."""
    sheet = question.sheet
    found = []
    if asked.minutes:
        found.append(_of("minutes", asked.minutes, question, longer_levels(sheet, asked.minutes)))
    if asked.flights:
        more = replace(question, turnout=_with_flights(question, asked.flights))
        found.append(_of("flights", asked.flights, more, more_flights(sheet, asked.flights)))
    if asked.again_until:
        found.append(_of("again_until", asked.again_until, question, again_until(sheet, asked.again_until)))
    if asked.stack:
        found.append(_of("stack", asked.stack, question, other_stack(sheet, asked.stack)))
    return [one for one in found if one.question != question]


def _of(name: str, value: int, question: FieldQuestion, sheet: Sheet) -> Variant:
    return Variant(name, {"n": value}, replace(question, sheet=sheet))


def longer_levels(sheet: Sheet, minutes: int) -> Sheet:
    levels = tuple(changed(one, minutes=_within(one.minutes + minutes)) for one in sheet.levels)
    return changed(sheet, levels=levels)


def _within(minutes: int) -> int:
    return min(max(1, minutes), LONGEST_LEVEL)


# A flight more


def _with_flights(question: FieldQuestion, flights: int) -> Turnout:
    """Each brings a part of what the others bring on average: most people come once, whenever that is."""
    first = max(1, sum(day.is_first for day in question.sheet.days))
    gain = 1 + question.assumes.flight_gain * flights / first
    turnout = question.turnout
    stages = tuple(round(one * gain) for one in turnout.stages)
    return replace(turnout, people=turnout.people * gain, stages=stages)


def more_flights(sheet: Sheet, flights: int) -> Sheet:
    """Like the last one, a day later each, and everything after it moves on. An event of one day is cut in two first."""
    sheet = sheet if any(not day.is_first for day in sheet.days) else _cut_in_two(sheet)
    first = [day for day in sheet.days if day.is_first]
    later = [day for day in sheet.days if not day.is_first]
    names = [name for name in (f"1{letter}" for letter in string.ascii_uppercase) if not sheet.day(name)]
    more = [_moved(first[-1], names[place], place + 1) for place in range(flights)]
    days = (*first, *more, *(_moved(day, day.id, flights) for day in later))
    return changed(sheet, days=days)


def _cut_in_two(sheet: Sheet) -> Sheet:
    """After registration has closed and half of the levels, survivors bag and come back a day later."""
    day = sheet.days[0]
    until = max(sheet.late_registration or 0, len(sheet.levels) // 2, 1)
    first = changed(day, id="1A", until_level=until, closes_at=None)
    last = changed(day, id="2", from_level=until + 1, starts_at=day.starts_at + LATER)
    last = changed(last, closes_at=day.closes_at + LATER) if day.closes_at else last
    return changed(sheet, days=(first, last))


def _moved(day: Day, name: str, days: int) -> Day:
    closes = day.closes_at + days * LATER if day.closes_at else None
    return changed(day, id=name, starts_at=day.starts_at + days * LATER, closes_at=closes)


# Re-entries, chips


def again_until(sheet: Sheet, level: int) -> Sheet:
    """Sold until then, once to each where nothing was sold again before."""
    level = min(level, len(sheet.levels))
    again = next((item for kind in AGAIN for item in sheet.items if item.kind == kind), None)
    entry = next((item for item in sheet.items if item.kind == "entry"), None)
    if again is None:
        if entry is None:
            return sheet
        again = changed(entry, id="reentry", kind="reentry", limit=Limit(per_person=1))
    elif last_level(sheet, again) == level:
        return sheet
    again = changed(again, window=changed(again.window, until_level=level))
    others = tuple(item for item in sheet.items if item.id != again.id)
    return changed(sheet, items=(*others, again))


def other_stack(sheet: Sheet, chips: int) -> Sheet:
    """Whatever gives a stack gives this one. Small chips stay as they are; the biggest make up the difference."""
    was = sheet.starting_stack
    if not was or chips == was:
        return sheet
    items = tuple(_rescaled(item, chips, was) for item in sheet.items)
    return changed(sheet, items=items, stack=_stack_of(sheet, chips))


def _rescaled(item: SaleItem, chips: int, was: int) -> SaleItem:
    return changed(item, chips=item.chips * chips // was) if item.chips and item.kind in {"entry", *AGAIN} else item


def _stack_of(sheet: Sheet, chips: int) -> tuple[ChipCount, ...]:
    left, found = chips, []
    rows = sorted(sheet.stack, key=lambda one: one.value)
    for place, one in enumerate(rows):
        last = place == len(rows) - 1
        count = left // one.value if last else min(one.count, left // one.value)
        if count:
            found.append(ChipCount(value=one.value, count=count))
        left -= count * one.value
    return tuple(found) or sheet.stack
