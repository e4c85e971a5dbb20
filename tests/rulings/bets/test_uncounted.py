"""A stack that nobody counted is never told as a number."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.rulebook.library import shipped
from feltro.rulings.public import tell
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable
from tests.rulings.bets.test_properties import situations

EVERY = pytest.mark.parametrize("book", shipped().ids)
FLOP = {"blinds": [100, 200], "street": "flop", "pot": 1000, "seats": ["A", "B", "C"]}


def told(book, lang="pt", **fields):
    return tell(rule({**FLOP, **fields}, shipped()[book]), shipped()[book], lang)


@EVERY
def test_an_all_in_of_an_unknown_stack_leaves_the_price_open(book):
    """It is B's turn, he may call or fold, and nobody knows yet what it costs him."""
    state = told(book, acts=[{"player": "A", "says": "all-in"}])["state"]
    assert (state["turn"], state["allowed"]) == ("B", ["call", "fold"])
    assert (state["to_call"], state["call_cost"], state["pot"]) == (None, None, None)


@EVERY
def test_a_stack_that_was_told_is_the_price_of_a_call(book):
    """B has 3,000: whatever the all-in is, a call costs him no more."""
    state = told(book, stacks={"B": 3000}, acts=[{"player": "A", "says": "all-in"}])["state"]
    assert (state["to_call"], state["call_cost"]) == (None, 3000)


@EVERY
def test_less_than_an_uncounted_all_in_is_offered_as_a_call_without_a_sum(book):
    """One chip against it: where a call is among the choices, it waits for the count."""
    acts = [{"player": "A", "says": "all-in"}, {"player": "B", "says": "pago"}, {"player": "C", "pushes": [100]}]
    for lang in ("pt", "en", "es"):
        ruling = told(book, lang, acts=acts)["rulings"][-1]
        calls = [one for one in ruling["options"] if one["remedy"] == "call"]
        assert [one["to"] for one in calls] == [None] * len(calls)
        assert not re.search(r"\d{6}|\d[.,]\d{3}[.,]\d{3}", json.dumps(ruling, ensure_ascii=False))


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(situations(), st.sampled_from(shipped().ids))
def test_whatever_happens_no_made_up_number_is_told(situation, book):
    """Chips here are thousands: nothing in an answer is a thousand times that."""
    answer = rule({**situation, "stacks": {}}, shipped()[book])
    if isinstance(answer, Unreadable):
        return
    whole = json.dumps(tell(answer, shipped()[book], "en"), ensure_ascii=False)
    assert not re.search(r"\d{9}|\d{1,3}([.,]\d{3}){3}", whole)
