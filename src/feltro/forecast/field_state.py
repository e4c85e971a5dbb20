"""Every run of many as it stands: a row of stacks for each, and whoever is out taken from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from feltro.forecast.course import Flags, Ints


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


def take_out(at: FieldState, places: Ints) -> None:
    """Players behind the end of the shortened row take the chairs that are free before it; whoever is out has no chips."""
    stacks, bought, width = at.stacks.reshape(-1), at.bought.reshape(-1), at.stacks.shape[1]
    places = np.sort(places)
    rows = places // width
    at.left -= np.bincount(rows, minlength=at.runs)
    end = rows * width + at.left[rows]
    behind = end + np.arange(len(rows)) - rows.searchsorted(rows)
    to, of = places[places < end], behind[stacks[behind] > 0]
    stacks[to], bought[to] = stacks[of], bought[of]
    stacks[behind] = 0


def still_there(at: FieldState) -> Flags:
    return np.asarray(np.arange(at.stacks.shape[1]) < at.left[:, None])
