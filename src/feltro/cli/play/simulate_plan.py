"""`feltro simulate plan`: when it ends, how many dealers, which chips, whether the guarantee is safe."""

from __future__ import annotations

import csv
import os
import sys
from typing import TYPE_CHECKING

from feltro.cli.terminal import UnusableError, progress_bar, write_findings, write_json
from feltro.rulebook.library import shipped
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from datetime import time

    from feltro.forecast.fit import Calibration
    from feltro.forecast.record import Runs
    from feltro.forecast.study import FieldQuestion
    from feltro.forecast.turnout import Turnout
    from feltro.kernel.outcome import Finding
    from feltro.tournament.sheet import Sheet
    from feltro.words.languages import Lang

RUNS = 1000


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    words = parser.add_argument_group(say("cli.plan.options", lang))
    words.add_argument("--sheet", metavar="FILE", help=say("cli.plan.sheet", lang))
    words.add_argument("--runs", type=int, default=RUNS, metavar="N", help=say("cli.plan.runs", lang))
    words.add_argument("--stages", metavar="N,N,...", help=say("cli.plan.stages", lang))
    words.add_argument("--guarantee", metavar="R$", help=say("cli.plan.guarantee", lang))
    words.add_argument("--ends-by", metavar="HH:MM", help=say("cli.plan.ends_by", lang))
    words.add_argument("--house", metavar="DATABASE", help=say("cli.plan.house", lang))
    words.add_argument("--full", action="store_true", help=say("cli.plan.full", lang))
    words.add_argument("--csv", action="store_true", help=say("cli.plan.csv", lang))
    words.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help=say("cli.plan.jobs", lang)
    )
    words.add_argument("--dask", metavar="ADDRESS", help=say("cli.plan.dask", lang))


def run(args: Namespace) -> int:
    from feltro.app.plans.event_plan import plan_of
    from feltro.app.plans.plain import as_numbers, in_full, in_rows
    from feltro.app.plans.told import calibration
    from feltro.cli.play.plan_page import write_plan
    from feltro.forecast.study import FieldQuestion
    from feltro.forecast.unfit import unfit

    ends_by = _ends_by(args)
    sheet = sheet_asked(args)
    if isinstance(sheet, list):
        return write_findings(sheet, args.lang, as_json=args.json)
    fit = _fit(args)
    question = FieldQuestion(sheet, _turnout(args), fit.assumes, args.seed)
    wrong = unfit(question, args.runs)
    if wrong:
        return write_findings(wrong, args.lang, as_json=args.json)
    plan = plan_of(question, _walked(question, args), ends_by, len(fit.events))
    if not (args.json or args.csv):
        write_plan(plan, args.lang, fit)
        return 0
    print(calibration(plan, args.lang), file=sys.stderr)
    if args.csv:
        csv.writer(sys.stdout, lineterminator="\n").writerows(in_rows(plan))
    else:
        write_json(in_full(plan) if args.full else as_numbers(plan))
    return 0


def _fit(args: Namespace) -> Calibration:
    """By the events of a house, where one is named."""
    from feltro.app.plans.calibration import calibration_of
    from feltro.app.settings.hour import machine_hour
    from feltro.cli.database import looked_at
    from feltro.forecast.fit import uncalibrated

    if not args.house:
        return uncalibrated()
    args.database = args.house
    with looked_at(args) as (house, _):
        return calibration_of(house, machine_hour())


def _walked(question: FieldQuestion, args: Namespace) -> Runs:
    from feltro.forecast.study import blocks
    from feltro.sim.jobs import ClusterAwayError, JobLostError, on_all_cores, on_dask

    if args.jobs < 1:
        raise UnusableError("--jobs", say("cli.plan.no_jobs", args.lang, jobs=args.jobs))
    work, each = list(blocks(question, args.runs)), lambda done: progress_bar(done, args.runs)
    try:
        return on_dask(work, args.dask, each) if args.dask else on_all_cores(work, args.jobs, each)
    except JobLostError as error:
        raise UnusableError("--jobs", say("cli.plan.job_lost", args.lang)) from error
    except ClusterAwayError as error:
        key = "cli.plan.no_dask" if str(error) == "dask" else "cli.plan.no_cluster"
        raise UnusableError("--dask", say(key, args.lang, address=args.dask)) from error


def sheet_asked(args: Namespace) -> Sheet | list[Finding]:
    """The file, or an evening under the book; with the book and the guarantee that were asked for."""
    from msgspec.structs import replace

    found = _read(args) if args.sheet else _evening(args)
    if isinstance(found, list):
        return found
    if args.book and args.book != found.book:
        found = replace(found, book=_book(args))
    return replace(found, guarantee_centavos=_guarantee(args)) if args.guarantee else found


def _read(args: Namespace) -> Sheet | list[Finding]:
    from datetime import date
    from pathlib import Path

    from feltro.app.sheets.templates import load_sheet, templates

    a_day = date(2030, 1, 5)
    if args.sheet in templates():
        return load_sheet(templates()[args.sheet].file, a_day)
    if not Path(args.sheet).is_file():
        raise UnusableError("--sheet", say("cli.structure.missing", args.lang, file=args.sheet), list(templates()))
    read = load_sheet(Path(args.sheet))
    return load_sheet(Path(args.sheet), a_day) if isinstance(read, list) else read


def _evening(args: Namespace) -> Sheet:
    from feltro.sim.evening import STARTS
    from feltro.sim.sheets import evening_sheet

    return evening_sheet(_book(args), STARTS, name=say("cli.plan.evening", args.lang))


def _book(args: Namespace) -> str:
    books = shipped().ids
    asked = args.book or shipped().example
    if asked not in books:
        message = say("cli.simulate.no_book", args.lang, book=asked, books=list(books))
        raise UnusableError("--book", message, list(books))
    return str(asked)


def _guarantee(args: Namespace) -> int:
    from feltro.kernel.money import Money

    try:
        amount = Money.parse(args.guarantee).centavos
    except ValueError:
        amount = -1
    if not 0 <= amount <= 10**12:
        raise UnusableError("--guarantee", say("cli.plan.bad_guarantee", args.lang, value=args.guarantee))
    return amount


def _turnout(args: Namespace) -> Turnout:
    from feltro.forecast.turnout import Turnout

    if not args.stages:
        return Turnout(args.entries)
    said = [one.strip() for one in args.stages.split(",")]
    if not all(one.isdecimal() for one in said):
        raise UnusableError("--stages", say("cli.plan.bad_stages", args.lang, value=args.stages))
    return Turnout(args.entries, stages=tuple(map(int, said)))


def _ends_by(args: Namespace) -> time | None:
    from datetime import time

    if not args.ends_by:
        return None
    hour, _, minute = args.ends_by.strip().lower().replace("h", ":").partition(":")
    try:
        return time(int(hour), int(minute or 0))
    except ValueError as error:
        raise UnusableError("--ends-by", say("cli.structure.bad_hour", args.lang, value=args.ends_by)) from error
