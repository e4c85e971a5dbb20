"""`feltro report`: closings and statements, on the terminal, as JSON, as a spreadsheet or on paper."""

from __future__ import annotations

import time
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.cli.database import add_database, add_usual, new_file, opened, tell_refusal
from feltro.cli.terminal import bold, write_json, write_table
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

    from feltro.app.handling import House
    from feltro.app.reports.report import Report, Section
    from feltro.app.world.world import World
    from feltro.kernel.instants import Instant
    from feltro.kernel.outcome import Refused
    from feltro.words.languages import Lang

ACTIONS = {
    "closing": ("desk",),
    "event": ("tournament",),
    "stage": ("season_id", "stage_id"),
    "season": ("season_id",),
    "night": (),
    "taxes": ("year",),
}
"""What each kind of report is about."""


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name, about in ACTIONS.items():
        action = actions.add_parser(name, help=say(f"cli.report.{name}", lang))
        for one in about:
            action.add_argument(one, metavar=one.removesuffix("_id"), help=say(f"cli.report.{one}", lang))
        if name == "closing":
            action.add_argument("--number", type=int, help=say("cli.report.number", lang))
        if name == "night":
            action.add_argument("--day", metavar="DATE", type=date.fromisoformat, help=say("cli.report.day", lang))
        for kind in ("xlsx", "pdf"):
            action.add_argument(f"--{kind}", metavar="FILE", help=say(f"cli.report.{kind}", lang))
        add_database(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    from feltro.app.screens.club import letterhead_of
    from feltro.kernel.outcome import Refused

    files = {kind: new_file(name, args.lang) for kind in ("xlsx", "pdf") if (name := getattr(args, kind))}
    with opened(args) as house:
        report = _made(args, house)
        if isinstance(report, Refused):
            return tell_refusal(report, args)
        if not args.json:
            from feltro.app.reports.names import with_names

            report = with_names(report, house.store)
        club = letterhead_of(house.store)
        if "xlsx" in files:
            _write_spreadsheet(files["xlsx"], report, house.world, args.lang)
    if "pdf" in files:
        from feltro.app.reports import paper

        paper.write_report(files["pdf"], report, args.lang, _now(), club)
    return _tell(report, [str(file) for file in files.values()], args)


def _write_spreadsheet(file: Path, report: Report, world: World, lang: Lang) -> None:
    from feltro.app.reports import spreadsheet
    from feltro.app.reports.names import stream_called

    spreadsheet.write_report(file, report, lang, lambda stream: stream_called(stream, world, lang))


def _now() -> Instant:
    from feltro.kernel.instants import Instant

    return Instant(time.time_ns() // 1000)


def _made(args: Namespace, house: House) -> Report | Refused:
    from feltro.app.reports.drawer import closing_report
    from feltro.app.reports.event import event_report
    from feltro.app.reports.night import night_at, night_of, night_report
    from feltro.app.reports.season import season_report, stage_report
    from feltro.app.reports.taxes import tax_report

    with house.world.lock:
        match args.action:
            case "closing":
                return closing_report(args.desk, house.world, args.number)
            case "event":
                return event_report(args.tournament, house.world)
            case "stage":
                return stage_report(args.season_id, args.stage_id, house.world, house.books)
            case "taxes":
                return tax_report(house, int(args.year) if args.year.isdecimal() else 0)
            case "night":
                night = night_of(args.day) if args.day else night_at(_now())
                return night_report(house, night, _now())
            case _:
                return season_report(args.season_id, house.world, house.books)


def _tell(report: Report, files: list[str], args: Namespace) -> int:
    from feltro.app.reports.report import plain_report

    if args.json:
        write_json(plain_report(report, args.lang))
        return 0
    if files:
        for file in files:
            print(say("report.written", args.lang, file=file))
        return 0
    print(bold(report.title(args.lang)))
    for section in report.sections:
        _write_section(section, args.lang)
    if report.seal:
        print(f"\n{say('paper.seal', args.lang)}: {report.seal.short}")
    return 0


def _write_section(section: Section, lang: Lang) -> None:
    from feltro.app.reports.report import references_text, text_of
    from feltro.kernel.money import Money

    print(f"\n{say(f'report.section.{section.name}', lang)}")
    head = [say(f"report.column.{column}", lang) for column in section.columns]
    head.append(say("report.column.reference", lang))
    rows = [
        [*(text_of(cell, lang) for cell in row.cells), references_text(row.references, lang)]
        for row in section.rows
    ]
    right = {
        place
        for row in section.rows
        for place, cell in enumerate(row.cells)
        if isinstance(cell, Money | int | Fraction)
    }
    write_table(head, rows, right)
