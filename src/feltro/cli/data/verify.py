"""`feltro verify`: whether the log, the books and the rows still say what was once written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, opened
from feltro.cli.terminal import explain, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.upkeep.audit import verify_house

    with opened(args) as house:
        report = verify_house(house.store)
    said = [
        {"where": one.where, "because": one.because, "text": explain(one, args.lang)} for one in report.findings
    ]
    if args.json:
        write_json({"sound": not said, "counts": report.counts, "findings": said})
    else:
        for one in said:
            print(f"{one['where']}: {one['text']}")
        print(say("cli.verify.counts", args.lang, **report.counts))
        print(say("cli.verify.unsound" if said else "cli.verify.sound", args.lang, findings=len(said)))
    return 1 if said else 0
