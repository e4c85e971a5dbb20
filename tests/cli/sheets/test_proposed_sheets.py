"""`structure propose` takes from the book what the book says."""

from __future__ import annotations

import json

import pytest

from feltro.app.sheets.settlement import faults_of
from feltro.cli.main import main
from feltro.tournament.sheet import Sheet
from tests.tournament.room import BOOKS

FINAL = {"adtp-2012": 10}
"""Of flop games; where a book says nothing, nine."""


def proposed(book, capsys):
    import msgspec

    words = ["structure", "propose", "--book", book, "--entries", "60", "--stack", "20000", "--hours", "6"]
    assert main([*words, "--price", "200", "--rake", "40", "--on", "2026-11-20", "--json"]) == 0
    return msgspec.convert(json.loads(capsys.readouterr().out), Sheet, strict=False)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("adtp-2012:9")
def test_the_final_table_is_the_books(book, capsys):
    """Ten players at a final table of hold'em under ADTP 2012, nine elsewhere."""
    assert proposed(book, capsys).final_table_size == FINAL.get(book, 9)


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_is_wrong_with_a_proposed_sheet_under_its_book(book, capsys):
    """Fees, retention and final table are the book's: registration could open."""
    sheet = proposed(book, capsys)
    assert [one.because for one in faults_of(sheet) if one.weight == "wrong"] == []
    differs = {"sheet.final_table_differs", "sheet.ranking_fee_missing", "sheet.fee_differs", "sheet.part_differs"}
    assert not differs & {one.because for one in faults_of(sheet)}
