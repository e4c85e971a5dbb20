"""`feltro search "ficha única"`: clauses by words, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.shelf import unknown_book
from feltro.cli.terminal import UnusableError, bold, wrapped, write_json
from feltro.rulebook.library import shipped
from feltro.rulebook.search import Index
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("words", nargs="+", help=say("cli.search.words", lang))
    parser.add_argument("--book", action="append", default=[], help=say("cli.search.book", lang))
    parser.add_argument("--limit", type=int, default=10, help=say("cli.search.limit", lang))


def run(args: Namespace) -> int:
    library = shipped()
    for book_id in args.book:
        if book_id not in library.ids:
            raise unknown_book(book_id, library.ids, args.lang)
    if args.limit < 1:
        raise UnusableError("limit", say("cli.search.positive", args.lang))
    found = Index(library).search(" ".join(args.words), args.book, args.limit)
    clauses = [(one, library.book(one.book).clauses[one.clause]) for one in found]
    if args.json:
        results = [
            {"book": one.book, "clause": one.clause, "titulo": clause.title.pt, "score": round(one.score, 4)}
            for one, clause in clauses
        ]
        write_json({"results": results})
        return 0
    for one, clause in clauses:
        print(bold(f"{one.book}:{one.clause}  {clause.title.read(args.lang)}"))
        mark = (
            ""
            if clause.summary.language_read(args.lang) == args.lang
            else f" {say('clause.only_portuguese', args.lang)}"
        )
        print(wrapped(clause.summary.read(args.lang) + mark, "    "))
    if not clauses:
        print(say("search.nothing", args.lang))
    return 0
