"""How each block is drawn. One function for each, in one table."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from fpdf.enums import MethodReturnValue
from fpdf.fonts import FontFace

from feltro.app.papers import blocks as b
from feltro.app.papers.columns import cards, roll
from feltro.app.papers.ink import FONT, Ink, column_widths, whole_amounts

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpdf import FPDF


SHADE = 232
"""A grey that a thermal printer does not turn into black."""


def title(pdf: FPDF, ink: Ink, block: b.Title) -> None:
    _write(pdf, ink, block.text, ink.title, bold=True)
    if block.under:
        _write(pdf, ink, block.under, ink.text)
    pdf.ln(1.5)


def big(pdf: FPDF, ink: Ink, block: b.Big) -> None:
    """As large as fits on one line, and never smaller than a title."""
    size = ink.big
    pdf.set_font(FONT, "B", size)
    while size > ink.title and pdf.get_string_width(block.text) > pdf.epw - 1:
        size -= 1
        pdf.set_font(FONT, "B", size)
    _write(pdf, ink, block.text, size, bold=True)


def text(pdf: FPDF, ink: Ink, block: b.Text) -> None:
    size = ink.small if block.small else ink.text
    _write(pdf, ink, block.text, size, bold=block.bold, align="C" if block.centred else "L")


def line(pdf: FPDF, ink: Ink, block: b.Line) -> None:
    """The value keeps its line; a long label wraps beside it."""
    style = "B" if block.bold else ""
    pdf.set_font(FONT, style, ink.text)
    height = ink.height(ink.text)
    beside = min(pdf.get_string_width(block.value) + 3, pdf.epw * 0.6)
    top = pdf.get_y()
    lines = _lines(pdf, block.label, pdf.epw - beside)
    under = _lines(pdf, block.value, beside)
    if _too_low(pdf, max(lines, under) * height):
        pdf.add_page()
        top = pdf.get_y()
    pdf.multi_cell(pdf.epw - beside, height, block.label, align="L", new_x="RIGHT", new_y="TOP")
    pdf.multi_cell(beside, height, block.value, align="R", new_x="LMARGIN", new_y="TOP")
    pdf.set_y(top + max(lines, under) * height)


def table(pdf: FPDF, ink: Ink, block: b.Table) -> None:
    """The head is repeated on every sheet; a row is never torn, and no number in it."""
    size = ink.large if block.large else ink.small if block.small or pdf.w < 100 else ink.text
    beside = 0.8 if pdf.w < 100 else 1.6
    head, *rows = (tuple(map(whole_amounts, cells)) for cells in (block.head, *block.rows))
    pdf.set_font(FONT, "B", size)
    widths = column_widths(pdf, [head, *rows], block.widths, 2 * beside + 0.4)
    pdf.set_font(FONT, "", size)
    pdf.set_draw_color(170)
    with pdf.table(
        col_widths=widths,
        text_align=tuple("RIGHT" if one == "r" else "LEFT" for one in block.align),
        line_height=ink.height(size),
        borders_layout="HORIZONTAL_LINES",
        headings_style=FontFace(emphasis="BOLD"),
        padding=(0.4, beside),
    ) as drawn:
        drawn.row(head)
        for number, cells in enumerate(rows):
            bold = "BOLD" if number in block.bold_rows else None
            shade = SHADE if number in block.shaded_rows else None
            drawn.row(cells, style=FontFace(emphasis=bold, fill_color=shade))
    pdf.set_draw_color(0)
    pdf.ln(1.5)


QUIET = 4
"""Empty modules around a QR code, without which no phone finds it."""


def code(pdf: FPDF, ink: Ink, block: b.Code) -> None:
    """Drawn as areas: sharp on every printer, and quick."""
    matrix = _modules(block.data)
    side = ink.code_mm if len(block.data) < 120 else ink.code_mm * 1.35
    if _too_low(pdf, side):
        pdf.add_page()
    module = side / (len(matrix) + 2 * QUIET)
    left, top = (pdf.w - side) / 2 + QUIET * module, pdf.get_y() + QUIET * module
    for down, row in enumerate(matrix):
        across = 0
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                # A little over the row below, so that no viewer shows a line between them.
                pdf.rect(left + across * module, top + down * module, width * module, module * 1.02, style="F")
            across += width
    pdf.set_y(top + side - QUIET * module)
    if block.caption:
        _write(pdf, ink, block.caption, ink.small, align="C")


@lru_cache(maxsize=1024)
def _modules(data: str) -> tuple[bytes, ...]:
    """A slip is drawn twice, its code worked out once: that takes longer than all the rest."""
    import segno

    return tuple(bytes(row) for row in segno.make(data, error="m", micro=False).matrix)


def boxes(pdf: FPDF, ink: Ink, block: b.Boxes) -> None:
    side, gap = 6.0, 2.0
    if block.label:
        _write(pdf, ink, block.label, ink.text)
    across = int((pdf.epw + gap) // (side + gap))
    pdf.set_font(FONT, "", ink.small)
    for number in range(block.count):
        if number and number % across == 0:
            pdf.ln(side + gap)
        left = pdf.l_margin + number % across * (side + gap)
        pdf.rect(left, pdf.get_y(), side, side)
        pdf.set_text_color(150)
        pdf.set_xy(left, pdf.get_y())
        pdf.cell(side, side, str(number + 1), align="C")
        pdf.set_text_color(0)
        pdf.set_x(pdf.l_margin)
    pdf.ln(side + gap)


def signature(pdf: FPDF, ink: Ink, block: b.Signature) -> None:
    space = ink.height(ink.text) * 2.2
    if _too_low(pdf, space + ink.height(ink.small)):
        pdf.add_page()
    pdf.ln(space)
    pdf.line(pdf.l_margin, pdf.get_y(), pdf.l_margin + min(pdf.epw, 90), pdf.get_y())
    pdf.ln(0.8)
    _write(pdf, ink, block.label, ink.small)


def rule(pdf: FPDF, ink: Ink, block: b.Rule) -> None:
    pdf.ln(1)
    pdf.set_line_width(0.2)
    pdf.line(pdf.l_margin, pdf.get_y(), pdf.w - pdf.r_margin, pdf.get_y())
    pdf.ln(1.4)


def gap(pdf: FPDF, ink: Ink, block: b.Gap) -> None:
    pdf.ln(ink.height(ink.text) / 2)


def _write(pdf: FPDF, ink: Ink, words: str, size: float, *, bold: bool = False, align: str = "L") -> None:
    pdf.set_font(FONT, "B" if bold else "", size)
    pdf.multi_cell(pdf.epw, ink.height(size), whole_amounts(words), align=align, new_x="LMARGIN", new_y="NEXT")


def _lines(pdf: FPDF, words: str, width: float) -> int:
    lines = pdf.multi_cell(width, 1, words, dry_run=True, output=MethodReturnValue.LINES)
    return max(1, len(lines)) if isinstance(lines, list) else 1


def _too_low(pdf: FPDF, height: float) -> bool:
    return bool(pdf.auto_page_break) and pdf.get_y() + height > pdf.page_break_trigger


DRAW: dict[type, Callable[[FPDF, Ink, Any], None]] = {
    b.Title: title,
    b.Big: big,
    b.Text: text,
    b.Line: line,
    b.Table: table,
    b.Code: code,
    b.Boxes: boxes,
    b.Roll: roll,
    b.Cards: cards,
    b.Signature: signature,
    b.Rule: rule,
    b.Gap: gap,
}
