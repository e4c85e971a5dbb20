"""The club at the head of its papers: logo and name over a strip of 20 mm on sheets, in the middle of a slip."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from feltro.app.papers.ink import FONT, fitting

if TYPE_CHECKING:
    from fpdf import FPDF

    from feltro.app.papers.ink import Ink
    from feltro.app.screens.club import Letterhead

HEAD_MM = 20.0
LOGO_MM = 16.0
WIDEST_MM = 48.0
SLIP_LOGO_MM = 12.0
SLIP_MM = 100.0
"""What is narrower is a slip."""


def club_head(pdf: FPDF, ink: Ink, club: Letterhead) -> None:
    if pdf.w < SLIP_MM:
        _over_slip(pdf, ink, club)
    else:
        _over_sheet(pdf, ink, club)


def _over_sheet(pdf: FPDF, ink: Ink, club: Letterhead) -> None:
    top = pdf.get_y()
    beside = _logo(pdf, club.logo, pdf.l_margin, top, LOGO_MM) if club.logo else 0.0
    left = pdf.l_margin + (beside + 4 if beside else 0)
    room = pdf.w - pdf.r_margin - left
    pdf.set_xy(left, top + (2 if club.line else 4))
    pdf.set_font(FONT, "B", 16)
    pdf.cell(room, 8, fitting(pdf, club.name, room), new_x="LEFT", new_y="NEXT")
    if club.line:
        pdf.set_font(FONT, "", ink.small)
        pdf.cell(room, 5, fitting(pdf, club.line, room))
    pdf.set_xy(pdf.l_margin, top + HEAD_MM)


def _over_slip(pdf: FPDF, ink: Ink, club: Letterhead) -> None:
    if club.logo:
        wide, high = _size(club.logo, SLIP_LOGO_MM)
        pdf.image(io.BytesIO(club.logo), x=(pdf.w - wide) / 2, y=pdf.get_y(), w=wide, h=high)
        pdf.set_y(pdf.get_y() + high + 1)
    pdf.set_font(FONT, "B", ink.large)
    pdf.cell(
        pdf.epw, ink.height(ink.large), fitting(pdf, club.name, pdf.epw), align="C", new_x="LMARGIN", new_y="NEXT"
    )
    if club.line:
        pdf.set_font(FONT, "", ink.small)
        pdf.cell(
            pdf.epw,
            ink.height(ink.small),
            fitting(pdf, club.line, pdf.epw),
            align="C",
            new_x="LMARGIN",
            new_y="NEXT",
        )
    pdf.ln(1.5)


def _logo(pdf: FPDF, logo: bytes, left: float, top: float, high: float) -> float:
    """How wide it got."""
    wide, fits = _size(logo, high)
    pdf.image(io.BytesIO(logo), x=left, y=top + (high - fits) / 2, w=wide, h=fits)
    return wide


def _size(logo: bytes, high: float) -> tuple[float, float]:
    """As high as there is room for, and no wider than a third of the sheet."""
    from PIL import Image

    with Image.open(io.BytesIO(logo)) as picture:
        share = picture.width / picture.height
    wide = min(high * share, WIDEST_MM)
    return wide, wide / share
