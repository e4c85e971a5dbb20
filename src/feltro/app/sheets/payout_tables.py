"""The payout table that a book prints, read from its own folder."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from feltro.rulebook.book import Sourced
from feltro.rulebook.library import shipped
from feltro.tournament.prizes.files import read_csv
from feltro.tournament.prizes.tables import PrizeTable

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook


def book_table(rulebook: Rulebook) -> PrizeTable | None:
    """Nothing where the book prints none, or names one that it does not ship."""
    said = rulebook["prizes.payout_table"]
    if not isinstance(said, Sourced):
        return None
    return _read(said.clause.book, said.value) or _read(rulebook.book.id, said.value)


@cache
def _read(book: str, file: str) -> PrizeTable | None:
    path = shipped().folder_of(book) / file
    if not path.is_file():
        return None
    table = read_csv(path.read_text(encoding="utf-8"))
    if not isinstance(table, PrizeTable):
        raise LookupError(f"{path.name} of {book} is no payout table: {table[0]}")
    return table
