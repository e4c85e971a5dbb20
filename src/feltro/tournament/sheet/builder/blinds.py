"""Blinds that rise from the first level to the last in even steps, on round numbers that the chips can pay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.tournament.sheet.builder.stacks import first_small_blind
from feltro.tournament.sheet.duration import BIG_BLINDS_AT_THE_END
from feltro.tournament.sheet.levels import Level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet.builder.wish import Wish

LENGTHS = (60, 45, 40, 30, 25, 20, 15, 12, 10, 8)
GENTLE = 1.34
"""How much a level is above the one before in a structure that players call good."""
STEEPEST = 1.8
SPARE_LEVELS = 3
PLAY_BETWEEN_BREAKS = 110
ANTE_FROM_LEVEL = 3
FEW_CHIPS = 10
"""A small blind that is not a round number, such as 75, is fine while it takes no more small chips than this."""

ROUND = (10, 12, 15, 16, 20, 25, 30, 40, 50, 60, 80)


@dataclass(frozen=True, slots=True)
class BlindPace:
    minutes: int
    levels: int
    """Until the last hand."""
    step: float
    break_minutes: int


def paces(wish: Wish, smallest: int) -> list[BlindPace]:
    """Lengths of a level with which the tournament may end in time, the gentlest rise first."""
    lengths = (wish.level_minutes,) if wish.level_minutes else LENGTHS
    possible = [found for minutes in lengths if (found := _with_length(wish, minutes, smallest))]
    return sorted(possible, key=lambda one: abs(one.step - GENTLE))


def _with_length(wish: Wish, minutes: int, smallest: int) -> BlindPace | None:
    rest = 15 if wish.hours >= 8 else 10
    total = int(wish.hours * 60)
    breaks = max(0, (total - 30) // (PLAY_BETWEEN_BREAKS + rest))
    return with_levels(wish, minutes, (total - breaks * rest) // minutes, smallest)


def with_levels(wish: Wish, minutes: int, levels: int, smallest: int) -> BlindPace | None:
    """The pace that ends with so many levels; nothing when they are too few to rise by."""
    if levels < 3:
        return None
    first, last = first_big_blind(wish, smallest), wish.chips / BIG_BLINDS_AT_THE_END
    step = max(1.0, last / first) ** (1 / (levels - 1))
    return BlindPace(minutes, levels, step, 15 if wish.hours >= 8 else 10) if step <= STEEPEST else None


def first_big_blind(wish: Wish, smallest: int) -> int:
    """The nearest pair that the smallest chip pays."""
    return 2 * max(smallest, first_small_blind(wish) // smallest * smallest)


def ladder(wish: Wish, chosen: BlindPace, smallest: int) -> list[Level]:
    """One level after another, each the round number nearest to where an even rise would be."""
    wanted = float(first_big_blind(wish, smallest))
    end = wish.chips / BIG_BLINDS_AT_THE_END
    levels: list[Level] = []
    big = 0
    while len(levels) < chosen.levels or big < end:
        big = _next(wanted, big, smallest)
        levels.append(_level(wish, chosen, big, smallest, len(levels) + 1))
        wanted = max(wanted * chosen.step, big + 1)
    for _ in range(SPARE_LEVELS):
        big = _next(big * max(chosen.step, 1.25), big, smallest)
        levels.append(_level(wish, chosen, big, smallest, len(levels) + 1))
    return levels


def _next(wanted: float, above: int, smallest: int) -> int:
    """The round number nearest to what is wanted, above the last one and payable."""
    found = [
        value
        for value in _round_numbers(max(wanted, above) * 3)
        if value > above and value % smallest == 0 and _small_blind(value, smallest)
    ]
    return min(found, key=lambda value: (abs(value - wanted), value))


def _round_numbers(limit: float) -> Iterator[int]:
    scale = 1
    while scale <= limit:
        for mantissa in ROUND:
            if mantissa * scale % 10 == 0:
                yield mantissa * scale // 10
        scale *= 10


def _small_blind(big: int, smallest: int) -> int:
    """Half, or the round number nearest to half: 200 for 300 where the smallest chip is 100."""
    half = big // 2
    if big % (2 * smallest) == 0 and (half in _near(big) or half <= FEW_CHIPS * smallest):
        return half
    found = [value for value in _near(big) if value % smallest == 0 and value < big]
    return min(found, key=lambda value: (abs(2 * value - big), -value), default=0)


def _near(big: int) -> list[int]:
    """Small blinds that people would say beside a big blind: 1.000 or 1.500 with 2.500, never 1.200."""
    half = {big // 2} if big % 2 == 0 else set()
    plain = {value for value in _round_numbers(big) if big <= 3 * value and str(value)[:2] not in {"12", "16"}}
    return sorted(plain | (half & set(_round_numbers(big))))


def _level(wish: Wish, chosen: BlindPace, big: int, smallest: int, number: int) -> Level:
    ante = 0
    if number >= ANTE_FROM_LEVEL and wish.ante_from == "big_blind":
        ante = big
    elif number >= ANTE_FROM_LEVEL and wish.ante_from == "everybody":
        ante = max(smallest, _round_down(big // 8, smallest))
    return Level(minutes=chosen.minutes, small_blind=_small_blind(big, smallest), big_blind=big, ante=ante)


def _round_down(amount: int, smallest: int) -> int:
    return max((value for value in _round_numbers(amount) if value <= amount and value % smallest == 0), default=0)
