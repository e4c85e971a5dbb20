"""Omaha: exactly two cards from the hand and three from the board, for the high and for the low."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from feltro.hand.ranks import tables
from feltro.hand.ranks.keys import CARD_KEYS, LOW_BITS, RANK_BITS, RANK_KEYS, SUIT_SHIFT, suits_holding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.ranks.ranking import Strength

# The suit of which a board of so many cards has three, if any.
_BOARD_SUITS = {cards: suits_holding(3, cards) for cards in (3, 4, 5)}


def strength_of(name: str) -> Strength:
    return _low() if name == "omaha_low8" else _high()


@lru_cache(maxsize=8)
def _read(board: tuple[int, ...]) -> tuple[list[int], int, list[int]]:
    """The sums of all threes, the suit that can make a flush, and the ranks of its threes as bits.

    Kept for a few boards, because everybody at a showdown has the same one.
    """
    threes = [a + b + c for a, b, c in combinations([RANK_KEYS[card] for card in board], 3)]
    suit = _BOARD_SUITS[len(board)][sum([CARD_KEYS[card] for card in board]) >> SUIT_SHIFT]
    suited = [RANK_BITS[card] for card in board if card & 3 == suit]
    return threes, suit, [a | b | c for a, b, c in combinations(suited, 3)]


def _high() -> Strength:
    by_sum = tables.strengths_by_sum("high", 5)
    flushes = tables.column("high.flush").tolist()

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        threes, suit, suited_threes = _read(tuple(board))
        twos = {a + b for a, b in combinations([RANK_KEYS[card] for card in hole], 2)}
        best = max([by_sum[two + three] for two in twos for three in threes])
        if suited_threes:
            suited = [RANK_BITS[card] for card in hole if card & 3 == suit]
            for a, b in combinations(suited, 2):
                best = max(best, *[flushes[a | b | three] for three in suited_threes])
        return best

    return strength


def _low() -> Strength:
    by_ranks = tables.column("omaha_low8").tolist()
    bits = LOW_BITS

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        held = shared = 0
        for card in hole:
            held |= bits[card]
        for card in board:
            shared |= bits[card]
        return by_ranks[held << 8 | shared]

    return strength
