"""Every run of many as it stands: a row of stacks for each, and whoever is out taken from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from feltro.forecast.course import Flags, Floats, Ints


@dataclass(slots=True)
class FieldState:
    """Every run as it stands: a row of stacks for each, the first `left` of them still in."""

    stacks: Ints
    bought: Ints
    """How often the player on that chair has bought again."""
    left: Ints
    chips: Ints
    again: Ints
    addons: Ints
    out: Ints

    @property
    def runs(self) -> int:
        return len(self.left)


def nobody_yet(runs: int, room: int) -> FieldState:
    """An empty room with chairs for so many."""
    zeros = [np.zeros(runs, dtype=np.int64) for _ in range(5)]
    return FieldState(np.zeros((runs, room), dtype=np.int64), np.zeros((runs, room), dtype=np.int64), *zeros)


@dataclass(slots=True)
class RunsOn:
    """The runs whose day is not over, side by side: a hand asks a dozen things of each, and of no other. Numbers that
    are written down before a hand are never changed in their place."""

    runs: Ints
    """Which of all they are."""
    rows: Ints
    """Where the row of each begins, counted through the rows of all runs, one after the other."""
    left: Ints
    chips: Ints
    again: Ints
    addons: Ints
    out: Ints
    late: Ints
    """Latecomers, and those of them who came."""
    came: Ints
    waiting: Ints
    entered: Ints
    played: Floats
    level: Ints
    next_level: Floats
    """Minutes of play at which it begins."""
    addon_due: Flags

    def leave(self, over: Flags, at: FieldState) -> None:
        """Those that are over go, and how they stand is kept."""
        for name in _KEPT:
            getattr(at, name)[self.runs[over]] = getattr(self, name)[over]
        on = ~over
        for name in self.__slots__:
            setattr(self, name, getattr(self, name)[on])


_KEPT = ("left", "chips", "again", "addons", "out")


def take_out(at: FieldState, on: RunsOn, places: Ints, which: Ints) -> None:
    """Players behind the end of a row that has become shorter take the chairs that are free before it; whoever is out has no chips. `places`
    count as rows do, `which` says of which of the runs that are on."""
    stacks, bought = at.stacks.reshape(-1), at.bought.reshape(-1)
    places.sort()
    end = (on.rows + on.left)[which]
    behind = end + np.arange(len(which)) - which.searchsorted(which)
    to, of = places[places < end], behind[stacks[behind] > 0]
    stacks[to], bought[to] = stacks[of], bought[of]
    stacks[behind] = 0


def still_there(at: FieldState) -> Flags:
    return np.asarray(np.arange(at.stacks.shape[1]) < at.left[:, None])
