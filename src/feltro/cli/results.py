"""`feltro results`: a season's results to a file, past results from a CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import (
    add_database,
    add_usual,
    add_who,
    envelope,
    new_file,
    old_file,
    opened,
    tell,
    tell_refusal,
)
from feltro.cli.terminal import UnusableError, write_findings, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from feltro.words.languages import Lang

ENDINGS = (".csv", ".xlsx", ".json")


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name in ACTIONS:
        action = actions.add_parser(name, help=say(f"cli.results.{name}", lang))
        if name != "schema":
            action.add_argument("season", help=say("cli.results.season", lang))
            action.add_argument("file", help=say(f"cli.results.{'csv' if name == 'import' else 'file'}", lang))
            add_database(action, lang)
        if name == "import":
            action.add_argument("--replace", action="store_true", help=say("cli.results.replace", lang))
            add_who(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    return ACTIONS[args.action](args)


def export(args: Namespace) -> int:
    from feltro.app.ranking import ranking_of
    from feltro.app.results_files import archive, write_file
    from feltro.kernel.outcome import Refused

    path = new_file(args.file, args.lang)
    if path.suffix not in ENDINGS:
        raise UnusableError("file", say("cli.results.format", args.lang), ENDINGS)
    with opened(args) as house, house.world.lock:
        ranking = ranking_of(args.season, house.world, house.books)
        if isinstance(ranking, Refused):
            return tell_refusal(ranking, args)
        found = archive(args.season, ranking, house.store)
    write_file(path, found, args.lang)
    people = sum(len(event.finishers) for event in found.events)
    answer = {"file": str(path), "events": len(found.events), "finishes": people}
    return tell("cli.results.exported", args, answer, events=len(found.events), people=people, file=str(path))


def import_(args: Namespace) -> int:
    from feltro.app.use_cases.season_import import import_file
    from feltro.kernel.outcome import Refused

    data = old_file(args.file, args.lang).read_bytes()
    with opened(args) as house:
        if not house.world.live(f"season:{args.season}").state.season:
            return tell_refusal(Refused("season.unknown", {"season": args.season}), args)
        read = import_file(data, args.season, house, envelope(args), replace=args.replace)
    if isinstance(read, list):
        return write_findings(read, args.lang, as_json=args.json)
    answer = {"events": [one.result.event for one in read.results], "new_people": len(read.people)}
    return tell("cli.results.imported", args, answer, events=len(read.results), people=len(read.people))


def schema(_args: Namespace) -> int:
    from feltro.app.results_files import schema as of_archive

    write_json(of_archive())
    return 0


ACTIONS: dict[str, Callable[[Namespace], int]] = {"export": export, "import": import_, "schema": schema}
