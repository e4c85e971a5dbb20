"""The press: blocks become a PDF. Slips are as long as what is on them; sheets are numbered."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fpdf import FPDF
from fpdf.fonts import TTFFont

from feltro.app.papers import blocks as b
from feltro.app.papers.ink import Ink, fitting, too_low
from feltro.app.papers.letterhead import club_head
from feltro.app.papers.strokes import DRAW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.blocks import Paper
    from feltro.app.screens.club import Letterhead

FONTS = Path(__file__).parent / "fonts"
SLIP_WIDTH = 80.0
SLIP_MARGIN = 4.0
SHEET_MARGIN = 16.0
NUMBER = 24.0
"""Room for the number of a sheet."""
LONG = (b.Grid, b.Roll, b.Cards, b.Signatures, b.Plot, b.FanPlot)
LEFT = 30.0
"""Millimetres that must be left under a heading for what it heads to begin there."""
SLIP_TAIL = 8.0
"""Under the last line, so that the knife does not reach it."""
LONGEST_SLIP = 5000.0
"""No reader opens a page much longer than this."""
LONG_STRIP = 1500.0
"""From here on the next slip of a strip begins a new page."""

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells every step of cutting down a font

SLIP = Ink(text=9, small=7.5, large=12, title=13, big=22, frame=48, leading=1.32, code_mm=34)
SHEET = Ink(text=10, small=8.5, large=34, title=22, big=34, frame=60, leading=1.4, code_mm=22)


class Press(FPDF):
    """A document with our fonts, which says what paper it is on each page."""

    def __init__(self, paper: Paper, club: Letterhead | None = None, trial: Press | None = None) -> None:
        size = (SLIP_WIDTH, LONGEST_SLIP) if paper.size == "slip" else "A4"
        super().__init__("landscape" if paper.wide else "portrait", unit="mm", format=size)
        self.paper = paper
        self.club = club
        self.mark = paper.mark
        self.heights = tuple(trial.reached) if trial else ()
        """Of each page of slips, where it is known."""
        self.reached: list[float] = []
        """How far down each page of slips went."""
        self.ink = SLIP if paper.size == "slip" else SHEET
        margin = SLIP_MARGIN if paper.size == "slip" else SHEET_MARGIN
        self.set_margins(margin, margin, margin)
        self.set_auto_page_break(auto=paper.size == "a4", margin=SHEET_MARGIN + 4)
        if trial:
            self.fonts.update(trial.fonts)  # reading them costs more than drawing
        else:
            self.add_font("Inter", "", FONTS / "Inter-Regular.ttf")
            self.add_font("Inter", "B", FONTS / "Inter-Bold.ttf")
        self.set_title(paper.title)
        self.set_creator("Feltro")
        self.alias_nb_pages("##")  # as wide as most numbers of pages: the text is set before they are known
        self.c_margin = 0

    def header(self) -> None:
        """The mark of a copy and the club; on every further sheet of a list, which list it is."""
        if self.mark:
            self.ink.stamp(self, self.mark)
        if self.club and (self.paper.size == "slip" or self.page_no() == 1):
            club_head(self, self.ink, self.club)
        if self.paper.size == "a4" and self.page_no() > 1:
            self.ink.running_head(self, self.paper.title)

    def footer(self) -> None:
        if self.paper.size == "slip":
            return
        self.set_y(-SHEET_MARGIN)
        self.set_font("Inter", "", self.ink.small)
        self.set_text_color(90)
        self.cell(self.epw - NUMBER, 5, fitting(self, self.paper.foot, self.epw - NUMBER))
        self.cell(NUMBER, 5, f"{self.page_no()} / ##", align="R")
        self.set_text_color(0)

    def draw(self) -> None:
        """Everything in order."""
        self._begin()
        after = [*self.paper.blocks[1:], None]
        for block, following in zip(self.paper.blocks, after, strict=True):
            if (
                isinstance(block, b.Paragraph)
                and block.bold
                and isinstance(following, LONG)
                and too_low(self, LEFT)
            ):
                self.add_page()
            if isinstance(block, b.Cut):
                self._cut(self.paper.mark if block.mark is None else block.mark)
            else:
                DRAW[type(block)](self, self.ink, block)
        self.reached.append(self.get_y() + SLIP_TAIL)

    def _begin(self) -> None:
        """A page; one of slips is as long as it will get."""
        place = len(self.reached)
        if place < len(self.heights):
            self.add_page(format=(SLIP_WIDTH, self.heights[place]))
        else:
            self.add_page()

    def _cut(self, mark: str) -> None:
        self.mark = mark
        if self.paper.size == "a4":
            self.add_page()
            return
        if self.get_y() > LONG_STRIP:
            self.reached.append(self.get_y() + SLIP_TAIL)
            self._begin()
            return
        self.ln(SLIP_TAIL / 2)
        self.set_dash_pattern(dash=1.5, gap=1.5)
        self.line(0, self.get_y(), SLIP_WIDTH, self.get_y())
        self.set_dash_pattern()
        self.ln(SLIP_TAIL / 2)
        self.header()


@contextmanager
def at_the_press(paper: Paper, club: Letterhead | None = None) -> Iterator[Press]:
    """A document that lets go of its font files in the end."""
    press = Press(paper, club)
    try:
        yield press
    finally:
        for font in press.fonts.values():
            if isinstance(font, TTFFont):
                font.close()


def printed(paper: Paper, club: Letterhead | None = None) -> bytes:
    """The PDF. A slip is drawn twice: once to see how long it gets."""
    with at_the_press(paper, club) as press:
        press.draw()
        if paper.size == "a4":
            return bytes(press.output())
        fitting_slip = Press(paper, club, press)
        fitting_slip.draw()
        return bytes(fitting_slip.output())
