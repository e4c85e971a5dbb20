"""Reports and results as spreadsheets. Text is always written as text, so that no cell ever runs as a formula."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.reports.report import text_of
from feltro.kernel.money import Money
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from feltro.app.reports.report import Report
    from feltro.words.languages import Lang

LONGEST_NAME = 31
"""Of a sheet, as the format allows."""
_FORBIDDEN = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
_RUNS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the start of a formula in a CSV cell."""


class Spreadsheet(NamedTuple):
    name: str
    head: Sequence[str]
    rows: Iterable[Sequence[Any]]


def write_sheets(path: Path, sheets: Sequence[Spreadsheet], lang: Lang) -> None:
    import xlsxwriter  # type: ignore[import-untyped]

    options = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(str(path), options) as book:
        money, day, bold = (book.add_format(one) for one in _formats(lang))
        for sheet in sheets:
            page = book.add_worksheet(sheet.name.translate(_FORBIDDEN)[:LONGEST_NAME])
            page.freeze_panes(1, 0)
            widths = [len(title) for title in sheet.head]
            for column, title in enumerate(sheet.head):
                page.write_string(0, column, title, bold)
            for number, row in enumerate(sheet.rows, 1):
                for column, cell in enumerate(row):
                    _write(page, number, column, cell, lang, money, day)
                    widths[column] = max(widths[column], min(60, len(text_of(cell, lang))))
            for column, width in enumerate(widths):
                page.set_column(column, column, width + 2)


def _formats(lang: Lang) -> tuple[dict[str, Any], ...]:
    return (
        {"num_format": '"R$" #,##0.00'},
        {"num_format": "mm/dd/yyyy" if lang == "en" else "dd/mm/yyyy"},
        {"bold": True},
    )


def _write(page: Any, row: int, column: int, cell: Any, lang: Lang, money: Any, day: Any) -> None:
    match cell:
        case None:
            return
        case Money():
            page.write_number(row, column, cell.centavos / 100, money)
        case Fraction() | int() | float():
            page.write_number(row, column, float(cell))
        case date():
            page.write_datetime(row, column, cell, day)
        case _:
            page.write_string(row, column, text_of(cell, lang))


def write_report(path: Path, report: Report, lang: Lang) -> None:
    """One sheet for each section, and one that traces every row to its events."""
    sheets = []
    traced: list[tuple[str, str, str]] = []
    for section in report.sections:
        title = say(f"report.section.{section.name}", lang)
        head = [say(f"report.column.{column}", lang) for column in section.columns]
        sheets.append(Spreadsheet(title, head, [row.cells for row in section.rows]))
        traced += [
            (title, text_of(row.cells[0], lang), reference) for row in section.rows for reference in row.references
        ]
    head = [say(f"report.column.{column}", lang) for column in ("section", "figure", "reference")]
    write_sheets(path, [*sheets, Spreadsheet(say("report.section.references", lang), head, traced)], lang)


def harmless(text: str) -> str:
    """A CSV cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_RUNS) else text
