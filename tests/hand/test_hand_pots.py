from dataclasses import replace

import pytest
from hand_tables import begin, play, with_cards

from feltro.hand import table
from feltro.hand.pots import halves, pots_of, shares
from feltro.hand.rules import STANDARD


def test_side_pots_by_what_each_put_in():
    """All-in 1,000, all-in 3,000, called 3,000: a main pot of 3,000 and a side pot of 4,000."""
    hand = begin(stacks=(1_000, 3_000, 5_000), deck=())
    for seat in range(3):
        table.deal(hand, seat, (4 * seat, 4 * seat + 1))
    play(hand, "3000 c c")
    assert [(pot.chips, pot.seats) for pot in pots_of(hand)] == [(3000, (0, 1, 2)), (4000, (1, 2))]


def test_chips_of_a_folded_hand_stay_in_the_pots_they_reached():
    """The fold leaves 2,000 in: 1,000 in the main pot and 1,000 in the side pot."""
    hand = begin(stacks=(1_000, 5_000, 5_000), deck=())
    for seat in range(3):
        table.deal(hand, seat, (4 * seat, 4 * seat + 1))
    play(hand, "2000 c c")
    table.deal_board(hand, (20, 25, 30))
    play(hand, "k 500 f")
    assert [(pot.chips, pot.seats) for pot in pots_of(hand)] == [(3000, (0, 2)), (2000, (2,))]


@pytest.mark.clause("cgp-2024:5.3.10", "adtp-2023:21")
def test_a_side_pot_whose_players_died_is_not_won_by_the_main_pot():
    """All-in 1,000 against two hands of 5,000 that are killed: 3,000 is won, 4,000 goes back to each."""
    hand = begin(stacks=(1_000, 5_000, 6_000), deck=())
    for seat in range(3):
        table.deal(hand, seat, (4 * seat, 4 * seat + 1))
    play(hand, "5000 c c")
    table.kill(hand, 1)
    table.kill(hand, 2)
    assert hand.over
    assert hand.stacks == [3_000, 4_000, 5_000]


def test_two_all_ins_play_on_for_what_they_reach():
    """Both side pot players die: 4,000 goes back to each and the main pot of 4,000 is played to the end."""
    hand = begin(stacks=(1_000, 1_000, 5_000, 6_000), deck=())
    for seat in range(4):
        table.deal(hand, seat, (4 * seat, 4 * seat + 1))
    play(hand, "5000 c c c")
    table.kill(hand, 2)
    table.kill(hand, 3)
    assert (hand.pot, hand.stacks) == (4_000, [0, 0, 4_000, 5_000])
    assert [(pot.chips, pot.seats) for pot in pots_of(hand)] == [(4_000, (0, 1))]


def test_a_dead_blind_is_matched_by_an_all_in_only_as_far_as_it_reaches():
    """The small blind is all-in for 50, the absent big blind's 200 dies: 50 of it is won and 150 goes back."""
    hand = play(begin(stacks=(50, 10_000, 10_000), absent=(1,)), "f")
    assert hand.stacks == [100, 9_950, 10_000]


def test_a_player_with_chips_wins_all_that_a_dead_hand_left():
    """A raise to 600 dies with its chips in, everybody folds to the big blind: he takes the 600."""
    hand = play(begin(), "600")
    table.kill(hand, 2)
    assert play(hand, "f").stacks == [9_900, 10_700, 9_400]


def test_the_last_to_muck_a_side_pot_takes_it():
    """B and C muck to an all-in of 1,000: the side pot is C's, who was left in it, and the main pot is A's."""
    rules = replace(STANDARD, all_in_may_muck=True)
    hand = play(begin(stacks=(1_000, 10_000, 10_000), rules=rules), "1000 c c k k k k 500 c")
    table.muck(hand, 1)
    table.muck(hand, 2)
    assert hand.over
    assert hand.stacks == [3_000, 8_500, 9_500]


def test_an_uncalled_bet_goes_back():
    """A bet that everybody folds to is returned before the pot is won."""
    hand = play(begin(), "c c k k k 5000 f f")
    assert hand.log[-2:] == [("return", 2, 5000, ()), ("win", 2, 600, ())]


def test_odd_chips_go_one_each_from_the_first():
    """80 in chips of 1 among three: 27, 27, 26; or 28, 26, 26 where the first takes them all."""
    assert [part for _, part in shares(80, (4, 5, 6), 1, STANDARD)] == [27, 27, 26]
    greedy = replace(STANDARD, odd_chips="all_to_first")
    assert [part for _, part in shares(80, (4, 5, 6), 1, greedy)] == [28, 26, 26]


def test_odd_chips_are_whole_chips():
    """1,300 in hundreds between two: 700 and 600; with fifties in play, 650 each."""
    assert [part for _, part in shares(1300, (0, 1), 100, STANDARD)] == [700, 600]
    assert [part for _, part in shares(1300, (0, 1), 50, STANDARD)] == [650, 650]


def test_high_half_takes_the_odd_chip():
    """1,025 in chips of 25: 525 and 500; the other way where the rules say so."""
    assert halves(1025, 25, STANDARD) == (525, 500)
    assert halves(1025, 25, replace(STANDARD, odd_chip_high_low="low")) == (500, 525)


def test_the_first_winner_left_of_the_button_takes_the_odd_chip():
    """A pot with an odd chip of 25, tied by seats 0 and 2: with the button in seat 1, seat 2 comes first."""
    for button, (first, second) in ((1, (2, 0)), (2, (0, 2))):
        script = {1: "f 100 c k k k k k k", 2: "100 c f k k k k k k"}[button]
        hand = with_cards(
            "nlhe",
            ("AsKd", "2c3d", "AdKs"),
            "AhKhQcJd9s",
            stacks=(1000,) * 3,
            blinds=(25, 50),
            button=button,
            script=script,
            ante=25,
            ante_kind="button",
            chip=25,
        )
        won = {seat: chips for kind, seat, chips, _ in hand.log if kind == "win"}
        assert won[first] - won[second] == 25


def test_each_side_pot_is_divided_alone():
    """The main pot ties between A and B, the side pot between B and C: two odd chips, two owners."""
    rules = replace(STANDARD, odd_chips="one_each")
    assert shares(1025, (0, 1), 25, rules) == [(0, 525), (1, 500)]
    assert shares(525, (1, 2), 25, rules) == [(1, 275), (2, 250)]
