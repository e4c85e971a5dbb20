"""Many hands at once, with NumPy on the same tables.

Cards come as whole numbers, one row for each card and one column for each deal. Cards that are the same in
every deal may come as a single column. Answers are `Ranking.strength` for each column.
"""

from __future__ import annotations

from functools import cache, reduce
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from feltro.hand.ranks import tables
from feltro.hand.ranks.badugi import CARD_BITS, by_cards
from feltro.hand.ranks.keys import (
    CARD_KEYS,
    LOW_BITS,
    RANK_MASK,
    RANK_WEIGHTS,
    SUIT_SHIFT,
    suits_holding,
)
from feltro.hand.ranks.sums import flush_suits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from feltro.hand.ranks.ranking import Ranking

    Whole = NDArray[np.integer]

_KEYS = np.array(CARD_KEYS, dtype=np.uint32)
_LOW_BITS = np.array(LOW_BITS, dtype=np.uint16)
_CARD_BITS = np.array(CARD_BITS, dtype=np.uint32)
# Set for a card of another suit, so that five cards with it are known to be no flush.
_OFF_SUIT = 1 << 13


def strengths(ranking: Ranking, hole: Whole, board: Whole) -> Whole:
    name = ranking.name
    if name == "omaha_high":
        return _omaha_high(hole, board)
    if name == "omaha_low8":
        return _look_up("omaha_low8", _union(_LOW_BITS, hole) << 8 | _union(_LOW_BITS, board))
    if name == "low8":
        return _look_up("low8", _union(_LOW_BITS, hole) | _union(_LOW_BITS, board))
    if name == "badugi":
        return _badugi(hole)
    return _by_sum(name, hole, board)


def _by_sum(name: str, hole: Whole, board: Whole) -> Whole:
    cards = len(hole) + len(board)
    totals = _total(hole) + _total(board)
    found: Whole = _by_rank_sum(name, cards)[totals & RANK_MASK]
    if name == "low_a5":
        return found
    suits = _flush_suits(cards)[totals >> SUIT_SHIFT]
    flushes = np.flatnonzero(suits)
    if len(flushes):
        suits = suits[flushes] - 1
        bits = _suited_bits(hole, flushes, suits) + _suited_bits(board, flushes, suits)
        found[flushes] = _column(f"{name}.flush")[reduce(np.bitwise_or, bits) & (_OFF_SUIT - 1)]
    return found


def _look_up(name: str, places: Whole) -> Whole:
    found: Whole = _column(name)[places]
    return found


def _total(cards: Whole) -> Whole:
    """The sum of the cards' keys in each deal."""
    return reduce(np.add, (_KEYS[row] for row in cards), np.zeros(1, dtype=np.uint32))


def _union(bits: Whole, cards: Whole) -> Whole:
    return reduce(np.bitwise_or, (bits[row] for row in cards), np.zeros(1, dtype=bits.dtype))


def _suited_bits(cards: Whole, deals: Whole, suits: Whole) -> list[Whole]:
    """For each card in some of the deals: its rank as a bit, or _OFF_SUIT if it is not of the deal's suit."""
    rows = (row if len(row) == 1 else row[deals] for row in cards)
    return [np.where(row & 3 == suits, 1 << (row >> 2).astype(np.int32), _OFF_SUIT) for row in rows]


def _omaha_high(hole: Whole, board: Whole) -> Whole:
    twos, threes = (hole >> 2).astype(np.intp), (board >> 2).astype(np.intp)
    pairs = [a * 13 + b for a, b in combinations(twos, 2)]
    if hole.shape[1] == 1:
        pairs = list(np.unique(np.sort(np.array(pairs), axis=0), axis=0))
    table = _two_and_three()
    best = np.zeros(max(hole.shape[1], board.shape[1]), dtype=np.int16)
    for a, b, c in combinations(threes, 3):
        three = a * 169 + b * 13 + c
        for pair in pairs:
            row = table[pair[0]][three] if len(pair) == 1 else table[pair, three]
            np.maximum(best, row, out=best)
    _raise_to_flushes(best, hole, board)
    return best


def _raise_to_flushes(best: Whole, hole: Whole, board: Whole) -> None:
    """Where three of the board and two of the hand share a suit, a flush or better may be the best hand."""
    suits = _board_suits(len(board))[_total(board) >> SUIT_SHIFT]
    holding = sum((row & 3) == suits for row in hole)
    deals = np.flatnonzero(np.broadcast_to((suits >= 0) & (holding >= 2), best.shape))
    if not len(deals):
        return
    suits = np.broadcast_to(suits, best.shape)[deals]
    twos = [a | b for a, b in combinations(_suited_bits(hole, deals, suits), 2)]
    threes = [a | b | c for a, b, c in combinations(_suited_bits(board, deals, suits), 3)]
    flushes = _flushes_of_five()
    found = best[deals]
    for two in twos:
        for three in threes:
            np.maximum(found, flushes[two | three], out=found)
    best[deals] = found


def _badugi(hole: Whole) -> Whole:
    bits = [_CARD_BITS[row] for row in hole]
    found = (
        _badugi_of(size)[reduce(np.bitwise_or, some)]
        for size in range(1, len(bits) + 1)
        for some in combinations(bits, size)
    )
    return reduce(np.maximum, found)


@cache
def _column(name: str) -> Whole:
    return np.array(tables.column(name), dtype=np.int16)


@cache
def _by_rank_sum(name: str, cards: int) -> Whole:
    """Strengths by the sum itself: most places are empty, but there is nothing to search."""
    deck = "short" if name == "short_deck" else "full"
    sums = np.array(tables.sums(deck, cards))
    found = np.zeros(sums[-1] + 1, dtype=np.int16)
    found[sums] = _column(f"{name}.{cards}")
    return found


@cache
def _flush_suits(cards: int) -> Whole:
    return np.array(flush_suits(cards), dtype=np.int8)


@cache
def _board_suits(cards: int) -> Whole:
    return np.array(suits_holding(3, cards), dtype=np.int8)


@cache
def _flushes_of_five() -> Whole:
    """Flushes by the ranks of five cards; 0 when a card is of another suit."""
    return np.concatenate([_column("high.flush"), np.zeros(_OFF_SUIT, dtype=np.int16)])


@cache
def _two_and_three() -> Whole:
    """Hands of five without their suits, by two ranks from the hand and three from the board."""
    weights = np.array(RANK_WEIGHTS)
    two = np.add.outer(weights, weights).ravel()
    three = np.add.outer(two, weights).ravel()
    sums, known = np.array(tables.sums("full", 5)), _column("high.5")
    places = np.searchsorted(sums, np.add.outer(two, three)).clip(max=len(sums) - 1)
    found: Whole = known[places]
    return found


@cache
def _badugi_of(size: int) -> Whole:
    found = np.full(1 << 17, -1, dtype=np.int16)
    known = by_cards(size)
    found[list(known)] = list(known.values())
    return found
