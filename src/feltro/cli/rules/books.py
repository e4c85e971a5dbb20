"""`feltro books`: the books, what each governs, and how far the tests reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.cli.shelf import find_books
from feltro.cli.terminal import write_json, write_table
from feltro.rulebook.library import shipped
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.rulebook.book import Book
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("book", nargs="*", help=say("cli.books.book", lang))
    parser.add_argument("--coverage", action="store_true", help=say("cli.books.coverage", lang))


def run(args: Namespace) -> int:
    library = shipped()
    named = [find_books(name, args.lang)[0] for name in args.book]
    books = named or [library.book(book_id) for book_id in library.ids]
    if args.json:
        write_json({"books": [_as_json(book, coverage=args.coverage) for book in books]})
    elif args.coverage:
        _write_coverage(books, args.lang)
    else:
        _write_books(books, args.lang)
    return 0


def _as_json(book: Book, *, coverage: bool) -> dict[str, Any]:
    from feltro.rulebook.press import digest

    about: dict[str, Any] = {
        "id": book.id,
        "edition": book.edition,
        "name": book.name,
        "digest": digest(book, shipped().parameters),
        "clauses": list(book.clauses),
    }
    if coverage:
        from dataclasses import asdict

        from feltro.rulebook.coverage import coverage as measure

        about["coverage"] = [asdict(row) for row in measure(book)]
    return about


def _write_books(books: list[Book], lang: Lang) -> None:
    head = [say(f"cli.books.{name}", lang) for name in ("id", "edition", "clauses", "name")]
    rows = [[book.id, book.edition, str(len(book.clauses)), book.name] for book in books]
    write_table(head, rows, right=[2])


def _write_coverage(books: list[Book], lang: Lang) -> None:
    from feltro.rulebook.coverage import coverage

    columns = ("decides", "records", "shows", "values", "proved")
    head = [
        say("cli.books.id", lang),
        say("cli.books.area", lang),
        *(say(f"coverage.{one}", lang) for one in columns),
    ]
    rows = []
    for book in books:
        measured = coverage(book)
        rows += [
            [book.id, say(f"area.{row.area}", lang), *(str(getattr(row, one)) for one in columns)]
            for row in measured
        ]
        totals = [str(sum(getattr(row, one) for row in measured)) for one in columns]
        rows.append([book.id, say("coverage.total", lang), *totals])
    write_table(head, rows, right=range(2, 7))
