"""In the palette: clauses of every book, by their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulebook.library import shipped
from feltro.web.frame.addresses import clause_address
from feltro.web.frame.palette import MOST_OF_A_KIND, Hit, Query
from feltro.web.rulebook.views import search

if TYPE_CHECKING:
    from collections.abc import Iterable


def clauses(asked: Query) -> Iterable[Hit]:
    if len(asked.text.strip()) < 2:
        return
    for book, clause in search(asked.text, list(shipped().ids), typing=True)[:MOST_OF_A_KIND]:
        address = clause_address(book.id, clause.id)
        yield Hit("clause", clause.title.read(asked.lang), address, f"{book.label} {clause.id}")
