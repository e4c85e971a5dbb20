"""One hand at every table of every run: who loses how much to whom.

Either of two players of a table wins with the same chance: nobody's stack is expected to grow or shrink, whatever its size, and
no chip is lost. A step of a walk is short, and mostly the asking for it, so whatever is the same at every table of a run is
looked up once for the run, and chance is drawn for many hands ahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.course import Course, Floats, Ints
    from feltro.forecast.day_rules import DayRules, Luck
    from feltro.forecast.field_state import RunsOn

AHEAD = 2048
"""Hands for which chance is drawn at once, at the least."""


class Seating(NamedTuple):
    """By how many are left: looked up in every step in the place of being worked out."""

    tables: Ints
    """None for one player who waits for others."""
    minutes: Floats
    """That a hand takes."""
    shape: Floats
    """Tables once more, players at every one of them, and how many tables have one more."""

    @staticmethod
    def of(rules: DayRules, assumes: Assumptions, most: int) -> Seating:
        left = np.arange(most + 1)
        tables = np.where(left <= rules.final_chairs, 1, -(-left // rules.chairs))
        tables[:2] = 0
        some = np.maximum(tables, 1)
        empty = np.maximum(0.0, rules.chairs - left / some)
        pace = assumes.hands_per_hour * rules.pace * (1 + assumes.empty_chair_gain * empty)
        return Seating(tables, 60 / pace, np.array([tables, left // some, left % some], dtype=np.float64))


def stakes_of(course: Course, assumes: Assumptions) -> Floats:
    """By level: a usual pot, the stack from which everything goes in, and what a hand costs without one."""
    size = course.size.astype(np.float64)
    return np.array([size * assumes.pot, size * assumes.all_in_below, course.posted])


class Chances:
    """Drawn for many hands at once, a column for each. Who wins and who loses, as parts of a table; how large a pot is against a
    usual one; from how many times the usual stack on nobody puts everything in; and whether only blinds and ante change owners,
    which leaves no pot and nobody to put everything in."""

    def __init__(self, luck: Luck) -> None:
        self.assumes, self.rng = luck.assumes, luck.rng
        self.ahead, self.used = np.empty((5, 0)), 0

    def of(self, count: int) -> Floats:
        first, self.used = self.used, self.used + count
        if self.used > self.ahead.shape[1]:
            self.ahead = self._draw(max(count, AHEAD))
            first, self.used = 0, count
        return self.ahead[:, first : self.used]

    def _draw(self, count: int) -> Floats:
        a = self.assumes
        winner, loser, kind, everything = self.rng.random((4, count))
        played = kind >= a.steal
        pot = np.exp(self.rng.standard_normal(count) * a.pot_spread) * played
        reach = (1 - everything) ** (-1 / a.all_in_decay) * played
        return np.array([winner, loser, pot, reach, ~played])


class TableHands:
    """What a day's hands are played by."""

    def __init__(self, rules: DayRules, luck: Luck, most: int) -> None:
        self.seating = Seating.of(rules, luck.assumes, most)
        self.stakes = stakes_of(rules.course, luck.assumes)
        self.chances = Chances(luck)

    def play(self, stacks: Ints, on: RunsOn, tables: Ints) -> tuple[Ints, Ints]:
        """Where those sit who lost everything, counted through `stacks`, and of which of the runs they are."""
        ends = tables.cumsum()
        count = int(ends[-1])
        before = ends - tables
        of_runs = np.empty((7, len(tables)))
        of_runs[:3] = self.seating.shape.take(on.left, axis=1)
        of_runs[2] += before
        of_runs[3] = on.rows - before
        of_runs[4:] = self.stakes.take(on.level, axis=1)
        many, each, over, start, *stakes = of_runs.repeat(tables, axis=1)
        chance, number = self.chances.of(count), np.arange(count, dtype=np.float64)
        seated = (number < over) + each
        wins = np.floor(chance[0] * seated)
        seated -= 1
        loses = np.floor(chance[1] * seated)
        loses += loses >= wins
        start += number
        wins *= many
        wins += start
        loses *= many
        loses += start
        winner, loser = wins.astype(np.int64), loses.astype(np.int64)
        won, held = stacks[winner], stacks[loser]
        lost = _lost(np.minimum(won, held), stakes, chance[2:])
        won += lost
        held -= lost
        stacks[winner], stacks[loser] = won, held
        broke = (held == 0).nonzero()[0]
        return loser[broke], ends.searchsorted(broke, side="right")


def _lost(most: Ints, stakes: list[Floats], chance: Floats) -> Ints:
    """The blinds, a pot of a few big blinds, or all that the shorter one has: the likelier the shorter."""
    pot, deep, posted = stakes
    pot_drawn, reach, blinds = chance
    pot *= pot_drawn
    deep *= reach
    posted *= blinds
    pot += posted
    np.copyto(pot, most, where=most < deep)
    return np.minimum(np.maximum(pot.astype(np.int64), 1), most)
