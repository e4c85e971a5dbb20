"""`feltro restore FILE`: fill an empty database from a backup that verifies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, old_file, opened, tell
from feltro.cli.terminal import write_findings
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("file", help=say("cli.restore.file", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.store.backup import restore

    path = old_file(args.file, args.lang)
    with opened(args, make=True) as house:
        outcome = restore(path, house.store)
    if isinstance(outcome, list):
        return write_findings(outcome, args.lang, as_json=args.json)
    streams = len(outcome.versions)
    return tell("cli.restore.done", args, {"streams": streams}, streams=streams)
