"""Deals of the cards that are still to come: all of them, or some drawn with the caller's chance.

One row for each card and one column for each deal, as `batch.py` wants them.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Whole = NDArray[np.integer]

# Deals at a time: few enough for their columns to stay in the processor's cache.
BATCH = 1 << 16


def ways(left: int, missing: Sequence[int]) -> int:
    """How many deals there are when each place in turn gets so many of the cards left."""
    total = 1
    for cards in missing:
        total *= comb(left, cards)
        left -= cards
    return total


def every_deal(left: Sequence[int], missing: Sequence[int]) -> Iterator[Whole]:
    """All deals, in batches: the first place's cards, then each other place's from what is left."""
    cards = np.array(left, dtype=np.int8)
    # A place that lacks nothing gives no choice to cut into batches.
    first, *others = [size for size in missing if size] or [0]
    start = choices(len(cards), first)
    step = max(1, BATCH * start.shape[1] // ways(len(cards), missing))
    for begin in range(0, start.shape[1], step):
        places = start[:, begin : begin + step]
        for more in others:
            places = _then_choose(places, len(cards), more)
        yield cards[places]


def random_deals(left: Sequence[int], missing: int, chance: np.random.Generator, deals: int) -> Whole:
    """Shuffle as many cards as are missing to the front, in all deals at once."""
    deck = np.repeat(np.array(left, dtype=np.int8)[:, np.newaxis], deals, axis=1)
    columns = np.arange(deals)
    for place in range(missing):
        chosen = chance.integers(place, len(deck), deals)
        card = deck[chosen, columns]
        deck[chosen, columns] = deck[place]
        deck[place] = card
    return deck[:missing]


def choices(total: int, size: int) -> Whole:
    """Every way to choose `size` of `total` places, one column each, in rising order."""
    chosen: Whole = np.zeros((0, 1), dtype=np.int8)
    last: Whole = np.array([-1])
    for _ in range(size):
        follow = total - 1 - last
        began = np.cumsum(follow) - follow
        last = np.arange(follow.sum()) - np.repeat(began - last - 1, follow)
        chosen = np.concatenate([np.repeat(chosen, follow, axis=1), last[np.newaxis].astype(np.int8)])
    return chosen


def _then_choose(taken: Whole, total: int, size: int) -> Whole:
    """For each column of taken places, every way to choose `size` more."""
    if not size:
        return taken
    more = choices(total - len(taken), size)
    before = np.repeat(taken, more.shape[1], axis=1)
    after = np.tile(more, taken.shape[1])
    # Places were counted without the taken ones: step over those, the lowest first.
    for place in np.sort(before, axis=0):
        after += after >= place
    return np.concatenate([before, after])
