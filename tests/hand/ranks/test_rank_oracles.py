"""The same order as three libraries that were written by others, on large random samples."""

import random
from itertools import pairwise

import numpy as np
import pytest
from tests.conftest import peer

from feltro.hand import ranks
from feltro.hand.ranks.batch import strengths
from feltro.hand.ranks.deals import random_deals
from feltro.kernel.cards import DECK, names_of

pytestmark = pytest.mark.slow

SHORT = DECK[16:]


def agree(ours, theirs):
    """Whether two ways of counting put all hands in one order, ties included; theirs may run backwards."""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    up = all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))
    down = all(a[0] < b[0] and a[1] > b[1] for a, b in pairwise(pairs))
    return len(pairs) > 1 and (up or down)


def sample(size, deals, seed, deck=DECK):
    return random_deals(deck, size, np.random.default_rng(seed), deals)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_high_hands_order_as_in_phevaluator(cards):
    """200,000 random hands of five, six and seven cards compare as phevaluator compares them."""
    evaluate = peer("phevaluator").evaluate_cards
    dealt = sample(cards, 200_000, seed=cards)
    # Both count cards as four times the rank plus the suit.
    theirs = [evaluate(*hand) for hand in dealt.T.tolist()]
    assert agree(strengths(ranks.HIGH, dealt, dealt[:0]).tolist(), theirs)


def test_high_hands_order_as_in_eval7():
    """200,000 random hands of seven cards compare as eval7 compares them."""
    eval7 = peer("eval7")
    named = [eval7.Card(names_of([card])) for card in DECK]
    dealt = sample(7, 200_000, seed=70)
    theirs = [eval7.evaluate([named[card] for card in hand]) for hand in dealt.T.tolist()]
    ours = [ranks.HIGH.strength(hand[:2], hand[2:]) for hand in dealt.T.tolist()]
    assert agree(ours, theirs)


def test_omaha_hands_order_as_in_phevaluator():
    """50,000 random Omaha hands compare as phevaluator compares them."""
    peer("phevaluator")
    from phevaluator.evaluator_omaha import evaluate_omaha_cards

    dealt = sample(9, 50_000, seed=9)
    theirs = [evaluate_omaha_cards(*hand[4:], *hand[:4]) for hand in dealt.T.tolist()]
    assert agree(strengths(ranks.OMAHA_HIGH, dealt[:4], dealt[4:]).tolist(), theirs)
    ours = [ranks.OMAHA_HIGH.strength(hand[:4], hand[4:]) for hand in dealt[:, :10_000].T.tolist()]
    assert agree(ours, theirs[:10_000])


@pytest.mark.parametrize(
    ("ranking", "theirs", "hole", "board", "deals"),
    [
        (ranks.HIGH, "StandardHighHand", 2, 5, 4000),
        (ranks.SHORT_DECK, "ShortDeckHoldemHand", 2, 5, 4000),
        (ranks.OMAHA_HIGH, "OmahaHoldemHand", 4, 5, 1000),
        (ranks.OMAHA_LOW8, "OmahaEightOrBetterLowHand", 4, 5, 2000),
        (ranks.LOW8, "EightOrBetterLowHand", 7, 0, 6000),
        (ranks.LOW_A5, "RegularLowHand", 7, 0, 4000),
        (ranks.LOW_27, "StandardLowHand", 5, 0, 40_000),
        (ranks.BADUGI, "BadugiHand", 4, 0, 10_000),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_every_ranking_orders_as_in_pokerkit(ranking, theirs, hole, board, deals):
    """Random hands of every ranking compare, tie and qualify as in PokerKit."""
    pokerkit = peer("pokerkit")
    kind = getattr(pokerkit, theirs)
    named = [next(iter(pokerkit.Card.parse(names_of([card])))) for card in DECK]
    chance = random.Random(theirs)
    pairs = []
    for _ in range(deals):
        hand = chance.sample(SHORT if ranking is ranks.SHORT_DECK else DECK, hole + board)
        cards = [named[card] for card in hand]
        found = kind.from_game_or_none(cards[:hole], cards[hole:])
        ours = ranking.strength(hand[:hole], hand[hole:])
        assert (found is None) == (ours == ranks.DOES_NOT_QUALIFY), names_of(hand)
        if found is not None:
            pairs.append((ours, found.entry.index))
    assert agree(*zip(*pairs, strict=True))
