from dataclasses import replace

import pytest
from hand_tables import begin, choices, play, setup

from feltro.hand.posts import Stakes, usual_posts
from feltro.hand.rules import STANDARD
from feltro.hand.streets import start


def test_blinds_sit_left_of_the_button():
    """Three or more players: small blind, then big blind."""
    assert usual_posts(Stakes(100, 200), 4, 1, STANDARD).blinds == (0, 0, 100, 200)


def test_heads_up_the_button_is_the_small_blind_and_speaks_first_before_the_flop_only():
    """The usual rule between two players."""
    hand = begin(stacks=(10_000, 10_000), button=1)
    assert hand.setup.blinds == (200, 100)
    assert hand.turn == 1
    assert play(hand, "c k").turn == 0


def test_heads_up_with_the_big_blind_on_the_button():
    """The other rule: the button posts the big blind and speaks last on every street."""
    rules = replace(STANDARD, heads_up_button="big_blind")
    hand = begin(stacks=(10_000, 10_000), button=1, rules=rules)
    assert hand.setup.blinds == (100, 200)
    assert hand.turn == 0
    assert play(hand, "c k").turn == 0


def test_equal_blinds_still_let_the_right_player_speak_first():
    """Blinds of 100-100: the player after the big blind opens, heads-up the button."""
    assert begin(blinds=(100, 100)).turn == 2
    assert begin(blinds=(100, 100), stacks=(10_000,) * 2).turn == 1


@pytest.mark.parametrize(
    ("blinds", "first"),
    [
        ((50, 100, 100, 0, 0), 2),
        ((50, 100, 0, 100, 0), 2),
        ((0, 100, 100, 0, 0), 2),
        ((100, 100, 100, 0, 0), 2),
        ((100, 100, 0, 0, 0), 2),
        ((50, 100, 200, 0, 0), 3),
        ((50, 100, 200, 400, 0), 4),
        ((0, 0, 0, 0, 100), 0),
    ],
)
def test_a_player_who_posts_what_he_owed_speaks_in_his_place(blinds, first):
    """An equal post after the big blind does not move the first turn; a straddle does."""
    hand = start(replace(setup(stacks=(10_000,) * 5, blinds=(50, 100)), blinds=blinds))
    assert hand.turn == first


def test_a_post_beside_a_big_blind_whose_small_blind_is_dead():
    """With a dead small blind the first post is the big blind."""
    given = replace(setup(stacks=(10_000,) * 5, blinds=(50, 100)), blinds=(100, 100, 0, 0, 0), dead_blind=50)
    assert start(given).turn == 1


def test_a_dead_small_blind_is_nobodys():
    """Under the dead button only the big blind may be posted; the next player opens."""
    hand = start(replace(setup(stacks=(10_000,) * 4), blinds=(0, 200, 0, 0)))
    assert (hand.pot, hand.turn) == (200, 2)


def test_dead_chips_belong_to_the_pot_and_not_to_the_bet():
    """A player who owes 100 dead and 200 live has 200 in front."""
    given = replace(setup(stacks=(10_000,) * 4), dead_posts=(0, 0, 100, 0))
    hand = start(given)
    assert choices(hand) == (2, 200, 400, 9_900)
    assert hand.pot == 400


def test_short_stack_pays_the_ante_first():
    """A big blind with 250 owing 200 and an ante of 200: the ante, then 50 of the blind."""
    hand = begin(stacks=(10_000, 250, 10_000), ante=200)
    assert hand.log[:3] == [("ante", 1, 200, ()), ("blind", 0, 100, ()), ("blind", 1, 50, ())]


def test_short_stack_pays_the_blind_first():
    """The other rule: the blind, then 50 of the ante."""
    rules = replace(STANDARD, short_posts_first="blind")
    hand = begin(stacks=(10_000, 250, 10_000), ante=200, rules=rules)
    assert hand.log[:3] == [("blind", 0, 100, ()), ("blind", 1, 200, ()), ("ante", 1, 50, ())]


def test_each_kind_of_ante():
    """Everybody, the big blind, or the button pays."""
    for kind, antes in (("each", (25, 25, 25)), ("big_blind", (0, 25, 0)), ("button", (0, 0, 25))):
        assert usual_posts(Stakes(100, 200, 25, kind), 3, 2, STANDARD).antes == antes


def test_an_ante_paid_for_all_lies_in_the_main_pot():
    """A short big blind with an ante of 200 and 50 of the blind plays for 200 + 3 x 50."""
    hand = play(begin(stacks=(10_000, 250, 10_000), ante=200, deck=tuple(range(52))), "c c")
    from feltro.hand.pots import pots_of

    assert [pot.chips for pot in pots_of(hand)] == [350, 300]


def test_the_lowest_card_brings_it_in_and_suits_break_ties():
    """Clubs are the lowest suit."""
    given = setup("stud", (10_000,) * 3)
    # One card at a time: the third round of three gives the door cards.
    deck = (*range(20, 26), 1, 0, 3, *range(30, 52))
    assert start(replace(given, deck=deck)).turn == 1


def test_in_razz_the_highest_card_brings_it_in_and_an_ace_is_low():
    """King, ace, queen: the king."""
    deck = (*range(6), 44, 51, 40, *range(6, 40))
    assert start(replace(setup("razz", (10_000,) * 3), deck=deck)).turn == 0


SHORT = {"deck": tuple(range(10))}
TWICE = {"deck": (*range(51), 0)}


def test_setup_that_makes_no_sense_is_a_bug():
    """Posts must be given for every seat."""
    given = setup()
    for wrong in (
        {"blinds": (100,)},
        {"stacks": (0, 5, 5)},
        {"button": 7},
        {"minimum_bet": 0},
        {"chip": 0},
        SHORT,
        TWICE,
        {"opener": 7},
        {"opener": -2},
        {"absent": (9,)},
        {"deck": (*range(51), 77)},
    ):
        with pytest.raises(ValueError, match=r"needs|must"):
            start(replace(given, **wrong))
    with pytest.raises(ValueError, match="big bet"):
        start(replace(setup("flhe"), big_bet=0))
