"""Odd chips among tied hands of seven cards: the five that play decide, by the suit of their highest card."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.hand.games import BY_CODE
from feltro.kernel.cards import DECK, name_of
from feltro.rulebook.library import shipped
from feltro.rulings.hand_rules import hand_rules
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

SAYS_FIVE_BY_SUIT = {"cgp-2024": "5.3.5", "nps-2019": "12", "adtp-2023": "20.B"}
BORROWS = {"adtp-2012": "16"}
BOOKS = {**SAYS_FIVE_BY_SUIT, **BORROWS}


def awarded(book, **situation):
    answer = rule({"kind": "odd_chip", "pot": 1025, "smallest": 25, **situation}, shipped()[book])
    assert not isinstance(answer, Unreadable), answer
    return answer.rulings[0]


RAZZ = {  # both have 8-6-4-2-A; the king beside it does not play
    "1": ["8h", "6c", "4d", "2c", "Ac", "Ks", "Kd"],
    "2": ["8s", "6d", "4c", "2d", "Ad", "9c", "9d"],
}
HIGH = {  # both have kings and sevens with a queen; the ace of spades is not there, the eight of spades does not play
    "3": ["Ks", "Kd", "7c", "7d", "Qh", "2c", "3c"],
    "7": ["Kh", "Kc", "7s", "7h", "Qs", "8s", "5d"],
}
LOW_OF_STUD_8 = {  # the low is 7-5-4-2-A for both; pairs of kings lie beside it
    "4": ["7d", "5c", "4h", "2h", "Ac", "Ks", "Kh"],
    "5": ["7h", "5d", "4s", "2s", "Ad", "Kc", "Qs"],
}


@pytest.mark.clause("cgp-2024:5.3.5")
@pytest.mark.clause("nps-2019:12")
@pytest.mark.clause("adtp-2012:16")
@pytest.mark.clause("adtp-2023:20.B")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("game", "half", "hands", "winner"),
    [("razz", None, RAZZ, "2"), ("stud", None, HIGH, "3"), ("stud8", "low", LOW_OF_STUD_8, "5")],
)
def test_the_highest_of_the_five_that_play_takes_the_chip(book, game, half, hands, winner):
    """A card that does not play takes nothing, whatever it is: the suit of the highest of the five decides."""
    winners = [{"seat": seat, "cards": cards, **({"half": half} if half else {})} for seat, cards in hands.items()]
    ruling = awarded(book, game=game, winners=winners)
    assert ruling.remedy == "award"
    assert ruling.values["awards"][winner] == 525
    assert BOOKS[book] in {cite.clause for cite in ruling.cites if cite.book == book}


@pytest.mark.parametrize("book", BOOKS)
def test_only_the_book_that_does_not_say_it_borrows_five_cards_and_suit(book):
    """ADTP 2012 16 says no more than the highest card: the rest is marked as taken from ADTP 2023 20.B."""
    winners = [{"seat": seat, "cards": cards} for seat, cards in RAZZ.items()]
    marked = {
        (cite.book, cite.clause) for cite in awarded(book, game="razz", winners=winners).cites if cite.fallback
    }
    assert (("adtp-2023", "20.B") in marked) == (book in BORROWS)


@pytest.mark.parametrize("book", [*BOOKS, "bpt-2015"])
@pytest.mark.parametrize("game", ["27td", "27sd", "badugi"])
def test_in_draw_the_order_is_the_houses(book, game):
    """No book speaks of odd chips in draw: the director decides, and the house proposes the first left of the button."""
    ruling = awarded(book, game=game, winners=[{"seat": 2}, {"seat": 6}], button=5)
    assert ruling.remedy == "director_decides"
    assert ruling.values["awards"] == {"6": 525, "2": 500}
    assert [cite.clause for cite in ruling.cites if cite.fallback] == ["odd_chip.draw.to"]


def test_seven_cards_without_the_low_are_named():
    """A half that these cards cannot have won is refused by its field."""
    winners = [
        {"seat": 1, "half": "low", "cards": ["Ks", "Kd", "Qc", "Qd", "Jh", "2c", "3c"]},
        {"seat": 2, "half": "low", "cards": ["Kh", "Kc", "Qs", "Qh", "Js", "8s", "5d"]},
    ]
    answer = rule({"kind": "odd_chip", "game": "stud8", "pot": 25, "winners": winners}, shipped()["cgp-2024"])
    assert isinstance(answer, Unreadable)
    assert answer.where == "winners.cards"


@pytest.mark.parametrize("game", ["stud", "stud8", "razz"])
@given(cards=st.lists(st.sampled_from(DECK), min_size=14, max_size=14, unique=True))
def test_five_told_or_seven_told_is_the_same(game, cards):
    """Whoever tells the five that play gets the answer of whoever tells all seven."""
    ranking = BY_CODE[game].rankings[0]
    hands = cards[:7], cards[7:]
    told = [[name_of(card) for card in hand] for hand in hands]
    five = [[name_of(card) for card in ranking.best_cards(hand, ())] for hand in hands]
    awards = [
        awarded("cgp-2024", game=game, winners=[{"seat": seat, "cards": one} for seat, one in enumerate(hands, 1)])
        for hands in (told, five)
    ]
    assert awards[0].values == awards[1].values


@pytest.mark.clause("adtp-2012:16")
@pytest.mark.parametrize("book", [*BOOKS, "bpt-2015"])
def test_the_engine_looks_at_the_five_that_play(book):
    """A hand that is played out gives the odd chip as a ruling does."""
    assert hand_rules(shipped()[book], "razz").odd_chip_stud == "best_five"


def test_more_cards_than_anybody_holds_are_not_read():
    """Eight cards are a slip of the pen: the field is named, and nothing breaks."""
    cards = ["As", "Kd", "9c", "8h", "6s", "4d", "3c", "2h"]
    winners = [{"seat": "1", "cards": cards}, {"seat": "2", "cards": cards[:7]}]
    answer = rule(
        {"kind": "odd_chip", "game": "razz", "pot": 25, "smallest": 25, "winners": winners}, shipped()["cgp-2024"]
    )
    assert (answer.where, answer.because) == ("winners.cards", "unreadable.no_such_hand")
