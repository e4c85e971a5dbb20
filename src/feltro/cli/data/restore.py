"""`feltro restore FILE`: fill an empty database from a backup that verifies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, old_file, opened, tell
from feltro.cli.terminal import write_findings
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.app.handling import House
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("file", help=say("cli.restore.file", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.store.backup import restore

    path = old_file(args.file, args.lang)
    with opened(args, make=True) as house:
        outcome = restore(path, house.store)
        if not isinstance(outcome, list):
            _begin_anew(args.database, house)
    if isinstance(outcome, list):
        return write_findings(outcome, args.lang, as_json=args.json)
    streams = len(outcome.versions)
    return tell("cli.restore.done", args, {"streams": streams}, streams=streams)


def _begin_anew(database: str, house: House) -> None:
    """What was written after the backup is not there any more: beside the key it is kept that this is known."""
    import time

    from feltro.app.upkeep.marks import marks_of
    from feltro.kernel.instants import Instant

    marks = marks_of(database)
    if marks:
        marks.begin(house.store, Instant(time.time_ns() // 1000))
