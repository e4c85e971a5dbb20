"""Rankings, hand by hand."""

import copy
import pickle
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.hand import ranks
from feltro.hand.ranks import definitions
from feltro.hand.ranks.batch import strengths
from feltro.hand.ranks.deals import random_deals
from feltro.kernel.cards import DECK, cards, names_of

SHORT = DECK[16:]
# A ranking, how many cards are held and how many are on the board.
SHAPES = [
    (ranks.HIGH, 2, 5),
    (ranks.HIGH, 2, 4),
    (ranks.HIGH, 2, 3),
    (ranks.HIGH, 7, 0),
    (ranks.HIGH, 6, 1),
    (ranks.SHORT_DECK, 2, 5),
    (ranks.SHORT_DECK, 2, 3),
    (ranks.LOW_A5, 7, 0),
    (ranks.LOW_A5, 6, 1),
    (ranks.LOW_A5, 6, 0),
    (ranks.LOW_27, 5, 0),
    (ranks.LOW8, 7, 0),
    (ranks.OMAHA_HIGH, 4, 5),
    (ranks.OMAHA_HIGH, 4, 3),
    (ranks.OMAHA_LOW8, 4, 5),
    (ranks.BADUGI, 4, 0),
    (ranks.BADUGI, 3, 0),
    (ranks.BADUGI, 1, 0),
]


def named(value):
    return getattr(value, "name", None)


def deck_of(ranking):
    return SHORT if ranking is ranks.SHORT_DECK else DECK


def definition_of(ranking, five):
    """The slow answer for cards that all play."""
    held = [card >> 2 for card in five]
    suited = len({card & 3 for card in five}) == 1
    meaning = getattr(definitions, ranking.scale)
    return meaning(held, suited) if ranking.scale in {"high", "short_deck", "low_27"} else meaning(held)


@st.composite
def dealt(draw):
    ranking, hole, board = draw(st.sampled_from(SHAPES))
    size = hole + board
    hand = draw(st.lists(st.sampled_from(deck_of(ranking)), min_size=size, max_size=size, unique=True))
    return ranking, hand[:hole], hand[hole:]


@settings(max_examples=300, deadline=None)
@given(dealt(), dealt())
def test_the_cards_that_play_are_as_strong_as_the_hand(one, other):
    """The cards that play come from the hand, and by definition no other choice of them is better."""
    for ranking, hole, board in (one, other):
        plays = ranking.best_cards(hole, board)
        strength = ranking.strength(hole, board)
        assert (plays == ()) == (strength == ranks.DOES_NOT_QUALIFY)
        assert set(plays) <= {*hole, *board}
        assert len(set(plays)) == len(plays)
        allowed = [choice for choice in choices(ranking, hole, board) if definition_of(ranking, choice) is not None]
        assert bool(allowed) == bool(plays)
        if plays:
            best = max(definition_of(ranking, choice) for choice in allowed)
            assert definition_of(ranking, plays) == best
            assert ranking.category(strength) == definitions.CATEGORIES[ranking.scale][best[0]]


def choices(ranking, hole, board):
    """Every set of cards that may play, by the rules of the game."""
    if ranking.name.startswith("omaha"):
        return [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    if ranking is ranks.BADUGI:
        sets = [some for size in range(1, 5) for some in combinations(hole, size)]
        return [some for some in sets if len({c >> 2 for c in some}) == len({c & 3 for c in some}) == len(some)]
    return list(combinations((*hole, *board), 5))


@settings(max_examples=200, deadline=None)
@given(dealt(), st.permutations(range(4)), st.randoms())
def test_order_and_names_of_suits_do_not_matter(deal, suits, chance):
    """Shuffled cards, and suits that change their names together, leave a strength as it was."""
    ranking, hole, board = deal
    hole, board = list(hole), list(board)
    before = ranking.strength(hole, board)
    chance.shuffle(hole)
    chance.shuffle(board)
    renamed = ([card & ~3 | suits[card & 3] for card in row] for row in (hole, board))
    assert ranking.strength(*renamed) == before


@pytest.mark.parametrize(("ranking", "hole", "board"), SHAPES, ids=named)
def test_many_hands_at_once_rank_as_one_by_one(ranking, hole, board):
    """NumPy's answers are those of `strength`, for hands that differ and for one hand on many boards."""
    deals = random_deals(deck_of(ranking), hole + board, np.random.default_rng(hole), 3000)
    one_by_one = [ranking.strength(hand[:hole], hand[hole:]) for hand in deals.T.tolist()]
    assert strengths(ranking, deals[:hole], deals[hole:]).tolist() == one_by_one
    mine = deals[:hole, :1]
    boards = deals[hole:, ~np.isin(deals[hole:], mine).any(axis=0)]
    one_by_one = [ranking.strength(mine[:, 0].tolist(), row) for row in boards.T.tolist()]
    found = strengths(ranking, mine, boards)
    assert np.broadcast_to(found, len(one_by_one)).tolist() == one_by_one


@pytest.mark.parametrize(
    ("ranking", "hole", "board", "category", "plays"),
    [
        (ranks.HIGH, "AsAc", "2d3d4h5c9s", "straight", "5c4h3d2dAs"),
        (ranks.HIGH, "KhKd", "KcQsQh2d3d", "full_house", "KhKdKcQsQh"),
        (ranks.HIGH, "2c2d", "AsKsQsJsTs", "straight_flush", "AsKsQsJsTs"),
        (ranks.HIGH, "AcKc", "Ad9d9h9s2c", "full_house", "9s9h9dAdAc"),
        (ranks.SHORT_DECK, "As6s", "7d8c9dAhAd", "straight", "9d8c7d6sAs"),
        (ranks.SHORT_DECK, "AsAc", "AdKsKh6c7c", "full_house", "AsAdAcKsKh"),
        (ranks.OMAHA_HIGH, "AsKs2d3d", "QsJsTd9d4d", "flush", "Td9d4d3d2d"),
        (ranks.OMAHA_HIGH, "AsKhQh2c", "Js9s5s3s2d", "one_pair", "2d2cAsJs9s"),
        (ranks.OMAHA_LOW8, "AsAc2s3d", "Ks9s4s7d8h", "low_8", "8h7d4s2sAs"),
        (ranks.OMAHA_LOW8, "AsKcQsJd", "2s3s4s5d6h", "", ""),
        (ranks.LOW8, "AsAc2s3d5d6d8d", "", "low_6", "6d5d3d2sAs"),
        (ranks.LOW_A5, "AsAc2s2d5d5c8d", "", "one_pair", "AsAc8d5d2s"),
        (ranks.LOW_A5, "As2s3s4s5sKdKc", "", "low_5", "5s4s3s2sAs"),
        (ranks.LOW_27, "As2s3c4d5d", "", "low_A", "As5d4d3c2s"),
        (ranks.LOW_27, "2s3s4c5d7d", "", "low_7", "7d5d4c3s2s"),
        (ranks.BADUGI, "As2d3c4h", "", "badugi", "4h3c2dAs"),
        (ranks.BADUGI, "AsAd3c4h", "", "three_cards", "4h3cAs"),
    ],
)
def test_a_hand_is_called_by_its_name_and_told_in_order(ranking, hole, board, category, plays):
    """The category and the cards that play, the most repeated first and the ace of a wheel last."""
    held, shared = cards(hole), cards(board)
    assert names_of(ranking.best_cards(held, shared)) == plays
    if plays:
        assert ranking.category(ranking.strength(held, shared)) == category


@pytest.mark.parametrize(
    ("ranking", "better", "worse"),
    [
        (ranks.SHORT_DECK, "6s8s9sJsQs", "AsAdAcKsKd"),
        (ranks.SHORT_DECK, "As6d7c8s9s", "AsAdAcKsQd"),
        (ranks.HIGH, "AsAdAcKsKd", "6s8s9sJsQs"),
        (ranks.LOW_27, "2s3s4c5d7d", "As2s3c4d5d"),
        (ranks.LOW_27, "As2s3c4d5d", "2s2d3c4d5d"),
        (ranks.LOW_A5, "As2s3s4s5s", "As2s3c4d6d"),
        (ranks.BADUGI, "KsQdJcTh", "As2d3c3h"),
    ],
)
def test_rankings_differ_where_the_games_do(ranking, better, worse):
    """Short decks put flushes over full houses; straights and aces hurt in 2-7; suits are nothing in A-5."""
    assert ranking.strength(cards(better), ()) > ranking.strength(cards(worse), ())


def test_a_ranking_is_one_of_its_kind():
    """A copied or saved ranking is the same ranking, so that a saved hand can be continued."""
    for ranking in (ranks.HIGH, ranks.OMAHA_LOW8, ranks.BADUGI):
        assert copy.deepcopy(ranking) is ranking
        assert pickle.loads(pickle.dumps(ranking)) is ranking
