"""Chips by value against the set of the house, and when a value can leave the tables."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.forecast.figures import band

if TYPE_CHECKING:
    from feltro.forecast.figures import Spread
    from feltro.forecast.record import Runs
    from feltro.tournament.sheet import Level, Sheet


class ChipRow(NamedTuple):
    value: int
    needed: Spread
    """Pieces on the tables of the fullest day, if every entry brings a starting stack."""
    owned: int | None

    @property
    def missing(self) -> int:
        """For nine fields in ten."""
        return max(0, self.needed.p90 - self.owned) if self.owned is not None else 0


class ColourUp(NamedTuple):
    value: int
    after_level: int
    announced: bool
    """The sheet says so itself; else it is the first level after which no blind or ante needs it."""


class ChipBox(NamedTuple):
    total: Spread
    rows: tuple[ChipRow, ...]
    races: tuple[ColourUp, ...]


def chip_box(sheet: Sheet, runs: Runs) -> ChipBox:
    first = max(1, sum(day.is_first for day in sheet.days))
    stacks = np.ceil(runs.entries / first)
    owned = {chip.value: chip.count for chip in sheet.chip_set}
    rows = [
        ChipRow(chip.value, band(stacks * chip.count), owned.get(chip.value, 0) if owned else None)
        for chip in sorted(sheet.stack, key=lambda chip: chip.value)
    ]
    return ChipBox(band(runs.issued), tuple(rows), tuple(_races(sheet)))


def _races(sheet: Sheet) -> list[ColourUp]:
    said = {value: number for number, level in enumerate(sheet.levels, 1) for value in level.colour_up}
    values = sorted(chip.value for chip in sheet.stack)
    found = []
    for value, bigger in itertools.pairwise(values):
        last = max((number for number, level in enumerate(sheet.levels, 1) if _needs(level, bigger)), default=0)
        after = said.get(value, last)
        if 0 < after < len(sheet.levels):
            found.append(ColourUp(value, after, value in said))
    return found


def _needs(level: Level, bigger: int) -> bool:
    """Whether what is posted in a level cannot be paid with bigger chips alone."""
    posted = (level.small_blind, level.big_blind, level.ante, level.stud_ante, level.bring_in, level.small_bet)
    return any(one % bigger for one in posted)
