"""`feltro takeover`: the file that followed has the house from here on. Somebody says that the first laptop is off."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from feltro.cli.database import add_database, add_who, envelope, opened, tell, tell_refusal
from feltro.cli.terminal import UnusableError
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--first-is-off", action="store_true", help=say("cli.takeover.first_is_off", lang))
    add_database(parser, lang)
    add_who(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.second.notes import read_note
    from feltro.app.second.takeover import take_over_here
    from feltro.kernel.outcome import Refused

    with opened(args) as house:
        follows = read_note(args.database) is not None
        if follows and not (args.first_is_off or _confirmed(args)):
            raise UnusableError("first-is-off", say("cli.takeover.not_confirmed", args.lang))
        began = take_over_here(house, args.database, envelope(args))
        if isinstance(began, Refused):
            return tell_refusal(began, args)
    values = {"number": began.number, "seconds": began.unheard_seconds, "link": began.link}
    return tell("cli.takeover.done", args, values, **values)


def _confirmed(args: Namespace) -> bool:
    """Typed out, not tapped."""
    if args.json or not sys.stdin.isatty():
        return False
    word = say("cli.takeover.word", args.lang)
    return input(say("cli.takeover.ask", args.lang, word=word) + " ").strip().casefold() == word.casefold()
