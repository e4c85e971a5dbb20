"""Nothing is borrowed without its mark.

Every own case and every published situation is ruled under every book. The rulebook notes what the
consultation reads where the book is silent. Each such value is then changed in the book that speaks
instead: where the ruling changes with it, the ruling was taken from that book, and must cite it as a
fallback.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import pytest

from feltro.kernel.money import Money
from feltro.rulebook.book import Rulebook, Silent
from feltro.rulebook.library import shipped
from feltro.rulings.consultation import Consultation
from feltro.rulings.rule import rule
from feltro.rulings.ruling import Unreadable
from tests.conftest import one_now_the_rest_slowly
from tests.rulings.cases import own_cases
from tests.rulings.test_cases import shared_cases

FEW = 4
"""Situations in which the quick version looks at the same value of the same book for the same kind."""


class Listening(Rulebook):
    """A rulebook that notes what was asked where the book says nothing and another one does."""

    heard: set[str] = set()  # noqa: RUF012 - one for all, as layers make copies of the rulebook

    def __getitem__(self, name):
        said = super().__getitem__(name)
        if isinstance(said, Silent) and said.fallback is not None:
            self.heard.add(name)
        return said


def situations():
    """Each situation once, whatever book it was told for."""
    told = {}
    for case in (*own_cases(), *shared_cases()):
        situation = {name: value for name, value in case["situation"].items() if name != "book"}
        told.setdefault(json.dumps(situation, sort_keys=True), situation)
    return list(told.values())


def listening(book):
    found = shipped()[book]
    return Listening(found.book, found.parameters, found.layers, found.fallbacks)


def other_values(parameter, value):
    """Values that somebody could have written instead."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, *([value - 1] if value > 1 else [])]
        case Fraction():
            return [value / 2, (value + 1) / 2]
        case Money():
            return [Money(value.centavos + 100)]
        case str() if parameter.choices:
            return [one for one in parameter.choices if one != value]
        case tuple() if parameter.choices:
            others = tuple(one for one in parameter.choices if one not in value)
            return [one for one in (others, value[:1], (*value, *others)) if one and one != value]
        case _:
            return []


@lru_cache(maxsize=4096)
def spoken_otherwise(book, name):
    """The rulebook in which the book that speaks for the silent one says something else; once per other value."""
    found = shipped()[book]
    source = found[name].fallback
    others = other_values(found.parameters[name], source.value)
    return [
        replace(found, fallbacks=tuple(_with(one, source, name, value) for one in found.fallbacks))
        for value in others
    ]


def _with(book, source, name, value):
    if book.id != source.clause.book:
        return book
    clauses = {
        key: replace(clause, sets={**clause.sets, name: value}) if name in clause.sets else clause
        for key, clause in book.clauses.items()
    }
    return replace(book, clauses=clauses)


def substance(ruling):
    """Everything that people act on or read, but not where it comes from."""
    options = tuple(replace(option, cites=()) for option in ruling.options)
    default = ruling.default and (ruling.default.remedy, ruling.default.to)
    return replace(ruling, cites=(), questions=(), set_aside=(), options=options, default=default)


def marks(ruling):
    cites = [*ruling.cites, *(cite for option in ruling.options for cite in option.cites)]
    return {cite for cite in cites if cite.fallback}


def unmarked(situation, book, name):
    """The ruling that takes this value from another book without saying so, if there is one."""
    answer = rule(situation, shipped()[book])
    source = shipped()[book][name].fallback.clause
    if all(source in marks(one) for one in answer.rulings):
        return None
    for changed in spoken_otherwise(book, name):
        other = rule(situation, changed)
        if isinstance(other, Unreadable):
            continue
        pairs = zip(answer.rulings, other.rulings, strict=False)
        first = next((one for one, two in pairs if substance(one) != substance(two)), None)
        if first is not None and source not in marks(first):
            return first
        if (
            first is None
            and answer.state != other.state
            and not any(source in marks(one) for one in answer.rulings)
        ):
            return answer.rulings[-1]
    return None


def borrowed_without_mark(book, most=None):
    """What the guard finds under a book, at most so many times for the same value and kind."""
    rulebook, looked, found = listening(book), Counter(), []
    for situation in situations():
        kind = situation.get("kind", "hand")
        rulebook.heard.clear()
        if isinstance(rule(situation, rulebook), Unreadable):
            continue
        for name in sorted(rulebook.heard):
            looked[kind, name] += 1
            if most is not None and looked[kind, name] > most:
                continue
            taken = unmarked(situation, book, name)
            if taken is not None:
                found.append(f"{kind} takes {name}: {taken.because} in {situation}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("book", one_now_the_rest_slowly(shipped().ids))
def test_what_is_taken_from_another_book_is_marked(book):
    """A few situations for each value and kind: the quick guard."""
    assert borrowed_without_mark(book, FEW) == []


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("book", shipped().ids)
def test_whatever_is_taken_from_another_book_is_marked(book):
    """Every situation, every value."""
    assert borrowed_without_mark(book) == []


def test_what_fills_in_a_ruling_is_marked_where_the_book_is_silent():
    """ADTP 2012 does not say that the button stays for a second deal: what ADTP 2023 says is cited as a fallback."""
    consultation = Consultation(shipped()["adtp-2012"])
    assert consultation.detail("redeal.button_moves") is False
    (cite,) = consultation.rules("misdeal", "misdeal.boxed_cards").cites
    assert (cite.book, cite.clause, cite.fallback) == ("adtp-2023", "35.C", True)


# Whose proposal it is


def lent_under_its_own_name(situation, book, rulebook):
    """Values of another book that turn a proposal which bears this book's name."""
    rulebook.heard.clear()
    answer = rule(situation, rulebook)
    if isinstance(answer, Unreadable) or not any(_is_its_own(one, book) for one in answer.rulings):
        return
    for name in sorted(rulebook.heard):
        for changed in spoken_otherwise(book, name):
            other = rule(situation, changed)
            pairs = [] if isinstance(other, Unreadable) else zip(answer.rulings, other.rulings, strict=False)
            one, two = next(((one, two) for one, two in pairs if substance(one) != substance(two)), (None, None))
            if one and _is_its_own(one, book) and two.remedy == one.remedy and _proposes(one) != _proposes(two):
                yield name


def _is_its_own(ruling, book):
    return ruling.default is not None and ruling.default.book == book


def _proposes(ruling):
    return ruling.default and ruling.default.remedy


@pytest.mark.slow
@pytest.mark.parametrize("book", one_now_the_rest_slowly(shipped().ids))
def test_a_proposal_bears_the_name_of_the_book_that_it_comes_from(book):
    """What is proposed where the book is silent is never shown as its own."""
    rulebook = listening(book)
    found = {
        (situation.get("kind", "hand"), name)
        for situation in situations()
        for name in lent_under_its_own_name(situation, book, rulebook)
    }
    assert found == set()


@pytest.mark.parametrize("book", ["nps-2019", "adtp-2012", "bpt-2015"])
def test_a_check_proposed_by_another_book_says_so(book):
    """Nobody has bet in turn yet, and he says call: that this is a check stands in ADTP 2023 (55) only."""
    acts = [{"player": "B", "says": "aposto 500"}, {"player": "A", "says": "pago"}]
    told = {"blinds": [100, 200], "street": "flop", "pot": 800, "seats": ["A", "B", "C"], "acts": acts}
    default = next(one.default for one in rule(told, shipped()[book]).rulings if one.act == 1)
    assert (default.remedy, default.to, default.book) == ("check", 0, "adtp-2023")
