"""A report as sheets of paper."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.app.papers import blocks as b
from feltro.app.papers.printer import printed
from feltro.app.papers.seal import seal_block
from feltro.app.reports.plots import plots_of
from feltro.app.reports.report import references_text, text_of
from feltro.kernel.instants import BRASILIA, local_time
from feltro.kernel.money import Money
from feltro.words.dates import weekday_and_day
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from feltro.app.reports.report import Report, ReportRow, Section
    from feltro.app.screens.club import Letterhead
    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

WIDE = 5
"""With more columns than this the sheet lies on its side."""
WIDEST_CELL = 34
"""In letters: a longer text takes several lines."""

GUTTER = 4
"""Letters that the space around a cell would take."""


def write_report(
    path: Path, report: Report, lang: Lang, at: Instant | None = None, club: Letterhead | None = None
) -> None:
    path.write_bytes(printed(report_paper(report, lang, at), club))


def report_paper(report: Report, lang: Lang, at: Instant | None = None) -> b.Paper:
    """With the hour at the foot of every sheet, where it is known: tomorrow's figures are others."""
    columns = max((len(section.columns) for section in report.sections), default=1)
    title = report.title(lang)
    kind, _, about = title.partition(": ")
    sections = (
        block
        for section in report.sections
        for block in (*plots_of(report, section, lang), *_section(section, lang))
    )
    foot = " · ".join(filter(None, (_printed_at(at, lang), title)))
    blocks = (b.Title(text=kind, under=about), *sections, *seal_block(report.seal, lang))
    return b.Paper(title=title, size="a4", blocks=blocks, foot=foot, wide=columns > WIDE)


def _printed_at(at: Instant | None, lang: Lang) -> str:
    if at is None:
        return ""
    moment = local_time(at, BRASILIA)
    when = say("paper.when", lang, day=weekday_and_day(moment.date(), lang), hour=moment.time())
    return say("paper.printed_at", lang, when=when)


def _section(section: Section, lang: Lang) -> Iterator[b.Any]:
    traced = any(row.references for row in section.rows)
    head = [say(f"report.column.{column}", lang) for column in section.columns]
    head += [say("report.column.reference", lang)] if traced else []
    rows = [
        (*(text_of(cell, lang) for cell in row.cells), *([references_text(row.references, lang)] if traced else []))
        for row in section.rows
    ]
    letters = [
        GUTTER + max(min(WIDEST_CELL, len(row[place])) for row in [head, *rows]) for place in range(len(head))
    ]
    yield b.Paragraph(text=say(f"report.section.{section.name}", lang), bold=True)
    yield b.Grid(
        head=tuple(head),
        rows=tuple(rows),
        widths=tuple(letters),
        align="".join("r" if _is_number(section.rows, place) else "l" for place in range(len(section.columns)))
        + "l" * traced,
        bold_rows=tuple(number for number, row in enumerate(section.rows) if row.total),
        small=True,
        names=section.columns.index("player") if "player" in section.columns else -1,
    )
    yield b.Gap()


def _is_number(rows: Sequence[ReportRow], place: int) -> bool:
    found = [row.cells[place] for row in rows if row.cells[place] is not None]
    return bool(found) and all(isinstance(cell, Money | int | Fraction) for cell in found)
