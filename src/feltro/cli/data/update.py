"""`feltro update [FILE]`: a newer version, after a copy of house and program; `--back` is the way back. Both in one line."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from feltro.cli.database import add_database, looked_at, old_file, tell
from feltro.cli.terminal import UnusableError
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

    from feltro.app.upkeep.update import WayBack
    from feltro.words.languages import Lang

NOT_DONE = 1


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE.whl", help=say("cli.update.file", lang))
    parser.add_argument("--back", action="store_true", help=say("cli.update.back", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.upkeep.program import NotInstalledError, installed, installer

    try:
        installed()
        installer()
    except NotInstalledError as error:
        raise UnusableError("update", say(error.because, args.lang)) from error
    return _go_back(args) if args.back else _go_on(args)


def _go_on(args: Namespace) -> int:
    from feltro.app.upkeep import program, update

    what = str(old_file(args.file, args.lang).absolute()) if args.file else program.NAME
    _must_be_closed(args.database, args.lang)
    folder, way = _prepared(args)
    _say_step("cli.update.copied", args, folder=folder)
    complaint = program.install_newer(what)
    now = "" if complaint else program.version_now()
    if not complaint and way.copy:
        complaint = update.cannot_read(folder / way.copy)
    if complaint:
        program.put_back(folder / way.program)
        told = say("cli.update.put_back", args.lang, version=way.version, why=complaint[-600:])
        print(told, file=sys.stderr)
        return NOT_DONE
    answer = {"was": way.version, "now": now, "kept": str(folder)}
    return tell("cli.update.same" if now == way.version else "cli.update.done", args, answer, **answer)


def _prepared(args: Namespace) -> tuple[Path, WayBack]:
    from feltro.app.upkeep import update
    from feltro.kernel.instants import Instant

    file = update.file_of(args.database)
    with ExitStack() as stack:
        house = None if file and not file.is_file() else stack.enter_context(looked_at(args))[0]
        try:
            return update.prepare(
                house.store if house else None, _absolute(args.database), Instant(time.time_ns() // 1000)
            )
        except update.NoGoodCopyError as error:
            raise UnusableError("database", say("cli.update.not_sound", args.lang)) from error


def _go_back(args: Namespace) -> int:
    from feltro.app.upkeep import program, update

    ways = update.ways_back()
    if not ways:
        raise UnusableError("update", say("cli.update.no_way", args.lang))
    folder = ways[0]
    way = update.read_way(folder)
    _must_be_closed(way.database, args.lang)
    was = program.version_now()
    complaint = program.put_back(folder / way.program)
    if complaint:
        print(say("cli.update.failed", args.lang, why=complaint[-600:]), file=sys.stderr)
        return NOT_DONE
    answer = {"was": was, "now": way.version, "aside": "", "copy": str(folder / way.copy) if way.copy else ""}
    told = _put_data_back(folder, way, answer)
    (folder / update.NOTE).unlink()
    return tell(told, args, answer, **answer)


def _put_data_back(folder: Path, way: WayBack, answer: dict[str, str]) -> str:
    """The house as it is now stays where the older version can read it: the copy is the last resort."""
    from feltro.app.upkeep import update
    from feltro.kernel.instants import Instant

    file = update.file_of(way.database)
    if not way.copy:
        return "cli.update.back_program"
    if file is None:
        return "cli.update.back_server"
    if file.is_file() and not update.cannot_read(file):
        return "cli.update.back_program"
    at = Instant(time.time_ns() // 1000)
    aside = file.with_name(f"{file.stem}-{answer['was']}-{at}{file.suffix}")
    if file.is_file():
        update.take_place(file, folder / way.copy, aside, at)
        answer["aside"] = str(aside)
    return "cli.update.back_house"


def _must_be_closed(database: str, lang: Lang) -> None:
    """Half of one version and half of another in one process helps nobody."""
    from feltro.app.upkeep.update import file_of, is_open_elsewhere

    file = file_of(database)
    if file and file.is_file() and is_open_elsewhere(file):
        raise UnusableError("database", say("cli.update.open", lang, file=file))


def _absolute(database: str) -> str:
    """The way back is gone from any folder."""
    from feltro.app.upkeep.update import SQLITE, file_of

    file = file_of(database)
    return f"{SQLITE}{file.absolute()}" if file else database


def _say_step(key: str, args: Namespace, **values: object) -> None:
    if not args.json:
        print(say(key, args.lang, **values), flush=True)
