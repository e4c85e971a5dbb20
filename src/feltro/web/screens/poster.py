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
    rows = _rows(poster, below, foot - 60)
    _rail(pen, shape.high, below + sum(one.high for one in rows) + 40 if rows else 0)
    if poster.seat:
        _plate_and_chair(pen, poster.seat, (below + foot - 44) // 2)
    elif poster.lines:
        _list(pen, poster, rows, below)
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
    """Flat cloth."""
    from PIL import Image

    return Image.new("RGB", (WIDE, high), FELT)


def _rail(pen: ImageDraw, high: int, below: int) -> None:
    """The rail of a table runs around the picture, half out of it, and through nobody's line: under a long list there is none."""
    top = max(high // 3, below)
    if top > high * 2 // 3:
        return
    track = (-WIDE // 4, top, int(WIDE * 1.25), top + high)
    pen.rounded_rectangle(track, radius=WIDE // 2, outline=RULE, width=12)


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


class PosterRow(NamedTuple):
    """A line as it is laid out: a name too long for one takes two, where there is room."""

    line: PosterLine
    names: list[str]
    high: int
    size: int
    """Of its letters."""


def _rows(poster: Poster, top: int, foot: int) -> list[PosterRow]:
    """As high as there is room for; what does not fit is counted under the last one."""
    if poster.seat or not poster.lines:
        return []
    fit = (foot - top) // SMALLEST_ROW
    rest = len(poster.lines) > fit
    lines = poster.lines[: fit - 1] if rest else poster.lines
    step = min(LARGEST_ROW, (foot - top) // (len(lines) + rest))
    size = int(step * 0.5)
    rows = [
        PosterRow(one, _broken(one, lines, size, first=not place), step, size) for place, one in enumerate(lines)
    ]
    tall = [one._replace(high=step + (len(one.names) - 1) * int(size * 1.25)) for one in rows]
    if sum(one.high for one in tall) <= foot - top - rest * step:
        return tall
    cut = (_fitting(one.name, *_of_name(one, lines, size, first=not place)) for place, one in enumerate(lines))
    return [one._replace(names=[name]) for one, name in zip(rows, cut, strict=True)]


def _of_name(line: PosterLine, lines: list[PosterLine], size: int, *, first: bool) -> tuple[Any, float]:
    """The letters of a name, and how wide it may be."""
    room = WIDE - 2 * EDGE - _ranks(lines, size) - _font(size, bold=True).getlength(line.amount) - 30
    return _font(size, bold=first), room


def _ranks(lines: list[PosterLine], size: int) -> float:
    return float(max(_font(size, bold=True).getlength(line.rank) for line in lines) + 28)


def _broken(line: PosterLine, lines: list[PosterLine], size: int, *, first: bool) -> list[str]:
    """In two lines at most; the second says how it goes on as far as it can."""
    font, room = _of_name(line, lines, size, first=first)
    head, rest = "", line.name.split()
    while rest and font.getlength(f"{head} {rest[0]}".strip()) <= room:
        head = f"{head} {rest.pop(0)}".strip()
    if not head or not rest:
        return [_fitting(line.name, font, room)]
    return [head, _fitting(" ".join(rest), font, room)]


def _list(pen: ImageDraw, poster: Poster, rows: list[PosterRow], top: int) -> None:
    lines, size = [one.line for one in rows], rows[0].size
    rank, bold = _ranks(lines, size), _font(size, bold=True)
    for place, row in enumerate(rows):
        middle = top + row.high // 2
        if place:
            pen.line((EDGE, top, WIDE - EDGE, top), RULE, 2)
        pen.text((EDGE, middle), row.line.rank, BRASS if place == 0 else QUIET, bold, anchor="lm")
        first = middle - (len(row.names) - 1) * int(size * 1.25) // 2
        for number, name in enumerate(row.names):
            where = (EDGE + rank, first + number * int(size * 1.25))
            pen.text(where, name, PAPER, bold if place == 0 else _font(size), anchor="lm")
        pen.text((WIDE - EDGE, middle), row.line.amount, BRASS, bold, anchor="rm")
        top += row.high
    if len(poster.lines) > len(rows):
        words = poster.more(len(poster.lines) - len(rows))
        pen.text((EDGE, top + rows[0].high // 2), words, QUIET, _font(int(size * 0.9)), anchor="lm")


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
