"""How large things are set on each kind of paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpdf import FPDF

MM_PER_POINT = 25.4 / 72
FONT = "Inter"


@dataclass(frozen=True, slots=True)
class Ink:
    """Sizes in points for one kind of paper."""

    text: float
    small: float
    large: float
    title: float
    big: float
    leading: float
    code_mm: float

    def height(self, points: float) -> float:
        return points * MM_PER_POINT * self.leading

    def stamp(self, pdf: FPDF, mark: str) -> None:
        """White on black across the top: nobody takes a copy for the original."""
        pdf.set_font(FONT, "B", self.text)
        pdf.set_fill_color(0)
        pdf.set_text_color(255)
        pdf.cell(pdf.epw, self.height(self.text) + 1, mark, align="C", fill=True)
        pdf.set_text_color(0)
        pdf.ln(self.height(self.text) + 3)


def fitting(pdf: FPDF, words: str, width: float) -> str:
    """The words, or as many of their letters as fit and a sign that there were more."""
    if pdf.get_string_width(words) <= width:
        return words
    while words and pdf.get_string_width(f"{words}…") > width:
        words = words[:-1]
    return f"{words.rstrip()}…"
