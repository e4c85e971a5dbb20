"""`feltro export SEASON FILE`: one season as one archive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, new_file, opened, tell, tell_refusal
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("season", help=say("cli.export.season", lang))
    parser.add_argument("file", help=say("cli.export.file", lang))
    parser.add_argument("--without-people", action="store_true", help=say("cli.export.without_people", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.upkeep.archive import export_season
    from feltro.app.upkeep.installation_key import InstallationKey
    from feltro.kernel.outcome import Refused

    path = new_file(args.file, args.lang)
    with opened(args) as house:
        manifest = export_season(
            args.season, house.store, path, with_people=not args.without_people, signer=InstallationKey()
        )
    if isinstance(manifest, Refused):
        return tell_refusal(manifest, args)
    streams = {stream: entry.version for stream, entry in manifest.streams.items()}
    key = "cli.export.done_without" if args.without_people else "cli.export.done"
    return tell(key, args, {"file": str(path), "streams": streams}, file=str(path), streams=len(streams))
