"""`feltro publish FOLDER`: season, agenda, results, rankings and draws as plain files, beside a house at work."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.cli.database import add_database, looked_at, opened, tell
from feltro.cli.terminal import UnusableError, progress_bar
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang

SCHEMES = ("https://", "http://")


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("folder", help=say("cli.publish.folder", lang))
    parser.add_argument("--address", metavar="URL", default="", help=say("cli.publish.address", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.people.public_ids import has_public_ids
    from feltro.app.public.folder import NotOurs, PublishedFolder
    from feltro.kernel.instants import Instant
    from feltro.web.public.publish import publish

    if args.address and not args.address.startswith(SCHEMES):
        raise UnusableError("address", say("cli.publish.bad_address", args.lang), SCHEMES)
    path = Path(args.folder)
    try:
        folder = PublishedFolder(path)
    except NotOurs as error:
        raise UnusableError("folder", say("cli.publish.not_ours", args.lang, folder=args.folder)) from error
    with looked_at(args) as (house, _):
        known = has_public_ids(house.store)
    if not known:
        _make_public_ids(args)
    with looked_at(args) as (house, _):
        publish(house, Instant(time.time_ns() // 1000), folder, args.address, progress_bar)
    answer = {
        "folder": str(path),
        "written": len(folder.written),
        "kept": len(folder.kept),
        "removed": len(folder.removed),
        "bytes": folder.size,
    }
    numbers = {"written": answer["written"], "kept": answer["kept"], "removed": answer["removed"]}
    return tell("cli.publish.done", args, answer, **numbers, page=str(path / "index.html"))


def _make_public_ids(args: Namespace) -> None:
    """The one thing that publishing ever writes, once in the life of a house that nobody looked at from outside."""
    from feltro.app.people.public_ids import public_ids

    with opened(args) as house:
        public_ids(house.store)
