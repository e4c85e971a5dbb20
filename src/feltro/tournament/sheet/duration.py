"""How long it lasts: the hours of a day, and the level in which the last hand is to be expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.instants import minutes_after

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from feltro.tournament.sheet.levels import Day, Level
    from feltro.tournament.sheet.structure import Sheet

BIG_BLINDS_AT_THE_END = 20
"""A tournament rarely goes on when there are fewer big blinds than this on all tables together."""


def chips_in_play(sheet: Sheet, entries: int) -> int:
    """With the stack of the entry itself and what is given with it."""
    gifts = sum(item.chips for item in sheet.items if item.given_with_entry)
    return entries * (sheet.starting_stack + gifts)


def stacks_at_once(sheet: Sheet, entries: int) -> int:
    """Every entry takes a stack off the shelf; of several first days, those in play at once."""
    return -(-entries // max(1, sum(day.is_first for day in sheet.days)))


def size_of(level: Level) -> int:
    """A level in big blinds; where the bets are fixed, in half of the big bet."""
    return level.big_blind or level.big_bet // 2


def last_level_expected(levels: Sequence[Level], chips: int) -> int | None:
    """The first level with so few big blinds left that it ends; nothing when the levels run out before."""
    for number, level in enumerate(levels, 1):
        if size_of(level) * BIG_BLINDS_AT_THE_END >= chips:
            return number
    return None


def minutes_between(levels: Sequence[Level], first: int, last: int) -> int:
    """From the start of a level to the end of another, breaks between them included."""
    played = levels[first - 1 : last]
    return sum(level.minutes + level.break_minutes for level in played) - (
        played[-1].break_minutes if played else 0
    )


def day_ends(sheet: Sheet, day: Day) -> datetime | None:
    """When a day ends if all goes as expected; nothing when the sheet gives no means to tell."""
    last = day.until_level
    if last is None and sheet.expected_entries:
        last = last_level_expected(sheet.levels, chips_in_play(sheet, sheet.expected_entries))
    if last is None:
        return None
    return minutes_after(day.starts_at, minutes_between(sheet.levels, day.from_level, last), sheet.zone)
