"""What holds for every error at the table, whatever the book: cards are kept, inputs are read or named."""

from __future__ import annotations

import itertools

import pytest

from feltro.kernel.cards import DECK, name_of
from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.public import tell
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable

BOOKS = ("cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015")
MINE = (
    *("misdeal", "button_short", "board", "burns", "showdown_order", "show", "see_hand", "killed_hand"),
    *("fold_gesture", "exposed", "presence", "odd_chip", "count_request"),
)
NAMES = [name_of(card) for card in DECK]


def ruled(book, **situation):
    answer = rule(situation, shipped()[book])
    assert not isinstance(answer, Unreadable), answer
    return answer.rulings[-1]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("what", ["no_burn", "extra_burn", "premature", "extra_cards"])
@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_no_card_is_lost_or_made(book, what, street):
    """Board, burns, stub and what lies aside are together the cards that were given."""
    deck = NAMES[:20]
    for acted in (False, True):
        ruling = ruled(book, kind="board", what=what, street=street, acted=acted, deck=deck)
        assert ruling.cites
        values = ruling.values
        piles = [values.get(pile, []) for pile in ("board", "burns", "stub", "set_aside", "mixed")]
        if "stub" in values:
            assert sorted(itertools.chain(*piles)) == sorted(deck)


@pytest.mark.parametrize("what", ["no_burn", "extra_burn"])
@pytest.mark.parametrize("street", ["flop", "turn"])
def test_the_annex_puts_the_order_back(what, street):
    """After action, the streets that follow a wrong number of burns get the cards they would have had."""
    deck = NAMES[:20]
    without_error = {"turn": deck[5], "river": deck[7]}
    values = ruled("adtp-2012", kind="board", what=what, street=street, acted=True, deck=deck).values
    assert values["coming"] == {name: without_error[name] for name in values["coming"]}
    assert values["coming"]


@pytest.mark.parametrize(
    ("situation", "where"),
    [
        ({"kind": "misdeal"}, "what"),
        ({"kind": "misdeal", "what": "earthquake"}, "what"),
        ({"kind": "misdeal", "what": "boxed_cards", "count": -1}, "count"),
        ({"kind": "board", "what": "no_burn"}, "street"),
        ({"kind": "board", "what": "four_cards", "street": "river"}, "street"),
        ({"kind": "board", "what": "no_burn", "street": "flop", "deck": ["As", "As", "2c", "3c"]}, "deck"),
        ({"kind": "board", "what": "no_burn", "street": "flop", "deck": ["As"]}, "deck"),
        ({"kind": "board", "what": "no_burn", "street": "turn", "deck": ["As"], "board": ["2c"]}, "board"),
        ({"kind": "board", "what": "no_burn", "street": "flop", "deck": ["Zz"]}, "deck[0]"),
        ({"kind": "showdown_order"}, "players"),
        ({"kind": "showdown_order", "players": ["A"], "last_aggressor": "B"}, "last_aggressor"),
        ({"kind": "showdown_order", "game": "stud", "players": ["A", "B"]}, "up_hands.A"),
        ({"kind": "killed_hand"}, "by"),
        ({"kind": "fold_gesture", "how": "sneeze"}, "how"),
        ({"kind": "presence"}, "at_seat_when"),
        ({"kind": "odd_chip", "winners": [{"seat": 1}]}, "pot"),
        ({"kind": "odd_chip", "pot": 100, "winners": []}, "winners"),
        ({"kind": "odd_chip", "pot": 3, "winners": [{"seat": 1}, {"seat": 2}]}, "button"),
        ({"kind": "odd_chip", "pot": 3, "button": 1, "winners": [{"seat": "A"}, {"seat": "B"}]}, "winners.seat"),
        ({"kind": "odd_chip", "game": "stud", "pot": 3, "winners": [{"seat": 1}, {"seat": 2}]}, "winners.cards"),
        ({"kind": "count_request", "own_turn": "yes"}, "own_turn"),
    ],
    ids=lambda part: part if isinstance(part, str) else part["kind"],
)
def test_what_cannot_be_read_is_named(situation, where):
    """The message names the field, never a guess."""
    answer = rule(situation, shipped()["adtp-2023"])
    assert isinstance(answer, Unreadable)
    assert answer.where == where


@pytest.mark.parametrize("kind", MINE)
@pytest.mark.parametrize("book", BOOKS)
def test_every_combination_is_answered(kind, book):
    """Whatever booleans and choices are told, there is a ruling that cites and can be read aloud."""
    switches = [one for one in KINDS[kind].fields if one.type == "boolean" or one.choices]
    chosen = [(False, True) if one.type == "boolean" else one.choices for one in switches]
    base = {"kind": kind, **KINDS[kind].example}
    rulebook = shipped()[book]
    seen = set()
    for values in itertools.islice(itertools.product(*chosen), 0, None, 7):
        situation = {**base, **{one.name: value for one, value in zip(switches, values, strict=True)}}
        answer = rule(situation, rulebook)
        if isinstance(answer, Unreadable):
            continue
        (ruling,) = answer.rulings
        assert ruling.cites
        assert ruling.discretion == (ruling.remedy == "director_decides")
        assert bool(ruling.options) or not ruling.discretion
        path = (ruling.because, *(step.key for step in ruling.steps))
        if path not in seen:
            seen.add(path)
            assert all(tell(answer, rulebook, lang)["rulings"][0]["text"] for lang in ("pt", "en", "es"))
    assert seen


def test_chips_of_a_pot_are_all_given_out():
    """However many winners and whatever the smallest chip, nothing stays on the table."""
    assert len(BOOKS) == 5
    for pot, smallest, count in itertools.product((0, 1, 99, 1025, 5300), (1, 25, 100), (1, 2, 3)):
        winners = [{"seat": seat, "half": half} for seat in range(1, count + 1) for half in ("high", "low")]
        for book in BOOKS:
            ruling = ruled(
                book, kind="odd_chip", game="plo8", pot=pot, smallest=smallest, winners=winners, button=2
            )
            assert sum(ruling.values["awards"].values()) == pot
