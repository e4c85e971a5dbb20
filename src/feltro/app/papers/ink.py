"""How large things are set on each kind of paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpdf.enums import MethodReturnValue

from feltro.words.text import cut_off, shortened

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
    frame: float
    """A number in a frame."""
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

    def running_head(self, pdf: FPDF, title: str) -> None:
        """What a sheet that has lost the first one belongs to."""
        pdf.set_font(FONT, "B", self.text)
        pdf.cell(pdf.epw, self.height(self.text), fitting(pdf, title, pdf.epw), new_x="LMARGIN", new_y="NEXT")
        pdf.line(pdf.l_margin, pdf.get_y(), pdf.w - pdf.r_margin, pdf.get_y())
        pdf.ln(2.5)


def too_low(pdf: FPDF, height: float) -> bool:
    return bool(pdf.auto_page_break) and pdf.get_y() + height > pdf.page_break_trigger


def lines_of(pdf: FPDF, words: str, width: float) -> int:
    lines = pdf.multi_cell(width, 1, words, dry_run=True, output=MethodReturnValue.LINES)
    return max(1, len(lines)) if isinstance(lines, list) else 1


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


def natural_widths(pdf: FPDF, rows: list[tuple[str, ...]], around: float) -> tuple[float, ...]:
    """Every cell on one line; what is left of the paper is shared out evenly."""
    needs = [max(pdf.get_string_width(row[place]) for row in rows) + around for place in range(len(rows[0]))]
    spare = max(0.0, pdf.epw - sum(needs)) / len(needs)
    return tuple(need + spare for need in needs)


def wall_widths(pdf: FPDF, rows: list[tuple[str, ...]], around: float, wraps: int) -> tuple[float, ...]:
    """Every cell on one line; where that is too wide, the column that may wrap has what the others leave."""
    natural = natural_widths(pdf, rows, around)
    over = sum(natural) - pdf.epw
    if wraps < 0 or over <= 0:
        return natural
    return (*natural[:wraps], natural[wraps] - over, *natural[wraps + 1 :])


def fitting_name(pdf: FPDF, words: str, width: float) -> str:
    return shortened(words, lambda said: pdf.get_string_width(said) <= width)


def fitting(pdf: FPDF, words: str, width: float) -> str:
    """The words, or as many of their letters as fit and a sign that there were more."""
    fits = pdf.get_string_width(words) <= width
    return words if fits else cut_off(words, lambda said: pdf.get_string_width(said) <= width)
