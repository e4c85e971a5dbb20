"""A book as plain values for the kept copy, and back; and the digest that names its exact content."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from feltro.kernel.ids import BookId, ClauseId
from feltro.kernel.instants import Instant
from feltro.rulebook.book import Book, Chapter
from feltro.rulebook.clause import Clause
from feltro.rulebook.parameter import Parameter
from feltro.rulebook.values import KINDS
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

VERSION = 4
"""Raise it when what is pressed changes shape."""


def press_parameters(parameters: Iterable[Parameter]) -> dict[str, tuple[Any, ...]]:
    return {
        one.name: (
            *(one.name, one.type, one.read_by, _press_text(one.meaning), one.unit, one.optional),
            {key: _press_text(label) for key, label in one.choices.items()},
            *(one.also_called, dict(one.named), one.grave),
        )
        for one in parameters
    }


def restore_parameter(plain: tuple[Any, ...]) -> Parameter:
    name, kind, reader, meaning, unit, optional, choices, *rest = plain
    return Parameter(name, kind, reader, Text(*meaning), unit, optional, _restore_texts(choices), *rest)


def _restore_texts(plain: Mapping[str, tuple[str, str, str]]) -> dict[str, Text]:
    return {key: Text(*said) for key, said in plain.items()}


def press_book(book: Book, parameters: Mapping[str, Parameter]) -> tuple[Any, ...]:
    start, end = book.in_force
    return (
        (book.id, book.edition, book.name, book.label, _press_text(book.governs)),
        [(chapter.file, _press_text(chapter.title)) for chapter in book.chapters],
        [_press_clause(clause, parameters) for clause in book.clauses.values()],
        (book.extends, start and start.isoformat(), end and end.isoformat(), book.holds_from),
        book.notice and _press_text(book.notice),
    )


def restore_book(plain: tuple[Any, ...]) -> Book:
    (book, edition, name, label, governs), chapters, clauses, (extends, start, end, holds_from), notice = plain
    restored = (_restore_clause(clause) for clause in clauses)
    return Book(
        BookId(book),
        edition,
        name,
        label,
        Text(*governs),
        tuple(Chapter(file, Text(*title)) for file, title in chapters),
        {clause.id: clause for clause in restored},
        extends,
        (start and date.fromisoformat(start), end and date.fromisoformat(end)),
        None if holds_from is None else Instant(holds_from),
        notice and Text(*notice),
    )


def digest(book: Book, parameters: Mapping[str, Parameter]) -> str:
    """SHA-256 of all that a book says; an event stores it beside the edition."""
    from hashlib import sha256

    return sha256(repr(press_book(book, parameters)).encode()).hexdigest()


def _press_text(text: Text) -> tuple[str, str, str]:
    return text.pt, text.en, text.es


def _press_clause(clause: Clause, parameters: Mapping[str, Parameter]) -> tuple[Any, ...]:
    sets = []
    for name, value in clause.sets.items():
        kind = parameters[name].type
        sets.append((name, kind, KINDS[kind].press(value)))
    return (
        *(clause.id, clause.chapter, clause.area, clause.status),
        *(_press_text(clause.title), _press_text(clause.summary), clause.note and _press_text(clause.note)),
        *(clause.discretion, clause.heading, sets, clause.confirms, clause.overrides),
    )


def _restore_clause(plain: tuple[Any, ...]) -> Clause:
    identity, chapter, area, status, title, summary, note, discretion, heading, sets, confirms, overrides = plain
    return Clause(
        ClauseId(identity),
        chapter,
        area,
        status,
        Text(*title),
        Text(*summary),
        note and Text(*note),
        discretion,
        heading,
        {name: KINDS[kind].restore(value) for name, kind, value in sets},
        confirms,
        overrides,
    )
