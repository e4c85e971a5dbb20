"""Badugi: the most cards that all differ in rank and in suit, the lowest of them first."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from feltro.hand.ranks import tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.ranks.ranking import Strength

# Thirteen bits for the ranks and four above them for the suits.
CARD_BITS = tuple(1 << (card >> 2) | 1 << 13 + (card & 3) for card in range(52))


def by_cards(size: int) -> dict[int, int]:
    """The strength of each set of so many cards that all differ."""
    every = zip(tables.column("badugi.cards"), tables.column("badugi"), strict=True)
    return {cards: strength for cards, strength in every if cards.bit_count() == 2 * size}


def strength_of(_name: str) -> Strength:
    four, three, two, one = (by_cards(size).get for size in (4, 3, 2, 1))

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        held = [CARD_BITS[card] for card in (*hole, *board)]
        if len(held) == 4:
            a, b, c, d = held
            best = four(a | b | c | d, -1)
            if best >= 0:
                return best
            best = max(three(a | b | c, -1), three(a | b | d, -1), three(a | c | d, -1), three(b | c | d, -1))
        elif len(held) == 3:
            best = three(held[0] | held[1] | held[2], -1)
        else:
            best = -1
        if best < 0 and len(held) > 1:
            best = max([two(a | b, -1) for a, b in combinations(held, 2)])
        return best if best >= 0 else max([one(card, -1) for card in held])

    return strength
