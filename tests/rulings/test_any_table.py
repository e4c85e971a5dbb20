"""Any table that can stand in a room, in any book: chairs, blinds and chips that an answer names are there, and add up."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.hand.games import BY_CODE
from feltro.rulebook.library import shipped
from feltro.rulings.reply import reply
from tests.rulings.envelope import broken_promises

CHAIRS = 9
GAMES = st.sampled_from(sorted(BY_CODE))
BOOKS = st.sampled_from(shipped().ids)
MANY = settings(max_examples=60, deadline=None)


def answered(situation, book):
    """The answer, in the shape that is promised."""
    told = reply({"book": book, **situation}, "en").content
    assert broken_promises(told, 0, book) == []
    assert json.dumps(told)
    return told


@st.composite
def tables(draw, least=2):
    """Who sits where, and the three positions of a hand just played: in order, as a book's own button may have put them."""
    occupied = sorted(draw(st.sets(st.integers(1, CHAIRS), min_size=least, max_size=CHAIRS)))
    at = draw(st.integers(0, len(occupied) - 1))
    turn = [*occupied[at:], *occupied[:at]]
    if len(occupied) == 2:
        return occupied, *draw(st.sampled_from([(turn[0], turn[0], turn[1]), (turn[1], turn[0], turn[1])]))
    return occupied, turn[0], turn[1], turn[2]


@MANY
@given(tables(), st.data(), BOOKS)
def test_the_next_blinds_are_posted_by_people_who_sit_there(table, data, book):
    """Whoever left, posts nothing; the big blind is always posted, by one who plays; a book without it never has a dead button."""
    occupied, button, small, big = table
    left = data.draw(st.sets(st.sampled_from(occupied), max_size=len(occupied) - 2))
    free = sorted(set(range(1, CHAIRS + 1)) - set(occupied))
    joined = sorted(data.draw(st.sets(st.sampled_from(free), max_size=2))) if free else []
    told = answered(
        {"kind": "next_button", "seats": CHAIRS, "occupied": occupied, "button": button, "small_blind": small,
         "big_blind": big, "left": sorted(left), "joined": joined},
        book,
    )  # fmt: skip
    values = told["rulings"][0]["values"]
    there = (set(occupied) - left) | set(joined)
    playing = there - set(values["no_hand"])
    assert values["big_blind"] in playing
    assert values["small_blind"] is None or values["small_blind"] in playing
    assert values["small_blind"] != values["big_blind"]
    assert {values["first_to_act"], values["first_to_act_later"], values["last_card"]} <= playing
    assert values["dead_button"] == (values["button"] not in there)
    if book == "bpt-2015":
        assert not values["dead_button"]
        assert values["small_blind"] is not None
    if len(there) == 2:
        assert values["button"] == values["big_blind" if book == "bpt-2015" else "small_blind"]


@MANY
@given(tables(least=3), st.integers(1, CHAIRS), GAMES, st.sampled_from(("new", "late", "broken", "balanced", "penalty", "absent")), BOOKS)  # fmt: skip
def test_whoever_comes_or_is_away_is_told_about_one_hand(table, seat, game, why, book):
    """Dealt or not, live or dead: an answer that does not contradict itself."""
    occupied, button, small, big = table
    told = answered(
        {"kind": "deal_in", "game": game, "occupied": occupied, "button": button, "small_blind": small,
         "big_blind": big, "seat": seat, "why": why},
        book,
    )  # fmt: skip
    if "error" in told:
        return
    values = told["rulings"][0]["values"]
    assert values["dealt"] == (values["hand"] is not None)
    assert values["dealt"] or not values["posts"]
    if why in {"penalty", "absent"}:
        assert values["hand"] == "dead"
    if BY_CODE[game].family == "stud":
        assert values["dealt"]


@st.composite
def split_pots(draw):
    """A pot of whole chips, and whoever wins a part of it."""
    game = draw(GAMES)
    seats = draw(st.lists(st.integers(1, CHAIRS), unique=True, min_size=1, max_size=4))
    halves = ["high", "low"] if game in {"plo8", "flo8", "stud8"} else [None]
    winners = [{"seat": seat, **({"half": half} if half else {})} for seat, half in
               ((seat, draw(st.sampled_from(halves))) for seat in seats)]  # fmt: skip
    if halves[0] and all(one["half"] == "low" for one in winners):
        winners[0]["half"] = "high"
    if BY_CODE[game].family == "stud":
        deck = draw(st.permutations(DECK))
        for place, one in enumerate(winners):
            one["cards"] = list(deck[7 * place : 7 * place + 7])
    smallest = draw(st.sampled_from((1, 25, 100, 500)))
    pot = smallest * draw(st.integers(len(winners), 400))
    return {"kind": "odd_chip", "game": game, "pot": pot, "smallest": smallest, "winners": winners,
            "button": draw(st.integers(1, CHAIRS)), "chairs": CHAIRS}  # fmt: skip


DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@MANY
@given(split_pots(), BOOKS)
def test_a_split_pot_is_given_away_whole(situation, book):
    """Every chip has an owner, each of them won, and nobody of one half is more than one chip ahead."""
    told = answered(situation, book)
    if "error" in told:
        return
    awards = told["rulings"][0]["values"]["awards"]
    assert sum(awards.values()) == situation["pot"]
    assert set(awards) <= {str(one["seat"]) for one in situation["winners"]}
    halves = {}
    for one in situation["winners"]:
        halves.setdefault(one.get("half"), []).append(awards.get(str(one["seat"]), 0))
    for parts in halves.values():
        assert max(parts) - min(parts) <= situation["smallest"]


@MANY
@given(
    st.dictionaries(st.integers(1, CHAIRS).map(str), st.integers(1, 3), min_size=1, max_size=8),
    st.permutations(DECK),
    st.sets(st.integers(1, CHAIRS).map(str)),
    BOOKS,
)
def test_a_chip_race_gives_each_at_most_one_and_puts_nobody_out(odd, deck, short, book):
    """25s are raced for 100s: as many as they make, rounded, one each; whoever had only odd chips stays in."""
    cards, top = {}, 0
    for seat, chips in odd.items():
        cards[seat], top = list(deck[top : top + chips]), top + chips
    stacks = {seat: chips * 25 if seat in short else 5000 + chips * 25 for seat, chips in odd.items()}
    told = answered(
        {"kind": "chip_race", "remove": 25, "keep": 100, "odd": odd, "cards": cards, "stacks": stacks}, book
    )
    values = told["rulings"][0]["values"]
    worth = sum(odd.values()) * 25
    assert set(values["awards"].values()) <= {100}
    assert sum(values["awards"].values()) == min(100 * len(odd), 100 * ((worth + 50) // 100))
    bare = {int(seat) for seat in odd if seat in short}
    assert bare <= {*map(int, values["awards"]), *values["kept_alive"]}


@pytest.mark.parametrize("book", shipped().ids)
def test_a_seat_is_won_by_the_same_chip_whoever_is_told_first(book):
    """The order in which winners are told changes nothing."""
    winners = [{"seat": 3}, {"seat": 7}, {"seat": 8}]
    told = {"kind": "odd_chip", "game": "nlhe", "pot": 1000, "smallest": 25, "button": 5, "chairs": 9}
    first = answered({**told, "winners": winners}, book)["rulings"][0]["values"]
    assert first == answered({**told, "winners": winners[::-1]}, book)["rulings"][0]["values"]
    assert first["awards"] == {"3": 325, "7": 350, "8": 325}
