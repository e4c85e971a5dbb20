from dataclasses import replace

import pytest
from hand_books import BOOKS
from hand_tables import begin, choices, play, setup

from feltro.hand import actions, table
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


@pytest.mark.clause("bpt-2015:11", "bpt-2015:3.1")
def test_an_absent_player_all_in_in_the_blind_dies_with_the_first_round():
    """The big blind of 200 is his last chips and he is away: nobody else folds, and he cannot win."""
    rules = BOOKS["bpt-2015"]
    hand = play(begin(stacks=(10_000, 200, 10_000), absent=(1,), rules=rules), "c c")
    assert (hand.street, hand.live) == (1, [True, False, True])
    heads_up = play(begin(stacks=(10_000, 200, 10_000), absent=(1,), rules=rules), "c f")
    assert heads_up.stacks == [9_900, 0, 10_300]


def test_an_absent_player_all_in_in_the_blind_may_still_sit_down():
    """Until the first round is over."""
    hand = begin(stacks=(10_000, 200, 10_000), absent=(1,), rules=UNTIL_TURN)
    play(hand, "c")
    assert table.player_returns(hand, 1) is None
    assert play(hand, "c").live == [True] * 3
    late = play(begin(stacks=(10_000, 200, 10_000), absent=(1,), rules=UNTIL_TURN), "c c")
    assert table.player_returns(late, 1).because == "hand.too_late_to_sit"


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


def test_an_absent_hand_killed_during_the_deal_dies_once():
    """The floor was faster than the rule: the other two hands play on."""
    hand = begin(deck=(), absent=(0,))
    table.deal(hand, 0, (0, 1))
    table.kill(hand, 0)
    table.deal(hand, 1, (2, 3))
    table.deal(hand, 2, (4, 5))
    assert (hand.live_count, hand.turn) == (2, 2)


def test_nobody_brings_it_in_against_players_without_chips():
    """Stud, the others all-in for the ante: the low card is not asked, and cannot bring it in late."""
    low = begin("stud").turn
    stacks = tuple(10_000 if seat == low else 50 for seat in range(3))
    rules = replace(STANDARD, all_in_face_up=False)
    hand = begin("stud", stacks, deck=(), rules=rules)
    for seat in range(3):
        table.deal(hand, seat, begin("stud").holes[seat])
    assert hand.waits_for == "cards"
    assert actions.bring_in(hand).because == "hand.no_bring_in_now"
    away = begin("stud", stacks, absent=(low,))
    assert "bring_in" not in [entry[0] for entry in away.log]


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
    assert choices(hand) == (0, 100, 400, 10_000)


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023"])
@pytest.mark.clause("cgp-2024:5.3.9.c", "nps-2019:18.b", "adtp-2012:50", "adtp-2023:65")
def test_a_raise_that_went_back_leaves_no_minimum(book):
    """A raise to 5,000 of a killed hand is gone: the next raise is to 400 again."""
    hand = play(begin(stacks=(10_000,) * 4, rules=BOOKS[book]), "5000")
    table.kill(hand, 2, bet_back=True)
    assert choices(hand) == (3, 200, 400, 10_000)


def test_a_raise_that_went_back_does_not_count_for_the_cap():
    """Limit 200: blind, 400, 600, 800; the last raiser dies and 800 may be raised again."""
    hand = play(begin("flhe", rules=BOOKS["cgp-2024"]), "400 600 800")
    table.kill(hand, 1, bet_back=True)
    assert choices(hand) == (2, 200, 800, 800)


@pytest.mark.clause("cgp-2024:5.5.3", "nps-2019:39", "adtp-2012:12", "adtp-2023:17.A", "bpt-2015:28")
@pytest.mark.parametrize("book", BOOKS)
def test_the_bettor_shows_first_when_the_raise_over_him_went_back(book):
    """River: seat 1 bets 500, seat 2 raises and dies, seat 0 calls: seat 1 is the last aggressor again."""
    hand = play(begin(rules=BOOKS[book]), "c c k k k k k k k k 500 1500")
    table.kill(hand, 2, bet_back=True)
    assert play(hand, "c").to_show == [1, 0]


def test_the_raise_before_stands_when_the_last_one_goes_back():
    """Raised to 600 and to 1,500: with the second gone the first still asks for 400 more, and is not reopened."""
    hand = play(begin(stacks=(10_000,) * 4), "600 1500")
    table.kill(hand, 3, bet_back=True)
    assert choices(hand) == (0, 500, 1_000, 10_000)
    assert play(hand, "c c").street == 1


def test_two_raises_go_back_one_after_the_other():
    """Each leaves what stood before it."""
    hand = play(begin(stacks=(10_000,) * 4), "5000")
    table.kill(hand, 2, bet_back=True)
    play(hand, "3000")
    table.kill(hand, 3, bet_back=True)
    assert hand.stacks[2:] == [9_800, 9_800]
    assert choices(hand) == (0, 100, 400, 10_000)


def test_only_what_is_over_the_last_valid_bet_goes_back():
    """A short big blind of 120 leaves 200 as the bet, so a dead raise to 600 gets 400 back."""
    hand = play(begin(stacks=(10_000, 120, 10_000)), "600")
    table.kill(hand, 2, bet_back=True)
    assert hand.stacks[2] == 9_800


def test_the_part_of_a_raise_that_an_all_in_called_stays():
    """A raise to 5,000 called for 3,000: 2,000 goes back, and 3,000 is the bet."""
    hand = play(begin(stacks=(3_000, 10_000, 10_000)), "5000 c")
    table.kill(hand, 2, bet_back=True)
    assert hand.stacks[2] == 7_000
    assert (hand.turn, hand.owed) == (1, 2_800)


def test_a_blind_is_no_raise_and_stays():
    """The big blind dies before anybody called it: the whole 200 stays in the pot."""
    hand = begin()
    table.kill(hand, 1, bet_back=True)
    assert (hand.stacks[1], hand.pot) == (9_800, 300)
    assert choices(hand) == (2, 200, 400, 10_000)


def test_a_completion_that_goes_back_leaves_the_bring_in():
    """Stud: the low card completes to 200 and dies; 100 stays, and the next player may complete."""
    hand = begin("stud")
    first = hand.turn
    play(hand, "200")
    table.kill(hand, first, bet_back=True)
    assert hand.stacks[first] == 9_850
    assert (hand.owed, hand.minimum) == (100, 200)


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


@pytest.mark.parametrize("code", ["stud", "razz"])
def test_a_hand_killed_before_its_door_card_was_named(code):
    """The deal goes on without it, and the bring-in is for a live hand."""
    hand = begin(code, deck=())
    table.deal(hand, 0, (0, 1))
    table.deal(hand, 1, (8, 9, 10))
    assert table.kill(hand, 0) is None
    assert table.deal(hand, 2, (20, 21, 22)) is None
    assert hand.turn == (1 if code == "stud" else 2)
    last = begin(code, deck=())
    table.deal(last, 1, (8, 9, 10))
    table.deal(last, 2, (20, 21, 22))
    assert table.kill(last, 0) is None
    assert last.waits_for == "action"


def test_a_hand_killed_at_the_showdown():
    """The other hands still show."""
    hand = play(begin(), "c c k k k k k k k k k k")
    table.kill(hand, 0)
    assert hand.to_show == [1, 2]


def waiting_for_the_flop():
    hand = begin(deck=())
    for seat in range(3):
        table.deal(hand, seat, (4 * seat, 4 * seat + 1))
    return play(hand, "c c k")


def test_nothing_is_dealt_into_a_void_hand():
    """Void while the flop was due, or before every card was out: the hand stays over."""
    hand = waiting_for_the_flop()
    table.void(hand)
    assert table.deal_board(hand, (40, 41, 42)).because == "hand.not_due"
    early = begin(deck=())
    table.void(early)
    assert table.deal(early, 0, (0, 1)).because == "hand.not_due"
    assert (early.over, early.pot) == (True, 0)


def test_nothing_is_dealt_after_the_kill_that_ended_the_hand():
    """Killed down to one hand while cards were due: nothing comes back to life."""
    hand = waiting_for_the_flop()
    table.kill(hand, 0)
    table.kill(hand, 1)
    assert table.deal_board(hand, (40, 41, 42)).because == "hand.not_due"
    early = begin(deck=())
    table.kill(early, 0)
    table.kill(early, 1)
    assert table.deal(early, 2, (0, 1)).because == "hand.not_due"
    assert early.over


def test_nobody_sits_down_to_a_hand_that_is_over():
    """An absent player who comes after the end is too late."""
    hand = begin(absent=(0,), rules=UNTIL_TURN)
    table.void(hand)
    assert table.player_returns(hand, 0).because == "hand.too_late_to_sit"


def test_a_void_hand_gives_every_chip_back():
    """Bets, blinds and antes return to their owners."""
    hand = play(begin(ante=200), "600 c")
    assert table.void(hand) is None
    assert hand.stacks == [10_000] * 3
    assert hand.over
    assert table.void(hand).because == "hand.already_void"
