"""Tables as A4 pages: any report, or any list with a head."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.app.reports.report import Row, references_text, text_of
from feltro.kernel.money import Money
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fpdf import FPDF

    from feltro.app.reports.report import Report
    from feltro.words.languages import Lang

FONT = "Helvetica"
WIDE = 6
"""From so many columns on, the page lies on its side."""


def write_report(path: Path, report: Report, lang: Lang) -> None:
    columns = max((len(section.columns) for section in report.sections), default=1)
    page = new_page(report.title(lang), wide=columns > WIDE)
    for section in report.sections:
        head = [say(f"report.column.{column}", lang) for column in section.columns]
        head.append(say("report.column.reference", lang))
        rows = [
            (*(text_of(cell, lang) for cell in row.cells), references_text(row.references, lang))
            for row in section.rows
        ]
        right = [place for place in range(len(section.columns)) if _is_number(section.rows, place)]
        add_table(page, say(f"report.section.{section.name}", lang), head, rows, right)
    path.write_bytes(bytes(page.output()))


def _is_number(rows: Sequence[Row], place: int) -> bool:
    found = [row.cells[place] for row in rows if row.cells[place] is not None]
    return bool(found) and all(isinstance(cell, Money | int | Fraction) for cell in found)


def new_page(title: str, *, wide: bool = False) -> FPDF:
    from fpdf import FPDF

    page = FPDF("landscape" if wide else "portrait", format="A4")
    page.set_title(printable(title))
    page.add_page()
    page.set_font(FONT, "B", 14)
    page.multi_cell(0, 7, printable(title), new_x="LMARGIN", new_y="NEXT")
    return page


def add_table(
    page: FPDF, title: str, head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
) -> None:
    """A title and a table as wide as the page; long ones go on over the next pages with their head."""
    page.ln(3)
    page.set_font(FONT, "B", 11)
    page.cell(0, 7, printable(title), new_x="LMARGIN", new_y="NEXT")
    page.set_font(FONT, "", 8)
    widths = [max(4, *(min(40, len(row[place])) for row in [head, *rows])) for place in range(len(head))]
    align = tuple("RIGHT" if place in right else "LEFT" for place in range(len(head)))
    with page.table(col_widths=tuple(widths), text_align=align, line_height=4.5) as table:
        for cells in (head, *rows):
            line = table.row()
            for cell in cells:
                line.cell(printable(cell))


def printable(text: str) -> str:
    """With the letters of the built-in fonts: what they lack loses its marks, or becomes a question mark."""
    plain = text.replace("’", "'").replace("–", "-").replace("—", "-").replace("…", "...")
    if plain.isascii():
        return plain
    kept = [sign if _has(sign) else unicodedata.normalize("NFKD", sign)[:1] for sign in plain]
    return "".join(sign if _has(sign) else "?" for sign in kept)


def _has(sign: str) -> bool:
    return ord(sign) < 0x100
