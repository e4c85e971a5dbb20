from dataclasses import replace

from tables import begin, play, with_cards

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
