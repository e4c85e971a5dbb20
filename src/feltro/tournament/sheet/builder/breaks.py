"""Breaks at even distances, and in them the chips that nothing needs any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.tournament.sheet.builder.blinds import PLAY_BETWEEN_BREAKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.tournament.sheet.builder.blinds import BlindPace
    from feltro.tournament.sheet.builder.wish import Wish
    from feltro.tournament.sheet.levels import Level

CHIP_RACE_MINUTES = 5
PATIENCE = 4
"""Levels that a useless chip may wait for the next break before it gets a short one of its own."""


def with_breaks(wish: Wish, levels: list[Level], chosen: BlindPace) -> tuple[Level, ...]:
    every = max(1, round(PLAY_BETWEEN_BREAKS / chosen.minutes))
    pauses = dict.fromkeys(range(every, len(levels), every), chosen.break_minutes)
    leaving = _leaving(wish, levels, pauses)
    return tuple(
        msgspec.structs.replace(
            level,
            break_minutes=pauses.get(number, 0),
            colour_up=tuple(sorted(chip for chip, at in leaving.items() if at == number)),
        )
        for number, level in enumerate(levels, 1)
    )


def _leaving(wish: Wish, levels: Sequence[Level], pauses: dict[int, int]) -> dict[int, int]:
    """When each chip leaves, the smallest first; a pause is added where the next one is too far."""
    values = [value for value in wish.values if value >= _smallest_needed(wish, levels)]
    owned = {chip.value: chip.value * chip.count for chip in wish.chip_set}
    leaving: dict[int, int] = {}
    earliest = 1
    for place, chip in enumerate(values[:-1]):
        bigger = values[place + 1]
        last = max((number for number, level in enumerate(levels, 1) if _needs(level, bigger)), default=0)
        at = _pause_from(max(last, earliest), len(levels), pauses)
        if at is None or sum(owned[value] for value in values[place + 1 :]) < wish.chips:
            break
        leaving[chip] = earliest = at
    return leaving


def _smallest_needed(wish: Wish, levels: Sequence[Level]) -> int:
    """The biggest chip that pays everything alone: smaller ones never come to the tables."""
    return max(value for value in wish.values if not any(_needs(level, value) for level in levels))


def _pause_from(level: int, levels: int, pauses: dict[int, int]) -> int | None:
    if level >= levels - 1:
        return None
    soon = [at for at in pauses if level <= at <= level + PATIENCE]
    if soon:
        return min(soon)
    at = min(level + 2, levels - 1)
    pauses[at] = CHIP_RACE_MINUTES
    return at


def _needs(level: Level, bigger: int) -> bool:
    return any(amount % bigger for amount in (level.small_blind, level.big_blind, level.ante))
