"""`feltro structure propose|lint|show|questions|template`: structure sheets before they become tournaments."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.cli.sheets.paper import read_day, write_sheet_out
from feltro.cli.shelf import nearest
from feltro.cli.terminal import UnusableError, bold, write_findings, write_json, write_table
from feltro.words.sentences import listed, say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from feltro.app.sheets.templates import Template
    from feltro.kernel.outcome import Finding
    from feltro.tournament.sheet import Sheet
    from feltro.words.languages import Lang

ACTIONS = ("propose", "lint", "show", "questions", "template")


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    from feltro.cli.sheets.proposal import arguments as propose_arguments

    parser.add_argument("action", choices=ACTIONS, help=say("cli.structure.action", lang))
    parser.add_argument("file", nargs="?", help=say("cli.structure.file", lang))
    parser.add_argument("--on", metavar="AAAA-MM-DD", help=say("cli.structure.on", lang))
    propose_arguments(parser, lang)


def run(args: Namespace) -> int:
    if args.action == "propose":
        from feltro.cli.sheets.proposal import run as propose

        return propose(args)
    if args.action == "template":
        return _template(args)
    sheet = _load(args)
    if isinstance(sheet, list):
        return write_findings(sheet, args.lang, as_json=args.json)
    return {"lint": _lint, "show": _show, "questions": _questions}[args.action](args, sheet)


def _load(args: Namespace) -> Sheet | list[Finding]:
    """A file, or a template by its name; a template without a date is looked at as of a day like any other."""
    from feltro.app.sheets.templates import load_sheet, templates

    day = read_day(args)
    if args.file is None:
        raise UnusableError("file", say("cli.structure.no_file", args.lang, action=args.action))
    path = Path(args.file)
    if args.file in templates():
        return load_sheet(templates()[args.file].file, day or date(2030, 1, 5))
    if not path.is_file():
        raise UnusableError("file", say("cli.structure.missing", args.lang, file=args.file))
    return load_sheet(path, day)


def _template(args: Namespace) -> int:
    from feltro.app.sheets.templates import templates

    if args.file is None:
        return _list_templates(list(templates().values()), args)
    if args.file not in templates():
        close = nearest(args.file, templates())
        message = say("cli.structure.no_template", args.lang, name=args.file, nearest=listed(close, args.lang))
        raise UnusableError("template", message, close)
    if read_day(args) is None and not args.json:
        print(templates()[args.file].file.read_text(encoding="utf-8"), end="")
        return 0
    sheet = _load(args)
    if isinstance(sheet, list):
        return write_findings(sheet, args.lang, as_json=args.json)
    return write_sheet_out(sheet, as_json=args.json)


def _list_templates(found: Sequence[Template], args: Namespace) -> int:
    rows = [[one.id, one.about.read(args.lang)] for one in found]
    if args.json:
        write_json({"templates": [{"id": name, "about": about} for name, about in rows]})
    else:
        write_table([say(f"cli.structure.{name}", args.lang) for name in ("template", "about")], rows)
    return 0


def _lint(args: Namespace, sheet: Sheet) -> int:
    """Exit code 1 while something would keep registration closed."""
    from feltro.app.sheets.settlement import faults_of
    from feltro.kernel.outcome import Finding
    from feltro.rulebook.speech import typed
    from feltro.tournament.sheet.faults import Fault, tell

    found = faults_of(sheet)
    unfit = [one for one in found if isinstance(one, Finding)]
    if unfit:
        return write_findings(unfit, args.lang, as_json=args.json)
    faults = [one for one in found if isinstance(one, Fault)]
    wrong = any(fault.weight == "wrong" for fault in faults)
    if args.json:
        write_json({"opens": not wrong, "faults": [_fault_as_json(fault, args.lang) for fault in faults]})
        return int(wrong)
    for fault in faults:
        cites = f" ({listed(list(typed(fault.cites, args.lang)), args.lang)})" if fault.cites else ""
        print(f"{bold(say(f'cli.structure.{fault.weight}', args.lang))} · {tell(fault, args.lang)}{cites}")
    if not faults:
        print(say("cli.structure.sound", args.lang, name=sheet.name))
    return int(wrong)


def _fault_as_json(fault: Any, lang: Lang) -> dict[str, Any]:
    from feltro.tournament.sheet.faults import tell

    return {
        "weight": fault.weight,
        "where": fault.where,
        "because": fault.because,
        "text": tell(fault, lang),
        "cites": [str(cite) for cite in fault.cites],
    }


def _show(args: Namespace, sheet: Sheet) -> int:
    if args.json:
        return write_sheet_out(sheet, as_json=True)
    from feltro.app.sheets.templates import templates
    from feltro.cli.sheets.paper import show

    show(sheet, args.lang, dated=args.file not in templates() or args.on is not None)
    return 0


def _questions(args: Namespace, sheet: Sheet) -> int:
    """What creating this tournament asks, each with the answer that holds if nobody answers."""
    from feltro.app.sheets.answers import as_json
    from feltro.app.sheets.settlement import SettlingQuestion, questions_for
    from feltro.kernel.outcome import Finding
    from feltro.rulebook.speech import speak

    found = questions_for(sheet)
    unfit = [one for one in found if isinstance(one, Finding)]
    if unfit:
        return write_findings(unfit, args.lang, as_json=args.json)
    asked = [one for one in found if isinstance(one, SettlingQuestion)]
    if args.json:
        write_json({"questions": [_question_as_json(one, as_json, args.lang) for one in asked]})
        return 0
    matter = [one for one in asked if one.matters]
    print(say("cli.structure.questions", args.lang, asked=len(matter), folded=len(asked) - len(matter)))
    for one in matter:
        if one.proposed:
            answer = bold(speak(one.parameter, one.proposed.value, args.lang))
            meaning = one.parameter.meaning.read(args.lang)
            print(f"{meaning}: {answer} ({one.proposed.clause}) [{one.parameter.name}]")
    return 0


def _question_as_json(one: Any, as_json: Any, lang: Lang) -> dict[str, Any]:
    return {
        "parameter": one.parameter.name,
        "meaning": one.parameter.meaning.read(lang),
        "type": one.parameter.type,
        "choices": list(one.parameter.choices),
        "proposed": as_json(one.proposed.value) if one.proposed else None,
        "says": str(one.proposed.clause) if one.proposed else None,
        "matters": one.matters,
    }
