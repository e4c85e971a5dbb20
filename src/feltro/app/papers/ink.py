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


def whole_amounts(words: str) -> str:
    """Money is never torn between its sign and its number."""
    return words.replace("R$ ", "R$\u00a0")


def column_widths(
    pdf: FPDF, rows: list[tuple[str, ...]], shares: tuple[int, ...], around: float
) -> tuple[float, ...]:
    """The shares of the paper, but for columns in which a word would be torn: the others give way to them."""
    least = [
        max((pdf.get_string_width(word) for row in rows for word in row[place].split(" ")), default=0.0) + around
        for place in range(len(shares))
    ]
    widths = [pdf.epw * share / sum(shares) for share in shares]
    wanting = sum(max(0.0, need - width) for need, width in zip(least, widths, strict=True))
    spare = sum(max(0.0, width - need) for need, width in zip(least, widths, strict=True))
    if wanting > spare:
        return tuple(pdf.epw * need / sum(least) for need in least)
    given = wanting / spare if spare else 0.0
    return tuple(
        need if width <= need else width - (width - need) * given for need, width in zip(least, widths, strict=True)
    )


def fitting(pdf: FPDF, words: str, width: float) -> str:
    """The words, or as many of their letters as fit and a sign that there were more."""
    if pdf.get_string_width(words) <= width:
        return words
    while words and pdf.get_string_width(f"{words}…") > width:
        words = words[:-1]
    return f"{words.rstrip()}…"
