"""PokerKit as an independent answer: the same hands end with the same stacks where the rules agree.

Where they do not agree, the last tests of this file say how, and that Feltro follows the books.
"""

import random
import warnings
from dataclasses import replace

import pytest
from hand_tables import begin, choices, play, random_step, setup
from tests.conftest import peer

from feltro.hand.operations import rewind
from feltro.hand.phh.reader import read
from feltro.hand.phh.replay import replay as replay_history
from feltro.hand.phh.writer import write
from feltro.hand.rules import HandRules
from feltro.hand.streets import start

pokerkit = peer("pokerkit")

# What PokerKit does where the books differ: this is how its hands can be compared.
AS_POKERKIT = HandRules(
    short_blind_leaves_full=False,
    limit_full_from_percent=100,
    pot_limit_full_blinds="none",
    pot_limit_counts_dead_ante=True,
    odd_chips="all_to_first",
    odd_chip_stud="left_of_button",
    showdown_in_order=False,
    all_in_may_muck=True,
    all_in_face_up=False,
)
CODES = ("nlhe", "plo", "flhe", "flo8", "stud", "stud8", "razz", "27td", "27sd", "badugi", "shortdeck")


def their_stacks(hand):
    """Replay our hand with PokerKit."""
    text = write(hand)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, state = pokerkit.HandHistory.loads(text)
    return list(state.stacks)


def ours(code, rng):
    count = rng.randint(2, 6)
    stack = rng.choice((600, 2_000, 20_000))
    given = setup(code, (stack,) * count, rules=AS_POKERKIT)
    deck = list(given.deck)
    rng.shuffle(deck)
    hand = start(replace(given, deck=tuple(deck)))
    while not hand.over:
        assert random_step(hand, rng) is None
    return hand


@pytest.mark.parametrize("code", CODES)
def test_random_hands_end_as_pokerkit_says(code):
    """Equal stacks, random play, every game: the same final stacks."""
    rng = random.Random(code)
    for _ in range(12):
        hand = ours(code, rng)
        assert their_stacks(hand) == hand.stacks


def has_short_all_in(hand):
    """Somebody went all-in for less than the whole blind, bet or raise."""
    for at, (kind, seat, chips, _) in enumerate(hand.log):
        if kind == "blind" and chips < hand.setup.blinds[seat]:
            return True
        if kind in ("bet", "raise"):
            before = rewind(hand, at)
            base = before.full_level if hand.game.limit == "fixed" else before.level
            if chips < base + before.increment:
                return True
    return False


@pytest.mark.parametrize("code", ["nlhe", "plo", "27sd", "shortdeck", "stud", "razz"])
def test_side_pots_and_antes_end_as_pokerkit_says(code):
    """Unequal stacks, some too short for the blinds, and antes of every kind: the same final stacks."""
    rng = random.Random(f"{code} unequal")
    compared = 0
    for _ in range(14):
        stacks = tuple(rng.choice((60, 150, 260, 700, 1_510, 5_000)) for _ in range(rng.randint(2, 6)))
        antes = {"ante": rng.choice((20, 100)), "ante_kind": rng.choice(("each", "big_blind", "button"))}
        given = setup(code, stacks, rules=AS_POKERKIT, **({} if code in ("stud", "razz") else antes))
        deck = rng.sample(given.deck, len(given.deck))
        hand = start(replace(given, deck=tuple(deck)))
        while not hand.over:
            assert random_step(hand, rng) is None
        try:
            theirs = their_stacks(hand)
        except (ValueError, KeyError):
            # The only thing that one side may refuse: a raise over an all-in that was short (see below).
            assert has_short_all_in(hand)
            continue
        compared += 1
        assert theirs == hand.stacks
    assert compared >= 9


BIG_BLIND_ANTE = """variant = 'NT'
antes = [0, 400, 0]
blinds_or_straddles = [100, 200, 0]
min_bet = 200
starting_stacks = [1000, 600, 1000]
actions = ['d dh p1 KsKd', 'd dh p2 AsAd', 'd dh p3 QcQd', 'p3 cc', 'p1 cc', 'd db 2c3c4h', 'p1 cc', 'p3 cc',
  'd db 5h', 'p1 cc', 'p3 cc', 'd db 9h', 'p1 cc', 'p3 cc', 'p1 sm KsKd', 'p2 sm AsAd', 'p3 sm QcQd']
"""


@pytest.mark.parametrize("status", ["", "ante_trimming_status = true\n", "ante_trimming_status = false\n"])
@pytest.mark.parametrize("antes", ["[0, 400, 0]", "[500, 500, 500]", "[700, 700, 700]"])
def test_antes_lie_where_pokerkit_puts_them(status, antes):
    """Trimmed or whole, and whole where the history does not say."""
    text = BIG_BLIND_ANTE.replace("[0, 400, 0]", antes) + status
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, theirs = pokerkit.HandHistory.loads(text)
    result = replay_history(read(text), AS_POKERKIT)
    assert result.divergence is None
    assert result.hand.stacks == theirs.stacks


def their_choices(state):
    can = state.can_complete_bet_or_raise_to()
    return (
        state.checking_or_calling_amount,
        state.min_completion_betting_or_raising_to_amount if can else 0,
    )


def their_hand(kind, *parameters, stacks, script):
    state = kind.create_state(tuple(pokerkit.Automation), True, *parameters, stacks, len(stacks))
    for word in script.split():
        state.check_or_call() if word == "x" else state.complete_bet_or_raise_to(int(word))
    return state


NO_LIMIT = (pokerkit.NoLimitTexasHoldem, 0, (50, 100), 100)
LIMIT = (pokerkit.FixedLimitTexasHoldem, 0, (10, 20), 20, 40)


def our_hand(code, stacks, script, **more):
    return choices(play(begin(code, stacks, **more), script))[1:3]


def test_disagreement_one_short_all_in_over_a_limp():
    """Limp 100, all-in 150: PokerKit offers the limper a raise to 250; the books do not reopen."""
    stacks = (10_000, 10_000, 10_000, 150)
    assert their_choices(their_hand(*NO_LIMIT, stacks=stacks, script="x 150 x x")) == (50, 250)
    assert our_hand("nlhe", stacks, "c 150 c c", blinds=(50, 100)) == (50, 0)


def test_disagreement_short_opening_all_in():
    """Check, all-in 40 of a minimum of 100: PokerKit offers the checker a raise to 140."""
    stacks = (10_000, 140, 10_000)
    assert their_choices(their_hand(*NO_LIMIT, stacks=stacks, script="x x x x 40 x")) == (40, 140)
    assert our_hand("nlhe", stacks, "c c k k 40 c", blinds=(50, 100)) == (40, 0)


def test_disagreement_half_a_bet_in_limit():
    """Bet 20, all-in 35: PokerKit does not let the bettor raise; the books count it as a raise, to 55."""
    stacks = (10_000, 55, 10_000)
    assert their_choices(their_hand(*LIMIT, stacks=stacks, script="x x x 20 35 x")) == (15, 0)
    assert our_hand("flhe", stacks, "c c k 20 35 c", blinds=(10, 20)) == (15, 55)


def test_disagreement_short_big_blind():
    """All-in for 60 of 100: PokerKit asks for 60 and a raise to 160; the books ask for 100 and 200."""
    stacks = (10_000, 60, 10_000)
    assert their_choices(their_hand(*NO_LIMIT, stacks=stacks, script="")) == (60, 160)
    assert our_hand("nlhe", stacks, "", blinds=(50, 100)) == (100, 200)


def test_disagreement_cap_before_the_flop():
    """Blind and three raises: PokerKit allows one more, also heads-up; the books stop there."""
    assert their_choices(their_hand(*LIMIT, stacks=(10_000,) * 2, script="40 60 80"))[1] == 100
    assert our_hand("flhe", (10_000,) * 2, "40 60 80", blinds=(10, 20)) == (20, 0)


def test_disagreement_antes_in_the_pot_limit_maximum():
    """A big blind ante of 100: PokerKit counts it before the flop, 450; the books' count is 350."""
    state = pokerkit.PotLimitOmahaHoldem.create_state(
        tuple(pokerkit.Automation), False, (0, 100, 0), (50, 100), 100, (10_000,) * 3, 3
    )
    assert state.max_completion_betting_or_raising_to_amount == 450
    assert begin("plo", blinds=(50, 100), ante=100).maximum == 350


def test_disagreement_fold_without_a_bet():
    """PokerKit refuses it in tournaments; the books take it, and may punish it."""
    assert not their_hand(*NO_LIMIT, stacks=(10_000,) * 3, script="x x x").can_fold()
    hand = play(begin(), "c c k f")
    assert hand.live == [False, True, True]


def test_disagreement_limit_omaha():
    """Limit 2-4: PokerKit 0.7.7 takes any opening bet in its limit Omaha high-low; the books take 2."""
    kind = pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
    state = their_hand(kind, 0, (1, 2), 2, 4, stacks=(200,) * 2, script="x x")
    assert state.max_completion_betting_or_raising_to_amount > 2
    hand = play(begin("flo8", (200,) * 2, blinds=(1, 2)), "c k")
    assert (hand.minimum, hand.maximum) == (2, 2)


def test_disagreement_odd_chips():
    """Three winners of a pot that leaves two chips over: PokerKit gives both to the first."""
    from feltro.hand.pots import shares

    assert shares(80, (0, 1, 2), 1, HandRules()) == [(0, 27), (1, 27), (2, 26)]
    assert shares(80, (0, 1, 2), 1, AS_POKERKIT) == [(0, 28), (1, 26), (2, 26)]
