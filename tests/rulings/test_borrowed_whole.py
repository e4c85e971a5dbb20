"""Where a book says nothing and another speaks for it, that one speaks whole: its verdict, its figures and its steps.

The proposal to the director would otherwise be a rule that stands in no book: half of the one, half of nothing.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings

from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable
from tests.rulings.test_any_situation import tables_of
from tests.rulings.test_nothing_borrowed import situations

LENDER = "adtp-2023"
SILENT = ("cgp-2024", "nps-2019", "adtp-2012", "bpt-2015")
OF_THE_ROOM = sorted(name for name in KINDS if name != "hand")


def last_ruling(situation, book):
    answer = rule({**situation, "book": book}, shipped()[book])
    return None if isinstance(answer, Unreadable) else answer.rulings[-1]


def wholly_borrowed(ruling):
    if ruling is None or ruling.default is None or not all(cite.fallback for cite in ruling.cites):
        return False
    return LENDER in {cite.book for cite in ruling.cites}


def left_behind(lent, own):
    """What the lender's ruling has and the proposal made of it has not."""
    proposed = (lent.default.remedy, lent.values, [step.key for step in lent.steps], lent.penalty is None)
    remedy = lent.default.remedy if own.remedy == "director_decides" else own.remedy
    meant = (remedy, own.values, [step.key for step in own.steps], own.penalty is None)
    names = ("remedy", "values", "steps", "penalty")
    found = [name for name, one, other in zip(names, proposed, meant, strict=True) if one != other]
    return found + (["book"] if lent.default.book in SILENT else [])


def halves(situation):
    """The books whose proposal on this situation is a part of the lender's rule; and how many took it at all."""
    lender = last_ruling(situation, LENDER)
    if lender is None:
        return {}, 0
    lent = {book: one for book in SILENT if wholly_borrowed(one := last_ruling(situation, book))}
    return {book: left_behind(one, lender) for book, one in lent.items() if left_behind(one, lender)}, len(lent)


@pytest.mark.slow
@pytest.mark.clause(
    "adtp-2023:54.A", "adtp-2023:66", "adtp-2023:14", "adtp-2023:15.B", "adtp-2023:60", "bpt-2015:15"
)
def test_a_borrowed_rule_is_borrowed_whole_in_every_case():
    """Every case of our own and every published situation that is not a hand, under the four other books."""
    found, taken = {}, 0
    for situation in situations():
        if situation.get("kind", "hand") == "hand" or "house" in situation:
            continue
        half, count = halves(situation)
        taken += count
        if half:
            found[json.dumps(situation)] = half
    assert found == {}
    assert taken > 200


@pytest.mark.parametrize("kind", OF_THE_ROOM)
def test_a_borrowed_rule_is_borrowed_whole_whatever_is_asked(kind):
    """Situations drawn by chance: the proposal of a silent book is the other book's ruling."""

    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    @given(tables_of(KINDS[kind].fields))
    def whole(facts):
        assert halves({"kind": kind, **facts})[0] == {}

    whole()


@pytest.mark.parametrize(
    ("book", "situation", "remedy", "values", "steps"),
    [
        (
            "bpt-2015",
            {"kind": "policy", "topic": "pot_size_told", "game": "nlhe"},
            "no",
            {"dealer_counts": False},
            (),
        ),
        (
            "adtp-2012",
            {"kind": "killed_hand", "by": "player", "identifiable": True, "in_muck": True},
            "dead_hand",
            {},
            (),
        ),
        (
            "nps-2019",
            {"kind": "killed_hand", "by": "player", "bet": 800, "called": False},
            "return_chips",
            {},
            ("step.killed.guard", "step.killed.return"),
        ),
        (
            "cgp-2024",
            {"kind": "fold_gesture", "how": "lifts_up_cards", "facing_bet": True},
            "dead_hand",
            {},
            ("step.fold.stud_proper",),
        ),
    ],
)
def test_what_is_proposed_to_the_director_of_a_silent_book(book, situation, remedy, values, steps):
    """The pot is not counted, cards among the others are dead, the dealer guards the cards, stud cards are turned down."""
    ruling = last_ruling(situation, book)
    assert (ruling.remedy, ruling.default.remedy, ruling.default.book) == ("director_decides", remedy, LENDER)
    assert ruling.values == values
    assert tuple(step.key for step in ruling.steps) == steps


@pytest.mark.clause(
    "adtp-2012:32", "bpt-2015:16", "adtp-2023:36", "adtp-2023:52.B", "cgp-2024:5.4.4", "nps-2019:27"
)
@pytest.mark.parametrize(
    ("book", "clause", "to"),
    [("adtp-2012", "32", 4500), ("bpt-2015", "16", 4500), ("adtp-2023", "36", 4000), ("cgp-2024", "5.4.4", 4000), ("nps-2019", "27", 4000)],
)  # fmt: skip
def test_a_pot_told_too_low_is_put_right_until_what_the_book_itself_calls_substantial_action(book, clause, to):
    """A call and a fold behind the bet: too late where one of two acts with chips is enough, and the definition is cited."""
    acts = [
        {"player": "A", "says": "pote", "told": 4000},
        {"player": "B", "says": "call"},
        {"player": "C", "folds": True},
        {"player": "A", "noticed": "same_street"},
    ]
    situation = {
        "game": "plo",
        "blinds": [100, 200],
        "street": "flop",
        "pot": 4500,
        "seats": ["A", "B", "C"],
        "acts": acts,
    }
    ruling = last_ruling(situation, book)
    assert ruling.to == to
    assert clause in {cite.clause for cite in ruling.cites if cite.book == book}


@pytest.mark.clause("adtp-2023:59.A")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "bpt-2015"])
def test_a_condition_in_words_may_cost_a_penalty_where_the_rule_that_is_proposed_says_so(book):
    """ "Se você apostar, eu aumento", in a book that is silent: the rule that is offered comes with its penalty."""
    acts = [{"player": "B", "says": "se você apostar, eu aumento"}]
    situation = {"blinds": [200, 400], "street": "flop", "pot": 1200, "seats": ["A", "B"], "acts": acts}
    penalty = last_ruling(situation, book).penalty
    assert penalty is not None
    assert not penalty.required


@pytest.mark.clause("adtp-2023:11.D", "cgp-2024:5.2.4.D")
@pytest.mark.parametrize("book", ["adtp-2023", "cgp-2024"])
@pytest.mark.parametrize("event_format", ["turbo", "short_handed"])
@pytest.mark.parametrize("by_elimination", [True, False])
def test_outside_full_tables_stopping_is_the_directors_however_the_table_became_short(
    book, event_format, by_elimination
):
    """That only eliminations count, and only once the blinds are touched, is said of full tables."""
    situation = {
        "kind": "halt", "counts": {"A": 3, "B": 6}, "table": "A", "format": event_format, "by_elimination": by_elimination,
    }  # fmt: skip
    assert last_ruling(situation, book).remedy == "director_decides"


@pytest.mark.clause("bpt-2015:15", "cgp-2024:5.3.1.b", "adtp-2012:30", "adtp-2023:34", "nps-2019:9.b")
@pytest.mark.parametrize(
    ("book", "clause", "small_blind", "big_blind"),
    [
        ("bpt-2015", "15", 4, 9),
        ("cgp-2024", "5.3.1.b", 9, 4),
        ("nps-2019", "9.b", 9, 4),
        ("adtp-2012", "30", 9, 4),
        ("adtp-2023", "34", 9, 4),
    ],
)
def test_two_players_back_from_stud_post_by_the_rule_on_two_players(book, clause, small_blind, big_blind):
    """The button on chair 9 of two players has the blind that the book's own rule gives it, and the rule is cited."""
    ruling = last_ruling(
        {"kind": "mixed_button", "from": "stud8", "to": "nlhe", "button": 9, "occupied": [4, 9]}, book
    )
    assert (ruling.values["small_blind"], ruling.values["big_blind"]) == (small_blind, big_blind)
    assert clause in {cite.clause for cite in ruling.cites if cite.book == book}
