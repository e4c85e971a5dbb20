"""`feltro book new|check|diff|publish`: a house or a federation writes its own regulation, and puts it on the shelf."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.cli.shelf import find_rulebook
from feltro.cli.terminal import UnusableError, bold, wrapped, write_json, write_table
from feltro.rulebook.library import own_shelves, shipped
from feltro.words.sentences import listed, say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.rulebook.book import Book, Rulebook
    from feltro.rulebook.editions import ClauseChange
    from feltro.rulings.cases import Difference
    from feltro.rulings.editions import OtherRuling
    from feltro.rulings.ruling import Answer
    from feltro.words.languages import Lang

ACTIONS = ("new", "check", "diff", "publish")
MISRULED = 1


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("action", choices=ACTIONS, help=say("cli.book.action", lang))
    parser.add_argument("book", help=say("cli.book.book", lang))
    parser.add_argument("other", nargs="?", help=say("cli.book.other", lang))
    parser.add_argument("--name", help=say("cli.book.name", lang))
    parser.add_argument("--extends", metavar="BOOK", help=say("cli.book.extends", lang))
    parser.add_argument("--folder", default=".", help=say("cli.book.folder", lang))
    parser.add_argument("--shelf", help=say("cli.book.shelf", lang))
    parser.add_argument("--replace", action="store_true", help=say("cli.book.replace", lang))


def run(args: Namespace) -> int:
    return {"new": _new, "check": _check, "diff": _diff, "publish": _publish}[args.action](args)


def _new(args: Namespace) -> int:
    from feltro.rulebook import template

    if args.extends and args.extends not in shipped().ids:
        raise UnusableError("extends", say("cli.no_book", args.lang, name=args.extends, nearest=""), shipped().ids)
    if not template.is_a_name(args.book):
        raise UnusableError("book", say("cli.book.bad_name", args.lang, name=args.book))
    name = args.name or args.book
    try:
        written = template.write(Path(args.folder), args.book, name, args.extends)
    except FileExistsError as error:
        raise UnusableError("book", say("cli.book.exists", args.lang, path=error.filename)) from error
    if args.json:
        write_json({"book": args.book, "files": [path.as_posix() for path in written]})
    else:
        print(say("cli.book.made", args.lang, path=str(template.place(Path(args.folder), args.book, args.extends))))
        print("\n".join(f"  {path}" for path in written))
    return 0


def _check(args: Namespace) -> int:
    """Loads whole or not at all; then what it says, what it leaves to others, and whether its own cases are ruled so."""
    rulebook = find_rulebook(args.book, args.lang)
    mine = rulebook.layers[-1] if rulebook.layers else rulebook.book
    wrong = _misruled(args.book, rulebook, args.lang)
    told = {**_measure(mine, rulebook), "cases": wrong}
    if args.json:
        write_json(told)
    else:
        _write_check(mine, told, args.lang)
    return MISRULED if any(one["differences"] for one in wrong) else 0


def _measure(mine: Book, rulebook: Rulebook) -> dict[str, Any]:
    from feltro.rulebook.book import Silent
    from feltro.rulebook.press import digest

    said = [rulebook[name] for name in rulebook]
    silent = [one for one in said if isinstance(one, Silent)]
    lent = [str(one.fallback.clause.book) for one in silent if one.fallback]
    statuses = [clause.status for clause in mine.clauses.values()]
    return {
        "id": mine.id,
        "edition": mine.edition,
        "name": mine.name,
        "digest": digest(mine, rulebook.parameters),
        "clauses": {one: statuses.count(one) for one in ("decides", "records", "shows")},
        "sets": len(mine.says),
        "silent": {"total": len(silent), **{book: lent.count(book) for book in dict.fromkeys(lent)}},
        "areas": {area: n for area in _areas() if (n := sum(one.area == area for one in mine.clauses.values()))},
    }


def _areas() -> tuple[str, ...]:
    from feltro.rulebook.clause import AREAS

    return tuple(AREAS)


def _misruled(name: str, rulebook: Rulebook, lang: Lang) -> list[dict[str, Any]]:
    from feltro.rulings.cases import lent_by, misruled

    return [
        {
            "id": case["id"],
            "differences": [_as_json(one) for one in misruled(case, rulebook)],
            "lent": lent_by(case, rulebook),
        }
        for case in _cases_beside(name, lang)
    ]


def _cases_beside(name: str, lang: Lang) -> list[dict[str, Any]]:
    """The own cases of a book or a layer: `casos.jsonl` in its folder, `NAME.casos.jsonl` beside its file."""
    import json

    path = Path(name)
    file = path / "casos.jsonl" if path.is_dir() else path.with_suffix(".casos.jsonl")
    if not path.exists():
        file = shipped().folder_of(name.rsplit("+", maxsplit=1)[-1]) / "casos.jsonl"
    if not file.is_file():
        return []
    cases = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                case = json.loads(line)
                cases.append(
                    {
                        "id": str(case["id"]),
                        **case,
                        "situation": {**case["situation"]},
                        "expect": {**case["expect"]},
                    }
                )
            except (ValueError, LookupError, TypeError) as error:
                raise UnusableError("cases", say("cli.book.bad_case", lang, file=str(file), n=number)) from error
    return cases


def _as_json(one: Difference) -> dict[str, Any]:
    return {"field": one.field, "got": one.got, "expected": one.expected}


def _write_check(mine: Book, told: dict[str, Any], lang: Lang) -> None:
    print(bold(f"{mine.name} ({mine.id}, {mine.edition})"))
    print(say("cli.book.counts", lang, **told["clauses"], sets=told["sets"]))
    rows = [[say(f"area.{area}", lang), str(n)] for area, n in told["areas"].items()]
    write_table([say("cli.books.area", lang), say("cli.books.clauses", lang)], rows, right=[1])
    for book, n in told["silent"].items():
        if book != "total":
            print(say("cli.book.lent", lang, n=n, book=book))
    ruled = [one for one in told["cases"] if not one["differences"]]
    print(say("cli.book.cases", lang, n=len(told["cases"]), ruled=len(ruled)))
    for case in told["cases"]:
        for one in case["differences"]:
            values = {
                "id": case["id"],
                "field": one["field"],
                "got": str(one["got"]),
                "expected": str(one["expected"]),
            }
            print(wrapped(say("cli.book.misruled", lang, **values), "  "))
        if case["lent"]:
            print(wrapped(say("cli.book.case_lent", lang, id=case["id"], source=case["lent"]), "  "))
    print(say("cli.book.digest", lang, digest=told["digest"]))


def _diff(args: Namespace) -> int:
    from feltro.rulebook.editions import changed_clauses
    from feltro.rulings.editions import decided_otherwise

    if args.other is None:
        raise UnusableError("other", say("cli.book.two", args.lang))
    before, after = find_rulebook(args.book, args.lang), find_rulebook(args.other, args.lang)
    clauses = changed_clauses(_topmost(before), _topmost(after))
    rulings = decided_otherwise(_situations(args), before, after)
    if args.json:
        write_json({"clauses": [_change(one) for one in clauses], "rulings": [_other(one) for one in rulings]})
    else:
        _write_diff(clauses, rulings, before, after, args.lang)
    return 0


def _topmost(rulebook: Rulebook) -> Book:
    return rulebook.layers[-1] if rulebook.layers else rulebook.book


def _situations(args: Namespace) -> list[tuple[str, dict[str, Any]]]:
    """The thirty classics, and the own cases of both."""
    from feltro.rulings.classics import classics

    known = [(one.title.read(args.lang), dict(one.situation)) for one in classics()]
    cases = {
        case["id"]: case["situation"] for name in (args.book, args.other) for case in _cases_beside(name, args.lang)
    }
    return known + list(cases.items())


def _change(one: ClauseChange) -> dict[str, Any]:
    from feltro.rulebook.plain import plain

    values = [{"parameter": v.parameter, "before": plain(v.before), "after": plain(v.after)} for v in one.values]
    return {"what": one.what, "clause": one.clause.id, "words": list(one.words), "values": values}


def _other(one: OtherRuling) -> dict[str, Any]:
    return {"situation": one.name, "before": _deed(one.before), "after": _deed(one.after)}


def _deed(answer: Answer) -> dict[str, Any]:
    last = answer.rulings[-1]
    return {"remedy": last.remedy, "to": last.to, "clauses": [str(cite) for cite in last.cites]}


def _write_diff(
    clauses: list[ClauseChange], rulings: list[OtherRuling], before: Rulebook, after: Rulebook, lang: Lang
) -> None:
    print(bold(say("cli.book.diff.clauses", lang, n=len(clauses))))
    for one in clauses:
        print(f"{say(f'cli.book.diff.{one.what}', lang)} {one.clause.id}  {one.clause.title.read(lang)}")
        for value in one.values:
            print(wrapped(_said(value, before, lang), "    "))
        if one.words:
            parts = ", ".join(say(f"cli.book.part.{part}", lang) for part in one.words)
            print(wrapped(say("cli.book.diff.words", lang, parts=parts), "    "))
    print(bold(say("cli.book.diff.rulings", lang, n=len(rulings))))
    for other in rulings:
        print(other.name)
        first, then = _told(other.before, before, lang), _told(other.after, after, lang)
        alike = first[0] == then[0]
        for rulebook, mine, others in ((before, first, then), (after, then, first)):
            print(wrapped(f"{_topmost(rulebook).label}: {mine[0]}", "    "))
            for line in mine[1:] if alike else ():
                if line not in others:
                    print(wrapped(f"- {line}", "      "))


def _told(answer: Answer, rulebook: Rulebook, lang: Lang) -> list[str]:
    """What is decided, then what is done for it: where two books say the same first, they differ further down."""
    from feltro.rulings.consultation import SILENT, SILENT_EVERYWHERE
    from feltro.rulings.public import tell_ruling

    told = [tell_ruling(one, rulebook, lang) for one in answer.rulings]
    last = told[-1]
    first = last["text"]
    if last["because"] in (SILENT, SILENT_EVERYWHERE):
        first = say("cli.book.diff.proposed", lang, silent=first, proposal=last["options"][0]["text"])
    parts = [part["text"] for one in told for part in (*one["steps"], *one["options"])]
    given = [one["penalty"] for one in told if one["penalty"]]
    lists = [listed([say(f"sanction.{kind}", lang) for kind in one["kinds"]], lang) for one in given]
    penalties = [f"{one['text']} ({kinds})" for one, kinds in zip(given, lists, strict=True)]
    return list(dict.fromkeys([first, *parts, *penalties, *(one["text"] for one in told[:-1])]))


def _said(value: Any, rulebook: Rulebook, lang: Lang) -> str:
    from feltro.rulebook.speech import speak

    parameter = rulebook.parameters[value.parameter]
    silent = say("compare.silent", lang)
    before, after = (silent if one is None else speak(parameter, one, lang) for one in (value.before, value.after))
    return f"{parameter.meaning.read(lang)}: {before} → {after}"


def _publish(args: Namespace) -> int:
    """What does not load is not published; what its own cases do not bear out neither."""
    from feltro.rulebook import template

    path = Path(args.book)
    if not path.exists():
        raise UnusableError("book", say("cli.book.no_path", args.lang, path=args.book))
    rulebook = find_rulebook(args.book, args.lang)
    mine = _topmost(rulebook)
    wrong = [one["id"] for one in _misruled(args.book, rulebook, args.lang) if one["differences"]]
    if wrong:
        raise UnusableError("cases", say("cli.book.cases_fail", args.lang, cases=", ".join(wrong)))
    if (mine.id in shipped().ids and mine.id not in shipped().brought) or mine.id == shipped().house.id:
        raise UnusableError("book", say("cli.book.taken", args.lang, name=str(mine.id)))
    shelf = Path(args.shelf) if args.shelf else next(iter(own_shelves()), None)
    if shelf is None:
        raise UnusableError("shelf", say("cli.book.no_shelf", args.lang))
    try:
        put = template.put_on_shelf(path.resolve(), str(mine.id), shelf, replace=args.replace)
    except FileExistsError as error:
        raise UnusableError("book", say("cli.book.on_shelf", args.lang, path=error.filename)) from error
    told = _measure(mine, rulebook)
    if args.json:
        write_json({"id": mine.id, "edition": mine.edition, "digest": told["digest"], "path": put.as_posix()})
    else:
        print(say("cli.book.published", args.lang, name=mine.name, path=str(put)))
        print(say("cli.book.digest", args.lang, digest=told["digest"]))
    return 0
