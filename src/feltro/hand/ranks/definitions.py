"""What beats what, told slowly: the meaning of every ranking, from which the tables are built.

Nothing plays with this file: a hand is looked up in the tables. Ranks run from deuce (0) to ace (12), and
every function answers with a tuple that is bigger for the better hand, its category's place first.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

RANK_NAMES = "23456789TJQKA"

_UNPAIRED = ("high_card", "straight", "flush", "straight_flush")
_PATTERNS = {
    (2, 1, 1, 1): "one_pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}
_PAIRED_LAST = ("four_of_a_kind", "full_house", "three_of_a_kind", "two_pair", "one_pair")

HIGH = (
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
# With nine ranks in each suit a flush is harder to make than a full house.
SHORT_DECK = (*HIGH[:5], "full_house", "flush", *HIGH[7:])
LOW_A5 = (*_PAIRED_LAST, *(f"low_{rank}" for rank in "KQJT98765"))
LOW_27 = (
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    *_PAIRED_LAST[2:],
    *(f"low_{rank}" for rank in "AKQJT987"),
)
LOW8 = ("low_8", "low_7", "low_6", "low_5")
BADUGI = ("one_card", "two_cards", "three_cards", "badugi")

CATEGORIES = {
    "high": HIGH,
    "short_deck": SHORT_DECK,
    "low_a5": LOW_A5,
    "low_27": LOW_27,
    "low8": LOW8,
    "badugi": BADUGI,
}
"""The categories of each ranking, from the worst to the best."""

_WHEEL = (12, 3, 2, 1, 0)
_SHORT_WHEEL = (12, 7, 6, 5, 4)


def high(ranks: Sequence[int], suited: bool) -> tuple[int, ...]:
    category, order = _made(ranks, suited, _WHEEL)
    return (HIGH.index(category), *order)


def short_deck(ranks: Sequence[int], suited: bool) -> tuple[int, ...]:
    """Ranks from six to ace; the ace also stands below the six."""
    category, order = _made(ranks, suited, _SHORT_WHEEL)
    return (SHORT_DECK.index(category), *order)


def low_a5(ranks: Sequence[int]) -> tuple[int, ...]:
    """The ace is the lowest card; straights and flushes do not count, pairs do."""
    order = _most_repeated_first([ace_low(rank) for rank in ranks])
    pattern = _pattern(ranks)
    category = f"low_{RANK_NAMES[order[0] - 1]}" if len(pattern) == 5 else _PATTERNS[pattern]
    return (LOW_A5.index(category), *(-rank for rank in order))


def low_27(ranks: Sequence[int], suited: bool) -> tuple[int, ...]:
    """The worst high hand, with the ace always high: A-2-3-4-5 is an ace, not a straight."""
    category, order = _made(ranks, suited, ())
    if category == "high_card":
        category = f"low_{RANK_NAMES[order[0]]}"
    return (LOW_27.index(category), *(-rank for rank in order))


def low8(ranks: Sequence[int]) -> tuple[int, ...] | None:
    """Five different ranks from eight down to ace, or nothing."""
    order = sorted({ace_low(rank) for rank in ranks}, reverse=True)
    if len(order) < 5 or order[0] > 7:
        return None
    return (7 - order[0], *(-rank for rank in order))


def badugi(ranks: Sequence[int]) -> tuple[int, ...]:
    """Cards that already differ in rank and in suit: more of them first, then the lowest."""
    return (len(ranks) - 1, *sorted(-ace_low(rank) for rank in ranks))


def ace_low(rank: int) -> int:
    """A rank from ace (0) to king (12)."""
    return (rank + 1) % 13


def _made(ranks: Sequence[int], suited: bool, wheel: Sequence[int]) -> tuple[str, list[int]]:
    """A category and the ranks that decide within it."""
    order = _most_repeated_first(ranks)
    pattern = _pattern(ranks)
    if len(pattern) < 5:
        return _PATTERNS[pattern], order
    if tuple(order) == wheel:
        order = [order[1]]
        straight = True
    else:
        straight = order[0] - order[4] == 4
    return _UNPAIRED[straight + 2 * suited], order


def _most_repeated_first(ranks: Sequence[int]) -> list[int]:
    counts = Counter(ranks)
    return sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)


def _pattern(ranks: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(Counter(ranks).values(), reverse=True))
