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
from feltro.cli.terminal import UnusableError, bold, write_findings, write_json, write_table
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from feltro.app.ranking.results_archive import ArchivedFinish
    from feltro.words.languages import Lang

ENDINGS = (".csv", ".xlsx", ".json")
SHOWN = ("place", "name", "prize", "deal", "bounties", "points")


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name in ACTIONS:
        action = actions.add_parser(name, help=say(f"cli.results.{name}", lang))
        if name != "schema":
            action.add_argument("season", help=say("cli.results.season", lang))
            if name == "show":
                action.add_argument("--top", type=int, default=None, help=say("cli.standings.top", lang))
                add_database(action, lang)
                add_usual(action, lang)
                continue
            action.add_argument("file", help=say(f"cli.results.{'csv' if name == 'import' else 'file'}", lang))
            add_database(action, lang)
        if name == "export":
            action.add_argument("--sites", action="store_true", help=say("cli.results.sites", lang))
        if name == "import":
            action.add_argument("--replace", action="store_true", help=say("cli.results.replace", lang))
            action.add_argument("--stage", default="", help=say("cli.results.stage", lang))
            action.add_argument("--preview", action="store_true", help=say("cli.results.preview", lang))
            add_who(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    return ACTIONS[args.action](args)


def export(args: Namespace) -> int:
    from feltro.app.ranking import ranking_of
    from feltro.app.ranking.results_archive import archive
    from feltro.app.reports.results import write_file, write_for_sites
    from feltro.kernel.outcome import Refused

    path = new_file(args.file, args.lang)
    endings = (".csv",) if args.sites else ENDINGS
    if path.suffix not in endings:
        key = "cli.results.sites_format" if args.sites else "cli.results.format"
        raise UnusableError("file", say(key, args.lang), endings)
    with opened(args) as house, house.world.lock:
        ranking = ranking_of(args.season, house.world, house.books)
        if isinstance(ranking, Refused):
            return tell_refusal(ranking, args)
        found = archive(args.season, ranking, house.store)
    people = sum(len(event.finishers) for event in found.events)
    if args.sites:
        people = write_for_sites(path, found)
    else:
        write_file(path, found, args.lang)
    answer = {"file": str(path), "events": len(found.events), "finishes": people}
    return tell("cli.results.exported", args, answer, events=len(found.events), people=people, file=str(path))


def show(args: Namespace) -> int:
    """Every event that is over: who finished where, and what they took home."""
    import msgspec

    from feltro.app.ranking import ranking_of
    from feltro.app.ranking.results_archive import archive
    from feltro.kernel.outcome import Refused

    with opened(args) as house, house.world.lock:
        ranking = ranking_of(args.season, house.world, house.books)
        if isinstance(ranking, Refused):
            return tell_refusal(ranking, args)
        found = archive(args.season, ranking, house.store)
    if args.json:
        write_json(msgspec.to_builtins(found))
        return 0
    head = [say(f"report.column.{name}", args.lang) for name in SHOWN]
    for event in found.events:
        print(bold(" · ".join(filter(None, (event.name, event.date)))))
        write_table(head, [_shown(one, args.lang) for one in event.finishers[: args.top]], right=(0, 2, 4, 5))
        print()
    if not found.events:
        print(say("cli.standings.none", args.lang))
    return 0


def _shown(one: ArchivedFinish, lang: Lang) -> list[str]:
    from fractions import Fraction

    from feltro.kernel.money import Money
    from feltro.words.sentences import written

    prize, bounties = (
        written(Money(amount), lang) if amount else "" for amount in (one.prize_centavos, one.bounties_centavos)
    )
    points = written(Fraction(str(one.points)), lang)
    return [str(one.place), one.name, prize, say("yes", lang) if one.deal else "", bounties, points]


def import_(args: Namespace) -> int:
    from feltro.app.ranking.results_csv import Into
    from feltro.app.ranking.results_import import import_file, look_at_file
    from feltro.kernel.outcome import Refused

    data = old_file(args.file, args.lang).read_bytes()
    with opened(args) as house:
        if not house.world.live(f"season:{args.season}").state.season:
            return tell_refusal(Refused("season.unknown", {"season": args.season}), args)
        into = Into(args.season, args.stage, args.replace)
        read = (look_at_file if args.preview else import_file)(data, into, house, envelope(args))
    if isinstance(read, list):
        return write_findings(read, args.lang, as_json=args.json)
    answer = {
        "events": [one.result.event for one in read.results],
        "new_people": len(read.people),
        "known_people": read.known,
        "imported": not args.preview,
    }
    key = "cli.results.previewed" if args.preview else "cli.results.imported"
    numbers = {"events": len(read.results), "people": len(read.people)}
    more = {"known": read.known} if args.preview else {}
    return tell(key, args, answer, **numbers, **more)


def schema(_args: Namespace) -> int:
    from feltro.app.ranking.results_archive import schema as of_archive

    write_json(of_archive())
    return 0


ACTIONS: dict[str, Callable[[Namespace], int]] = {
    "show": show,
    "export": export,
    "import": import_,
    "schema": schema,
}
