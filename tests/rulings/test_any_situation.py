"""Whatever is asked, in whatever book: an answer that cites or says that the book is silent, or the field that cannot be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.rulebook.library import shipped
from feltro.rulings.catalogue import KINDS
from feltro.rulings.notation import ACTS
from feltro.rulings.public import tell, tell_unreadable
from feltro.rulings.rule import rule
from feltro.rulings.ruling import REMEDIES, Unreadable
from tests.conftest import one_now_the_rest_slowly

NAMES = st.sampled_from(["A", "B", "1", "2", "3", 4, "warning", "2 orbits", "stalling", "5.6.5.p", "37", "es", ""])
CARDS = st.sampled_from(["As", "Kd", "7c", "10h", "2s", "Jh"])
SCALARS = {
    "boolean": st.booleans(),
    "count": st.integers(0, 12) | st.just(10**9),
    "number": st.integers(0, 200) | st.floats(0, 200, allow_nan=False),
    "text": NAMES,
    "name": NAMES,
    "label": NAMES,
    "tally": st.lists(NAMES, max_size=3) | st.integers(0, 3) | st.booleans(),
    "card": CARDS,
    "cards": st.lists(CARDS, max_size=6),
    "dealt": st.lists(CARDS, max_size=4) | st.dictionaries(st.sampled_from(["1", "2", "A"]), CARDS, max_size=3),
    "acts": st.lists(st.sampled_from(ACTS), max_size=5),
}
ODD = st.sampled_from([None, "", "x", -1, 1.5, [], {}, [None], {"a": 1}, True])
"""What people and programs send by mistake."""

OTHERS = tuple(name for name in KINDS if name != "hand")
"""A hand has tests of its own (`bets/test_properties.py`); tables with blinds too (`test_any_table.py`)."""
JOINED = (
    "board",
    "halt",
    "next_button",
    "deal_in",
    "balance",
    "mixed_button",
    "break_table",
    "odd_chip",
    "chip_race",
)
"""Kinds in which one fact can be wrong because of another: a table that is not among those counted."""


def values_of(field):
    if field.choices:
        return st.sampled_from(field.choices)
    if field.type == "list":
        return st.lists(values_of(field.parts[0]), max_size=4)
    if field.type == "map":
        return st.dictionaries(st.sampled_from(["1", "2", "A"]), values_of(field.parts[0]), max_size=3)
    if field.type == "table":
        return tables_of(field.parts)
    return SCALARS[field.type]


def tables_of(fields):
    return st.fixed_dictionaries(
        {field.name: values_of(field) for field in fields if field.required},
        optional={field.name: values_of(field) for field in fields if not field.required},
    )


@pytest.mark.parametrize("book", one_now_the_rest_slowly(shipped().ids))
@pytest.mark.parametrize("name", OTHERS)
def test_every_situation_that_can_be_told_is_answered(name, book):
    """The same answer each time, with words in three languages, citing the book or saying that it is silent."""
    rulebook = shipped()[book]

    @settings(max_examples=25, deadline=None)
    @given(tables_of(KINDS[name].fields))
    def answered(facts):
        answer = rule({"kind": name, **facts}, rulebook)
        if isinstance(answer, Unreadable):
            assert answer.where
            assert json.dumps(tell_unreadable(answer, "pt"))
            return
        assert answer == rule({"kind": name, **facts}, rulebook)
        for ruling in answer.rulings:
            assert ruling.remedy in REMEDIES
            cited = {cite.book for cite in ruling.cites}
            assert book in cited or ruling.remedy == "director_decides"
            assert ruling.discretion or ruling.remedy != "director_decides"
        for lang in ("pt", "en", "es"):
            assert json.dumps(tell(answer, rulebook, lang))

    answered()


@pytest.mark.parametrize("name", OTHERS)
def test_a_wrong_value_is_named_and_never_an_exception(name):
    """Each field with something else in it: read, or refused by its name."""
    rulebook = shipped()["cgp-2024"]
    whole = {"kind": name, **KINDS[name].example}

    @settings(max_examples=25, deadline=None)
    @given(st.sampled_from([field.name for field in KINDS[name].fields]), ODD)
    def read_or_refused(field, odd):
        answer = rule({**whole, field: odd}, rulebook)
        where = answer.where if isinstance(answer, Unreadable) else field
        named = [one.name for one in KINDS[name].fields] if name in JOINED else [field, "infraction"]
        assert where.startswith(tuple(named))

    read_or_refused()
