"""`feltro heads`: where the log stands, to be sent anywhere. No network is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, opened
from feltro.cli.terminal import write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--all", action="store_true", help=say("cli.heads.all", lang))
    parser.add_argument("--qr", action="store_true", help=say("cli.heads.qr", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    """The text of the night; with `--all` a line for each log, in the form that `verify --heads` reads."""
    import time

    from feltro.app.upkeep.going_out import heads_of_all, night_text
    from feltro.kernel.instants import Instant

    with opened(args) as house:
        text = night_text(house, Instant(time.time_ns() // 1000), args.lang)
        heads = heads_of_all(house, args.lang)
    if args.json:
        write_json({"text": text, "heads": [one._asdict() for one in heads]})
    elif not heads:
        print(say("log.night.none", args.lang))
    elif args.all or not text:  # of a house that nobody has done anything in since its chain could begin
        for one in heads:
            print(f"{one.called}: {one.short}")
    else:
        print(text)
        if args.qr:
            import segno

            segno.make(heads[0].scanned, micro=False).terminal(compact=True)
    return 0
