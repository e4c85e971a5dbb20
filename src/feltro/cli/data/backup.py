"""`feltro backup FILE`: a copy of the whole house, taken while it works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, looked_at, new_file, tell
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("file", help=say("cli.backup.file", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.upkeep.installation_key import InstallationKey
    from feltro.store.backup import backup

    path = new_file(args.file, args.lang)
    with looked_at(args) as (house, _):
        backup(house.store, path, InstallationKey())
    return tell("cli.backup.done", args, {"file": str(path), "bytes": path.stat().st_size}, file=str(path))
