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


class Pair(Block, frozen=True, kw_only=True):
    """Two numbers side by side, each under its word: a table on its plate, a seat on its chair."""

    cells: tuple[tuple[str, str], tuple[str, str]]


class Paragraph(Block, frozen=True, kw_only=True):
    text: str
    small: bool = False
    bold: bool = False
    large: bool = False
    """A name that is called out."""
    centred: bool = False


class Line(Block, frozen=True, kw_only=True):
    """A label on the left, a value on the right."""

    label: str
    value: str
    bold: bool = False


class Grid(Block, frozen=True, kw_only=True):
    """`widths` are shares of the paper; a column whose letter is `r` stands to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[int, ...]
    align: str
    bold_rows: tuple[int, ...] = ()
    shaded_rows: tuple[int, ...] = ()
    large: bool = False
    """To be read from a wall: as large as fits on the sheet with every cell on one line."""
    wraps: int = -1
    """The column that may take more lines there, so that one long title does not make the whole sheet small."""
    small: bool = False
    names: int = -1
    """The column of names: one that is too long loses its middle, so that every row is one line."""


class Code(Block, frozen=True, kw_only=True):
    """A QR code and what it is for."""

    data: str
    caption: str = ""


class Seal(Block, frozen=True, kw_only=True):
    """Where the log stood when this was printed: to be typed, and as a QR code beside it."""

    data: str
    label: str
    short: str
    caption: str


class Boxes(Block, frozen=True, kw_only=True):
    """Boxes to tick by hand, one for each hand or orbit."""

    count: int
    label: str = ""


class Roll(Block, frozen=True, kw_only=True):
    """A long list of names and what stands beside each, in columns as in a newspaper."""

    rows: tuple[tuple[str, str], ...]
    columns: int = 2
    seats: bool = False
    """What stands beside each is a seat as it is typed, `12.4`: it is drawn as plate and chair."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One thing among many of its kind: a table and who sits at it."""

    title: str
    beside: str = ""
    """On the right of the title."""
    rows: tuple[tuple[str, str, str], ...] = ()


class Cards(Block, frozen=True, kw_only=True):
    """Cards side by side, row after row."""

    cards: tuple[Card, ...]
    across: int = 3


BAR = 0.6
"""How much of its place a bar fills."""


class Plot(Block, frozen=True, kw_only=True):
    """A line that goes in steps, or bars side by side, in a frame one wide and one high; every place in it is between
    0 and 1."""

    title: str
    points: tuple[tuple[float, float], ...]
    grid: tuple[tuple[float, str], ...]
    """Three lines across, each with what it stands for."""
    marks: tuple[tuple[float, str], ...]
    """Along the foot."""
    end: str
    """Where the line ends: what it came to."""
    bars: tuple[str, ...] = ()
    """Where its points are things beside each other, not moments of one, what each comes to."""

    @property
    def steps(self) -> tuple[tuple[float, float], ...]:
        """Level until the next point, then straight up or down to it; a bar begins and ends at the foot."""
        if self.bars:
            half = BAR / 2 / len(self.points)
            return tuple(
                at
                for x, high in self.points
                for at in ((x - half, 0.0), (x - half, high), (x + half, high), (x + half, 0.0))
            )
        found = list(self.points[:1])
        for along, high in self.points[1:]:
            found += [(along, found[-1][1]), (along, high)]
        return tuple(found)


class FanPlot(Block, frozen=True, kw_only=True):
    """What is likely and how far it may be off, in a frame one wide and one high."""

    title: str
    along: tuple[float, ...]
    median: tuple[float, ...]
    half: tuple[tuple[float, float], ...]
    """Between these it is half of the time."""
    most: tuple[tuple[float, float], ...]
    """And nine times in ten."""
    grid: tuple[tuple[float, str], ...]
    marks: tuple[tuple[float, str], ...]
    end: str
    now: float | None = None
    """Where the present is."""


class Signature(Block, frozen=True, kw_only=True):
    label: str


class Signatures(Block, frozen=True, kw_only=True):
    """A line for each to sign on, beside who it is and what is signed for."""

    head: tuple[str, str, str]
    rows: tuple[tuple[str, str, str], ...]
    """Who, what stands under the name, and the amount."""


class Rule(Block, frozen=True, kw_only=True):
    pass


class Gap(Block, frozen=True, kw_only=True):
    pass


class Cut(Block, frozen=True, kw_only=True):
    """The next slip of the same strip begins; on A4, the next sheet."""

    mark: str | None = None
    """What the next one says at its top; nothing: what the paper says."""


Any = (
    Title
    | Big
    | Pair
    | Paragraph
    | Line
    | Grid
    | Code
    | Seal
    | Boxes
    | Roll
    | Cards
    | Plot
    | FanPlot
    | Signature
    | Signatures
    | Rule
    | Gap
    | Cut
)


class Paper(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    """The document's name; said again at the top of every further sheet."""
    size: Size
    blocks: tuple[Any, ...]
    mark: str = ""
    """Said at the top of every slip or sheet: a reprint, a demonstration."""
    foot: str = ""
    wide: bool = False
    """The sheet lies on its side."""


def strip(title: str, papers: list[Paper]) -> Paper:
    """Several papers in one go: slips to be cut apart, or sheets one after the other."""
    blocks: list[Any] = []
    for paper in papers:
        blocks += [Cut(mark=paper.mark), *paper.blocks] if blocks else paper.blocks
    first = papers[0]
    return Paper(title=title, size=first.size, blocks=tuple(blocks), mark=first.mark, foot=first.foot)


def headed(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Words that elsewhere stand inside a sentence begin one on paper."""
    return tuple(cell[:1].upper() + cell[1:] for cell in cells)
