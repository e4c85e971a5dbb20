"""Rankings of the best five among five to seven cards, read from one sum: high, short deck, A-5 and 2-7."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from feltro.hand.ranks import tables
from feltro.hand.ranks.keys import CARD_KEYS, RANK_BITS, RANK_KEYS, RANK_MASK, SUIT_SHIFT, suits_holding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.ranks.ranking import Strength


def strength_of(name: str) -> Strength:
    if name == "low_a5":
        return _without_suits(name)
    return _quick_with_five(name) if name == "low_27" else _quick_with_seven(name)


@cache
def flush_suits(cards: int) -> list[int]:
    """For each sum of suit weights: one more than the suit of the flush, or 0, to be asked as a yes or no."""
    return [suit + 1 for suit in suits_holding(5, cards)]


def _with_flushes(name: str) -> Strength:
    flushes = tables.column(f"{name}.flush").tolist()

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        cards = (*hole, *board)
        by_sum = tables.strengths_by_sum(name, len(cards))
        total = sum([CARD_KEYS[card] for card in cards])
        suit = flush_suits(len(cards))[total >> SUIT_SHIFT]
        if suit:
            return flushes[sum([RANK_BITS[card] for card in cards if card & 3 == suit - 1])]
        return by_sum[total & RANK_MASK]

    return strength


def _quick_with_seven(name: str) -> Strength:
    """The same, with hold'em's two and five written out: this is what a showdown waits for."""
    keys, flush_suit, any_number = CARD_KEYS, flush_suits(7), _with_flushes(name)
    by_sum = tables.strengths_by_sum(name, 7)

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        if len(board) == 5 and len(hole) == 2:
            a, b = hole
            c, d, e, f, g = board
        elif len(hole) == 7 and not board:
            a, b, c, d, e, f, g = hole
        else:
            return any_number(hole, board)
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]
        if flush_suit[total >> SUIT_SHIFT]:
            return any_number(hole, board)
        return by_sum[total & RANK_MASK]

    return strength


def _quick_with_five(name: str) -> Strength:
    """The same, with a draw game's five written out."""
    keys, flush_suit, any_number = CARD_KEYS, flush_suits(5), _with_flushes(name)
    by_sum = tables.strengths_by_sum(name, 5)

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        if len(hole) != 5 or board:
            return any_number(hole, board)
        a, b, c, d, e = hole
        total = keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        if flush_suit[total >> SUIT_SHIFT]:
            return any_number(hole, board)
        return by_sum[total & RANK_MASK]

    return strength


def _without_suits(name: str) -> Strength:
    keys = RANK_KEYS
    by_sum = tables.strengths_by_sum(name, 7)

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        if len(hole) == 7 and not board:
            a, b, c, d, e, f, g = hole
            return by_sum[keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f] + keys[g]]
        cards = (*hole, *board)
        return tables.strengths_by_sum(name, len(cards))[sum([keys[card] for card in cards])]

    return strength
