"""A slip in the language of thermal printers (ESC/POS): letters in the printer's own font, QR codes and the logo drawn.

Nothing here knows where the bytes go. 80 mm paper has 48 letters in a line, 24 where they are twice as wide.
"""

from __future__ import annotations

import io
import textwrap
from typing import TYPE_CHECKING, Any

from feltro.app.papers import blocks as b

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.screens.club import Letterhead

WIDE = 48
DOTS = 576
"""Across 72 mm at 8 in a millimetre."""
LOGO_HIGH = 120
BEGIN = b"\x1b@\x1bt\x03"
"""As new, and the code page of Portuguese (860)."""
LEFT, CENTRE = b"\x1ba\x00", b"\x1ba\x01"
BOLD, PLAIN = b"\x1bE\x01", b"\x1bE\x00"
NORMAL, TALL, HUGE = b"\x1d!\x00", b"\x1d!\x11", b"\x1d!\x33"
REVERSED, STRAIGHT = b"\x1dB\x01", b"\x1dB\x00"
FEED_AND_CUT = b"\n\n\n\x1dVB\x00"
PLAINER = str.maketrans(
    {"·": "-", "—": "-", "–": "-", "’": "'", "“": '"', "”": '"', "\u00a0": " ", "→": ">", "…": "..."}
)


def escpos(paper: b.Paper, club: Letterhead | None = None) -> bytes:
    """Every slip of a strip with its head, its mark and its cut."""
    out = [BEGIN, *_head(club, paper.mark)]
    for block in paper.blocks:
        if isinstance(block, b.Cut):
            out += [FEED_AND_CUT, *_head(club, paper.mark if block.mark is None else block.mark)]
        else:
            out += WRITTEN[type(block)](block)
    return b"".join([*out, FEED_AND_CUT])


def letters(text: str) -> bytes:
    """What the code page does not have is a question mark, never a command."""
    plain = "".join(one for one in text.translate(PLAINER) if one == "\n" or one.isprintable())
    return plain.encode("cp860", "replace")


def _lines(text: str, wide: int = WIDE) -> bytes:
    return b"".join(
        letters(one) + b"\n" for part in text.split("\n") for one in (textwrap.wrap(part, wide) or [""])
    )


def _head(club: Letterhead | None, mark: str) -> Iterator[bytes]:
    if club:
        yield CENTRE
        if club.logo:
            yield raster(club.logo)
        yield TALL + _lines(club.name, WIDE // 2) + NORMAL
        if club.line:
            yield _lines(club.line)
        yield LEFT
    if mark:
        yield CENTRE + REVERSED + BOLD + _lines(f" {mark} ") + PLAIN + STRAIGHT + LEFT


def _title(block: b.Title) -> Iterator[bytes]:
    yield TALL + _lines(block.text, WIDE // 2) + NORMAL
    if block.under:
        yield _lines(block.under)


def _big(block: b.Big) -> Iterator[bytes]:
    yield CENTRE + HUGE + _lines(block.text, WIDE // 4) + NORMAL + LEFT


def _pair(block: b.Pair) -> Iterator[bytes]:
    (first, one), (second, other) = block.cells
    yield CENTRE + _lines(f"{first:^{WIDE // 2}}{second:^{WIDE // 2}}".rstrip())
    yield HUGE + letters(f"{one}  {other}") + b"\n" + NORMAL + LEFT


def _paragraph(block: b.Paragraph) -> Iterator[bytes]:
    if block.centred:
        yield CENTRE
    on, off = (BOLD, PLAIN) if block.bold else (b"", b"")
    size, wide = (TALL, WIDE // 2) if block.large else (b"", WIDE)
    yield size + on + _lines(block.text, wide) + off + (NORMAL if size else b"")
    if block.centred:
        yield LEFT


def _line(block: b.Line) -> Iterator[bytes]:
    """The value stands to the right; a label that is too long goes on above it."""
    room = WIDE - len(block.value) - 1
    label = textwrap.wrap(block.label, max(room, 12)) or [""]
    for one in label[:-1]:
        yield letters(one) + b"\n"
    said = f"{label[-1]:<{max(room, 12)}} {block.value}" if room >= 12 else f"{label[-1]}\n{block.value:>{WIDE}}"
    yield BOLD + letters(said) + b"\n" + PLAIN if block.bold else letters(said) + b"\n"


def _grid(block: b.Grid) -> Iterator[bytes]:
    for row in (b.headed(block.head), *block.rows):
        yield _lines("  ".join(filter(None, row)))


def _code(block: b.Code) -> Iterator[bytes]:
    yield CENTRE + qr(block.data) + _lines(block.caption) + LEFT


def _seal(block: b.Seal) -> Iterator[bytes]:
    yield _lines(f"{block.label} {block.short}") + CENTRE + qr(block.data, 3) + LEFT + _lines(block.caption)


def _boxes(block: b.Boxes) -> Iterator[bytes]:
    yield _lines(f"{block.label} {'[ ] ' * block.count}".strip())


def _signature(block: b.Signature) -> Iterator[bytes]:
    yield b"\n\n" + b"_" * WIDE + b"\n" + _lines(block.label)


def _rule(_block: b.Rule) -> Iterator[bytes]:
    yield b"-" * WIDE + b"\n"


def _gap(_block: b.Gap) -> Iterator[bytes]:
    yield b"\n"


def qr(data: str, dots: int = 5) -> bytes:
    """Drawn by the printer: model 2, middle correction."""
    content = data.encode()
    size = len(content) + 3
    store = b"\x1d(k" + bytes([size & 255, size >> 8]) + b"1P0" + content
    return (
        b"\x1d(k\x04\x001A2\x00\x1d(k\x03\x001C"
        + bytes([dots])
        + b"\x1d(k\x03\x001E1"
        + store
        + b"\x1d(k\x03\x001Q0"
    )


def raster(logo: bytes) -> bytes:
    """A picture in black and white, on white where it is transparent."""
    from PIL import Image

    with Image.open(io.BytesIO(logo)) as opened:
        drawn = opened.convert("RGBA")
    drawn.thumbnail((DOTS // 2, LOGO_HIGH))
    ground = Image.new("RGBA", drawn.size, "white")
    ground.alpha_composite(drawn)
    bits = ground.convert("L").point(lambda grey: 0 if grey > 127 else 255).convert("1")
    across = -(-bits.width // 8)
    size = bytes([across & 255, across >> 8, bits.height & 255, bits.height >> 8])
    return b"\x1dv0\x00" + size + bits.tobytes() + b"\n"


WRITTEN: dict[type[Any], Callable[[Any], Iterator[bytes]]] = {
    b.Title: _title,
    b.Big: _big,
    b.Pair: _pair,
    b.Paragraph: _paragraph,
    b.Line: _line,
    b.Grid: _grid,
    b.Code: _code,
    b.Seal: _seal,
    b.Boxes: _boxes,
    b.Signature: _signature,
    b.Rule: _rule,
    b.Gap: _gap,
}
"""The blocks of slips; sheets go to another printer."""
