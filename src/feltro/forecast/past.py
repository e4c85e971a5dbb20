"""What one event of the past came to, in the numbers that the model speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feltro.forecast.course import course_of

if TYPE_CHECKING:
    from feltro.forecast.course import Floats, Ints
    from feltro.forecast.record import Runs
    from feltro.tournament.sheet import Sheet


@dataclass(frozen=True, slots=True)
class PastEvent:
    """Counted, not supposed. What nobody counted is nought."""

    name: str
    sheet: Sheet
    people: int
    late: int
    """Of them, those who came after the start."""
    again: int
    again_chances: int
    """Times somebody went out while the sheet sold again."""
    addons: int
    addon_chances: int
    players: tuple[int, ...]
    """At the start of each level, from the first; flights together."""
    end_minutes: float
    """From the start of the last day to the last elimination, breaks and pauses included."""
    hands: int = 0
    hand_minutes: float = 0.0
    """Minutes that these hands took, at their tables, without breaks."""
    expected: int = 0
    """Entries that the sheet expected."""


def player_minutes(sheet: Sheet, players: Ints) -> Floats:
    """Minutes of play by all players together: of all figures of an evening the one that chance moves least.

    `players` are rows, by the number of the level from 1 on.
    """
    minutes = course_of(sheet).minutes[: players.shape[1]]
    return np.asarray(players[:, : len(minutes)] @ minutes, dtype=np.float64)


def by_level(runs: Runs) -> Ints:
    """Players at the start of each level from 1 on, flights together."""
    return np.asarray(np.sum([day.players for day in runs.days], axis=0)[:, 1:], dtype=np.int64)


def empty_chairs(past: PastEvent) -> float:
    """At the average table of the evening."""
    chairs = past.sheet.table_size
    found = [chairs - left / -(-left // chairs) for left in past.players if left > 1]
    return sum(found) / len(found) if found else 0.0
