"""What a report is: sections of rows, each cell a plain value, each row with the events behind it."""

from __future__ import annotations

from datetime import date, datetime, time
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.money import Money
from feltro.words.sentences import say, written
from feltro.words.text import drawer_called

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from feltro.app.upkeep.heads import PrintedHead
    from feltro.words.languages import Lang


class Said(NamedTuple):
    """A cell that is words: a key and its values."""

    key: str
    values: Mapping[str, Any] = {}


Cell = Said | Money | Fraction | datetime | date | time | int | str | None


class ReportRow(NamedTuple):
    cells: tuple[Cell, ...]
    references: tuple[str, ...] = ()
    """The events behind the figures, as `stream@version`."""
    total: bool = False


class Section(NamedTuple):
    name: str
    """Its title is the key `report.section.` and this."""
    columns: tuple[str, ...]
    """Each headed by the key `report.column.` and this."""
    rows: tuple[ReportRow, ...]


class Curve(NamedTuple):
    """A column of a section as a plot over another. Its title is the key `report.curve.` and its name."""

    name: str
    section: str
    along: str
    shown: str
    bars: bool = False
    """Its rows are things beside each other, not moments of an evening."""


class Report(NamedTuple):
    name: str
    """Its title is the key `report.title.` and this."""
    about: Mapping[str, Any]
    sections: tuple[Section, ...]
    seal: PrintedHead | None = None
    """Where the log stands that the figures come from."""
    curves: tuple[Curve, ...] = ()

    def title(self, lang: Lang) -> str:
        return say(f"report.title.{self.name}", lang, **self.about)


def text_of(cell: Cell, lang: Lang) -> str:
    match cell:
        case None:
            return ""
        case Said():
            return say(cell.key, lang, **cell.values)
        case _:
            return written(cell, lang)


def references_text(references: Sequence[str], lang: Lang) -> str:
    """The first record and how many more, as people say it: the exact list is in JSON and in the spreadsheet."""
    first = reference_text(references[0], lang) if references else ""
    return say("report.references", lang, first=first, more=len(references) - 1) if len(references) > 1 else first


def reference_text(reference: str, lang: Lang) -> str:
    """`tournament:t1@15` is record 15 of the event; a report of several streams says of which."""
    stream, _, version = reference.rpartition("@")
    kind, _, name = stream.partition(":")
    return say(_RECORDS.get(kind, "report.record"), lang, n=version, name=drawer_called(name))


def records_text(references: Sequence[str], lang: Lang, called: Callable[[str], str]) -> list[str]:
    """Every record behind a figure, a line for each event, drawer or season by the name that people know it by."""
    found: dict[str, list[str]] = {}
    for reference in references:
        stream, _, version = reference.rpartition("@")
        found.setdefault(called(stream), []).append(version)
    return [
        say("report.records", lang, where=where, n=len(numbers), numbers=", ".join(numbers))
        for where, numbers in found.items()
    ]


_RECORDS = {
    "desk": "report.record.desk",
    "season": "report.record.season",
    "tournament": "report.record.tournament",
}


def plain_report(report: Report, lang: Lang) -> dict[str, Any]:
    """As JSON: each row by the names of its columns, money in centavos and named so."""
    return {
        "report": report.name,
        "title": report.title(lang),
        "about": {name: _plain(value, lang) for name, value in report.about.items()},
        "sections": [
            {"name": section.name, "rows": [_plain_row(section, row, lang) for row in section.rows]}
            for section in report.sections
        ],
        "seal": report.seal.short if report.seal else None,
    }


def _plain_row(section: Section, row: ReportRow, lang: Lang) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for column, cell in zip(section.columns, row.cells, strict=True):
        made[f"{column}_centavos" if isinstance(cell, Money) else column] = _plain(cell, lang)
        if isinstance(cell, Said):
            made[f"{column}_key"] = cell.key
    return {**made, "total": row.total, "references": list(row.references)}


def _plain(cell: Any, lang: Lang) -> Any:
    match cell:
        case Money():
            return cell.centavos
        case Fraction():
            return int(cell) if cell.denominator == 1 else float(cell)
        case date() | time():
            return cell.isoformat()
        case Said():
            return text_of(cell, lang)
        case _:
            return cell
