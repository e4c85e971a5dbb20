from dataclasses import replace

import pytest
from tables import begin, play, with_cards

from feltro.hand import showdown, table
from feltro.hand.rules import STANDARD
from feltro.kernel.cards import cards


def river(rules=STANDARD, script="c c k k k k k k k", stacks=(10_000,) * 3, last=""):
    return play(begin(stacks=stacks, rules=rules), f"{script} {last}")


def test_last_aggressor_of_the_last_street_shows_first():
    """Seat 0 checks, seat 1 bets, seat 2 and seat 0 call: 1, 2, 0."""
    assert river(last="k 500 c c").to_show == [1, 2, 0]


def test_without_a_bet_the_first_to_act_shows_first():
    """A bet on an earlier street does not count."""
    assert river(script="c c k 500 c c k k k", last="k k k").to_show == [0, 1, 2]


def test_a_rule_may_ignore_the_aggressor():
    """Where the order is always from the left of the button."""
    rules = replace(STANDARD, showdown_first="first_to_act")
    assert river(rules, last="k 500 c c").to_show == [0, 1, 2]


def test_showing_out_of_order():
    """Refused where the order holds, taken where players may show when they like."""
    assert table.show(river(last="k 500 c c"), 2).because == "hand.show_in_order"
    assert table.show(river(replace(STANDARD, showdown_in_order=False), last="k 500 c c"), 2) is None


def test_the_last_hand_wins_unseen():
    """Everybody else mucks: the pot is pushed without a card shown."""
    hand = river(last="k k k")
    assert table.muck(hand, 0) is None
    assert table.muck(hand, 1) is None
    assert hand.over
    assert not [entry for entry in hand.log if entry[0] == "show"]


def test_the_last_hand_must_show_where_the_rules_say_so():
    """The pot waits until the cards are up."""
    hand = river(replace(STANDARD, last_hand_wins_unseen=False), last="k k k")
    table.muck(hand, 0)
    table.muck(hand, 1)
    assert not hand.over
    assert table.muck(hand, 2).because == "hand.last_hand"
    assert table.show(hand, 2) is None
    assert hand.over


def test_all_cards_must_be_shown():
    """One of two cards is not a hand."""
    hand = river(last="k k k")
    assert table.show(hand, 0, hand.holes[0][:1]).because == "hand.show_all_cards"


def test_nobody_mucks_with_a_player_all_in():
    """A side pot between B and C is shown too, unless the rules let them muck."""
    stacks = (1_000, 10_000, 10_000)
    hand = play(begin(stacks=stacks), "1000 c c k k k k 500 c")
    assert table.muck(hand, 2).because == "hand.all_in_must_show"
    free = replace(STANDARD, all_in_may_muck=True)
    hand = play(begin(stacks=stacks, rules=free), "1000 c c k k k k 500 c")
    assert table.muck(hand, 2) is None


def test_hands_are_opened_before_the_next_card_when_nobody_can_bet():
    """All-in and call before the flop: the hands are up before the board is out."""
    hand = play(begin(stacks=(10_000, 10_000)), "10000 c")
    kinds = [entry[0] for entry in hand.log]
    assert kinds.index("show") < kinds.index("board")
    closed = replace(STANDARD, all_in_face_up=False)
    kinds = [entry[0] for entry in play(begin(stacks=(10_000, 10_000), rules=closed), "10000 c").log]
    assert "show" not in kinds


def test_hands_stay_closed_while_two_can_still_bet():
    """A is all-in, B and C have chips: nothing is opened yet."""
    hand = play(begin(stacks=(1_000, 10_000, 10_000)), "1000 c c")
    assert "show" not in [entry[0] for entry in hand.log]


def test_unknown_hands_are_named_when_they_are_opened():
    """With cards unseen, the next card waits until they are named."""
    hand = begin(stacks=(10_000, 10_000), deck=())
    table.deal(hand, 0, (-1, -1))
    table.deal(hand, 1, (-1, -1))
    play(hand, "10000 c")
    assert hand.waits_for == "show"
    assert table.show(hand, 0, cards("AsAd")) is None
    assert table.show(hand, 1, cards("KsKd")) is None
    assert table.deal_board(hand, cards("2c3c4d")) is None
    table.deal_board(hand, cards("9h"))
    table.deal_board(hand, cards("Jh"))
    assert hand.stacks == [20_000, 0]


def test_high_low_without_a_low_goes_to_the_high_hand():
    """No eight or better on the board: the best high hand takes it all."""
    hand = with_cards("flo8", ("AsAd7c8d", "2s3d4c5d"), "KhKdQcJs9h", stacks=(1000,) * 2, script="c k k k k k k k")
    assert hand.stacks == [1200, 800]


def test_high_and_low_divide():
    """Aces full and a six low: half each."""
    hand = with_cards("flo8", ("AsAdKc8d", "2s4dTcTd"), "Ah6d3c5s6h", stacks=(1000,) * 2, script="c k k k k k k k")
    assert hand.stacks == [1000, 1000]


@pytest.mark.parametrize(("answer", "parts"), [("each_half", [100, 50]), ("whole_pot", [75, 75])])
def test_identical_hands_both_ways(answer, parts):
    """The same wheel twice, 150 in chips of 25: by halves, one player gets both odd chips."""
    rules = replace(STANDARD, identical_hands_share=answer)
    hand = with_cards(
        "flo8",
        ("As2dKcQd", "Ad2sKdQc"),
        "3h4d5c9s9h",
        stacks=(1000,) * 2,
        blinds=(25, 50),
        ante=50,
        ante_kind="button",
        script="c k k k k k k k",
        rules=rules,
        chip=25,
    )
    won = [0, 0]
    for kind, seat, chips, _ in hand.log:
        won[seat] += chips if kind == "win" else 0
    assert won == parts


def test_stud_odd_chip_goes_to_the_highest_card_by_suit():
    """Two equal hands: the one whose best five hold the ten of spades."""
    hand = begin("stud", (10_000,) * 2, chip=25)
    hand.holes = [cards("Th9s8h7d6c2c3c"), cards("Ts9d8c7h6s2d3d")]
    ranking = hand.game.rankings[0]
    assert showdown.odd_chip_order(hand, [0, 1], ranking) == [1, 0]
    assert showdown.odd_chip_order(replace_rules(hand, "left_of_button"), [0, 1], ranking) == [0, 1]


def test_stud_odd_chip_among_five_or_seven_cards():
    """An ace that does not play counts only where the whole hand does."""
    hand = begin("stud", (10_000,) * 2, chip=25)
    hand.holes = [cards("Th9s8h7d6cAc3c"), cards("Ts9d8c7h6s2d3d")]
    ranking = hand.game.rankings[0]
    assert showdown.odd_chip_order(hand, [0, 1], ranking) == [1, 0]
    assert showdown.odd_chip_order(replace_rules(hand, "whole_hand"), [0, 1], ranking) == [0, 1]


def test_razz_odd_chip():
    """Two eight-lows: the eight of spades before the eight of hearts; an ace is the lowest card."""
    hand = begin("razz", (10_000,) * 2, chip=25)
    hand.holes = [cards("8h5c4d3sAsKcKd"), cards("8s5d4h3cAhQcQd")]
    assert showdown.odd_chip_order(hand, [0, 1], hand.game.rankings[0]) == [1, 0]


def replace_rules(hand, answer):
    hand.rules = replace(hand.rules, odd_chip_stud=answer)
    return hand


def test_stud_order_without_a_bet():
    """The best open cards show first, or the left of the button where the book has no stud order."""
    hand = play(begin("stud", (10_000,) * 3), "b " + "x " * 14)
    best = hand.to_show[0]
    assert best == showdown.best_board(hand)
    rules = replace(STANDARD, showdown_unbet="left_of_button")
    assert play(begin("stud", (10_000,) * 3, rules=rules), "b " + "x " * 14).to_show[0] == 0
