from dataclasses import replace

from tables import begin, choices, play, setup

from feltro.hand import table
from feltro.hand.rules import STANDARD
from feltro.hand.streets import start

UNTIL_TURN = replace(STANDARD, absent_hand_dies="first_turn")


def test_an_absent_player_posts_and_is_killed_after_the_deal():
    """The big blind is away: cards dealt, 200 and the ante of 200 taken, hand dead."""
    hand = begin(absent=(1,), ante=200)
    assert hand.stacks[1] == 9_600
    assert len(hand.holes[1]) == 2
    assert not hand.live[1]
    assert hand.turn == 2


def test_an_absent_player_may_have_until_his_turn():
    """Killed when the turn comes, unless he sat down before."""
    hand = begin(absent=(0,), rules=UNTIL_TURN)
    assert hand.live[0]
    play(hand, "c")
    assert not hand.live[0]
    hand = begin(absent=(0,), rules=UNTIL_TURN)
    assert table.player_returns(hand, 0) is None
    assert play(hand, "c").turn == 0


def test_sitting_down_too_late():
    """After the hand was killed there is nothing to come back to."""
    hand = play(begin(absent=(0,), rules=UNTIL_TURN), "c")
    assert table.player_returns(hand, 0).because == "hand.too_late_to_sit"
    assert table.player_returns(begin(absent=(0,)), 0).because == "hand.too_late_to_sit"


def test_an_absent_player_with_the_low_card_still_brings_it_in():
    """Stud: the bring-in is taken and then the hand dies."""
    present = start(setup("stud"))
    hand = start(replace(setup("stud"), absent=(present.turn,)))
    assert ("bring_in", present.turn, 100, ()) in hand.log
    assert not hand.live[present.turn]
    assert hand.owed == 100


def test_when_all_are_absent_the_last_to_act_wins():
    """The blinds are taken and the big blind has the last live hand."""
    hand = begin(absent=(0, 1, 2))
    assert hand.over
    assert hand.stacks == [9_900, 10_100, 10_000]


def test_a_killed_hand_leaves_its_chips():
    """A hand killed while another player thinks: the chips stay and the turn does not move."""
    hand = play(begin(), "600")
    assert table.kill(hand, 2) is None
    assert choices(hand)[:2] == (0, 500)
    assert hand.pot == 900


def test_a_killed_hand_in_turn_passes_the_turn():
    """The player to act has no cards any more."""
    hand = play(begin(), "600")
    table.kill(hand, 0)
    assert hand.turn == 1


def test_the_uncalled_raise_of_a_killed_hand_goes_back():
    """A raise to 600 over 200 that nobody has called: 400 back, and the blinds play on for 200."""
    hand = play(begin(), "600")
    assert table.kill(hand, 2, bet_back=True) is None
    assert hand.stacks[2] == 9_800
    assert choices(hand)[:2] == (0, 100)


def test_a_called_raise_of_a_killed_hand_stays():
    """Once a player has called there is nothing to give back."""
    hand = play(begin(), "600 c")
    table.kill(hand, 2, bet_back=True)
    assert hand.stacks[2] == 9_400


def test_those_who_had_checked_do_not_answer_a_bet_that_went_back():
    """Checked to a bettor whose hand is killed: the street is over."""
    hand = play(begin(), "c c k k k 500")
    table.kill(hand, 2, bet_back=True)
    assert hand.street == 2
    assert hand.stacks[2] == 9_800


def test_the_last_live_hand_cannot_be_killed():
    """Somebody must win the pot."""
    hand = play(begin(), "f")
    table.kill(hand, 0)
    assert hand.over
    assert table.kill(begin(), 7).because == "hand.not_live"


def test_a_hand_killed_while_it_was_to_draw():
    """The draw goes on with the next player."""
    hand = play(begin("27sd"), "c c k")
    assert hand.turn == 0
    table.kill(hand, 0)
    assert hand.turn == 1
    assert play(hand, "s s").waits_for == "action"


def test_a_hand_killed_at_the_showdown():
    """The other hands still show."""
    hand = play(begin(), "c c k k k k k k k k k k")
    table.kill(hand, 0)
    assert hand.to_show == [1, 2]


def test_a_void_hand_gives_every_chip_back():
    """Bets, blinds and antes return to their owners."""
    hand = play(begin(ante=200), "600 c")
    assert table.void(hand) is None
    assert hand.stacks == [10_000] * 3
    assert hand.over
    assert table.void(hand).because == "hand.already_void"
