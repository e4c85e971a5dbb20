"""The `feltro` command: finds the command asked for and imports only that."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from feltro import __version__
from feltro.cli import argparse_words
from feltro.cli.terminal import UnusableError, width, write_findings, write_unusable
from feltro.rulebook.library import BrokenBooksError
from feltro.words.languages import DEFAULT, LANGUAGES, language
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.words.languages import Lang

COMMANDS = {
    "serve": "serve",
    "publish": "publish",
    "books": "rules.books",
    "book": "rules.book",
    "clause": "rules.clause",
    "search": "rules.search",
    "compare": "rules.compare",
    "rule": "rules.rule",
    "hand": "play.hand",
    "draw": "play.draw",
    "icm": "sheets.icm",
    "payouts": "sheets.payouts",
    "structure": "sheets.structure",
    "do": "events.do",
    "simulate": "play.simulate",
    "standings": "events.standings",
    "results": "events.results",
    "federation": "events.federation",
    "report": "events.report",
    "print": "events.papers",
    "pix": "events.pix",
    "person": "people.person",
    "user": "people.user",
    "token": "people.token",
    "webhook": "people.webhook",
    "verify": "data.verify",
    "heads": "data.heads",
    "backup": "data.backup",
    "restore": "data.restore",
    "update": "data.update",
    "follow": "data.follow",
    "takeover": "data.takeover",
    "export": "data.export",
    "import": "data.intake",
}
"""Each command, in the order of the help, and its module in this folder."""


FEWER_COLLECTIONS = 20_000
"""New objects until the collector looks again: what a command reads in, words and a book, stays until it ends."""


def main(argv: Sequence[str] | None = None) -> int:
    gc.set_threshold(FEWER_COLLECTIONS)
    _speak_unicode()
    words = _options_last(list(sys.argv[1:] if argv is None else argv))
    lang = _language_asked(words)
    argparse_words.speak(lang)
    parser = _parser(lang, words)
    args = parser.parse_args(words)
    if not args.command:
        parser.print_help()
        return 0
    try:
        return int(args.run(args))
    except UnusableError as error:
        return write_unusable(error, as_json=args.json)
    except BrokenBooksError as error:
        return write_findings(error.findings, args.lang, as_json=args.json)
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _speak_unicode() -> None:
    """A terminal or a pipe that knows fewer letters, as on Windows, gets ours all the same: files in and out are UTF-8."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.encoding.lower().replace("-", "") != "utf8":
            stream.reconfigure(encoding="utf-8", errors="replace")


def _options_last(words: list[str]) -> list[str]:
    """`feltro --lang en books` means what `feltro books --lang en` means."""
    place = next((place for place, word in enumerate(words) if word in COMMANDS), 0)
    before = words[:place]
    return (
        [*words[place:], *before]
        if all(word.startswith("--lang") or word in {"--json", "pt", "en", "es"} for word in before)
        else words
    )


def _language_asked(words: list[str]) -> Lang:
    """The language is needed before the arguments are read, because help speaks it too."""
    for place, word in enumerate(words):
        if word == "--lang" and place + 1 < len(words):
            return language(words[place + 1]) or DEFAULT
        if word.startswith("--lang="):
            return language(word.partition("=")[2]) or DEFAULT
    return language(os.environ.get("FELTRO_LANG")) or DEFAULT


def _parser(lang: Lang, words: list[str]) -> argparse.ArgumentParser:
    """Of one command where it is plain which, else of all; help is as wide as all that a command prints."""
    asked = next((word for word in words if word in COMMANDS), None)
    formatter = partial(argparse.HelpFormatter, width=width() - 2)
    parser = argparse_words.AnyOrder(
        "feltro",
        description=say("cli.description", lang),
        epilog=say("cli.epilog", lang),
        formatter_class=formatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"feltro {__version__}", help=say("cli.version", lang)
    )
    commands = parser.add_subparsers(dest="command", metavar=say("cli.command", lang))
    for name in words[:1] if words[:1] == [asked] else COMMANDS:
        told = say(f"cli.{name}.help", lang)
        command = commands.add_parser(name, help=told, description=told, formatter_class=formatter)
        if name == asked:
            _add_arguments(command, importlib.import_module(f"feltro.cli.{COMMANDS[name]}"), lang)
    return parser


def _add_arguments(command: argparse.ArgumentParser, module: Any, lang: Lang) -> None:
    module.arguments(command, lang)
    command.add_argument("--json", action="store_true", help=say("cli.json", lang))
    command.add_argument("--lang", choices=LANGUAGES, default=lang, help=say("cli.lang", lang))
    command.set_defaults(run=module.run)


if __name__ == "__main__":
    sys.exit(main())
