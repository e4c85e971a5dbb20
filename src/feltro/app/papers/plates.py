"""A seat on paper: the number of its table white on a black plate, its own in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers.ink import FONT

if TYPE_CHECKING:
    from fpdf import FPDF

    from feltro.app.papers import blocks as b
    from feltro.app.papers.ink import Ink

PALE, BLACK = 190, 0
PLATE = 9.0
"""As wide as three figures need, in millimetres."""


def seat(pdf: FPDF, typed: str, right: float, top: float, height: float) -> float:
    """A table's number white on its plate, the seat's in a circle; how much room they took."""
    table, _, chair = typed.partition(".")
    high = height - 1
    left = right - PLATE - 1 - high
    pdf.set_fill_color(BLACK)
    pdf.rect(left, top + 0.5, PLATE, high, style="F", round_corners=True, corner_radius=0.7)
    pdf.set_text_color(255)
    pdf.set_xy(left, top + 0.5)
    pdf.cell(PLATE, high, table, align="C")
    pdf.set_text_color(BLACK)
    pdf.set_draw_color(BLACK)
    pdf.ellipse(right - high, top + 0.5, high, high)
    pdf.set_draw_color(PALE)
    pdf.set_xy(right - high, top + 0.5)
    pdf.cell(high, high, chair, align="C")
    return PLATE + 3 + high


def pair(pdf: FPDF, ink: Ink, block: b.Pair) -> None:
    """What somebody looks for while walking: nothing on the paper is larger."""
    between = 3.0
    width = (pdf.epw - between) / 2
    label, number = ink.height(ink.small), ink.frame * 0.42
    top = pdf.get_y() + 1
    pdf.set_line_width(0.7)
    for place, (word, value) in enumerate(block.cells):
        left = pdf.l_margin + place * (width + between)
        pdf.set_font(FONT, "", ink.small)
        pdf.set_xy(left, top)
        pdf.cell(width, label, word, align="C")
        if place:
            pdf.ellipse(left + (width - number) / 2, top + label + 0.5, number, number)
        else:
            pdf.set_fill_color(0)
            pdf.rect(left, top + label + 0.5, width, number, style="F", round_corners=True, corner_radius=1.5)
            pdf.set_text_color(255)
        pdf.set_font(FONT, "B", ink.frame if len(value) < 2 or not place else ink.frame * 0.75)
        pdf.set_xy(left, top + label + 0.5)
        pdf.cell(width, number, value, align="C")
        pdf.set_text_color(0)
    pdf.set_line_width(0.2)
    pdf.set_xy(pdf.l_margin, top + label + number + 3)
