"""How each block is drawn. One function for each, in one table."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from fpdf.fonts import FontFace

from feltro.app.papers import blocks as b
from feltro.app.papers.columns import cards, roll
from feltro.app.papers.ink import FONT, Ink, column_widths, fitting_name, lines_of, too_low, wall_widths
from feltro.app.papers.plates import pair
from feltro.app.papers.plot_lines import fan, plot
from feltro.app.papers.signatures import signature, signatures
from feltro.words.text import unbroken

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpdf import FPDF


SHADE = 232
"""A grey that a thermal printer does not turn into black."""


def title(pdf: FPDF, ink: Ink, block: b.Title) -> None:
    _write(pdf, ink, block.text, ink.title, bold=True)
    if block.under:
        _write(pdf, ink, block.under, ink.text)
    if pdf.w > SLIP_MM:
        _head_rule(pdf)
    pdf.ln(1.5)


SLIP_MM = 100.0
"""What is narrower is a slip."""
POINT = 25.4 / 72


def _head_rule(pdf: FPDF) -> None:
    pdf.ln(1)
    pdf.set_line_width(POINT)
    pdf.line(pdf.l_margin, pdf.get_y(), pdf.w - pdf.r_margin, pdf.get_y())
    pdf.set_line_width(0.2)
    pdf.ln(1)


def big(pdf: FPDF, ink: Ink, block: b.Big) -> None:
    """As large as fits on one line, and never smaller than a title."""
    size = ink.big
    pdf.set_font(FONT, "B", size)
    while size > ink.title and pdf.get_string_width(block.text) > pdf.epw - 1:
        size -= 1
        pdf.set_font(FONT, "B", size)
    _write(pdf, ink, block.text, size, bold=True)


def text(pdf: FPDF, ink: Ink, block: b.Paragraph) -> None:
    size = ink.small if block.small else ink.title if block.large else ink.text
    _write(pdf, ink, block.text, size, bold=block.bold, align="C" if block.centred else "L")


def line(pdf: FPDF, ink: Ink, block: b.Line) -> None:
    """The value keeps its line; a long label wraps beside it. Sums end where tables end."""
    whole = pdf.epw
    style = "B" if block.bold else ""
    pdf.set_font(FONT, style, ink.text)
    height = ink.height(ink.text)
    beside = min(pdf.get_string_width(block.value) + 3, whole * 0.6)
    top = pdf.get_y()
    lines = lines_of(pdf, block.label, whole - beside)
    under = lines_of(pdf, block.value, beside)
    if too_low(pdf, max(lines, under) * height):
        pdf.add_page()
        top = pdf.get_y()
    pdf.multi_cell(whole - beside, height, block.label, align="L", new_x="RIGHT", new_y="TOP")
    pdf.multi_cell(beside, height, block.value, align="R", new_x="LMARGIN", new_y="TOP")
    pdf.set_y(top + max(lines, under) * height)


def table(pdf: FPDF, ink: Ink, block: b.Grid) -> None:
    """The head is repeated on every sheet; a row is never torn, and no number in it."""
    beside = 0.8 if pdf.w < 100 else 1.6
    head, *rows = (tuple(map(unbroken, cells)) for cells in (b.headed(block.head), *block.rows))
    size, widths = _set_table(pdf, ink, block, [head, *rows], 2 * beside + 0.4)
    pdf.set_font(FONT, "", size)
    pdf.set_draw_color(170)
    if block.names >= 0:
        rows = [_named(pdf, row, block.names, widths[block.names] - 2 * beside - 0.5) for row in rows]
    with pdf.table(
        col_widths=widths,
        text_align=tuple("RIGHT" if one == "r" else "LEFT" for one in block.align),
        line_height=ink.height(size),
        borders_layout="HORIZONTAL_LINES",
        headings_style=FontFace(emphasis="BOLD"),
        padding=(size * ABOVE, beside + size * 0.1) if size > ink.text else (0.4, beside),
    ) as drawn:
        drawn.row(head)
        for number, cells in enumerate(rows):
            bold = "BOLD" if number in block.bold_rows else None
            shade = SHADE if number in block.shaded_rows else None
            drawn.row(cells, style=FontFace(emphasis=bold, fill_color=shade))
    pdf.set_draw_color(0)
    pdf.ln(1.5)


def _named(pdf: FPDF, row: tuple[str, ...], place: int, width: float) -> tuple[str, ...]:
    return (*row[:place], fitting_name(pdf, row[place], width), *row[place + 1 :])


LEAST = 6.0
"""Points: smaller letters nobody reads."""


def _set_table(
    pdf: FPDF, ink: Ink, block: b.Grid, rows: list[tuple[str, ...]], around: float
) -> tuple[float, tuple[float, ...]]:
    """The largest letters with which no word is torn; for a wall, larger ones if the sheet holds them."""
    found = _for_a_wall(pdf, ink, block, rows, around) if block.large else None
    if found:
        return found
    size = ink.small if block.small or pdf.w < 100 else ink.text
    while True:
        pdf.set_font(FONT, "B", size)
        widths = column_widths(pdf, rows, block.widths, around)
        if size <= LEAST or not (_torn(pdf, rows, widths, around) or _nearly_fits(pdf, ink, len(rows), size)):
            return size, widths
        size -= 0.5


SMALLEST_LIST = 8.0
"""Points: no list gets smaller than this to stay on one sheet."""


def _nearly_fits(pdf: FPDF, ink: Ink, rows: int, size: float) -> bool:
    """A list that would send its last rows to a second sheet is set a little smaller instead."""
    if pdf.w < SLIP_MM or size <= SMALLEST_LIST:
        return False
    smallest = rows * (ink.height(SMALLEST_LIST) + 0.8)
    return too_low(pdf, rows * (ink.height(size) + 0.8)) and not too_low(pdf, smallest)


def _for_a_wall(
    pdf: FPDF, ink: Ink, block: b.Grid, rows: list[tuple[str, ...]], around: float
) -> tuple[float, tuple[float, ...]] | None:
    """Every cell on one line, but for a few long titles where the column may wrap, and every row on this sheet; or not
    at all."""
    size, wraps = ink.large, block.wraps
    while size > ink.text:
        pdf.set_font(FONT, "B", size)
        inside = around + size * 0.2
        widths = wall_widths(pdf, rows, inside, wraps)
        fits = sum(widths) <= pdf.epw + 0.01 and not _torn(pdf, rows, widths, inside)
        lines = [lines_of(pdf, row[wraps], widths[wraps] - inside) if fits and wraps >= 0 else 1 for row in rows]
        high = sum(lines) * ink.height(size) + len(rows) * 2 * size * ABOVE + UNDER
        long = [one for one in lines if one > 1]
        few = len(long) <= max(1, len(rows) // 4) and max(lines) <= MOST_LINES
        if fits and few and not too_low(pdf, high):
            return size, widths
        size -= 0.5
    return None


MOST_LINES = 4
"""Of a title on a wall."""
ABOVE = 0.12
"""Millimetres over and under a row for each point of its letters, on a wall."""
UNDER = 42.0
"""What stands under such a table keeps its room: the book's name, the seal of the log."""


def _torn(pdf: FPDF, rows: list[tuple[str, ...]], widths: tuple[float, ...], around: float) -> bool:
    cells = (
        (word, width) for row in rows for cell, width in zip(row, widths, strict=True) for word in cell.split(" ")
    )
    return any(pdf.get_string_width(word) > width - around + 0.5 for word, width in cells)


QUIET = 4
"""Empty modules around a QR code, without which no phone finds it."""


def code(pdf: FPDF, ink: Ink, block: b.Code) -> None:
    side = ink.code_mm if len(block.data) < 120 else ink.code_mm * 1.35
    if too_low(pdf, side):
        pdf.add_page()
    top = pdf.get_y()
    _draw_code(pdf, block.data, (pdf.w - side) / 2, top, side)
    pdf.set_y(top + side)
    if block.caption:
        _write(pdf, ink, block.caption, ink.small, align="C")


SEAL_MM = 22.0


def seal(pdf: FPDF, ink: Ink, block: b.Seal) -> None:
    """The code on the left, what people type on the right of it."""
    if too_low(pdf, SEAL_MM):
        pdf.add_page()
    top, margin = pdf.get_y() + 1, pdf.l_margin
    _draw_code(pdf, block.data, margin - 1.5, top, SEAL_MM)
    pdf.set_left_margin(margin + SEAL_MM)
    pdf.set_xy(margin + SEAL_MM, top + 2.5)
    _write(pdf, ink, block.label, ink.small)
    _write(pdf, ink, block.short, ink.text, bold=True)
    _write(pdf, ink, block.caption, ink.small)
    pdf.set_left_margin(margin)
    pdf.set_xy(margin, max(pdf.get_y(), top + SEAL_MM))


def _draw_code(pdf: FPDF, data: str, left: float, top: float, side: float) -> None:
    """Drawn as areas: sharp on every printer, and quick."""
    matrix = _modules(data)
    module = side / (len(matrix) + 2 * QUIET)
    left, top = left + QUIET * module, top + QUIET * module
    for down, row in enumerate(matrix):
        across = 0
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                # A little over the row below, so that no viewer shows a line between them.
                pdf.rect(left + across * module, top + down * module, width * module, module * 1.02, style="F")
            across += width


@lru_cache(maxsize=1024)
def _modules(data: str) -> tuple[bytes, ...]:
    """A slip is drawn twice, its code worked out once: that takes longer than all the rest."""
    import segno

    return tuple(bytes(row) for row in segno.make(data, error="m", micro=False).matrix)


def boxes(pdf: FPDF, ink: Ink, block: b.Boxes) -> None:
    side, gap = 7.0, 1.6
    if block.label:
        _write(pdf, ink, block.label, ink.text)
    across = int((pdf.epw + gap) // (side + gap))
    pdf.set_font(FONT, "", LEAST)
    for number in range(block.count):
        if number and number % across == 0:
            pdf.ln(side + gap)
        left = pdf.l_margin + number % across * (side + gap)
        pdf.rect(left, pdf.get_y(), side, side)
        # In the corner, and black: a thermal printer has no grey, and the tick needs the middle.
        pdf.set_xy(left + 0.5, pdf.get_y() + 0.3)
        pdf.cell(side, ink.height(LEAST) * 0.8, str(number + 1))
        pdf.set_xy(pdf.l_margin, pdf.get_y() - 0.3)
    pdf.ln(side + gap)


def rule(pdf: FPDF, ink: Ink, block: b.Rule) -> None:
    pdf.ln(1)
    pdf.set_line_width(0.2)
    pdf.line(pdf.l_margin, pdf.get_y(), pdf.w - pdf.r_margin, pdf.get_y())
    pdf.ln(1.4)


def gap(pdf: FPDF, ink: Ink, block: b.Gap) -> None:
    pdf.ln(ink.height(ink.text) / 2)


def _write(pdf: FPDF, ink: Ink, words: str, size: float, *, bold: bool = False, align: str = "L") -> None:
    pdf.set_font(FONT, "B" if bold else "", size)
    pdf.multi_cell(pdf.epw, ink.height(size), unbroken(words), align=align, new_x="LMARGIN", new_y="NEXT")


DRAW: dict[type, Callable[[FPDF, Ink, Any], None]] = {
    b.Title: title,
    b.Big: big,
    b.Pair: pair,
    b.Paragraph: text,
    b.Line: line,
    b.Grid: table,
    b.Code: code,
    b.Seal: seal,
    b.Boxes: boxes,
    b.Roll: roll,
    b.Cards: cards,
    b.Plot: plot,
    b.FanPlot: fan,
    b.Signature: signature,
    b.Signatures: signatures,
    b.Rule: rule,
    b.Gap: gap,
}
