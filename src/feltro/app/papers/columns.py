"""Blocks that stand in columns: long rolls of names, and cards side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.papers.ink import FONT, fitting_name
from feltro.app.papers.plates import BLACK, PALE
from feltro.app.papers.plates import seat as draw_seat

if TYPE_CHECKING:
    from fpdf import FPDF

    from feltro.app.papers import blocks as b
    from feltro.app.papers.ink import Ink

BETWEEN = 6.0
"""From one column to the next, in millimetres."""


def roll(pdf: FPDF, ink: Ink, block: b.Roll) -> None:
    """Down each column and on to the next; the columns of the last sheet are equally long."""
    height = ink.height(ink.text) + 0.8
    rows = list(block.rows)
    while rows:
        fit = max(1, int((pdf.page_break_trigger - pdf.get_y()) / height))
        deep = min(fit, -(-len(rows) // block.columns))
        _roll_sheet(pdf, ink, rows[: deep * block.columns], deep, block.columns, height, block.seats)
        rows = rows[deep * block.columns :]
        if rows:
            pdf.add_page()
    pdf.ln(1.5)


def _roll_sheet(
    pdf: FPDF, ink: Ink, rows: list[tuple[str, str]], deep: int, columns: int, height: float, seats: bool
) -> None:
    top = pdf.get_y()
    width = (pdf.epw - BETWEEN * (columns - 1)) / columns
    pdf.set_draw_color(PALE)
    for place, (words, beside) in enumerate(rows):
        column, row = divmod(place, deep)
        left, down = pdf.l_margin + column * (width + BETWEEN), top + row * height
        pdf.set_font(FONT, "B", ink.text)
        if seats:
            room = draw_seat(pdf, beside, left + width, down, height)
        else:
            room = pdf.get_string_width(beside) + 2
            pdf.set_xy(left + width - room, down)
            pdf.cell(room, height, beside, align="R")
        pdf.set_font(FONT, "", ink.text)
        pdf.set_xy(left, down)
        pdf.cell(width - room, height, fitting_name(pdf, words, width - room))
        pdf.line(left, down + height, left + width, down + height)
    pdf.set_draw_color(BLACK)
    pdf.set_xy(pdf.l_margin, top + deep * height)


def cards(pdf: FPDF, ink: Ink, block: b.Cards) -> None:
    """A row of cards is as high as its highest, and is never torn."""
    width = (pdf.epw - BETWEEN * (block.across - 1)) / block.across
    line = ink.height(ink.small)
    for start in range(0, len(block.cards), block.across):
        together = block.cards[start : start + block.across]
        height = ink.height(ink.text) + 1 + line * max(len(card.rows) for card in together) + 3
        if pdf.get_y() + height > pdf.page_break_trigger:
            pdf.add_page()
        top = pdf.get_y()
        for place, card in enumerate(together):
            _card(pdf, ink, card, (pdf.l_margin + place * (width + BETWEEN), top, width))
        pdf.set_xy(pdf.l_margin, top + height)


def _card(pdf: FPDF, ink: Ink, card: b.Card, frame: tuple[float, float, float]) -> None:
    left, down, width = frame
    line = ink.height(ink.small)
    pdf.set_font(FONT, "B", ink.text)
    pdf.set_xy(left, down)
    pdf.cell(width, ink.height(ink.text), card.title)
    pdf.set_font(FONT, "", ink.small)
    pdf.set_xy(left, down)
    pdf.cell(width, ink.height(ink.text), card.beside, align="R")
    down += ink.height(ink.text)
    pdf.line(left, down, left + width, down)
    down += 0.6
    for seat, words, beside in card.rows:
        room = pdf.get_string_width(beside) + (1.5 if beside else 0)
        pdf.set_xy(left, down)
        pdf.cell(5, line, seat)
        pdf.cell(width - 5 - room, line, fitting_name(pdf, words, width - 5 - room))
        pdf.cell(room, line, beside, align="R")
        down += line
