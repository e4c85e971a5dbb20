"""Slow rankings written from the rules of each game: an independent answer for the tables.

A strength is a tuple turned into a whole number, so that it can be compared and nothing else.
"""

from collections import Counter
from itertools import combinations


def _number(parts, length=6):
    total = 0
    for part in (list(parts) + [0] * length)[:length]:
        total = total * 16 + part
    return total


def _straight_top(ranks, wheel):
    distinct = sorted(set(ranks))
    if len(distinct) == 5 and distinct[4] - distinct[0] == 4:
        return distinct[4]
    return wheel[-2] if wheel and distinct == sorted(wheel) else None


def high_five(cards, wheel=(0, 1, 2, 3, 12), flush_over_full=False):
    """`wheel` lists the ranks of the ace-low straight, ace last, or nothing where there is none."""
    ranks = sorted((card >> 2 for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    shape = tuple(count for _, count in groups)
    kickers = [rank for rank, _ in groups]
    flush = len({card & 3 for card in cards}) == 1
    top = _straight_top(ranks, wheel)
    if flush and top is not None:
        return _number([8, top])
    if shape == (4, 1):
        return _number([7, *kickers])
    if shape == (3, 2):
        return _number([5 if flush_over_full else 6, *kickers])
    if flush:
        return _number([6 if flush_over_full else 5, *kickers])
    if top is not None:
        return _number([4, top])
    return _number([{(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), *kickers])


def low_five(cards, qualifier=None):
    """Ace to five: straights and flushes do not count, the ace is one."""
    ranks = sorted(((card >> 2) + 1) % 13 for card in cards)
    groups = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    if qualifier is not None and (len(groups) < 5 or ranks[-1] > qualifier):
        return -1
    shape = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 4, (4, 1): 5}
    worst = _number([shape[tuple(count for _, count in groups)], *(rank for rank, _ in groups)])
    return 16**6 - worst


def badugi_hand(cards):
    for size in (4, 3, 2, 1):
        found = [
            chosen
            for chosen in combinations(cards, size)
            if len({card >> 2 for card in chosen}) == size and len({card & 3 for card in chosen}) == size
        ]
        if found:
            best = min(sorted((((card >> 2) + 1) % 13 for card in chosen), reverse=True) for chosen in found)
            return size * 16**6 - _number(best)
    return -1


class PlainRanking:
    def __init__(self, five, *, omaha=False):
        self.five = five
        self.omaha = omaha

    def _fives(self, hole, board):
        if not self.omaha:
            return combinations((*hole, *board), 5)
        return ((*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3))

    def strength(self, hole, board):
        if self.five is badugi_hand:
            return badugi_hand(hole)
        return max(self.five(cards) for cards in self._fives(hole, board))

    def best_cards(self, hole, board):
        return max(self._fives(hole, board), key=self.five)

    def category(self, strength):
        return str(strength)


HIGH = PlainRanking(high_five)
OMAHA_HIGH = PlainRanking(high_five, omaha=True)
LOW8 = PlainRanking(lambda cards: low_five(cards, qualifier=7))
OMAHA_LOW8 = PlainRanking(lambda cards: low_five(cards, qualifier=7), omaha=True)
LOW_A5 = PlainRanking(low_five)
LOW_27 = PlainRanking(lambda cards: 16**6 - high_five(cards, wheel=()))
BADUGI = PlainRanking(badugi_hand)
SHORT_DECK = PlainRanking(lambda cards: high_five(cards, wheel=(4, 5, 6, 7, 12), flush_over_full=True))


def high_up(cards):
    ranks = [card >> 2 for card in cards if card >= 0]
    groups = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    shape = [count for _, count in groups]
    kind = {4: 4, 3: 3, 2: 1 + (shape.count(2) == 2), 1: 0}.get(max(shape, default=1), 0)
    return _number([kind, *(rank for rank, _ in groups)])


def low_up(cards):
    ranks = [((card >> 2) + 1) % 13 for card in cards if card >= 0]
    groups = sorted(Counter(ranks).items(), key=lambda pair: (-pair[1], -pair[0]))
    shape = [count for _, count in groups]
    kind = {4: 4, 3: 3, 2: 1 + (shape.count(2) == 2), 1: 0}.get(max(shape, default=1), 0)
    return -_number([kind, *(rank for rank, _ in groups)])
