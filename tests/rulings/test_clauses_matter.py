"""A test of a clause that decides fails when the clause's parameter is changed.

For every deciding clause that a case cites, some parameter that it sets or confirms is changed to
every other value it could have; in at least one case that cites the clause the answer must change.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from feltro.kernel.money import Money
from feltro.rulebook.library import shipped
from feltro.rulebook.values import Infraction
from feltro.rulings.catalogue import KINDS
from feltro.rulings.rule import rule
from tests.rulings.cases import own_cases


def other_values(parameter, value):
    """Values that the parameter could have instead."""
    match value:
        case bool():
            return [not value]
        case int():
            return [0, value + 1, value * 10 + 7] if value else [1, 7]
        case Fraction():
            return [value / 4, value * 3, Fraction(0)]
        case Money():
            return [Money(value.centavos + 100)]
        case str() if parameter.choices:
            return [one for one in parameter.choices if one != value]
        case tuple() if parameter.choices:
            return [tuple(one for one in parameter.choices if one not in value), (), value[:1]]
        case tuple():
            return [value[::-1], tuple(one + 1 for one in value)]
        case Infraction():
            return [replace(value, required=not value.required), replace(value, sanctions=("warning",))]
        case _:
            return []


def with_value(rulebook, name, value):
    """The rulebook in which the clauses that set a parameter set it otherwise."""
    clauses = {
        key: replace(clause, sets={**clause.sets, name: value}) if name in clause.sets else clause
        for key, clause in rulebook.book.clauses.items()
    }
    return replace(rulebook, book=replace(rulebook.book, clauses=clauses))


def substance(answer):
    """What people act on: everything but the citations and the path."""
    if not hasattr(answer, "rulings"):
        return answer
    rulings = [
        replace(one, cites=(), questions=(), set_aside=(), options=plain_options(one)) for one in answer.rulings
    ]
    return rulings, answer.state


def plain_options(ruling):
    return tuple(replace(option, cites=()) for option in ruling.options)


def cases_by_clause():
    library = shipped()
    found = {}
    for case in own_cases():
        for clause in case["cites"]:
            if library.book(case["book"]).clauses[clause].status == "decides":
                found.setdefault((case["book"], clause), []).append(case)
    return sorted(found.items())


@pytest.mark.parametrize(
    ("clause", "cases"), cases_by_clause(), ids=lambda part: ":".join(part) if isinstance(part, tuple) else ""
)
def test_changing_what_a_clause_sets_changes_a_ruling(clause, cases):
    """The clause is not decoration: with another value some case that cites it is ruled otherwise."""
    book_id, clause_id = clause
    rulebook = shipped()[book_id]
    printed = rulebook.book.clauses[clause_id]
    named = [*printed.sets, *printed.confirms]
    assert any(changes_a_ruling(rulebook, name, cases) for name in named), f"nothing changes with {named}"


def changes_a_ruling(rulebook, name, cases):
    """Whether some other value of the parameter gives some case another answer."""
    others = other_values(rulebook.parameters[name], rulebook.book.says[name].value)
    books = [with_value(rulebook, name, value) for value in others]
    return any(
        substance(rule(case["situation"], changed)) != substance(rule(case["situation"], rulebook))
        for changed in books
        for case in cases
    )


def test_every_kind_has_a_case_in_every_book_that_speaks_of_it():
    """No kind is left without cases."""
    covered = {case["situation"].get("kind", "hand") for case in own_cases()}
    assert covered == set(KINDS)
