"""The coverage that Feltro shows is the coverage that the tests have."""

import pytest

from feltro.rulebook.coverage import coverage, proofs
from feltro.rulebook.library import shipped
from tests.proofs import collect


@pytest.mark.slow
def test_the_recorded_proofs_are_those_of_the_tests():
    """`script/proofs` was run after the last change to the tests."""
    assert proofs() == collect(), "run script/proofs"


def test_coverage_counts_each_clause_once():
    """Every clause stands in one area and one status, and no more are proved than decide or record."""
    assert len(shipped().ids) == 5
    for book_id in shipped().ids:
        book = shipped().book(book_id)
        rows = coverage(book)
        assert sum(row.decides + row.records + row.shows for row in rows) == len(book.clauses)
        assert all(row.values <= row.decides + row.records for row in rows)
