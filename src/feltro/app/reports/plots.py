"""A column of a report as a plot: where its points stand, three lines across, and what they are called."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from feltro.app.papers.blocks import Plot
from feltro.app.reports.report import text_of
from feltro.kernel.money import Money
from feltro.words.dates import day_and_month
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.reports.report import Cell, Curve, Report, Section
    from feltro.words.languages import Lang

MARKS = 4
"""Hours that are named along the foot, at most."""
ROUND = (1, 2, 3, 4, 5, 6, 8, 10)
"""What a line across may stand for, times a power of ten."""


def plots_of(report: Report, section: Section, lang: Lang) -> list[Plot]:
    """Those that show this section. A line needs two points, a bar stands alone; of nothing but noughts there is no picture."""
    mine = [curve for curve in report.curves if curve.section == section.name and _has_any(section, curve)]
    return [_plot(section, curve, lang) for curve in mine if len(section.rows) > (0 if curve.bars else 1)]


def _has_any(section: Section, curve: Curve) -> bool:
    shown = section.columns.index(curve.shown)
    return any(_number(row.cells[shown]) for row in section.rows)


def _plot(section: Section, curve: Curve, lang: Lang) -> Plot:
    along, shown = section.columns.index(curve.along), section.columns.index(curve.shown)
    cells = [row.cells[shown] for row in section.rows]
    heights = [_number(cell) for cell in cells]
    top = 2 * half_of(max(heights), 100 if isinstance(cells[0], Money) else 1)
    last = len(heights) - 1
    places = [(place + 0.5) / (last + 1) if curve.bars else place / last for place in range(last + 1)]
    named = sorted({round(part * last / (MARKS - 1)) for part in range(MARKS)})
    return Plot(
        title=say(f"report.curve.{curve.name}", lang),
        points=tuple((place, max(0, high) / top) for place, high in zip(places, heights, strict=True)),
        grid=tuple((part / 2, _written(part * top // 2, cells[0], lang)) for part in range(3)),
        marks=tuple((places[place], _mark(section.rows[place].cells[along], lang)) for place in named),
        end=text_of(cells[-1], lang),
        bars=tuple(text_of(cell, lang) for cell in cells) if curve.bars else (),
    )


def half_of(most: int, least: int = 1) -> int:
    """The round number of which twice is enough for all points."""
    power = least
    while 2 * 10 * power < most:
        power *= 10
    return next(one * power for one in ROUND if 2 * one * power >= most)


def _mark(cell: Cell, lang: Lang) -> str:
    """Along the foot a day is short: its year stands above."""
    return day_and_month(cell, lang) if isinstance(cell, date) else text_of(cell, lang)


def _number(cell: Cell) -> int:
    return cell.centavos if isinstance(cell, Money) else int(cell) if isinstance(cell, int) else 0


def _written(number: int, like: Cell, lang: Lang) -> str:
    return text_of(Money(number) if isinstance(like, Money) else number, lang)
