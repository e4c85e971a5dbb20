"""How many come, and when: an expected number with its spread, or what came to the last stages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.course import Floats, Ints

FEWEST = 2
MOST = 20_000


@dataclass(frozen=True, slots=True)
class Turnout:
    """`people` who enter for the first time; re-entries come on top."""

    people: float
    spread: float | None = None
    """Deviation as a part of it; nothing: as assumed. Nought: exactly so many."""
    stages: tuple[int, ...] = ()
    """What came to the last stages: each as likely again, with the spread around it, in the place of a number."""


def draw_turnout(turnout: Turnout, assumes: Assumptions, rng: np.random.Generator, runs: int) -> Ints:
    """People of each run."""
    spread = assumes.turnout_spread if turnout.spread is None else turnout.spread
    expected = rng.choice(np.array(turnout.stages), runs) if turnout.stages else np.full(runs, turnout.people)
    drawn = expected * np.exp(rng.standard_normal(runs) * spread - spread * spread / 2)
    return np.asarray(np.clip(np.rint(drawn), FEWEST, MOST), dtype=np.int64)


def arrived(latecomers: Ints, played: Floats, closes: float, rush: float) -> Ints:
    """How many of the latecomers are there after so many minutes of play: fast at first, all of them at the end."""
    if closes <= 0:
        return latecomers
    part = 1 - (1 - np.minimum(played / closes, 1.0)) ** rush
    return np.asarray(np.floor(latecomers * part + 1e-9), dtype=np.int64)
