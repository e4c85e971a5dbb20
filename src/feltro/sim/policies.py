"""How imaginary players play hold'em: tight, loose, or all-in and fold. Simple on purpose: they are compared with a model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

FOLD, CALL = -1, 0
"""Below zero fold, nought check or call; above it the bet is raised to so many chips."""
MADE, STRONG = 1, 2
FULL, WIDENS = 9, 0.8
"""A full table, and how much wider somebody plays at a smaller one."""


@dataclass(frozen=True, slots=True, eq=False)
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


class HandSpot(Protocol):
    """What somebody in turn looks at, by the names that a hand has for it: a hand that is played is one, and is not copied to be
    looked at."""

    @property
    def turn(self) -> int: ...
    @property
    def holes(self) -> Sequence[Sequence[int]]: ...
    @property
    def board(self) -> Sequence[int]: ...
    @property
    def owed(self) -> int: ...
    @property
    def pot(self) -> int: ...
    @property
    def stacks(self) -> Sequence[int]: ...
    @property
    def bets(self) -> Sequence[int]: ...
    @property
    def level(self) -> int: ...
    @property
    def minimum(self) -> int: ...
    @property
    def maximum(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Habits:
    """A policy at a table of so many, at one level."""

    policy: Policy
    plays: bytes
    """What is done before the flop with any two cards, the first times 52 and the second."""
    big_blind: int


OPENS, CALLS, RAISES_AGAIN, SHOVES, SHOVES_OVER = 1, 2, 4, 8, 16
"""Before the flop: where nobody has raised, against a raise, once more over it; with a short stack all-in, over a raise too."""


@lru_cache
def habits(policy: Policy, players: int, big_blind: int) -> Habits:
    return Habits(policy, _plays(policy, players), big_blind)


@cache
def _plays(policy: Policy, players: int) -> bytes:
    """Worked out once for every two cards: a field asks it millions of times. With fewer at a table more hands are worth playing."""
    wider = (min(players, FULL) / FULL) ** WIDENS
    parts = (
        (OPENS, policy.opens),
        (CALLS, policy.calls),
        (RAISES_AGAIN, policy.calls / 4),
        (SHOVES, policy.shoves),
        (SHOVES_OVER, policy.shoves / 2),
    )
    best = [best_part((one, two)) * wider for one in range(52) for two in range(52)]
    return bytes(sum(play for play, part in parts if hand <= part) for hand in best)


def decide(habit: Habits, spot: HandSpot, rng: random.Random) -> int:
    if spot.board:
        return _after_it(habit, spot, rng)
    first, second = spot.holes[spot.turn]
    plays = habit.plays[first * 52 + second]
    if not plays:  # most cards are thrown away, whatever happened before
        return FOLD if spot.owed else CALL
    return _before_the_flop(habit, spot, plays)


def _before_the_flop(habit: Habits, spot: HandSpot, plays: int) -> int:
    policy, big_blind = habit.policy, habit.big_blind
    level, stack = spot.level, spot.stacks[spot.turn]
    raised = level > big_blind
    if stack <= policy.short * big_blind:
        return _raise(spot, spot.maximum) if plays & (SHOVES_OVER if raised else SHOVES) else _cheaply(spot)
    if not raised:
        return _raise(spot, 5 * big_blind // 2) if plays & OPENS else _cheaply(spot)
    if plays & RAISES_AGAIN:
        return _raise(spot, 3 * level)
    return CALL if plays & CALLS and spot.owed * 4 <= stack else _cheaply(spot)


def _after_it(habit: Habits, spot: HandSpot, rng: random.Random) -> int:
    seat, owed, pot = spot.turn, spot.owed, spot.pot
    held = made(spot.holes[seat], spot.board)
    if held == STRONG or (held and spot.stacks[seat] <= pot):
        return _raise(spot, spot.bets[seat] + owed + max(pot, habit.big_blind))
    if held and owed:
        return CALL
    if held or (not owed and rng.random() < habit.policy.bluffs):
        return _raise(spot, spot.bets[seat] + max(pot // 2, habit.big_blind))
    return FOLD if owed else CALL


def _raise(spot: HandSpot, to: int) -> int:
    """As far as it is allowed; a call where it is not."""
    return min(max(to, spot.minimum), spot.maximum) if spot.maximum else CALL


def _cheaply(spot: HandSpot) -> int:
    return FOLD if spot.owed else CALL


def made(hole: Sequence[int], board: Sequence[int]) -> int:
    """A pair with the board or above it, or more than one pair."""
    one, two = hole
    first, second = one // 4, two // 4
    hits = 0
    for card in board:
        if card // 4 == first or card // 4 == second:
            hits += 1
    if first == second:
        return STRONG if hits else MADE if first > max(board) // 4 else 0
    return STRONG if hits > 1 or _flush(one % 4, two % 4, board) else MADE if hits else 0


def _flush(one: int, two: int, board: Sequence[int]) -> bool:
    """Five of a suit with these two."""
    if one != two and len(board) < 4:
        return False
    suits = [card % 4 for card in board]
    return suits.count(one) > 2 if one == two else suits.count(one) > 3 or suits.count(two) > 3


def best_part(hole: Sequence[int]) -> float:
    """Which part of all hands is as good or better."""
    low, high = sorted(card // 4 for card in hole)
    return _parts()[high, low, hole[0] % 4 == hole[1] % 4 and low != high]


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
