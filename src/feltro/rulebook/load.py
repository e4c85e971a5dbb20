"""From files to books. A book loads whole or not at all: every finding is listed, not the first one only."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.kernel.datafiles import parse_toml, read_toml
from feltro.kernel.ids import BookId, ClauseId
from feltro.kernel.instants import instant_of
from feltro.kernel.outcome import Finding
from feltro.rulebook.book import Book, Chapter
from feltro.rulebook.clause import Clause, read_clause
from feltro.rulebook.parameter import Parameter, read_parameter
from feltro.rulebook.shape import Shape
from feltro.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_ABOUT = {"id": "identifier", "edition": "text", "name": "text", "label": "text", "governs": "three_texts"}
_BOOK = Shape(_ABOUT, {"in_force_from": "day", "in_force_until": "day"})
_CHAPTER = Shape({"chapter": "table", "clause": "tables"})
_CHAPTER_HEAD = Shape({"titulo": "text", "title": "text", "titulo_es": "text"})
_ADDENDUM = Shape(
    {**_ABOUT, "extends": "name_or_names", "clause": "tables"}, {"holds_from": "moment", "notice": "three_texts"}
)
_DEFAULT = Shape({"value": "anything", "pt": "text", "en": "text", "es": "text"})


def load_parameters(folder: Path) -> dict[str, Parameter] | list[Finding]:
    """Every declared parameter, in the order of the files."""
    findings: list[Finding] = []
    parameters: dict[str, Parameter] = {}
    for path in sorted(folder.glob("*.toml")):
        for name, raw in _read(path, findings).items():
            if name in parameters:
                findings.append(Finding("rulebook.parameter.twice", f"{path.name} · {name}"))
                continue
            read = read_parameter(name, raw, path.name)
            if isinstance(read, Parameter):
                parameters[name] = read
            else:
                findings += read
    return findings or parameters


def load_book(folder: Path, parameters: Mapping[str, Parameter]) -> Book | list[Finding]:
    """A printed book: `book.toml`, then one file per chapter in printed order."""
    findings: list[Finding] = []
    about = _read(folder / "book.toml", findings)
    chapters: list[Chapter] = []
    clauses: list[Clause] = []
    for path in sorted(folder.glob("[0-9]*.toml")):
        raw = _read(path, findings)
        where = f"{folder.name}/{path.name}"
        wrong = _CHAPTER.check(raw, where) or _CHAPTER_HEAD.check(raw["chapter"], f"{where} · chapter")
        if wrong:
            findings += wrong
            continue
        head = raw["chapter"]
        clauses += _read_clauses(raw, len(chapters), where, parameters, findings)
        chapters.append(Chapter(path.stem, Text(head["titulo"], head["title"], head["titulo_es"])))
    findings += _BOOK.check(about, f"{folder.name}/book.toml")
    if about and not findings and folder_name(about["id"]) != folder.name:
        values = {"id": about["id"], "folder": folder_name(about["id"])}
        findings.append(Finding("rulebook.other_folder", f"{folder.name}/book.toml", values))
    findings += _check_clauses(clauses, folder.name, complete=not findings)
    findings += _check_tables(clauses, folder, parameters)
    return findings or _bind(about, chapters, clauses)


def folder_name(book_id: str) -> str:
    """A book lies in a folder called as it is."""
    return book_id.replace("-", "_")


def load_addendum(path: Path, parameters: Mapping[str, Parameter]) -> Book | list[Finding]:
    """A layer: one file that `extends` a book and holds only what changes."""
    findings: list[Finding] = []
    raw = _read(path, findings)
    return findings or _addendum(raw, path, parameters)


def read_addendum(text: str, name: str, parameters: Mapping[str, Parameter]) -> Book | list[Finding]:
    """A layer out of its text, as somebody pasted it. It can name no table: nothing lies beside it."""
    try:
        raw = parse_toml(text)
    except tomllib.TOMLDecodeError as error:
        return [Finding("rulebook.bad_toml", name, {"error": str(error)})]
    read = _addendum(raw, Path(f"{name}.toml"), parameters)
    tables = [
        Finding("rulebook.no_table", f"{name} · {clause.id}", {"file": value})
        for clause in (read.clauses.values() if isinstance(read, Book) else ())
        for parameter, value in clause.sets.items()
        if parameters[parameter].type == "table"
    ]
    return tables or read


def _addendum(raw: dict[str, Any], path: Path, parameters: Mapping[str, Parameter]) -> Book | list[Finding]:
    findings = _ADDENDUM.check(raw, path.name)
    if findings:
        return findings
    clauses = _read_clauses(raw, 0, path.name, parameters, findings)
    findings += _check_clauses(clauses, path.name, complete=not findings)
    findings += _check_tables(clauses, path.parent, parameters)
    if not raw["clause"]:
        findings.append(Finding("rulebook.layer.changes_nothing", path.name))
    return findings or _bind(raw, [Chapter(path.stem, Text(raw["name"], raw["name"], raw["name"]))], clauses)


def load_house(folder: Path, parameters: Mapping[str, Parameter]) -> Book | list[Finding]:
    """The house defaults, as a book in which each parameter is a clause and its reason the summary."""
    findings: list[Finding] = []
    clauses: list[Clause] = []
    for path in sorted(folder.glob("[0-9]*.toml")):
        for name, raw in _read(path, findings).items():
            read = _house_clause(name, raw, f"{folder.name}/{path.name}", parameters)
            if isinstance(read, Clause):
                clauses.append(read)
            else:
                findings += read
    about = _read(folder / "book.toml", findings)
    findings += _BOOK.check(about, f"{folder.name}/book.toml")
    findings += _check_clauses(clauses, folder.name, complete=not findings)
    chapter = Chapter("casa", Text("Padrões da casa", "House defaults", "Valores de la casa"))
    return findings or _bind(about, [chapter], clauses)


def _check_clauses(clauses: list[Clause], where: str, *, complete: bool) -> list[Finding]:
    """A clause id stands once, a parameter is set once, and what is confirmed is set.

    The last is asked only when every clause could be read: the setter may be one that could not.
    """
    findings = []
    seen: set[str] = set()
    setters: dict[str, str] = {}
    for clause in clauses:
        place = f"{where} · {clause.id}"
        if clause.id in seen:
            findings.append(Finding("rulebook.clause.twice", place))
        seen.add(clause.id)
        for name in clause.sets:
            if name in setters and name not in clause.overrides:
                values = {"parameter": name, "other": setters[name]}
                findings.append(Finding("rulebook.set_twice", place, values))
            setters[name] = clause.id
    findings += [
        Finding("rulebook.confirms_nothing", f"{where} · {clause.id}", {"parameter": name})
        for clause in clauses
        for name in clause.confirms
        if complete and setters.get(name, clause.id) == clause.id
    ]
    return findings


def _read(path: Path, findings: list[Finding]) -> dict[str, Any]:
    try:
        return read_toml(path)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        findings.append(Finding("rulebook.bad_toml", path.name, {"error": str(error)}))
    except OSError:
        findings.append(Finding("rulebook.no_file", str(path)))
    return {}


def _read_clauses(
    raw: Mapping[str, Any],
    chapter: int,
    where: str,
    parameters: Mapping[str, Parameter],
    findings: list[Finding],
) -> list[Clause]:
    clauses = []
    for item in raw.get("clause", []):
        read = read_clause(item, chapter, where, parameters)
        if isinstance(read, Clause):
            clauses.append(read)
        else:
            findings += read
    return clauses


def _house_clause(
    name: str, raw: Mapping[str, Any], where: str, parameters: Mapping[str, Parameter]
) -> Clause | list[Finding]:
    place = f"{where} · {name}"
    if name not in parameters:
        return [Finding("rulebook.unknown_parameter", place, {"parameter": name})]
    wrong = _DEFAULT.check(raw, place)
    if wrong:
        return wrong
    parameter = parameters[name]
    value = parameter.read_or_finding(raw["value"], place)
    if isinstance(value, Finding):
        return [value]
    reason = Text(raw["pt"], raw["en"], raw["es"])
    return Clause(ClauseId(name), 0, "admin", "shows", parameter.meaning, reason, sets={name: value})


def _check_tables(clauses: Iterable[Clause], folder: Path, parameters: Mapping[str, Parameter]) -> list[Finding]:
    """Every table that a clause names lies beside the book."""
    return [
        Finding("rulebook.no_table", f"{folder.name} · {clause.id}", {"file": value})
        for clause in clauses
        for name, value in clause.sets.items()
        if parameters[name].type == "table" and not (folder / value).is_file()
    ]


def _bind(about: Mapping[str, Any], chapters: list[Chapter], clauses: list[Clause]) -> Book:
    extends = about.get("extends", [])
    start = about.get("holds_from")
    return Book(
        BookId(about["id"]),
        about["edition"],
        about["name"],
        about["label"],
        Text(**about["governs"]),
        tuple(chapters),
        {clause.id: clause for clause in clauses},
        (extends,) if isinstance(extends, str) else tuple(extends),
        (about.get("in_force_from"), about.get("in_force_until")),
        instant_of(start) if start else None,
        Text(**about["notice"]) if "notice" in about else None,
    )
