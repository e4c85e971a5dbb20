"""What a paper is made of, from top to bottom. Nothing here knows where it comes from or how it is drawn."""

from typing import Literal

import msgspec

Size = Literal["slip", "a4"]
"""80 mm thermal paper, cut where it ends; or sheets of A4."""


class Block(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    pass


class Title(Block, frozen=True, kw_only=True):
    text: str
    under: str = ""


class Big(Block, frozen=True, kw_only=True):
    """What is read at arm's length: a seat, an amount."""

    text: str


class Text(Block, frozen=True, kw_only=True):
    text: str
    small: bool = False
    bold: bool = False
    centred: bool = False


class Line(Block, frozen=True, kw_only=True):
    """A label on the left, a value on the right."""

    label: str
    value: str
    bold: bool = False


class Table(Block, frozen=True, kw_only=True):
    """`widths` are shares of the paper; a column whose letter is `r` stands to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[int, ...]
    align: str
    bold_rows: tuple[int, ...] = ()


class Code(Block, frozen=True, kw_only=True):
    """A QR code and what it is for."""

    data: str
    caption: str = ""


class Boxes(Block, frozen=True, kw_only=True):
    """Boxes to tick by hand, one for each hand or orbit."""

    count: int
    label: str = ""


class Signature(Block, frozen=True, kw_only=True):
    label: str


class Rule(Block, frozen=True, kw_only=True):
    pass


class Gap(Block, frozen=True, kw_only=True):
    pass


class Cut(Block, frozen=True, kw_only=True):
    """The next slip of the same strip begins; on A4, the next sheet."""


Any = Title | Big | Text | Line | Table | Code | Boxes | Signature | Rule | Gap | Cut


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    """The document's name; it is not printed."""
    size: Size
    blocks: tuple[Any, ...]
    mark: str = ""
    """Said at the top of every slip or sheet: a reprint, a demonstration."""
    foot: str = ""
