"""Clauses that the engine alone decides: what each book's clause gives, and that changing its answer shows.

Each case plays one small hand under the book's rules and looks at one thing. Then it changes the one
parameter that the clause sets, and the same hand must look different.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from hand_books import BOOKS
from hand_tables import begin, choices, play, try_to, with_cards
from tests.rulings.test_clauses_matter import with_value

from feltro.hand import showdown, table
from feltro.hand.posts import Stakes, usual_posts
from feltro.hand.pots import halves, pots_of, shares
from feltro.kernel.cards import cards
from feltro.rulebook.library import shipped
from feltro.rulings.hand_rules import hand_rules


@dataclass(frozen=True)
class Case:
    clauses: pytest.MarkDecorator
    """book:clause, each of them tested by itself."""
    parameter: str
    """What the clause sets."""
    changed: Any
    """Another value, for which the hand must look different."""
    look: Any
    """rules -> what is seen"""
    seen: Any


def heads_up(rules):
    """Who posts what, with the button in seat 1, and who speaks first before and after the flop."""
    hand = begin(stacks=(10_000,) * 2, rules=rules)
    first = hand.turn
    return hand.setup.blinds, first, play(hand, "c k").turn


def odd_chip_in_stud(rules):
    """Seat 0 has the ten of hearts and an ace that does not play, seat 1 the ten of spades."""
    hand = begin("stud", (10_000,) * 2, rules=rules)
    hand.holes = [cards("Th9s8h7d6cAc3c"), cards("Ts9d8c7h6s2d3d")]
    return showdown.odd_chip_order(hand, [0, 1], hand.game.rankings[0])


def odd_chip_in_razz(rules):
    hand = begin("razz", (10_000,) * 2, rules=rules)
    hand.holes = [cards("8h5c4d3sAsKcKd"), cards("8s5d4h3cAhQcQd")]
    return showdown.odd_chip_order(hand, [0, 1], hand.game.rankings[0])


def minimum_after_a_short_all_in(rules):
    """Bet 1,000, all-in 1,300: the least that a player who has not acted may make it."""
    return play(begin(stacks=(10_000, 1_500, 10_000), rules=rules), "c c k 1000 1300").minimum


def minimum_after_a_full_raise(rules):
    """A opens 400, B raises to 1,100: the least for C."""
    return play(begin(rules=rules, stacks=(10_000,) * 4), "400 1100").minimum


def raise_after_one_short_all_in(rules):
    """A bets 1,000, B calls, C is all-in for 1,300: what A may do."""
    return choices(play(begin(stacks=(10_000, 10_000, 1_500), rules=rules), "c c k 1000 c 1300"))


def raise_after_short_all_ins_that_add_up(rules):
    """300, all-in 400, 500 and 650: what the bettor may do."""
    stacks = (10_000, 600, 700, 850, 10_000)
    return choices(play(begin(stacks=stacks, rules=rules), "c c c c k 300 400 500 650 c"))


def limit_all_in_of_half_a_bet(rules):
    """Limit 200: A bets, B is all-in for 300, C calls: may A raise?"""
    return choices(play(begin("flhe", (10_000, 500, 10_000), rules=rules), "c c k 200 300 c"))


def fourth_raise_with_five_left(rules):
    """Limit, heads-up in the pot, five players left in the event: a bet and three raises were made."""
    hand = play(begin("flhe", (10_000,) * 2, rules=rules, players_left=5), "c k 200 400 600 800")
    return try_to(hand, "1000") is None


def fourth_raise_with_two_left(rules):
    hand = play(begin("flhe", (10_000,) * 2, rules=rules, players_left=2), "c k 200 400 600 800")
    return try_to(hand, "1000") is None


def pot_limit_with_a_short_big_blind(rules):
    return begin("plo", (10_000, 120, 10_000, 10_000), rules=rules).maximum


def pot_limit_with_a_short_small_blind(rules):
    return begin("plo", (40, 10_000, 10_000, 10_000), rules=rules).maximum


def absent_big_blind(rules):
    """What is left of the stack, and whether the hand is live when the first player speaks."""
    hand = begin(rules=rules, absent=(1,), ante=200)
    return hand.stacks[1], hand.live[1]


def absent_bring_in(rules):
    low = begin("stud", rules=rules).turn
    hand = begin("stud", rules=rules, absent=(low,))
    return ("bring_in", low, 100, ()) in hand.log, hand.live[low]


def showing_order_after_a_bet(rules):
    return play(begin(rules=rules), "c c k k k k k k k k 500 c c").to_show


def showing_order_in_stud(rules):
    """Nobody bet on seventh street: does the best board show first, wherever the button is?"""
    return all(_best_board_shows_first("stud", button, rules) for button in range(3))


def showing_order_in_razz(rules):
    return all(_best_board_shows_first("razz", button, rules) for button in range(3))


def _best_board_shows_first(game, button, rules):
    hand = begin(game, rules=rules, button=button, deck=STUD_DECK)
    play(hand, "b " + "x " * 14)
    return hand.to_show[0] == showdown.best_board(hand)


def showing_out_of_order(rules):
    hand = play(begin(rules=rules), "c c k k k k k k k k 500 c c")
    return table.show(hand, 2) is None


def hands_up_before_the_flop(rules):
    kinds = [entry[0] for entry in play(begin(stacks=(10_000,) * 2, rules=rules), "10000 c").log]
    return "show" in kinds and kinds.index("show") < kinds.index("board")


def muck_in_a_side_pot(rules):
    """A is all-in in the main pot, B bet the river and C called: may C muck?"""
    hand = play(begin(stacks=(1_000, 10_000, 10_000), rules=rules), "1000 c c k k k k 500 c")
    return table.muck(hand, 2) is None


def last_hand_unseen(rules):
    hand = play(begin(rules=rules), "c c k k k k k k k k k k")
    table.muck(hand, 0)
    table.muck(hand, 1)
    return hand.over


def identical_wheels(rules):
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
    return won


def fold_without_a_bet(rules):
    return try_to(play(begin(rules=rules), "c c k k"), "f") is None


def opening_bet(rules):
    """The least opening bet on the flop and the least raise over a bet of 1,000."""
    hand = play(begin(rules=rules, chip=100), "c c k")
    return hand.minimum, play(hand, "1000").minimum


# A fixed order in which the boards of three players differ.
STUD_DECK = tuple((card * 7) % 52 for card in range(52))
STANDARD_BUTTON = ((200, 100), 1, 0)


def minimum_over_a_short_all_in_and_a_raise(rules):
    """Big blind 4,000 called, all-in 7,500, raised to 11,500: the least for the caller."""
    stacks = (100_000, 100_000, 100_000, 100_000, 7_500)
    return choices(play(begin(stacks=stacks, blinds=(2_000, 4_000), rules=rules), "c f 7500 f 11500"))


def raise_after_short_all_ins_that_fall_short(rules):
    """1,000, all-in 1,300 and 1,600: each step is as big as the last, and the bettor faces 600."""
    return choices(play(begin(stacks=(10_000, 1_500, 1_800, 10_000), rules=rules), "c c c k 1000 1300 1600 c"))


CASES = (
    Case(
        pytest.mark.clause("cgp-2024:5.4.15", "nps-2019:34", "adtp-2012:37", "adtp-2023:43.A"),
        "betting.raise.minimum",
        "any_amount",
        minimum_after_a_short_all_in,
        2300,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.4.15", "nps-2019:34", "adtp-2012:37", "adtp-2023:47.A"),
        "raise.reopen.one_short_all_in",
        True,
        raise_after_short_all_ins_that_fall_short,
        (0, 600, 0, 0),
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.4.15", "nps-2019:34", "adtp-2012:37", "adtp-2023:43.A"),
        "betting.raise.minimum",
        "any_amount",
        minimum_over_a_short_all_in_and_a_raise,
        (2, 7_500, 15_500, 100_000),
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.3.1.b", "nps-2019:9.b", "adtp-2012:30", "adtp-2023:34"),
        "heads_up.button.posts",
        "big_blind",
        heads_up,
        STANDARD_BUTTON,
    ),
    Case(pytest.mark.clause("bpt-2015:15"), "heads_up.button.posts", "small_blind", heads_up, ((100, 200), 0, 0)),
    Case(
        pytest.mark.clause("cgp-2024:5.4.15", "nps-2019:34", "adtp-2012:37", "adtp-2023:43.A"),
        "betting.raise.minimum",
        "any_amount",
        minimum_after_a_full_raise,
        1800,
    ),
    Case(
        pytest.mark.clause("adtp-2023:43.A"),
        "betting.raise.minimum",
        "any_amount",
        minimum_after_a_short_all_in,
        2300,
    ),
    Case(
        pytest.mark.clause("bpt-2015:21"), "betting.raise.minimum", "last_complete_raise", opening_bet, (200, 1100)
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.4.15", "nps-2019:34", "adtp-2012:37", "adtp-2023:47.A"),
        "raise.reopen.one_short_all_in",
        True,
        raise_after_one_short_all_in,
        (0, 300, 0, 0),
    ),
    Case(
        pytest.mark.clause("adtp-2023:47.A"),
        "raise.reopen.cumulative",
        False,
        raise_after_short_all_ins_that_add_up,
        (0, 350, 950, 9_800),
    ),
    Case(
        pytest.mark.clause("adtp-2023:47.B"),
        "raise.reopen.limit_from",
        Fraction(1),
        limit_all_in_of_half_a_bet,
        (0, 100, 500, 500),
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.4.10", "nps-2019:30", "adtp-2012:40", "adtp-2023:48"),
        "limit.cap.source",
        "none",
        fourth_raise_with_five_left,
        False,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.4.10", "nps-2019:30", "adtp-2012:40", "adtp-2023:48"),
        "limit.cap.lifted_at",
        0,
        fourth_raise_with_two_left,
        True,
    ),
    Case(pytest.mark.clause("bpt-2015:20"), "limit.cap.source", "fixed", fourth_raise_with_five_left, True),
    Case(
        pytest.mark.clause("cgp-2024:5.4.17.B", "adtp-2023:54.B"),
        "pot_limit.short_blind.counted_full",
        (),
        pot_limit_with_a_short_big_blind,
        700,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.4.17.B"),
        "pot_limit.short_blind.counted_full",
        ("big_blind",),
        pot_limit_with_a_short_small_blind,
        700,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.4.1", "nps-2019:24", "adtp-2012:26", "adtp-2023:30"),
        "presence.deadline.general",
        "own_first_action",
        absent_big_blind,
        (9_600, False),
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.4.1", "nps-2019:24", "adtp-2023:30"),
        "presence.deadline.general",
        "own_first_action",
        lambda rules: (*absent_bring_in(rules), begin(absent=(1,), rules=rules).live[1]),
        (True, False, False),
    ),
    Case(
        pytest.mark.clause("bpt-2015:11"),
        "presence.deadline.general",
        "last_initial_card",
        absent_big_blind,
        (9_600, True),
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.5.3", "nps-2019:39", "adtp-2012:12", "adtp-2023:17.A", "bpt-2015:28"),
        "showdown.order.first",
        "first_to_act",
        showing_order_after_a_bet,
        [1, 2, 0],
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.5.3", "adtp-2012:12", "adtp-2023:17.A"),
        "showdown.order.stud",
        "low_hand",
        showing_order_in_stud,
        True,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.5.3", "adtp-2012:12", "adtp-2023:17.A"),
        "showdown.order.stud",
        "low_hand",
        showing_order_in_razz,
        True,
    ),
    Case(pytest.mark.clause("adtp-2023:17.A"), "showdown.order.applies", "always", showing_out_of_order, True),
    Case(
        pytest.mark.clause("cgp-2024:5.5.3", "nps-2019:39", "adtp-2012:12", "bpt-2015:28"),
        "showdown.order.applies",
        "if_nobody_shows",
        showing_out_of_order,
        False,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.5.2", "nps-2019:38", "adtp-2012:11", "adtp-2023:16", "bpt-2015:27"),
        "showdown.all_in.shown",
        "at_showdown",
        hands_up_before_the_flop,
        True,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.5.2.a", "nps-2019:38.a", "adtp-2023:16", "bpt-2015:27.a"),
        "showdown.side_pot.may_muck",
        True,
        muck_in_a_side_pot,
        False,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.5.4", "nps-2019:40", "adtp-2023:17.B", "bpt-2015:29"),
        "showdown.uncontested.must_show",
        True,
        last_hand_unseen,
        True,
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.3.5", "nps-2019:12", "adtp-2012:16", "adtp-2023:20.B"),
        "odd_chip.stud.to",
        "first_left_of_button",
        odd_chip_in_stud,
        [1, 0],
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.3.5", "nps-2019:12", "adtp-2023:20.B"),
        "odd_chip.stud.to",
        "first_left_of_button",
        odd_chip_in_razz,
        [1, 0],
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.3.5", "nps-2019:12", "adtp-2012:16", "adtp-2023:20.C"),
        "odd_chip.high_low.to",
        "low",
        lambda rules: halves(1025, 25, rules),
        (525, 500),
    ),
    Case(
        pytest.mark.clause("cgp-2024:5.3.5", "nps-2019:12", "adtp-2023:20", "bpt-2015:6"),
        "odd_chip.broken_down",
        False,
        lambda rules: shares(2000, (3, 8, 9), 25, rules),
        [(3, 675), (8, 675), (9, 650)],
    ),
    Case(
        pytest.mark.clause("adtp-2012:16"), "odd_chip.identical_hands", "half_by_half", identical_wheels, [75, 75]
    ),
    Case(
        pytest.mark.clause("adtp-2012:46", "adtp-2023:58"),
        "betting.fold_no_bet.stands",
        False,
        fold_without_a_bet,
        True,
    ),
)
ONE_BY_ONE = [
    pytest.param(clause, case, id=f"{clause}-{case.parameter}", marks=pytest.mark.clause(clause))
    for case in CASES
    for clause in case.clauses.args
]


@pytest.mark.parametrize(("clause", "case"), ONE_BY_ONE)
def test_the_clause_decides(clause, case):
    """The hand looks as the clause says, and otherwise as soon as its parameter has another value."""
    book_id, clause_id = clause.split(":")
    rulebook = shipped()[book_id]
    printed = rulebook.book.clauses[clause_id]
    assert case.parameter in {*printed.sets, *printed.confirms}
    assert case.look(hand_rules(rulebook)) == case.seen
    assert case.look(hand_rules(with_value(rulebook, case.parameter, case.changed))) != case.seen


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.3.10", "nps-2019:19", "adtp-2012:17", "adtp-2023:21")
def test_side_pots_are_built_and_settled_alone(book):
    """All-in 1,000, all-in 3,000, called 3,000: 3,000 for three and 4,000 for two."""
    hand = begin(stacks=(1_000, 3_000, 5_000), deck=(), rules=replace(BOOKS[book], all_in_face_up=False))
    for seat in range(3):
        table.deal(hand, seat, (4 * seat, 4 * seat + 1))
    play(hand, "3000 c c")
    assert [(pot.chips, pot.seats) for pot in pots_of(hand)] == [(3000, (0, 1, 2)), (4000, (1, 2))]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("adtp-2012:25", "adtp-2023:28", "bpt-2015:10")
def test_no_card_is_shown_after_the_end(book):
    """The stub of a finished hand stays closed."""
    hand = play(begin(rules=BOOKS[book]), "c c k k k 500 f f")
    assert table.deal_board(hand, (51,)).because == "hand.not_due"
    assert len(hand.board) == 3


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause(
    "cgp-2024:5.5.4", "nps-2019:40", "adtp-2012:13", "adtp-2023:13.A", "adtp-2023:19", "bpt-2015:29"
)
def test_every_card_must_be_tabled(book):
    """One card of two is no hand, playing the board or not."""
    hand = play(begin(rules=BOOKS[book]), "c c k k k k k k k k k k")
    assert table.show(hand, 0, hand.holes[0][:1]).because == "hand.show_all_cards"


@pytest.mark.clause("cgp-2024:5.3.9.c", "nps-2019:18.b", "adtp-2012:50", "adtp-2023:65", "bpt-2015:8")
@pytest.mark.parametrize("book", BOOKS)
def test_the_uncalled_raise_of_a_hand_killed_by_the_dealer_goes_back(book):
    """The floor kills the hand with the bet back; a called one would stay."""
    hand = play(begin(rules=BOOKS[book]), "600")
    table.kill(hand, 2, bet_back=True)
    assert hand.stacks[2] == 9_800


def test_blinds_left_of_the_button_in_every_book():
    """Three or more players post alike everywhere."""
    assert len(BOOKS) == 5
    for rules in BOOKS.values():
        assert usual_posts(Stakes(100, 200), 5, 3, rules).blinds == (200, 0, 0, 0, 100)
