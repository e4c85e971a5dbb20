"""How far the tests reach: for each book and area, what its clauses do and how many have a proof.

`proofs.json` beside the books says which clauses have tests. `script/proofs` writes it from the
test files, and a test fails when it is stale.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from feltro.rulebook.clause import AREAS, STATUSES
from feltro.rulebook.library import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulebook.book import Book

PROOFS = SHIPPED / "proofs.json"


@dataclass(frozen=True, slots=True)
class Covered:
    """One area of one book: clauses by status, and how many of those that decide or record are proved.

    `values`: a test checks the values the clause sets. `proved`: a test shows the clause at work.
    """

    area: str
    decides: int
    records: int
    shows: int
    values: int
    proved: int


@cache
def proofs() -> Mapping[str, Mapping[str, list[str]]]:
    """For each book, the clauses under `values` and under `proved`."""
    read: Mapping[str, Mapping[str, list[str]]] = json.loads(PROOFS.read_text(encoding="utf-8"))
    return read


def coverage(book: Book) -> list[Covered]:
    """The areas that the book has, in the order of the vocabulary."""
    known = proofs().get(book.id, {})
    values, proved = set(known.get("values", ())), set(known.get("proved", ()))
    rows = []
    for area in AREAS:
        clauses = [clause for clause in book.clauses.values() if clause.area == area]
        if clauses:
            active = {clause.id for clause in clauses if clause.status != "shows"}
            decides, records, shows = (sum(one.status == status for one in clauses) for status in STATUSES)
            rows.append(Covered(area, decides, records, shows, len(active & values), len(active & proved)))
    return rows
