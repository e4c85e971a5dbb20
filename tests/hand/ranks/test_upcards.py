"""Stud's open cards."""

from itertools import combinations

import pytest

from feltro.hand.ranks.upcards import bring_in, high_up, low_up
from feltro.kernel.cards import DECK, cards


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As", "Ks"),
        ("2s2d", "AsKs"),
        ("AsKd3c", "AsKs2s"),
        ("3s3d", "2s2d"),
        ("2s2d2c", "AsAdKc"),
        ("3s3d2c2d", "AsAdKcQc"),
        ("2s2d2c3c", "AsAdKcKd"),
        ("2s2d2c2h", "AsAdAcKc"),
        ("AsKdQcTc", "5s4s3s2s"),
    ],
)
def test_the_higher_board_speaks_first(better, worse):
    """Fours, trips, two pairs, a pair, then high cards; open straights and flushes are only high cards."""
    assert high_up(cards(better)) > high_up(cards(worse))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As", "2s"),
        ("KsQs", "AsAd"),
        ("3s2d", "4sAd"),
        ("AsAdKc", "2s2d3c"),
        ("KsQdJcTc", "As2d3c3h"),
        ("5s4s3s2s", "6dAd2d3d"),
    ],
)
def test_the_lower_board_speaks_first_in_razz(better, worse):
    """No pair before any pair, then the lower top card, with the ace below the deuce."""
    assert low_up(cards(better)) > low_up(cards(worse))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_boards_tie_exactly_when_their_ranks_are_the_same(size):
    """Suits never separate two boards."""
    by_ranks = {}
    for board in combinations(DECK[:24] + DECK[44:], size):
        by_ranks.setdefault(tuple(card >> 2 for card in board), set()).add((high_up(board), low_up(board)))
    assert all(len(found) == 1 for found in by_ranks.values())
    assert len(set.union(*by_ranks.values())) == len(by_ranks)


def test_the_lowest_door_card_brings_it_in():
    """By rank and then by suit, clubs first; in razz the highest one, where the ace is low."""
    assert bring_in(cards("Ks2d2cAc")) == 2
    assert bring_in(cards("KhAsKs2c"), low_game=True) == 2
