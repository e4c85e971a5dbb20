"""How imaginary players play hold'em: tight, loose, or all-in and fold. Simple on purpose: they are compared with a model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

FOLD, CALL = -1, 0
"""Below zero fold, nought check or call; above it the bet is raised to so many chips."""
MADE, STRONG = 1, 2
FULL, WIDENS = 9, 0.8
"""A full table, and how much wider somebody plays at a smaller one."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Parts of all hands, the best first; stacks in big blinds."""

    name: str
    opens: float
    """Raised where nobody has raised."""
    calls: float
    """Played on against a raise."""
    shoves: float
    """All-in with a short stack."""
    short: int
    """At or below so many big blinds it is all or nothing."""
    bluffs: float
    """Bets with nothing after the flop."""


TIGHT = Policy("tight", 0.16, 0.07, 0.14, 10, 0.1)
LOOSE = Policy("loose", 0.42, 0.24, 0.32, 8, 0.3)
PUSH_FOLD = Policy("push_fold", 0.14, 0.06, 0.3, 18, 0.05)
POLICIES = (TIGHT, LOOSE, PUSH_FOLD)


class HandSpot(NamedTuple):
    """What somebody in turn looks at."""

    hole: Sequence[int]
    board: Sequence[int]
    owed: int
    pot: int
    stack: int
    """Behind."""
    bet: int
    """In front already."""
    level: int
    """The bet to match."""
    big_blind: int
    minimum: int
    maximum: int
    """The least and the most to raise to; nought where no raise is left."""
    players: int
    """Dealt in: with fewer at a table more hands are worth playing."""


def decide(policy: Policy, spot: HandSpot, rng: random.Random) -> int:
    return _before_the_flop(policy, spot) if not spot.board else _after_it(policy, spot, rng)


def _before_the_flop(policy: Policy, spot: HandSpot) -> int:
    best = best_part(spot.hole) * (min(spot.players, FULL) / FULL) ** WIDENS
    raised = spot.level > spot.big_blind
    if spot.stack <= policy.short * spot.big_blind:
        shoves = best <= (policy.shoves / 2 if raised else policy.shoves)
        return _raise(spot, spot.maximum) if shoves else _cheaply(spot)
    if not raised:
        return _raise(spot, 5 * spot.big_blind // 2) if best <= policy.opens else _cheaply(spot)
    if best <= policy.calls / 4:
        return _raise(spot, 3 * spot.level)
    worth = best <= policy.calls and spot.owed * 4 <= spot.stack
    return CALL if worth else _cheaply(spot)


def _after_it(policy: Policy, spot: HandSpot, rng: random.Random) -> int:
    held = made(spot.hole, spot.board)
    if held == STRONG or (held and spot.stack <= spot.pot):
        return _raise(spot, spot.bet + spot.owed + max(spot.pot, spot.big_blind))
    if held:
        return CALL if spot.owed else _raise(spot, spot.bet + max(spot.pot // 2, spot.big_blind))
    if not spot.owed and rng.random() < policy.bluffs:
        return _raise(spot, spot.bet + max(spot.pot // 2, spot.big_blind))
    return _cheaply(spot)


def _raise(spot: HandSpot, to: int) -> int:
    """As far as it is allowed; a call where it is not."""
    return min(max(to, spot.minimum), spot.maximum) if spot.maximum else CALL


def _cheaply(spot: HandSpot) -> int:
    return FOLD if spot.owed else CALL


def made(hole: Sequence[int], board: Sequence[int]) -> int:
    """A pair with the board or above it, or more than one pair."""
    first, second = hole[0] // 4, hole[1] // 4
    ranks = [card // 4 for card in board]
    hits = ranks.count(first) + ranks.count(second) * (first != second)
    if first == second:
        return STRONG if hits else MADE if first > max(ranks) else 0
    return STRONG if hits > 1 or _flush(hole, board) else MADE if hits else 0


def _flush(hole: Sequence[int], board: Sequence[int]) -> bool:
    suits = [card % 4 for card in (*hole, *board)]
    return any(suits.count(suit) > 4 for suit in {hole[0] % 4, hole[1] % 4})


def best_part(hole: Sequence[int]) -> float:
    """Which part of all hands is as good or better."""
    return _by_cards()[hole[0] * 52 + hole[1]]


@cache
def _by_cards() -> list[float]:
    """Of any two cards at once: it is asked millions of times."""
    found = [1.0] * 52 * 52
    for one in range(52):
        for two in range(52):
            low, high = sorted((one // 4, two // 4))
            found[one * 52 + two] = _parts()[high, low, one % 4 == two % 4 and low != high]
    return found


@cache
def _parts() -> dict[tuple[int, int, bool], float]:
    """Every kind of two cards by Bill Chen's points: high card, pairs, suits, gaps."""
    kinds = [(high, low, suited) for high in range(13) for low in range(high + 1) for suited in (False, True)]
    kinds = [kind for kind in kinds if kind[0] != kind[1] or not kind[2]]
    found, passed = {}, 0
    for kind in sorted(kinds, key=_points, reverse=True):
        passed += 6 if kind[0] == kind[1] else 4 if kind[2] else 12
        found[kind] = passed / 1326
    return found


def _points(kind: tuple[int, int, bool]) -> float:
    high, low, suited = kind
    points = {12: 10.0, 11: 8.0, 10: 7.0, 9: 6.0}.get(high, (high + 2) / 2)
    if high == low:
        return max(5.0, points * 2)
    gap = high - low - 1
    points -= {0: 0, 1: 1, 2: 2, 3: 4}.get(gap, 5)
    return points + 2 * suited + (gap < 2 and high < 10) + low / 100
