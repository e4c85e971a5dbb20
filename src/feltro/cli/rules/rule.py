"""`feltro rule FILE`: the ruling on a situation, with the clauses that decide it."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.cli.terminal import BAD_INPUT, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable

    from feltro.rulebook.book import Rulebook
    from feltro.rulings.reply import Reply
    from feltro.rulings.ruling import Unreadable
    from feltro.words.languages import Lang

STANDARD_INPUT = "-"


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("file", nargs="?", help=say("cli.rule.file", lang))
    parser.add_argument("--book", help=say("cli.rule.book", lang))
    parser.add_argument("--lines", action="store_true", help=say("cli.rule.lines", lang))
    parser.add_argument("--schema", action="store_true", help=say("cli.rule.schema", lang))
    parser.add_argument("--words", help=say("cli.rule.words", lang))
    parser.add_argument("--context", help=say("cli.rule.context", lang))
    parser.add_argument("--ask", action="store_true", help=say("cli.rule.ask", lang))


def run(args: Namespace) -> int:
    if args.schema:
        from feltro.rulings.schema import notation_schema

        write_json(notation_schema())
        return 0
    if args.lines:
        return _rule_lines(args)
    if args.ask:
        return _ask(args)
    if args.words is not None:
        return _write_reply(_hear(args), args)
    if args.file is None:
        return _write_reply(_unreadable("file", "cli.rule.nothing", args.lang), args)
    read = _read_situation(args.file, args.lang)
    return _write_reply(read if _is_reply(read) else _reply(read, args), args)


def _hear(args: Namespace) -> Reply:
    """A situation in words, with what is known already."""
    try:
        context = json.loads(args.context, parse_constant=_no_constant) if args.context else None
    except (ValueError, RecursionError) as error:
        return _unreadable("context", "cli.rule.not_data", args.lang, why=str(error) or type(error).__name__)
    return _reply({"words": args.words, "context": context}, args)


def _is_reply(read: Any) -> bool:
    from feltro.rulings.reply import Reply

    return isinstance(read, Reply)


def _reply(situation: Any, args: Namespace) -> Reply:
    from feltro.rulings.reply import reply

    try:
        return reply(situation, args.lang, args.book, _finder(args.lang))
    except RecursionError as error:
        return _unreadable("situation", "cli.rule.not_data", args.lang, why=str(error))


def _finder(lang: Lang) -> Callable[[str], Rulebook | Unreadable]:
    """Books as the terminal names them: ids, shipped addenda, and files of addenda."""
    from feltro.cli.shelf import find_rulebook
    from feltro.cli.terminal import UnusableError, explain
    from feltro.rulebook.library import BrokenBooksError, shipped
    from feltro.rulings.reply import ALL
    from feltro.rulings.ruling import Unreadable

    def find(name: str) -> Rulebook | Unreadable:
        accepts = (*shipped().ids, *shipped().addenda, ALL)
        try:
            return find_rulebook(name, lang)
        except (UnusableError, OSError, ValueError) as error:
            told = str(error)
        except BrokenBooksError as error:
            told = "; ".join(f"{one.where}: {explain(one, lang)}" for one in error.findings)
        return Unreadable("book", "unreadable.as_told", {"told": told}, accepts)

    return find


def _read_situation(name: str, lang: Lang) -> Any:
    """The situation in a file or on standard input, or the reply that says why it cannot be read."""
    try:
        raw = sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        return _unreadable("file", "cli.rule.no_file", lang, file=name, why=error.strerror or str(error))
    try:
        return parse(raw.decode("utf-8"), toml=name.endswith(".toml"))
    except (ValueError, RecursionError) as error:
        return _unreadable("situation", "cli.rule.not_data", lang, why=str(error) or type(error).__name__)


def parse(text: str, *, toml: bool = False) -> Any:
    """TOML or JSON: JSON when it begins as JSON does, unless the file's name says TOML."""
    looks_like_json = text.lstrip("\ufeff \t\r\n").startswith(("{", '"')) or not text.strip()
    if toml or not looks_like_json:
        return tomllib.loads(text)
    return json.loads(text.lstrip("\ufeff"), parse_constant=_no_constant)


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _unreadable(field: str, key: str, lang: Lang, **values: Any) -> Reply:
    from feltro.rulings.reply import Reply

    return Reply({"error": {"field": field, "message": say(key, lang, **values), "accepts": []}}, False)


def _rule_lines(args: Namespace) -> int:
    """One answer for each line, in order, as soon as it is read."""
    name = args.file or STANDARD_INPUT
    if name == STANDARD_INPUT:
        return _answer_lines(sys.stdin.buffer, args)
    try:
        with Path(name).open("rb") as source:
            return _answer_lines(source, args)
    except BrokenPipeError:
        raise
    except OSError as error:
        missing = _unreadable("file", "cli.rule.no_file", args.lang, file=name, why=error.strerror or str(error))
        return _write_reply(missing, args)


def _answer_lines(source: Iterable[bytes], args: Namespace) -> int:
    for line in source:
        print(json.dumps(_rule_line(line, args).content, ensure_ascii=False), flush=True)
    return 0


def _rule_line(line: bytes, args: Namespace) -> Reply:
    try:
        situation = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        return _unreadable("situation", "cli.rule.not_data", args.lang, why=str(error) or type(error).__name__)
    return _reply(situation, args)


def _ask(args: Namespace) -> int:
    from feltro.cli.rules.dialogue import ask_situation

    situation = ask_situation(args.lang, args.book)
    if situation is None:
        return BAD_INPUT
    if not args.json:
        print(f"\n{json.dumps(situation, ensure_ascii=False)}\n")
    return _write_reply(_reply(situation, args), args)


def _write_reply(reply: Reply, args: Namespace) -> int:
    if args.json:
        write_json(reply.content)
    elif not reply.readable:
        print(reply.content["error"]["message"], file=sys.stderr)
        if reply.content["error"]["accepts"]:
            accepted = ", ".join(reply.content["error"]["accepts"])
            print(say("cli.rule.accepts", args.lang, accepts=accepted), file=sys.stderr)
    else:
        from feltro.cli.rules.ruling_text import write_answers

        write_answers(reply.content, args.lang)
    return 0 if reply.readable else BAD_INPUT
