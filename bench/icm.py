"""What a stack is worth: a final table against PokerKit, a field against the table of all sets, a large field by
the clock. The error of integrating is part of each line."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import numpy as np
from pokerkit import calculate_icm

from bench.row import Row, per_second
from feltro.procedures.icm import equities, error

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TURNS = 3
SETS = 20
"""Players of the table of all sets, which doubles with each of them."""


def rows(seconds: float) -> Iterator[Row]:
    stacks, prizes = field(9, 9)
    yield Row(
        "ICM, 9 players, 9 paid",
        "deals/s",
        per_second(lambda count: [equities(stacks, prizes) for _ in range(count)], seconds),
        1 / best(lambda: calculate_icm(prizes, stacks)),
        "PokerKit",
        500,
    )
    yield timed(100, 15, best(lambda: all_sets(*field(SETS, 15))), f"all sets of {SETS}")
    yield timed(1000, 150, 1.0, "one second")


def timed(players: int, paid: int, peer: float, name: str) -> Row:
    stacks, prizes = field(players, paid)
    what = f"ICM, {players} players, {paid} paid, error {error(stacks, prizes):.0e}"
    return Row(
        what, "ms", best(lambda: equities(stacks, prizes)) * 1000, peer * 1000, name, 1, smaller_is_better=True
    )


def best(run: Callable[[], object]) -> float:
    """Seconds of the fastest of a few turns."""
    took = []
    for _ in range(TURNS):
        began = time.perf_counter()
        run()
        took.append(time.perf_counter() - began)
    return min(took)


def field(players: int, paid: int) -> tuple[list[int], list[int]]:
    chance = random.Random(players)
    stacks = [1 + int(chance.lognormvariate(10, 0.9)) for _ in range(players)]
    return stacks, [round(10_000_000 * place**-0.85) for place in range(1, paid + 1)]


def all_sets(stacks: list[int], prizes: list[int]) -> list[float]:
    """The usual exact way: the chance of every set of finishers, 2^n of them, a size of set at a time."""
    sets = np.arange(1 << len(stacks))
    bits = [sets >> player & 1 for player in range(len(stacks))]
    sizes = np.sum(bits, axis=0)
    left = sum(stacks) - np.sum([bit * stack for bit, stack in zip(bits, stacks, strict=True)], axis=0)
    chance = np.zeros(len(sets))
    chance[0] = 1.0
    worth = [0.0] * len(stacks)
    for size, prize in enumerate(prizes):
        ahead = sets[sizes == size]
        for player, stack in enumerate(stacks):
            those = ahead[bits[player][ahead] == 0]
            next_in = chance[those] * stack / left[those]
            worth[player] += float(next_in.sum()) * prize
            chance[those | 1 << player] += next_in
    return worth
