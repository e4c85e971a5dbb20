"""What a ruling takes from its own book, it cites.

Every own case and every published situation is ruled under every book. Each value that the book itself gave, and whose
clause the ruling does not name, is then changed in the book: where the ruling changes with it, its clause was missing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest

from feltro.rulebook.book import Rulebook, Silent
from feltro.rulebook.library import shipped
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable
from tests.rulings.test_nothing_borrowed import _with, other_values, situations, substance

FEW = 2
"""Situations of a kind in which the same value is looked at."""


class Asked(Rulebook):
    """A rulebook that notes what was asked of it and what it could answer itself."""

    heard: set[str] = set()  # noqa: RUF012 - one for all, as layers make copies of the rulebook

    def __getitem__(self, name):
        said = super().__getitem__(name)
        if not isinstance(said, Silent):
            self.heard.add(name)
        return said


@lru_cache(maxsize=4096)
def saying_otherwise(book, name):
    found = shipped()[book]
    source = found[name]
    others = other_values(found.parameters[name], source.value)[:2]
    return [replace(found, book=_with(found.book, source, name, value)) for value in others]


SKIPPED = {
    "blinds": [100, 200],
    "street": "flop",
    "pot": 800,
    "seats": ["A", "B", "C", "D"],
    "acts": [
        {"player": "A", "says": "aposto 400"},
        {"player": "C", "says": "pago"},
        {"player": "D", "says": "pago"},
        {"player": "B", "says": "aumento para 1200"},
    ],
}
"""B lets two act behind him, and raises then."""


def named(answer):
    """Every clause that the answer shows: cited, behind an option, or set aside."""
    shown = [cite for one in answer.rulings for cite in one.cites]
    shown += [cite for one in answer.rulings for option in one.options for cite in option.cites]
    shown += [aside.cite for one in answer.rulings for aside in one.set_aside]
    return {(cite.book, cite.clause) for cite in shown}


def turns_on(situation, answer, book, name):
    for changed in saying_otherwise(book, name):
        other = rule(situation, changed)
        if isinstance(other, Unreadable):
            continue
        pairs = zip(answer.rulings, other.rulings, strict=False)
        if any(substance(one) != substance(two) for one, two in pairs):
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("book", shipped().ids)
def test_whatever_of_the_book_itself_decides_is_cited(book):
    """Hands and situations of every kind: no ruling changes with a clause that the answer does not name."""
    found = shipped()[book]
    rulebook, looked, unnamed = Asked(found.book, found.parameters, found.layers, found.fallbacks), Counter(), {}
    for situation in situations():
        kind = situation.get("kind", "hand")
        rulebook.heard.clear()
        if "house" in situation or isinstance(answer := rule(situation, rulebook), Unreadable):
            continue
        for name in sorted(rulebook.heard):
            if {(one.book, one.clause) for one in found[name].cites} & named(answer):
                continue
            looked[kind, name] += 1
            if looked[kind, name] <= FEW and turns_on(situation, answer, book, name):
                unnamed[kind, name] = situation
    assert unnamed == {}
    assert looked


@pytest.mark.clause("cgp-2024:5.3.1.a", "nps-2019:9.a", "adtp-2012:28", "adtp-2023:32")
@pytest.mark.parametrize(
    ("book", "clause"), [("cgp-2024", "5.3.1.a"), ("nps-2019", "9.a"), ("adtp-2012", "28"), ("adtp-2023", "32")]
)
def test_where_nobody_sat_down_no_clause_on_newcomers_is_cited(book, clause):
    """The button moves on among the same nine: its own clause, and no other."""
    told = {
        "kind": "next_button",
        "seats": 9,
        "occupied": [*range(1, 10)],
        "button": 1,
        "small_blind": 2,
        "big_blind": 3,
    }
    answer = rule(told, shipped()[book])
    assert [cite.clause for cite in answer.rulings[0].cites] == [clause]


@pytest.mark.parametrize(
    ("book", "situation", "clause"),
    [
        ("bpt-2015", {"kind": "presence", "live_hand": True, "all_in": True, "left_table": True}, "12"),
        ("cgp-2024", SKIPPED, "5.4.6~ignorado"),
        ("adtp-2023", SKIPPED, "53.B"),
    ],
)
def test_what_a_clause_itself_offers_the_director_cites_it(book, situation, clause):
    """Dead or alive, dead or without a raise: both are the clause's own words, and whoever chooses sees which."""
    options = rule(situation, shipped()[book]).rulings[-1].options
    assert len(options) == 2
    assert [[cite.clause for cite in one.cites if cite.book == book] for one in options] == [[clause]] * 2
