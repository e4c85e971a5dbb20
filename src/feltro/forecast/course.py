"""The levels of a sheet as arithmetic: when each begins, what an orbit costs in it, and how it goes on after the last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from feltro.tournament.sheet.duration import size_of

if TYPE_CHECKING:
    from feltro.tournament.sheet import Level, Sheet

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

FURTHER = 60
"""Levels that a director would add when the sheet runs out of them, at the most."""
GROWTH = 1.35
"""How much each of those asks more than the one before."""
BEGUN = 1e-9
"""Minutes by which arithmetic may miss the beginning of a level."""


@dataclass(frozen=True, slots=True)
class Course:
    """One day's levels in minutes of play from its start; breaks are counted apart."""

    first: int
    """The number of the first level."""
    minutes: Ints
    begins: Floats
    """Minutes of play before each level, and the end of the last one."""
    rests: Floats
    """Minutes of breaks before each level."""
    size: Ints
    """The big blind, or what stands for it."""
    posted: Ints
    """What a full round of a table's players puts in, each hand of it: blinds and antes."""
    printed: int
    """Levels that the sheet has; what follows was supposed."""

    def level_at(self, played: Floats) -> Ints:
        """The place of the level, from 0, after so many minutes of play."""
        return self.begins[1:-1].searchsorted(played + BEGUN, side="right")

    def passed(self, played: Floats) -> Floats:
        """Minutes on the wall's clock after so many of play."""
        return np.asarray(played + self.rests[self.level_at(played)], dtype=np.float64)

    def end_of(self, number: int) -> float:
        """Minutes of play until the level of this number ends."""
        return float(self.begins[min(max(number - self.first + 1, 0), len(self.minutes))])


def course_of(sheet: Sheet, first: int = 1) -> Course:
    """From a level on, and further ones of the last length, for whatever day has to be played to its end."""
    levels = sheet.levels[first - 1 :] or sheet.levels[-1:]
    sizes = [max(1, size_of(level)) for level in levels]
    posted = [_posted(level, sheet) for level in levels]
    minutes = [level.minutes for level in levels]
    rests = [level.break_minutes for level in levels]
    for _ in range(FURTHER):
        sizes.append(round(sizes[-1] * GROWTH))
        posted.append(round(posted[-1] * GROWTH))
        minutes.append(minutes[-1])
        rests.append(0)
    return Course(
        first=first,
        minutes=np.array(minutes, dtype=np.int64),
        begins=np.concatenate(([0.0], np.cumsum(minutes, dtype=np.float64))),
        rests=np.concatenate(([0.0], np.cumsum(rests[:-1], dtype=np.float64))),
        size=np.array(sizes, dtype=np.int64),
        posted=np.array(posted, dtype=np.int64),
        printed=len(levels),
    )


def _posted(level: Level, sheet: Sheet) -> int:
    if level.big_blind:
        payers = {"nobody": 0, "everybody": sheet.table_size}.get(sheet.ante_from, 1)
        return level.small_blind + level.big_blind + level.ante * payers
    return max(1, level.stud_ante * sheet.table_size + level.bring_in)
