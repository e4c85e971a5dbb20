"""`feltro import FILE`: take in a season that another house exported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, add_who, envelope, old_file, opened
from feltro.cli.terminal import write_findings, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("file", help=say("cli.import.file", lang))
    add_database(parser, lang)
    add_who(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.upkeep.archive import import_season
    from feltro.app.upkeep.outside import key_code
    from feltro.store.archive_reader import signer_of

    path = old_file(args.file, args.lang)
    with opened(args, make=True) as house:
        outcome = import_season(path, house.store, envelope(args))
    if isinstance(outcome, list):
        return write_findings(outcome, args.lang, as_json=args.json)
    signer = signer_of(path)
    key = key_code(signer) if signer else ""
    if args.json:
        write_json({**outcome._asdict(), "signed_with": key})
        return 0
    print(say("cli.import.signed" if key else "cli.import.unsigned", args.lang, key=key))
    print(say("cli.import.done", args.lang, streams=len(outcome.streams), people=len(outcome.people)))
    for key, people in (("cli.import.stayed", outcome.stayed), ("cli.import.left_out", outcome.left_out)):
        if people:
            print(say(key, args.lang, people=people))
    for one, other in outcome.look_alike:
        print(say("cli.person.alike", args.lang, one=one, other=other))
    return 0
