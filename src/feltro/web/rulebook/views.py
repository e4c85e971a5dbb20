"""What the rulebook pages show, taken from the books. No HTML here."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Silent, Sourced
from feltro.rulebook.compare import Row, about, compare, subjects
from feltro.rulebook.coverage import Covered
from feltro.rulebook.library import HOUSE, shipped
from feltro.rulebook.search import Index

if TYPE_CHECKING:
    from feltro.rulebook.book import Book, Chapter
    from feltro.rulebook.clause import Clause
    from feltro.rulebook.parameter import Parameter

RESULTS = 30

SHOWN = ("contradictions", "differences", "all")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How another book treats a parameter."""

    book: Book
    said: Sourced | Silent


@dataclass(frozen=True, slots=True)
class ValueShown:
    """A value that a clause sets or confirms, and what the others say."""

    parameter: Parameter
    source: Sourced
    confirms: bool
    elsewhere: tuple[Elsewhere, ...]
    table: list[dict[str, str]]


def find_book(book_id: str) -> Book | None:
    library = shipped()
    if book_id in library.ids:
        return library.book(book_id)
    return library.house if book_id == HOUSE else library.addenda.get(book_id)


def by_chapter(book: Book) -> list[tuple[Chapter, list[Clause]]]:
    clauses = book.clauses.values()
    return [(book.chapters[n], list(group)) for n, group in groupby(clauses, key=lambda clause: clause.chapter)]


def totals(rows: list[Covered]) -> Covered:
    return Covered(
        "",
        sum(row.decides for row in rows),
        sum(row.records for row in rows),
        sum(row.shows for row in rows),
        sum(row.values for row in rows),
        sum(row.proved for row in rows),
    )


def clause_context(book: Book, clause_id: str) -> dict[str, Any]:
    clause = book.clauses[clause_id]
    order = list(book.clauses)
    place = order.index(clause_id)
    return {
        "book": book,
        "clause": clause,
        "chapter": book.chapters[clause.chapter],
        "values": [_value(book, clause, name) for name in (*clause.sets, *clause.confirms)],
        "before": book.clauses[order[place - 1]] if place else None,
        "after": book.clauses[order[place + 1]] if place + 1 < len(order) else None,
    }


def _value(book: Book, clause: Clause, name: str) -> ValueShown:
    library = shipped()
    parameter = library.parameters[name]
    source = book.says[name]
    others = tuple(
        Elsewhere(library.book(other), library[other][name]) for other in library.ids if other != book.id
    )
    table = _read_table(book, source.value) if parameter.type == "table" else []
    return ValueShown(parameter, source, name in clause.confirms, others, table)


@cache
def _index() -> Index:
    return Index(shipped())


def search(query: str, books: list[str], *, typing: bool, first: tuple[str, ...] = ()) -> list[tuple[Book, Clause]]:
    """The best of them, and among these the books of what is played now before the others."""
    library = shipped()
    best = _index().search(query, books, RESULTS, typing=typing)
    found = sorted(best, key=lambda one: first.index(one.book) if one.book in first else len(first))
    return [(library.book(one.book), library.book(one.book).clauses[one.clause]) for one in found]


def _read_table(book: Book, file: str) -> list[dict[str, str]]:
    path = shipped().folder_of(book.id) / file
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def comparison(asked: list[str], topic: str, shown: str) -> dict[str, Any]:
    """The rows of a comparison, grouped by subject; `unknown` when the topic finds nothing.

    Without a topic only contradictions are shown at first: five books on 800 points is no page to read.
    """
    library = shipped()
    ids = [book for book in library.ids if book in asked] if asked else list(library.ids)
    rows = [] if len(ids) < 2 else compare([library[book_id] for book_id in ids], topic)
    shown = shown if shown in SHOWN else ("differences" if topic else "contradictions")
    return {
        "chosen": ids,
        "compared": [library.book(book_id) for book_id in ids],
        "topic": topic,
        "shown": shown,
        "options": SHOWN,
        "too_few": len(ids) < 2,
        "dissents": dissents,
        "groups": _by_subject([row for row in rows if _is_shown(row, shown)]),
        "contradicting": sum(row.contradicts for row in rows),
        "partial": sum(row.differs and not row.contradicts for row in rows),
        "same": sum(not row.differs for row in rows),
        "subjects": subjects(library.parameters.values()),
        "unknown": bool(topic) and not about(topic, library.parameters.values()),
    }


def _is_shown(row: Row, shown: str) -> bool:
    return shown == "all" or row.contradicts or (shown == "differences" and row.differs)


def _by_subject(rows: list[Row]) -> list[tuple[str, list[Row]]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.parameter.area, []).append(row)
    return list(groups.items())


def dissents(row: Row) -> list[bool]:
    """For each book, whether it says something else than most of those that speak."""
    values = row.values
    usual = max(values, key=values.count)
    alone = values.count(usual) == 1
    return [isinstance(one, Sourced) and not alone and one.value != usual for one in row.said]
