"""A plot on paper: black on white, three thin lines across, what it came to where the line ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers.ink import FONT, Ink, too_low

if TYPE_CHECKING:
    from fpdf import FPDF

    from feltro.app.papers.blocks import FanPlot, Plot

HIGH = 44.0
"""Millimetres from the lowest line to the highest."""
END = 26.0
"""Room on the right for what the line came to."""
THIN, THICK = 0.15, 0.6


def plot(pdf: FPDF, ink: Ink, block: Plot) -> None:
    line = ink.height(ink.small)
    if too_low(pdf, HIGH + 4 * line):
        pdf.add_page()
    pdf.set_font(FONT, "B", ink.text)
    pdf.cell(pdf.epw, ink.height(ink.text), block.title, new_x="LMARGIN", new_y="NEXT")
    left, top, wide = pdf.l_margin, pdf.get_y() + line, pdf.epw - END
    pdf.set_font(FONT, "", ink.small)
    _grid(pdf, block, (left, top, wide), line)
    pdf.set_line_width(THICK)
    pdf.polyline([(left + x * wide, top + (1 - y) * HIGH) for x, y in block.steps])
    pdf.set_line_width(THIN)
    _, high = block.points[-1]
    along, _ = block.steps[-1]
    pdf.set_font(FONT, "B", ink.small)
    pdf.set_xy(left + along * wide + 1, top + (1 - high) * HIGH - line / 2)
    pdf.cell(END, line, block.end)
    pdf.set_xy(pdf.l_margin, top + HIGH + 2 * line)


def fan(pdf: FPDF, ink: Ink, block: FanPlot) -> None:
    """Two greys, each with an edge, and the middle as a thick line: readable on any printer."""
    line = ink.height(ink.small)
    if too_low(pdf, HIGH + 4 * line):
        pdf.add_page()
    pdf.set_font(FONT, "B", ink.text)
    pdf.cell(pdf.epw, ink.height(ink.text), block.title, new_x="LMARGIN", new_y="NEXT")
    left, top, wide = pdf.l_margin, pdf.get_y() + line, pdf.epw - END
    pdf.set_line_width(THIN)
    for edges, grey in ((block.most, 232), (block.half, 200)):
        pdf.set_fill_color(grey)
        pairs = list(zip(block.along, edges, strict=True))
        around = [(x, low) for x, (low, _) in pairs] + [(x, high) for x, (_, high) in reversed(pairs)]
        pdf.polygon([(left + x * wide, top + (1 - y) * HIGH) for x, y in around], style="DF")
    pdf.set_fill_color(255)  # tables that follow are filled with what was set last
    pdf.set_font(FONT, "", ink.small)
    _grid(pdf, block, (left, top, wide), line)
    pdf.set_line_width(THICK)
    middle = [(left + x * wide, top + (1 - y) * HIGH) for x, y in zip(block.along, block.median, strict=True)]
    pdf.polyline(middle)
    pdf.set_line_width(THIN)
    pdf.set_font(FONT, "B", ink.small)
    pdf.set_xy(middle[-1][0] + 1, middle[-1][1] - line / 2)
    pdf.cell(END, line, block.end)
    pdf.set_xy(pdf.l_margin, top + HIGH + 2 * line)


def _grid(pdf: FPDF, block: FanPlot | Plot, frame: tuple[float, float, float], line: float) -> None:
    left, top, wide = frame
    pdf.set_line_width(THIN)
    for high, label in block.grid:
        y = top + (1 - high) * HIGH
        pdf.line(left, y, left + wide, y)
        pdf.set_xy(left, y - line)
        pdf.cell(wide, line, label if high else "")
    for along, label in block.marks:
        width = pdf.get_string_width(label)
        pdf.set_xy(left + along * (wide - width), top + HIGH + 0.5)
        pdf.cell(width, line, label)
