"""Reports and results as spreadsheets. Text is always written as text, so that no cell ever runs as a formula."""

from __future__ import annotations

import csv
import io
from datetime import date, datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.reports.report import text_of
from feltro.kernel.money import Money
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
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
        money, day, moment, bold = (book.add_format(one) for one in _formats(lang))
        for sheet in sheets:
            page = book.add_worksheet(sheet.name.translate(_FORBIDDEN)[:LONGEST_NAME])
            page.freeze_panes(1, 0)
            widths = [len(title) for title in sheet.head]
            for column, title in enumerate(sheet.head):
                page.write_string(0, column, title, bold)
            for number, row in enumerate(sheet.rows, 1):
                for column, cell in enumerate(row):
                    _write(page, number, column, cell, lang, {Money: money, date: day, datetime: moment})
                    widths[column] = max(widths[column], min(60, len(text_of(cell, lang))))
            for column, width in enumerate(widths):
                page.set_column(column, column, width + 2)


def _formats(lang: Lang) -> tuple[dict[str, Any], ...]:
    day = "mm/dd/yyyy" if lang == "en" else "dd/mm/yyyy"
    return (
        {"num_format": '"R$" #,##0.00'},
        {"num_format": day},
        {"num_format": f"{day} hh:mm"},
        {"bold": True},
    )


def _write(page: Any, row: int, column: int, cell: Any, lang: Lang, formats: dict[type, Any]) -> None:
    match cell:
        case None:
            return
        case Money():
            page.write_number(row, column, cell.centavos / 100, formats[Money])
        case Fraction() | int() | float():
            page.write_number(row, column, float(cell))
        case date():
            page.write_datetime(row, column, cell, formats[type(cell)])
        case _:
            page.write_string(row, column, text_of(cell, lang))


def write_report(path: Path, report: Report, lang: Lang, called: Callable[[str], str]) -> None:
    """One sheet for each section, and one that traces every row to its records, of what people know by the name that is `called`."""
    sheets = []
    traced: list[tuple[str, str, str, int]] = []
    for section in report.sections:
        title = say(f"report.section.{section.name}", lang)
        head = [say(f"report.column.{column}", lang) for column in section.columns]
        sheets.append(Spreadsheet(title, head, [row.cells for row in section.rows]))
        for row in section.rows:
            figure = text_of(row.cells[0], lang)
            places = (reference.rpartition("@") for reference in row.references)
            traced += [(title, figure, called(stream), int(version)) for stream, _, version in places]
    head = [say(f"report.column.{column}", lang) for column in ("section", "figure", "reference", "record")]
    write_sheets(path, [*sheets, Spreadsheet(say("report.section.references", lang), head, traced)], lang)


def write_csv(path: Path, report: Report, lang: Lang) -> None:
    """The first section, as Brazilian offices open it: semicolons, decimal commas, and no cell that runs."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";")
    for section in report.sections[:1]:
        writer.writerow([say(f"report.column.{column}", lang) for column in section.columns])
        writer.writerows([_cell(one, lang) for one in row.cells] for row in section.rows)
    path.write_text(text.getvalue(), encoding="utf-8-sig", newline="")


def _cell(cell: Any, lang: Lang) -> str:
    if isinstance(cell, Money):
        return f"{cell.centavos / 100:.2f}".replace(".", ",")
    return cell.isoformat() if isinstance(cell, date) else harmless(text_of(cell, lang))


def harmless(text: str) -> str:
    """A CSV cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_RUNS) else text
