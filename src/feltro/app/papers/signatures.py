"""Lines on which people sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers.ink import FONT, lines_of, too_low

if TYPE_CHECKING:
    from fpdf import FPDF

    from feltro.app.papers import blocks as b
    from feltro.app.papers.ink import Ink

LONGEST_LINE = 90.0
BETWEEN = 6.0
"""From the amount to the line beside it, in millimetres."""
ABOVE = 4.5
"""Room for the hand above a line."""


def signature(pdf: FPDF, ink: Ink, block: b.Signature) -> None:
    space = ink.height(ink.text) * 2.2
    if too_low(pdf, space + ink.height(ink.small)):
        pdf.add_page()
    pdf.ln(space)
    pdf.line(pdf.l_margin, pdf.get_y(), pdf.l_margin + min(pdf.epw, LONGEST_LINE), pdf.get_y())
    pdf.ln(0.8)
    pdf.set_font(FONT, "", ink.small)
    pdf.multi_cell(pdf.epw, ink.height(ink.small), block.label, align="L", new_x="LMARGIN", new_y="NEXT")


def signatures(pdf: FPDF, ink: Ink, block: b.Signatures) -> None:
    """Who signs is named in full, in as many lines as it takes; nobody is torn from his line."""
    widths = (pdf.epw * 0.42, pdf.epw * 0.22)
    _head(pdf, ink, block.head, widths)
    for row in block.rows:
        pdf.set_font(FONT, "B", ink.text)
        lines = lines_of(pdf, row[0], widths[0] - 2)
        deep = ABOVE + lines * ink.height(ink.text) + ink.height(ink.small)
        if too_low(pdf, deep):
            pdf.add_page()
            _head(pdf, ink, block.head, widths)
        _sign(pdf, ink, row, widths, lines)
    pdf.ln(2)


def _sign(pdf: FPDF, ink: Ink, row: tuple[str, str, str], widths: tuple[float, float], lines: int) -> None:
    """The amount stands beside the last line of the name, on the height of the line to sign."""
    name, under, amount = row
    height, top = ink.height(ink.text), pdf.get_y() + ABOVE
    foot = top + lines * height
    pdf.set_font(FONT, "B", ink.text)
    pdf.set_xy(pdf.l_margin, top)
    pdf.multi_cell(widths[0] - 2, height, name, align="L")
    pdf.set_xy(pdf.l_margin + widths[0], foot - height)
    pdf.cell(widths[1], height, amount, align="R")
    pdf.line(pdf.l_margin + sum(widths) + BETWEEN, foot, pdf.w - pdf.r_margin, foot)
    pdf.set_font(FONT, "", ink.small)
    pdf.set_xy(pdf.l_margin, foot)
    pdf.cell(widths[0], ink.height(ink.small), under)
    pdf.set_xy(pdf.l_margin, foot + ink.height(ink.small))


def _head(pdf: FPDF, ink: Ink, head: tuple[str, str, str], widths: tuple[float, float]) -> None:
    pdf.set_font(FONT, "", ink.small)
    pdf.cell(widths[0], ink.height(ink.small), head[0])
    pdf.cell(widths[1], ink.height(ink.small), head[1], align="R")
    pdf.set_x(pdf.get_x() + BETWEEN)
    pdf.cell(0, ink.height(ink.small), head[2], new_x="LMARGIN", new_y="NEXT")
