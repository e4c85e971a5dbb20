"""`feltro clause cgp-2024:5.4.14.A`: one clause, the values it sets and the note on its reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.cli.terminal import bold, wrapped, write_error, write_findings, write_json
from feltro.rulebook.library import STANDARD, shipped
from feltro.rulebook.speech import speak
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.rulebook.book import Book
    from feltro.rulebook.clause import Clause
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("clause", help=say("cli.clause.clause", lang))


def run(args: Namespace) -> int:
    name, colon, number = args.clause.rpartition(":")
    library = shipped()
    book_id = name if colon else STANDARD
    if book_id in library.ids:
        sources: list[Book] = [library.book(book_id)]
    else:
        looked_up = _look_up(book_id, args)
        if isinstance(looked_up, int):
            return looked_up
        sources = looked_up
    for book in sources:
        clause = book.clauses.get(number)
        if clause:
            write_json(as_json(book, clause)) if args.json else _write(book, clause, args.lang)
            return 0
    return _no_clause(sources, number, args)


def _look_up(name: str, args: Namespace) -> list[Book] | int:
    from feltro.cli.shelf import NotFoundError, find_rulebook

    if name == shipped().house.id:
        return [shipped().house]
    try:
        found = find_rulebook(name, args.lang)
    except NotFoundError as error:
        return write_error("book", str(error), as_json=args.json)
    if isinstance(found, list):
        return write_findings(found, args.lang, as_json=args.json)
    return [*reversed(found.layers), found.book]


def _no_clause(sources: list[Book], number: str, args: Namespace) -> int:
    from feltro.cli.shelf import nearest

    close = nearest(number, [known for book in sources for known in book.clauses], args.lang)
    message = say("cli.no_clause", args.lang, book=sources[0].id, clause=number, nearest=close)
    return write_error("clause", message, as_json=args.json)


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
    if clause.note:
        print()
        print(wrapped(f"{say('clause.note', lang)}: {clause.note.read(lang)}"))


def _write_values(book: Book, clause: Clause, lang: Lang) -> None:
    parameters = shipped().parameters
    if clause.sets:
        print(f"\n{bold(say('clause.sets', lang))}")
    for name, value in clause.sets.items():
        parameter = parameters[name]
        print(wrapped(f"{parameter.meaning.read(lang)}: {speak(parameter, value, lang)} [{name}]", "  "))
    if clause.confirms:
        print(f"\n{bold(say('clause.confirms', lang))}")
    for name in clause.confirms:
        source = book.says[name]
        text = speak(parameters[name], source.value, lang)
        print(wrapped(f"{parameters[name].meaning.read(lang)}: {text} ({source.clause.clause}) [{name}]", "  "))
