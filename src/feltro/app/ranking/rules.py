"""The rules of a ranking put together: a settled book, and the tables that it names or that the organiser loaded."""

from __future__ import annotations

import csv
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from feltro.kernel.outcome import Finding
from feltro.rulebook.book import Rulebook, Sourced
from feltro.rulebook.library import shipped
from feltro.rulebook.settle import Settled, settle, settled, still_asked
from feltro.season.points.scheme import Scheme
from feltro.season.points.table import PointsTable, read_table
from feltro.season.standings import Criteria, criteria_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

LAYER = "acertos"
ENGINE = ("season",)


class Rules(NamedTuple):
    book: Settled
    scheme: Scheme
    criteria: Criteria


def rules_under(book: Settled, loaded: Mapping[str, PointsTable]) -> Rules:
    return Rules(book, Scheme(book, tables_of(book, loaded)), criteria_of(book))


def settle_season(
    book_id: str, addenda: tuple[str, ...], answers: Mapping[str, Any], *, kept: bool = False
) -> Settled | list[Finding]:
    """A book under its addenda with nothing silent that a season asks; or everything wrong with them."""
    shelf = shipped()
    if book_id not in shelf.ids:
        return [Finding("sheet.book_unknown", "book", {"book": book_id, "known": list(shelf.ids)})]
    unknown = [name for name in addenda if name not in shelf.addenda]
    if unknown:
        known = list(shelf.addenda)
        return [Finding("sheet.addendum_unknown", "addenda", {"name": name, "known": known}) for name in unknown]
    rulebook = shelf.rulebook(book_id, *(shelf.addenda[name] for name in addenda))
    if not isinstance(rulebook, Rulebook):
        return rulebook
    answers = still_asked(rulebook, answers, ENGINE) if kept else answers
    layer = settle(rulebook, answers, ENGINE, LAYER)
    return layer if isinstance(layer, list) else settled(rulebook, layer)


def tables_of(book: Settled, loaded: Mapping[str, PointsTable]) -> dict[str, PointsTable]:
    """For each kind of event the table of the book, or of the organiser where the book leaves it to him."""
    if book["points.table_source"].value != "book":
        return dict(loaded)
    found = {}
    for kind in ("main", "side"):
        said = book.rulebook[f"points.{kind}_table"]
        if isinstance(said, Sourced):
            found[kind] = _shipped_table(str(said.clause.book), said.value)
    return found


@cache
def _shipped_table(book_id: str, file: str) -> PointsTable:
    table = table_in(shipped().folder_of(book_id) / file)
    if isinstance(table, list):
        raise LookupError(f"{book_id}: {file} is not a table: {table[0]}")
    return table


def table_in(path: Path) -> PointsTable | list[Finding]:
    """A table of points in a CSV file, or everything that is wrong with it."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return read_table(list(csv.DictReader(file)))
