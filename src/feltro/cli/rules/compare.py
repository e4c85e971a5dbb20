"""`feltro compare BOOK OTHER [topic]`: parameter by parameter, differences first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.cli.shelf import find_rulebook, nearest
from feltro.cli.terminal import UnusableError, bold, wrapped, write_json
from feltro.rulebook.book import Silent, Sourced
from feltro.rulebook.compare import Row, about, compare, subjects
from feltro.rulebook.library import shipped
from feltro.rulebook.plain import plain
from feltro.rulebook.speech import speak
from feltro.words.sentences import listed, say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.rulebook.book import Book, Rulebook
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("books", nargs="+", metavar="book", help=say("cli.compare.books", lang))
    parser.add_argument("--same", action="store_true", help=say("cli.compare.same", lang))


def run(args: Namespace) -> int:
    rulebooks, topic = _read_names(args.books, args.lang)
    if len(rulebooks) < 2:
        raise UnusableError("books", say("cli.compare.two", args.lang))
    if not about(topic, shipped().parameters.values()):
        close = nearest(topic, subjects(shipped().parameters.values()))
        message = say("cli.compare.no_topic", args.lang, topic=topic, nearest=listed(close, args.lang))
        raise UnusableError("topic", message, close)
    rows = compare(rulebooks, topic)
    if args.json:
        names = [_topmost(one).id for one in rulebooks]
        write_json({"books": names, "topic": topic, "parameters": [_as_json(row) for row in rows]})
        return 0
    _write([row for row in rows if row.differs or args.same], rulebooks, args.lang)
    differing = sum(row.differs for row in rows)
    print(say("cli.compare.summary", args.lang, differing=differing, same=len(rows) - differing))
    return 0


def _read_names(names: list[str], lang: Lang) -> tuple[list[Rulebook], str]:
    """Books first; what follows them, if it is not one, is the topic. `all` stands for the five."""
    library = shipped()
    if names[0] == "all":
        return [library[book_id] for book_id in library.ids], " ".join(names[1:])
    rulebooks = []
    for place, name in enumerate(names):
        try:
            rulebooks.append(find_rulebook(name, lang))
        except UnusableError:
            if place < 2:
                raise
            return rulebooks, " ".join(names[place:])
    return rulebooks, ""


def _topmost(rulebook: Rulebook) -> Book:
    return rulebook.layers[-1] if rulebook.layers else rulebook.book


def _write(rows: list[Row], rulebooks: list[Rulebook], lang: Lang) -> None:
    labels = [_topmost(rulebook).label for rulebook in rulebooks]
    for row in rows:
        print(f"{bold(row.parameter.meaning.read(lang))}  [{row.parameter.name}]")
        for label, said in zip(labels, row.said, strict=True):
            print(wrapped(f"{label}: {_say(row, said, lang)}", "    "))


def _say(row: Row, said: Sourced | Silent, lang: Lang) -> str:
    if isinstance(said, Sourced):
        return f"{speak(row.parameter, said.value, lang)} ({', '.join(cite.clause for cite in said.cites)})"
    if said.fallback is None:
        return say("compare.silent", lang)
    value = speak(row.parameter, said.fallback.value, lang)
    return say("compare.silent_fallback", lang, value=value, clause=str(said.fallback.clause))


def _as_json(row: Row) -> dict[str, Any]:
    return {
        "name": row.parameter.name,
        "differs": row.differs,
        "said": [answer_as_json(one) for one in row.said],
    }


def answer_as_json(said: Sourced | Silent) -> dict[str, Any]:
    """What a book says, for programs: a value with its clauses, or silence with its fallback."""
    if isinstance(said, Sourced):
        return {"silent": False, "value": plain(said.value), "clauses": [str(cite) for cite in said.cites]}
    fallback = said.fallback and {"value": plain(said.fallback.value), "clause": str(said.fallback.clause)}
    return {"silent": True, "fallback": fallback}
