"""`feltro restore FILE`: fill an empty database from a backup that verifies. With `--check` a copy is only proved: everything
that `verify` looks at, in the copy itself, and no database is touched."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from feltro.cli.database import add_database, old_file, opened, tell
from feltro.cli.terminal import write_findings
from feltro.store.integrity import moment
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

    from feltro.app.handling import House
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("file", help=say("cli.restore.file", lang))
    parser.add_argument("--check", action="store_true", help=say("cli.restore.check", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.store.backup import restore

    path = old_file(args.file, args.lang)
    if args.check:
        return _check(path, args)
    with opened(args, make=True) as house:
        outcome = restore(path, house.store)
        if not isinstance(outcome, list):
            _begin_anew(args.database, house)
    if isinstance(outcome, list):
        return write_findings(outcome, args.lang, as_json=args.json)
    streams = len(outcome.versions)
    return tell("cli.restore.done", args, {"streams": streams}, streams=streams)


def _check(path: Path, args: Namespace) -> int:
    from feltro.app.upkeep.proved_copy import prove

    proved = prove(path, args.lang)
    if proved.findings:
        code = write_findings(proved.findings, args.lang, as_json=args.json, places=proved.places)
        if not args.json:
            print(say("cli.restore.unproved", args.lang, n=len(proved.findings)), file=sys.stderr)
        return code
    answer = {"sound": True, "streams": proved.streams, "events": proved.events, "until": proved.until}
    if proved.until is None:
        return tell("cli.restore.proved_empty", args, answer)
    values = {"streams": proved.streams, "events": proved.events, **moment(proved.until)}
    return tell("cli.restore.proved", args, answer, **values)


def _begin_anew(database: str, house: House) -> None:
    """What was written after the backup is not there any more: beside the key it is kept that this is known."""
    import time

    from feltro.app.upkeep.marks import marks_of
    from feltro.kernel.instants import Instant

    marks = marks_of(database)
    if marks:
        marks.begin(house.store, Instant(time.time_ns() // 1000))
