"""Each example of the clause index is on the list of its book, and what is said to prove it does."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from feltro.rulebook.library import shipped
from tests.examples.proof_list import CASE, TESTS, clauses_shown, examples
from tests.tournament.room import BOOKS

ALL = pytest.mark.parametrize("book", BOOKS)


@ALL
def test_every_example_of_the_index_is_on_the_list(book, shared_material):
    """Clause by clause as many as the index gives, in its words."""
    index = tomllib.loads((shared_material / "rulebooks" / "clauses" / f"{book}.toml").read_text())["clause"]
    given = [
        (clause["clause"], number, f"{one['given']} → {one['expect']}")
        for clause in index
        for number, one in enumerate(clause.get("examples", ()), 1)
    ]
    assert [(one.clause, one.number, one.shows) for one in examples(book)] == given


def test_the_lists_hold_the_whole_index():
    """Where the index does not lie beside the project, its size is known all the same."""
    assert {book: len(examples(book)) for book in BOOKS} == {
        "cgp-2024": 299,
        "nps-2019": 199,
        "adtp-2012": 161,
        "adtp-2023": 278,
        "bpt-2015": 109,
    }


@ALL
def test_a_list_numbers_the_examples_of_clauses_that_the_book_has(book):
    """From one on for each clause, without a hole."""
    numbers: Counter[str] = Counter()
    for one in examples(book):
        numbers[one.clause] += 1
        assert one.number == numbers[one.clause]
    assert set(numbers) <= set(shipped()[book].book.clauses)


@ALL
def test_every_proof_exists_and_carries_the_clause(book):
    """A test or a case by that name, marked with the clause of the example."""
    wrong = [
        f"{book}:{one.clause}#{one.number}: {proof}"
        for one in examples(book)
        for proof in one.proved_by
        if one.clause not in (clauses_shown(proof, book) or ())
    ]
    assert wrong == []


@ALL
def test_an_example_without_proof_says_what_is_lacking(book):
    """Nothing is left out in silence."""
    assert [one for one in examples(book) if not one.proved_by and not one.lacks] == []


def test_a_proof_that_is_not_there_is_found_out():
    """A wrong name, a wrong file and a case of another book prove nothing; a right one has its clauses."""
    for proof in (
        "tests/tournament/sales/test_selling.py::test_nothing",
        "tests/nowhere.py::test_x",
        f"{CASE}nothing",
    ):
        assert not clauses_shown(proof, "cgp-2024")
    assert "39" not in (clauses_shown(f"{CASE}four-card-flop-cgp", "bpt-2015") or ())
    assert clauses_shown(f"{CASE}four-card-flop-cgp", "cgp-2024") == {"5.8.5"}
    assert (TESTS / "cases").is_dir()
