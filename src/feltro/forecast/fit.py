"""The model's numbers as a house's own events tell them, and how well they would have foretold each of these events.

What can be counted (latecomers, re-entries, add-ons, hands) is counted; a few imaginary ones of the general assumption
are mixed in, so that one small evening does not decide everything. How readily chips go in (`all_in_below`) cannot be
seen: for each event it is the value with which the model plays as many player minutes as were played.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.forecast.assumptions import assumed, known, usual
from feltro.forecast.figures import band
from feltro.forecast.past import by_level, empty_chairs, player_minutes
from feltro.forecast.study import FieldQuestion, blocks, one_by_one
from feltro.forecast.turnout import Turnout

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.figures import Spread
    from feltro.forecast.past import PastEvent
    from feltro.forecast.record import Runs

RUNS = 60
STEPS = 5
PEOPLE_BEHIND = 20
"""Imaginary people of the general assumption behind each counted share."""
EVENTS_BEHIND = 0.5
"""Of an imaginary event of the general assumption behind what is averaged over events."""
FEWEST_HANDS = 50
FEWEST_TURNOUTS = 3


class EventFit(NamedTuple):
    """What one event tells by itself."""

    past: PastEvent
    all_in_below: float
    hands_per_hour: float
    """Nought: nobody counted hands."""


class BackTest(NamedTuple):
    """One event, foretold from all the others and from how many came."""

    name: str
    end: Spread
    real_end: float
    levels: tuple[tuple[Spread, int], ...]
    """For each level: players foretold, and players there were."""

    @property
    def off_minutes(self) -> float:
        return self.end.p50 - self.real_end

    @property
    def within(self) -> bool:
        """Between the tenths: so it should be eight times in ten."""
        return self.end.p10 <= self.real_end <= self.end.p90

    @property
    def levels_within(self) -> float:
        """Part of the levels in which as many were left as the tenths say."""
        return sum(one.p10 <= real <= one.p90 for one, real in self.levels) / max(1, len(self.levels))


@dataclass(frozen=True, slots=True)
class Calibration:
    """The numbers to go by, how many events are behind them, and how they would have done."""

    assumes: Assumptions
    events: tuple[EventFit, ...] = ()
    tests: tuple[BackTest, ...] = ()

    @property
    def off_minutes(self) -> float:
        """How far the middle was from the real end, in the middle event."""
        return float(np.median([abs(one.off_minutes) for one in self.tests])) if self.tests else 0.0

    @property
    def within(self) -> int:
        return sum(one.within for one in self.tests)


def uncalibrated() -> Calibration:
    return Calibration(usual())


def fit_event(past: PastEvent) -> EventFit:
    """Takes as long as a few small studies; an event that is over never has to be fitted again."""
    counted = past.hands >= FEWEST_HANDS and past.hand_minutes > 0
    pace = 0.0
    if counted:
        faster = 1 + usual().empty_chair_gain * empty_chairs(past)
        pace = past.hands / past.hand_minutes * 60 / faster
    mine = _own_numbers(past, pace)
    real = float(player_minutes(past.sheet, np.array([past.players]))[0])
    return EventFit(past, _bisected(lambda value: _minutes(past, mine, value), real), pace)


def _own_numbers(past: PastEvent, pace: float) -> Assumptions:
    own = {
        "late_share": past.late / max(1, past.people),
        "again_share": past.again / past.again_chances if past.again_chances else usual().again_share,
        "addon_share": past.addons / past.addon_chances if past.addon_chances else usual().addon_share,
    }
    return assumed(own | ({"hands_per_hour": pace} if pace else {}))


def _minutes(past: PastEvent, mine: Assumptions, all_in_below: float) -> float:
    runs = replayed(past, replace(mine, all_in_below=all_in_below))
    return float(player_minutes(past.sheet, by_level(runs)).mean())


def replayed(past: PastEvent, assumes: Assumptions, runs: int = RUNS) -> Runs:
    """The same sheet with the people who came."""
    return one_by_one(blocks(FieldQuestion(past.sheet, Turnout(past.people, 0.0), assumes), runs))


def _bisected(minutes: Callable[[float], float], real: float) -> float:
    """The readier chips go in, the fewer minutes are played: halved between the bounds, on a scale of ratios."""
    line = known()["all_in_below"]
    low, high = math.log(line.least), math.log(line.most)
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if minutes(math.exp(middle)) > real else (low, middle)
    return math.exp((low + high) / 2)


def combined(fits: Sequence[EventFit]) -> Assumptions:
    """Of all events together."""
    if not fits:
        return usual()
    pasts = [one.past for one in fits]
    found = {
        "late_share": _share("late_share", [(one.late, one.people) for one in pasts]),
        "again_share": _share("again_share", [(one.again, one.again_chances) for one in pasts]),
        "addon_share": _share("addon_share", [(one.addons, one.addon_chances) for one in pasts]),
        "all_in_below": _mean("all_in_below", [one.all_in_below for one in fits]),
        "hands_per_hour": _mean("hands_per_hour", [one.hands_per_hour for one in fits if one.hands_per_hour]),
    }
    off = [math.log(one.people / one.expected) for one in pasts if one.expected]
    if len(off) >= FEWEST_TURNOUTS:
        found["turnout_spread"] = float(np.std(off, ddof=1))
    return assumed(found)


def _share(name: str, counted: Sequence[tuple[int, int]]) -> float:
    part, whole = sum(one for one, _ in counted), sum(of for _, of in counted)
    return (part + known()[name].value * PEOPLE_BEHIND) / (whole + PEOPLE_BEHIND)


def _mean(name: str, values: Sequence[float]) -> float:
    if not values:
        return known()[name].value
    behind = math.log(known()[name].value) * EVENTS_BEHIND
    return math.exp((behind + sum(math.log(one) for one in values)) / (len(values) + EVENTS_BEHIND))


def calibrated(fits: Sequence[EventFit]) -> Calibration:
    """With two events or more each is foretold from the others."""
    tests = [_tested(one, [other for other in fits if other is not one]) for one in fits] if len(fits) > 1 else []
    return Calibration(combined(fits), tuple(fits), tuple(tests))


def _tested(one: EventFit, others: Sequence[EventFit]) -> BackTest:
    past = one.past
    runs = replayed(past, combined(others))
    players = by_level(runs)
    levels = tuple((band(players[:, place]), real) for place, real in enumerate(past.players))
    return BackTest(past.name, band(runs.last_day.ended), past.end_minutes, levels)
