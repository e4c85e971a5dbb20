"""Every hand there is, counted by category, against numbers that do not come from the tables."""

from itertools import pairwise
from math import comb

import numpy as np
import pytest

from feltro.hand import ranks
from feltro.hand.ranks import definitions, tables
from feltro.hand.ranks.batch import strengths
from feltro.hand.ranks.deals import choices

pytestmark = pytest.mark.slow

PAIRED = {
    "one_pair": 1098240,
    "two_pair": 123552,
    "three_of_a_kind": 54912,
    "full_house": 3744,
    "four_of_a_kind": 624,
}
HIGH = PAIRED | {"high_card": 1302540, "straight": 10200, "flush": 5108, "straight_flush": 40}
LOW_A5 = PAIRED | {
    # The highest card, and four of the ranks below it, in any suits.
    f"low_{name}": comb(below, 4) * 4**5
    for below, name in enumerate("56789TJQK", 4)
}
LOW_27 = PAIRED | {"straight": 9 * 1020, "flush": 4 * (comb(13, 5) - 9), "straight_flush": 36}
LOW_27 |= {
    # The same, less the one straight with that top card and less the four flushes.
    f"low_{name}": (comb(below, 4) - 1) * (4**5 - 4)
    for below, name in enumerate("789TJQKA", 5)
}
LOW8 = {name: LOW_A5[name] for name in definitions.LOW8}
SHORT_DECK = {
    "high_card": 122400,
    "one_pair": 193536,
    "two_pair": 36288,
    "three_of_a_kind": 16128,
    "straight": 6120,
    "full_house": 1728,
    "flush": 480,
    "four_of_a_kind": 288,
    "straight_flush": 24,
}
BADUGI = {"badugi": 17160, "three_cards": 154440, "two_cards": 96252, "one_card": 2873}

SEVEN_CARD_HIGH = {
    "high_card": 23294460,
    "one_pair": 58627800,
    "two_pair": 31433400,
    "three_of_a_kind": 6461620,
    "straight": 6180020,
    "flush": 4047644,
    "full_house": 3473184,
    "four_of_a_kind": 224848,
    "straight_flush": 41584,
}
STRENGTHS = {"high": 7462, "short_deck": 1404, "low_a5": 6175, "low_27": 7462, "low8": 56, "badugi": 1092}


def by_category(ranking, counts):
    """Counts by strength put together by category; what does not qualify is left out."""
    names = definitions.CATEGORIES[ranking.scale]
    limits = [*tables.column(f"{ranking.scale}.categories"), len(counts)]
    return {name: int(counts[low:high].sum()) for name, (low, high) in zip(names, pairwise(limits), strict=True)}


def counted(found):
    return np.bincount(found[found >= 0])


@pytest.fixture(scope="module")
def fives():
    hands = choices(52, 5)
    assert hands.shape[1] == 2598960
    return hands


@pytest.mark.parametrize(
    ("ranking", "held", "expected"),
    [
        (ranks.HIGH, 5, HIGH),
        (ranks.OMAHA_HIGH, 2, HIGH),
        (ranks.LOW_A5, 5, LOW_A5),
        (ranks.LOW_27, 5, LOW_27),
        (ranks.LOW8, 5, LOW8),
        (ranks.OMAHA_LOW8, 2, LOW8),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_all_five_card_hands_fall_into_their_categories(fives, ranking, held, expected):
    """Each category of a ranking holds as many of the 2,598,960 hands as combinatorics says."""
    counts = counted(strengths(ranking, fives[:held], fives[held:]))
    assert by_category(ranking, counts) == expected
    assert len(counts) == np.count_nonzero(counts) == STRENGTHS[ranking.scale]


def test_all_short_deck_hands_fall_into_their_categories():
    """A deck of 36 has fewer flushes than full houses, and the counts show it."""
    hands = choices(36, 5) + 16
    counts = counted(strengths(ranks.SHORT_DECK, hands, hands[:0]))
    assert by_category(ranks.SHORT_DECK, counts) == SHORT_DECK
    assert len(counts) == np.count_nonzero(counts) == STRENGTHS["short_deck"]


def test_all_badugi_hands_fall_into_their_categories():
    """Of 270,725 hands of four cards, 17,160 are badugis."""
    hands = choices(52, 4)
    counts = counted(strengths(ranks.BADUGI, hands, hands[:0]))
    assert by_category(ranks.BADUGI, counts) == BADUGI
    assert len(counts) == np.count_nonzero(counts) == STRENGTHS["badugi"]


@pytest.fixture(scope="module")
def sevens():
    """How many of all 133,784,560 seven-card hands have each strength, high and A-5."""
    high, low = np.zeros(7462, dtype=np.int64), np.zeros(6175, dtype=np.int64)
    for second in range(1, 47):
        rest = choices(51 - second, 5) + np.int8(second + 1)
        for first in range(second):
            hole = np.array([[first], [second]])
            high += np.bincount(strengths(ranks.HIGH, hole, rest), minlength=7462)
        # Suits mean nothing for low, so one first card of each rank stands for all of its suits.
        for first in {4 * (card // 4): None for card in range(second)}:
            alike = sum(card // 4 == first // 4 for card in range(second))
            hole = np.array([[first], [second]])
            low += alike * np.bincount(strengths(ranks.LOW_A5, hole, rest), minlength=6175)
    return high, low


def test_all_seven_card_hands_fall_into_their_high_categories(sevens):
    """Every hold'em hand, counted: the published numbers, and 4,824 different strengths."""
    high, _ = sevens
    assert by_category(ranks.HIGH, high) == SEVEN_CARD_HIGH
    assert np.count_nonzero(high) == 4824


def test_all_seven_card_hands_fall_into_their_low_categories(sevens):
    """Every razz hand without a pair: four ranks below the top one, each held, and anything above."""
    _, low = sevens
    found = by_category(ranks.LOW_A5, low)
    for below, name in enumerate("56789TJQK", 4):
        assert found[f"low_{name}"] == comb(below, 4) * ways_to_hold(5, above=12 - below), name
    assert sum(found.values()) == comb(52, 7)


def ways_to_hold(ranks_held, above):
    """Seven cards with at least one of each of these ranks and the rest from the ranks above."""
    return sum(
        (-1) ** missing * comb(ranks_held, missing) * comb(4 * (ranks_held - missing + above), 7)
        for missing in range(ranks_held + 1)
    )
