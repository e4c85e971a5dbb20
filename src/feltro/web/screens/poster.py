"""How a picture to share is drawn: felt, brass and large figures, square for a feed or tall for a story."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import feltro.app.papers
from feltro.web.frame.tokens import colour
from feltro.words.text import shortened

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL.ImageDraw import ImageDraw

    from feltro.app.screens.club import Letterhead
    from feltro.tournament.state.floor import Chair

FELT, RULE = colour("tv-felt"), colour("tv-rule")
PAPER, QUIET, BRASS, RAIL = colour("tv-light"), colour("tv-quiet"), colour("tv-gold"), colour("tv-rail")
FONTS = Path(feltro.app.papers.__file__).parent / "fonts"
WIDE, EDGE = 1080, 72
LARGEST_ROW, SMALLEST_ROW = 92, 56


class PosterShape(NamedTuple):
    """`top` and `bottom` stay free: there a telephone lays its own buttons over a story."""

    high: int
    top: int
    bottom: int
    title: int
    """Letters of the title, in dots."""


SHAPES = {"square": PosterShape(1080, 64, 56, 84), "story": PosterShape(1920, 250, 260, 112)}


class PosterLine(NamedTuple):
    rank: str
    name: str
    amount: str


class Poster(NamedTuple):
    title: str
    name: str
    figures: list[tuple[str, str]]
    """A number and what it counts, side by side under the title."""
    lines: list[PosterLine]
    empty: str
    """Said where there are no lines yet."""
    more: Callable[[int], str]
    """Said under the last line when there were so many more."""
    foot: str
    club: Letterhead | None = None
    seat: Chair | None = None
    """Drawn large instead of lines."""


def drawn(poster: Poster, shape: PosterShape) -> bytes:
    from PIL import ImageDraw

    picture = _felt(shape.high).copy()
    pen = ImageDraw.Draw(picture)
    below = _head(pen, poster, shape)
    below = _figures(pen, poster.figures, below)
    foot = shape.high - shape.bottom
    if poster.seat:
        _plate_and_chair(pen, poster.seat, (below + foot - 44) // 2)
    elif poster.lines:
        _list(pen, poster, below, foot - 60)
    else:
        pen.multiline_text((EDGE, below + 24), _wrapped(poster.empty, 40), QUIET, _font(40), spacing=14)
    pen.line((EDGE, foot - 44, WIDE - EDGE, foot - 44), RAIL, 2)
    pen.text((EDGE, foot), poster.foot, QUIET, _font(28), anchor="ls")
    name = poster.club.name if poster.club else "Feltro"
    pen.text(
        (WIDE - EDGE, foot),
        _fitting(name, _font(32, bold=True), WIDE // 2),
        BRASS,
        _font(32, bold=True),
        anchor="rs",
    )
    if poster.club and poster.club.logo:
        _logo(picture, poster.club.logo, shape.top)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _logo(picture: Any, logo: bytes, top: int) -> None:
    """In the upper right corner, as it was made."""
    from PIL import Image

    with Image.open(io.BytesIO(logo)) as opened:
        drawn_logo = opened.convert("RGBA")
    drawn_logo.thumbnail((WIDE // 4, 96))
    picture.paste(drawn_logo, (WIDE - EDGE - drawn_logo.width, top), drawn_logo)


@cache
def _felt(high: int) -> Any:
    """Flat cloth; the rail of a table runs around it, half out of the picture."""
    from PIL import Image, ImageDraw

    cloth = Image.new("RGB", (WIDE, high), FELT)
    track = (-WIDE // 4, high // 3, int(WIDE * 1.25), int(high * 1.3))
    ImageDraw.Draw(cloth).rounded_rectangle(track, radius=WIDE // 2, outline=RULE, width=12)
    return cloth


def _head(pen: ImageDraw, poster: Poster, shape: PosterShape) -> int:
    room = WIDE - 2 * EDGE
    below = shape.top
    pen.rectangle((EDGE, below, EDGE + 88, below + 8), RAIL)
    name = _wrapped(poster.name, 36).split("\n")
    pen.multiline_text((EDGE, below + 28), "\n".join(name[:2]), QUIET, _font(36), spacing=8)
    below += 44 * (min(len(name), 2) - 1)
    size = shape.title
    while _font(size, bold=True).getlength(poster.title) > room:
        size -= 2
    pen.text((EDGE - 4, below + 76), poster.title, PAPER, _font(size, bold=True))
    return below + 76 + int(size * 1.28)


def _figures(pen: ImageDraw, figures: list[tuple[str, str]], below: int) -> int:
    """As many as fit beside each other, with room between them."""
    if not figures:
        return below + 12
    wide = (WIDE - 2 * EDGE) // len(figures)
    size = 52
    while size > 24 and any(_font(size, bold=True).getlength(figure) > wide - 24 for figure, _ in figures):
        size -= 2
    for place, (figure, label) in enumerate(figures):
        left = EDGE + place * wide
        pen.text((left, below + 56), figure, BRASS, _font(size, bold=True), anchor="ls")
        pen.text((left, below + 64), _fitting(label, _font(26), wide - 24), QUIET, _font(26))
    return below + 122


def _list(pen: ImageDraw, poster: Poster, top: int, foot: int) -> None:
    """Rows as high as there is room for; what does not fit is counted under the last one."""
    fit = (foot - top) // SMALLEST_ROW
    rest = len(poster.lines) > fit
    lines = poster.lines[: fit - 1] if rest else poster.lines
    step = min(LARGEST_ROW, (foot - top) // (len(lines) + rest))
    size = int(step * 0.5)
    rank = max(_font(size, bold=True).getlength(line.rank) for line in lines) + 28
    for place, line in enumerate(lines):
        middle = top + place * step + step // 2
        if place:
            pen.line((EDGE, middle - step // 2, WIDE - EDGE, middle - step // 2), RULE, 2)
        bold, plain = _font(size, bold=True), _font(size)
        room = WIDE - 2 * EDGE - rank - bold.getlength(line.amount) - 30
        pen.text((EDGE, middle), line.rank, BRASS if place == 0 else QUIET, bold, anchor="lm")
        first = bold if place == 0 else plain
        pen.text((EDGE + rank, middle), _fitting(line.name, first, room), PAPER, first, anchor="lm")
        pen.text((WIDE - EDGE, middle), line.amount, BRASS, bold, anchor="rm")
    if rest:
        words = poster.more(len(poster.lines) - len(lines))
        pen.text((EDGE, top + len(lines) * step + step // 2), words, QUIET, _font(int(size * 0.9)), anchor="lm")


def _plate_and_chair(pen: ImageDraw, seat: Chair, middle: int) -> None:
    """As on the table: a plate with its rail, and a chair beside it."""
    high, size = 340, 260
    table, chair = str(seat.table), str(seat.seat)
    while (wide := int(_font(size, bold=True).getlength(table)) + 96) + 56 + high > WIDE - 2 * EDGE:
        size -= 10
    left = (WIDE - wide - 56 - high) // 2
    pen.rounded_rectangle((left, middle - high // 2, left + wide, middle + high // 2), 16, PAPER)
    pen.rectangle((left, middle + high // 2 - 16, left + wide, middle + high // 2), RAIL)
    pen.text((left + wide // 2, middle - 8), table, FELT, _font(size, bold=True), anchor="mm")
    round_left = left + wide + 56
    pen.ellipse((round_left, middle - high // 2, round_left + high, middle + high // 2), outline=PAPER, width=16)
    pen.text((round_left + high // 2, middle), chair, PAPER, _font(200, bold=True), anchor="mm")


def _wrapped(words: str, size: int) -> str:
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if _font(size).getlength(longer) <= WIDE - 2 * EDGE:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


@cache
def _font(size: int, *, bold: bool = False) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(FONTS / ("Inter-Bold.ttf" if bold else "Inter-Regular.ttf")), size)


def _fitting(words: str, font: Any, room: float) -> str:
    return shortened(words, lambda said: font.getlength(said) <= room)
