"""Many runs in blocks. Each block has a seed of its own, so that the figures are the same on one core, on all, or on many machines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feltro.forecast.day_rules import Luck
from feltro.forecast.days import play_block
from feltro.forecast.record import Runs, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.turnout import Turnout
    from feltro.tournament.sheet import Sheet

BLOCK = 250
"""Tournaments that are walked through side by side."""


@dataclass(frozen=True, slots=True)
class FieldQuestion:
    """What is asked of the model. Equal questions have equal answers."""

    sheet: Sheet
    turnout: Turnout
    assumes: Assumptions
    seed: int = 1


@dataclass(frozen=True, slots=True)
class RunBlock:
    """A part of the work that needs nothing of the others."""

    question: FieldQuestion
    number: int
    runs: int

    def play(self) -> Runs:
        rng = np.random.default_rng([self.question.seed, self.number])
        asked = self.question
        return play_block(asked.sheet, asked.turnout, Luck(asked.assumes, rng), self.runs)


def blocks(question: FieldQuestion, runs: int) -> Iterator[RunBlock]:
    for number, first in enumerate(range(0, runs, BLOCK)):
        yield RunBlock(question, number, min(BLOCK, runs - first))


def one_by_one(work: Iterable[RunBlock], each: Callable[[int], None] | None = None) -> Runs:
    """All blocks in this process; `each` hears how many runs are done."""
    parts, done = [], 0
    for block in work:
        parts.append(block.play())
        done += block.runs
        if each:
            each(done)
    return joined(parts)
