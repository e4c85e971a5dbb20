"""Each topic on which the five books were compared: value and clause in every book, or silence.

The expectations in differences/ were written from the comparison of the regulations, not from the
data that they check.
"""

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from feltro.rulebook.book import Silent, Sourced
from feltro.rulebook.library import shipped

HERE = Path(__file__).parent / "differences"


def expectations():
    for path in sorted(HERE.glob("*.toml")):
        with path.open("rb") as file:
            for entry in tomllib.load(file, parse_float=Decimal)["expect"]:
                yield pytest.param(entry, id=f"{path.stem}-{entry['parameter']}")


@pytest.mark.parametrize("entry", list(expectations()))
def test_each_book_says_what_its_clause_says(entry):
    """The parameter has this value, set or confirmed by this clause; elsewhere the book is silent."""
    library = shipped()
    parameter = library.parameters[entry["parameter"]]
    assert len(library.ids) == 5
    for book_id in library.ids:
        said, expected = library[book_id][parameter.name], entry[book_id]
        if expected.get("silent"):
            assert isinstance(said, Silent), book_id
            continue
        assert isinstance(said, Sourced), book_id
        assert said.value == parameter.read(expected["value"]), book_id
        assert expected["clause"] in [cite.clause for cite in said.cites], book_id


def test_every_row_of_the_comparison_is_expected(shared_material):
    """No row of the comparison's seven sections is left without a parameter."""
    text = (shared_material / "rulebooks" / "DIFFERENCES.md").read_text()
    assert text.count("\n## ") == 7
    for number, section in enumerate(text.split("\n## ")[1:], 1):
        lines = [line for line in section.splitlines() if line.startswith("|") and "---" not in line]
        rows = {line.split("|")[1].split("`")[0].strip() for line in lines[1:]}
        with (HERE / f"section-{number}.toml").open("rb") as file:
            assert rows == {entry["row"].strip() for entry in tomllib.load(file)["expect"]}
