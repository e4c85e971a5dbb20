"""Stud's open cards: whose board speaks first, and whose door card brings it in.

Straights and flushes do not count among open cards. Boards are compared with the same number of cards.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# How often each rank is held, from nothing repeated to four alike.
_PATTERNS = {
    (1,): 0,
    (1, 1): 0,
    (1, 1, 1): 0,
    (1, 1, 1, 1): 0,
    (2,): 1,
    (2, 1): 1,
    (2, 1, 1): 1,
    (2, 2): 2,
    (3,): 3,
    (3, 1): 3,
    (4,): 4,
}


def high_up(cards: Sequence[int]) -> int:
    """How good one to four open cards are for high; bigger is better, equal is a tie."""
    return _weigh(tuple(sorted([card >> 2 for card in cards])))


def low_up(cards: Sequence[int]) -> int:
    """How good they are for low, with the ace low; bigger is better and still the lower board."""
    return -_weigh(tuple(sorted([((card >> 2) + 1) % 13 for card in cards])))


def bring_in(door_cards: Sequence[int], *, low_game: bool = False) -> int:
    """Whose door card brings it in: the lowest by rank, then suit; where low wins the highest, aces low."""
    if low_game:
        return max(range(len(door_cards)), key=lambda place: (door_cards[place] + 4) % 52)
    return min(range(len(door_cards)), key=lambda place: door_cards[place])


@cache
def _weigh(ranks: tuple[int, ...]) -> int:
    """In order, so that there are no more than the 2,379 ways to hold one to four ranks; a street asks for each seat."""
    counts = Counter(ranks)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    weight = _PATTERNS[tuple(counts[rank] for rank in order)]
    for place in range(4):
        weight = weight * 13 + (order[place] if place < len(order) else 0)
    return weight
