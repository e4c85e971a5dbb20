"""A day that is being played, from where it stands: how many are left, with which chips, and who is still to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feltro.forecast.day_rules import Arrivals, Luck
from feltro.forecast.days import rules_of
from feltro.forecast.field_state import nobody_yet
from feltro.forecast.record import MOMENT, Runs, blank_day
from feltro.forecast.turnout import arrived
from feltro.forecast.walk import DayWalk

if TYPE_CHECKING:
    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.course import Ints
    from feltro.forecast.field_state import FieldState
    from feltro.tournament.sheet import Day, Sheet


@dataclass(frozen=True, slots=True)
class DayStanding:
    """How a day stood when a level of it began."""

    sheet: Sheet
    day: Day
    level: int
    players: int
    chips: int
    people: int
    """Who entered so far, on whatever day."""
    again: int
    addons: int
    to_come: int
    """Who is still expected, while entries are sold."""
    stacks: tuple[int, ...] = ()
    """Counted ones; where nobody counted they are supposed."""


def play_on(standing: DayStanding, assumes: Assumptions, runs: int, seed: int = 1) -> Runs:
    """So many ways in which the day may go on. Minutes are those of the sheet, from the start of the day."""
    rng = np.random.default_rng([seed, standing.level, standing.players])
    rules = rules_of(standing.sheet, standing.day, assumes)
    begins = rules.course.end_of(standing.level - 1) + 2 * MOMENT
    coming = (
        _still_coming(standing, assumes, rng, runs) if begins < rules.closes else np.zeros(runs, dtype=np.int64)
    )
    at = _as_it_stands(standing, assumes, rng, runs, int(coming.max(initial=0)))
    tables = -(-(standing.players + int(coming.max(initial=0))) // rules.chairs) + 1
    record = blank_day(standing.day.id, runs, tables)
    before = (
        arrived(np.ones(1, dtype=np.int64) * 10_000, np.array([begins]), rules.closes, assumes.early_rush)[0]
        / 10_000
    )
    late = np.rint(coming / max(1e-3, 1 - before)).astype(np.int64)
    walk = DayWalk(at, rules, Luck(assumes, rng), record, Arrivals(late, late, begins))
    walk.on.came = np.maximum(late - coming, 0)
    walk.on.entered = np.full(runs, standing.people + standing.again, dtype=np.int64) + coming
    walk.walk()
    people = standing.people + coming - record.turned_away
    held = np.where(at.left == 1, at.stacks.sum(axis=1), 0)
    return Runs(people, standing.again + at.again, standing.addons + at.addons, at.chips, held, at.out, [record])


def _still_coming(standing: DayStanding, assumes: Assumptions, rng: np.random.Generator, runs: int) -> Ints:
    """Around the number that is expected, as far off as turnouts usually are."""
    spread = assumes.turnout_spread
    drawn = standing.to_come * np.exp(rng.standard_normal(runs) * spread - spread * spread / 2)
    return np.asarray(np.rint(drawn), dtype=np.int64)


def _as_it_stands(
    standing: DayStanding, assumes: Assumptions, rng: np.random.Generator, runs: int, more: int
) -> FieldState:
    """Stacks as counted, or spread as they usually are; together they are the chips in play, to the last one."""
    at = nobody_yet(runs, standing.players + more + 1)
    if len(standing.stacks) == standing.players and sum(standing.stacks) == standing.chips:
        stacks = np.tile(np.array(standing.stacks, dtype=np.int64), (runs, 1))
    else:
        stacks = _supposed(standing, assumes.stack_spread, rng, runs)
    at.stacks[:, : standing.players] = stacks
    at.left[:], at.chips[:] = standing.players, standing.chips
    return at


def _supposed(standing: DayStanding, spread: float, rng: np.random.Generator, runs: int) -> Ints:
    weights = np.exp(rng.standard_normal((runs, standing.players)) * spread)
    free = max(0, standing.chips - standing.players)
    stacks = 1 + np.floor(weights / weights.sum(axis=1, keepdims=True) * free).astype(np.int64)
    stacks[:, 0] += standing.chips - stacks.sum(axis=1)
    return np.asarray(stacks, dtype=np.int64)
