"""`feltro clause BOOK:5.4.14.A`: one clause, the values it sets and the note on its reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.cli.terminal import UnusableError, bold, wrapped, write_json
from feltro.rulebook.library import shipped
from feltro.rulebook.speech import speak
from feltro.words.sentences import listed, say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.rulebook.book import Book
    from feltro.rulebook.clause import Clause
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("clause", help=say("cli.clause.clause", lang))


def run(args: Namespace) -> int:
    name, colon, number = args.clause.rpartition(":")
    book_id = name if colon else shipped().standard
    for book in _sources(book_id, args.lang):
        if number in book.clauses:
            write = _write_json if args.json else _write
            write(book, book.clauses[number], args.lang)
            return 0
    raise _unknown_clause(book_id, number, args.lang)


def _sources(book_id: str, lang: Lang) -> list[Book]:
    if book_id in shipped().ids:
        return [shipped().book(book_id)]
    from feltro.cli.shelf import find_books

    return find_books(book_id, lang)


def _unknown_clause(book_id: str, number: str, lang: Lang) -> UnusableError:
    from feltro.cli.shelf import nearest

    close = nearest(number, [known for book in _sources(book_id, lang) for known in book.clauses])
    message = say("cli.no_clause", lang, book=book_id, clause=number, nearest=listed(close, lang))
    return UnusableError("clause", message, close)


def _write_json(book: Book, clause: Clause, _: Lang) -> None:
    write_json(as_json(book, clause))


def as_json(book: Book, clause: Clause) -> dict[str, Any]:
    from feltro.rulebook.plain import plain

    return {
        "book": book.id,
        "edition": book.edition,
        "clause": clause.id,
        "chapter": book.chapters[clause.chapter].title.pt,
        "titulo": clause.title.pt,
        "resumo": clause.summary.pt,
        "title": clause.title.en,
        "summary": clause.summary.en,
        "titulo_es": clause.title.es,
        "area": clause.area,
        "status": clause.status,
        "discretion": clause.discretion,
        "note": clause.note and {"pt": clause.note.pt, "en": clause.note.en, "es": clause.note.es},
        "sets": {name: plain(value) for name, value in clause.sets.items()},
        "confirms": list(clause.confirms),
        "overrides": list(clause.overrides),
        "parts": list(book.parts(clause.id)),
    }


def _write(book: Book, clause: Clause, lang: Lang) -> None:
    print(bold(f"{book.label} {clause.id} · {clause.title.read(lang)}"))
    said = [book.chapters[clause.chapter].title.read(lang), say(f"status.{clause.status}", lang)]
    if clause.discretion:
        said.append(say("clause.discretion", lang))
    print(" · ".join(said))
    print()
    if clause.summary.language_read(lang) != lang:
        print(say("clause.only_portuguese", lang))
    print(wrapped(clause.summary.read(lang)))
    _write_values(book, clause, lang)
    _write_parts(book, clause, lang)
    if clause.note:
        print()
        print(wrapped(f"{say('clause.note', lang)}: {clause.note.read(lang)}"))


def _write_parts(book: Book, clause: Clause, lang: Lang) -> None:
    """A heading has no rule of its own: whoever cites it has to pick one of these."""
    parts = book.parts(clause.id)
    if parts:
        print(f"\n{bold(say('clause.parts', lang))}")
    for part in parts:
        print(wrapped(f"{part} · {book.clauses[part].title.read(lang)}", "  "))


def _write_values(book: Book, clause: Clause, lang: Lang) -> None:
    if clause.sets:
        print(f"\n{bold(say('clause.sets', lang))}")
    for name, value in clause.sets.items():
        parameter = shipped().parameter(name)
        print(wrapped(f"{parameter.meaning.read(lang)}: {speak(parameter, value, lang)} [{name}]", "  "))
    if clause.confirms:
        print(f"\n{bold(say('clause.confirms', lang))}")
    for name in clause.confirms:
        source, parameter = book.says[name], shipped().parameter(name)
        text = speak(parameter, source.value, lang)
        print(wrapped(f"{parameter.meaning.read(lang)}: {text} ({source.clause.clause}) [{name}]", "  "))
