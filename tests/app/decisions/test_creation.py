"""A sheet that the linter calls wrong makes no tournament, by itself or under its book."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltro.app.sheets.settlement import faults_of
from feltro.tournament.sheet import Payout
from tests.tournament.room import BOOKS, Room, sheet


@pytest.mark.parametrize(
    ("book", "changes", "because"),
    [
        ("cgp-2024", {"withheld": ()}, "sheet.fee_not_disclosed"),
        ("adtp-2023", {"payout": Payout(source="book")}, "sheet.payout_not_in_book"),
        ("cgp-2026", {}, "sheet.book_unknown"),
    ],
)
def test_what_the_book_calls_wrong_is_refused(book: str, changes: dict[str, Any], because: str):
    """A fee that is not told, prizes by a table that the book does not print, a book that is not there."""
    room = Room()
    made = msgspec.to_builtins(sheet(book, **changes), str_keys=True)
    fields = {"tournament": "t2", "season": "s26", "stage": "e1", "sheet": made, "answers": {}}
    assert room.refused("CreateTournament", role="organiser", **fields).because == because
    assert "tournament:t2" not in room.house.store.streams()


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_only_in_doubt_is_left_to_the_director(book: str):
    """The room's own sheet has doubts at most, in every book."""
    assert {getattr(one, "weight", "wrong") for one in faults_of(sheet(book))} <= {"doubt"}
    assert Room(book=book).state.sheet is not None
