"""What each stack is worth in prize money: the independent chip model of Malmuth and Harville.

A player is first with probability stack / chips in play, second by the same rule among the others, and so on.
Few players are counted over all sets of finishers. Many are integrated: give each player an exponential
time with the stack as its rate, and the order of the times is the order of finish. Every term of either sum
is positive, so that nothing cancels.
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

COUNTED = 9
"""Up to so many players every set of finishers is counted."""

NODES = 160
NODES_OF_A_LARGE_FIELD = 320
LARGE_FIELD = 1000

CHUNK = 2_000_000
"""Numbers held at once while integrating: 16 MB."""

NOTHING = 40.0
"""exp(-40) of a prize is no centavo of any pool."""


def equities(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """The worth of each stack, in the unit of the prizes; they are those of first place, second, and so on.

    Players beyond the last prize get nothing for it. The sum is that of the prizes, but for rounding of floats.
    """
    if not stacks or min(stacks) <= 0:
        raise ValueError(f"every player has chips: {stacks!r}")
    if len(prizes) > len(stacks):
        raise ValueError(f"{len(prizes)} prizes for {len(stacks)} players")
    if len(stacks) <= COUNTED:
        return _counted(stacks, prizes)
    return integrated(stacks, prizes, NODES_OF_A_LARGE_FIELD if len(stacks) > LARGE_FIELD else NODES)


def error(stacks: Sequence[int], prizes: Sequence[int]) -> float:
    """How far integrating is off at most, as a part of the pool: against twice as many nodes."""
    nodes = NODES_OF_A_LARGE_FIELD if len(stacks) > LARGE_FIELD else NODES
    pairs = zip(integrated(stacks, prizes, nodes), integrated(stacks, prizes, 2 * nodes), strict=True)
    return max(abs(one - other) for one, other in pairs) / (sum(prizes) or 1)


def _counted(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """Over all sets that may have finished ahead; the chips of a set are whole numbers and so exact."""
    left = [sum(stacks)]
    for stack in stacks:
        left += [chips - stack for chips in left]
    pace = [1.0 / left[0]]  # for each set: the chance that just these are ahead, for each chip that is left
    for one_less, chips in zip(_one_less(len(stacks)), left[1:-1], strict=True):
        chance = 0.0
        for ahead, last in one_less:
            chance += pace[ahead] * stacks[last]
        pace.append(chance / chips)
    pays = [*prizes, *[0] * (len(stacks) - len(prizes))]
    worth = [chance * pays[ahead.bit_count()] for ahead, chance in enumerate(pace)]
    worth.append(0.0)
    found = []
    for stack in reversed(stacks):
        half = len(worth) // 2
        without, within = worth[:half], worth[half:]
        found.append(stack * sum(without))
        worth = [one + other for one, other in zip(without, within, strict=True)]
    return found[::-1]


@cache
def _one_less(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each set of players but none and all: the sets with one player less, and that player."""
    return tuple(
        tuple((ahead ^ 1 << player, player) for player in range(players) if ahead >> player & 1)
        for ahead in range(1, (1 << players) - 1)
    )


# Many players


def integrated(stacks: Sequence[int], prizes: Sequence[int], nodes: int) -> list[float]:
    """The trapezoidal rule after t = exp(y - exp(-y)), which makes both ends vanish double-exponentially."""
    import numpy as np

    if not prizes:
        return [0.0] * len(stacks)
    rates = np.asarray(stacks, dtype=float)
    rates /= rates.mean()
    pays = np.asarray(prizes, dtype=float)
    low = _y_of(-NOTHING - log(float(rates.max())))
    high = _y_of(_last_moment(rates, len(prizes)))
    y, step = np.linspace(low, high, nodes, retstep=True)
    times = np.exp(y - np.exp(-y))
    weights = step * times * (1 + np.exp(-y))
    worth = np.zeros(len(stacks))
    for some in _chunks(nodes, len(stacks) * len(prizes)):
        worth += _worth_at(rates, pays, times[some], weights[some])
    found: list[float] = worth.tolist()
    return found


def _worth_at(rates: Any, pays: Any, times: Any, weights: Any) -> Any:
    """The part of each player's worth that lies at these times.

    For each player: how many of those listed before finished earlier (`earlier`, a probability for each
    count), and what it pays to have so many ahead given those listed after (`value`).
    """
    import numpy as np

    still = np.exp(-np.outer(rates, times))
    gone = -np.expm1(-np.outer(rates, times))
    players, places = len(rates), len(pays)
    value = np.empty((players, places, len(times)))
    value[-1] = pays[:, None]
    for player in range(players - 1, 0, -1):
        np.multiply(value[player], still[player], out=value[player - 1])
        value[player - 1, :-1] += value[player, 1:] * gone[player]
    earlier = np.zeros((places, len(times)))
    earlier[0] = 1.0
    worth = np.empty(players)
    for player in range(players):
        expected = np.einsum("kq,kq->q", earlier, value[player])
        worth[player] = rates[player] * float(np.dot(weights * still[player], expected))
        passed = earlier[:-1] * gone[player]
        earlier *= still[player]
        earlier[1:] += passed
    return worth


def _chunks(nodes: int, size: int) -> Iterator[slice]:
    several = max(1, CHUNK // size)
    for begin in range(0, nodes, several):
        yield slice(begin, begin + several)


def _last_moment(rates: Any, places: int) -> float:
    """The logarithm of a time after which no prize is left, by Chernoff's bound, or nobody."""
    import numpy as np

    late = log(NOTHING / float(rates.min()))
    early = -NOTHING
    for _ in range(60):
        middle = (early + late) / 2
        gone = float(-np.expm1(-rates * exp(middle)).sum()) - 1
        if gone > places and (gone - places) ** 2 > 2 * NOTHING * gone:
            late = middle
        else:
            early = middle
    return late


def _y_of(log_time: float) -> float:
    """Where y - exp(-y) is this."""
    low, high = -8.0, max(8.0, log_time + 1)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if middle - exp(-middle) < log_time else (low, middle)
    return high
