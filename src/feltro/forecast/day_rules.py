"""What a day is played by: its rules in minutes of play, what is assumed, and who comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.course import Course, Ints


@dataclass(frozen=True, slots=True)
class DayRules:
    """What a day is played by. Minutes are minutes of play."""

    course: Course
    chairs: int
    final_chairs: int
    pace: float = 1.0
    entry_chips: int = 0
    closes: float = 0.0
    """Entries are sold until then."""
    again_until: float = 0.0
    again_limit: int = 0
    again_chips: int = 0
    addon_at: float = np.inf
    addon_chips: int = 0
    seats: int = 0
    """Who comes when they are taken waits; nought: everybody finds one."""
    until: float = np.inf
    until_players: int = 1
    until_percent: int = 0


class Luck(NamedTuple):
    """What is assumed, and the chance that is left."""

    assumes: Assumptions
    rng: np.random.Generator


class Arrivals(NamedTuple):
    """People of a day in each run, those of them who come after its start, and the minute of play at which it is taken up."""

    people: Ints
    late: Ints
    begins: float = 0.0
