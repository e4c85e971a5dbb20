"""Every legal sequence of a hand with a few chips, counted, and counted again by PokerKit.

A sequence is what players choose, from the first decision to the last: fold (only facing a bet), check or
call, and every amount of a bet or raise. Cards are fixed and nobody draws: the counts are of betting alone.
"""

import warnings
from copy import deepcopy
from dataclasses import replace

import pytest
from hand_tables import setup, try_to
from test_hand_peers import AS_POKERKIT
from tests.conftest import peer

from feltro.hand.state import ACTION, DRAW
from feltro.hand.streets import start

pytestmark = pytest.mark.slow

pokerkit = peer("pokerkit")

THEIRS = {
    "nlhe": lambda stacks: pokerkit.NoLimitTexasHoldem.create_state(AUTO, True, 0, (1, 2), 2, stacks, len(stacks)),
    "plo": lambda stacks: pokerkit.PotLimitOmahaHoldem.create_state(AUTO, True, 0, (1, 2), 2, stacks, len(stacks)),
    "flhe": lambda stacks: pokerkit.FixedLimitTexasHoldem.create_state(
        AUTO, True, 0, (1, 2), 2, 4, stacks, len(stacks)
    ),
    "27sd": lambda stacks: pokerkit.NoLimitDeuceToSevenLowballSingleDraw.create_state(
        AUTO, True, 0, (1, 2), 2, stacks, len(stacks)
    ),
}
AUTO = tuple(pokerkit.Automation)

# Counted by both engines.
COUNTS = {
    ("nlhe", (5, 5)): 98,
    ("nlhe", (7, 7)): 498,
    ("nlhe", (3, 6)): 34,
    ("nlhe", (5, 5, 5)): 754,
    ("plo", (7, 7)): 482,
    ("plo", (4, 4, 4)): 82,
    ("flhe", (7, 7)): 170,
    ("flhe", (5, 5, 5)): 524,
    ("27sd", (7, 7)): 122,
    ("27sd", (5, 5, 5)): 226,
}


@pytest.mark.parametrize(("code", "stacks"), COUNTS)
def test_as_many_sequences_as_pokerkit_counts(code, stacks):
    """Blinds of 1 and 2: both engines find the same number of ways to play the hand."""
    ours = count_ours(setup(code, stacks, blinds=(1, 2), rules=AS_POKERKIT))
    assert ours == count_theirs(THEIRS[code](stacks)) == COUNTS[code, stacks]


def test_pokerkit_finds_more_where_it_reopens_after_one_short_all_in():
    """Unequal stacks: the sequences that it adds are raises after an all-in short of a full bet."""
    ours = count_ours(setup("nlhe", (4, 3, 5), blinds=(1, 2), rules=AS_POKERKIT))
    assert (ours, count_theirs(THEIRS["nlhe"]((4, 3, 5)))) == (134, 144)


def test_pokerkit_finds_more_where_it_does_not_count_the_big_blind_as_a_bet():
    """Limit, deep enough for the cap: it lets a fourth raise follow the blind."""
    ours = count_ours(setup("flhe", (9, 9), blinds=(1, 2), rules=AS_POKERKIT))
    assert (ours, count_theirs(THEIRS["flhe"]((9, 9)))) == (358, 362)


def test_rules_change_how_many_sequences_there_are():
    """Raises of any size are more, a strict reopening is fewer."""
    usual = count_ours(setup("nlhe", (7, 7), blinds=(1, 2)))
    free = replace(AS_POKERKIT, minimum_raise="any", short_all_ins_reopen="always")
    assert count_ours(setup("nlhe", (7, 7), blinds=(1, 2), rules=free)) > usual
    three = (9, 5, 9)
    adding = count_ours(setup("nlhe", three, blinds=(1, 4)))
    always = replace(AS_POKERKIT, short_all_ins_reopen="always", short_blind_leaves_full=True)
    assert count_ours(setup("nlhe", three, blinds=(1, 4), rules=always)) > adding


def count_ours(given, path=()):
    """Play the path again and branch at its end: slow, plain, and it also proves that a path replays."""
    hand = start(given)
    for word in path:
        assert try_to(hand, word) is None
    while hand.waits_for == DRAW:
        assert try_to(hand, "s") is None
    if hand.waits_for != ACTION:
        return 1
    words = ["x", *(["f"] if hand.owed else [])]
    words += [str(to) for to in range(hand.minimum, hand.maximum + 1)] if hand.maximum else []
    return sum(count_ours(given, (*path, *_stood_pat(given, path), word)) for word in words)


def _stood_pat(given, path):
    """The draws that happened at the end of this path."""
    hand = start(given)
    for word in path:
        try_to(hand, word)
    pats = []
    while hand.waits_for == DRAW:
        try_to(hand, "s")
        pats.append("s")
    return pats


def count_theirs(state):
    while state.stand_patter_or_discarder_index is not None:
        state.stand_pat_or_discard()
    if state.actor_index is None:
        return 1
    total = 0
    if state.checking_or_calling_amount:
        total += _after(state, "fold")
    total += _after(state, "check_or_call")
    if state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        total += sum(_after(state, "complete_bet_or_raise_to", to) for to in range(least, most + 1))
    return total


def _after(state, name, *values):
    branch = deepcopy(state)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(branch, name)(*values)
    return count_theirs(branch)
