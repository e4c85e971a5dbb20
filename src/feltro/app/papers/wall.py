"""What hangs on the wall: the price board and the structure sheet before play, and every list that is due by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.papers import blocks as b
from feltro.app.papers.makers import maker
from feltro.app.sheets import lines
from feltro.kernel.outcome import Refused
from feltro.tournament.papers.table import LISTS
from feltro.tournament.sales.commands import Payment
from feltro.tournament.sales.payments import surcharge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen
    from feltro.tournament.sheet import SaleItem, Sheet

MANY_LEVELS = 18
"""With more of them they are set smaller, so that the structure is one sheet."""
MOST_WAYS = 2
"""More ways to pay than this, and the board lies on its side."""


def prices(pen: Pen) -> b.Paper:
    """Each item at what leaves the player's hands, by way of paying."""
    title, taken = pen.say("paper.prices.title"), pen.book["payment.methods"]
    ways = tuple(taken.value)
    items = [item for item in pen.state.the_sheet.items if item.price_centavos]
    heads = (pen.say("paper.item"), pen.say("paper.chips"), *(pen.say(f"means.{way}") for way in ways))
    rows = tuple(
        (item.label, pen.whole(item.chips) if item.chips else "", *_by_way(pen, item, ways)) for item in items
    )
    table = b.Grid(
        head=heads,
        rows=rows,
        widths=(4, 2, *(3 for _ in ways)),
        align="l" + "r" * (len(ways) + 1),
        large=True,
        wraps=0,
    )
    blocks = (
        b.Title(text=title, under=pen.state.the_sheet.name),
        table,
        *_surcharges(pen),
        b.Gap(),
        *_where_it_goes(pen, items),
        b.Gap(),
        b.Paragraph(text=" · ".join(filter(None, (pen.rulebook, pen.cites(taken.cites)))), small=True),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=pen.foot, wide=len(ways) > MOST_WAYS)


def _by_way(pen: Pen, item: SaleItem, ways: tuple[str, ...]) -> Iterator[str]:
    for way in ways:
        paid = Payment(method=way, amount_centavos=item.price_centavos)  # type: ignore[arg-type]
        added = surcharge(paid, pen.book)
        yield "" if isinstance(added, Refused) else pen.money(item.price_centavos + added)


def _surcharges(pen: Pen) -> Iterator[b.Any]:
    """Why a card costs more, and that the machine's own table decides where the book says so."""
    approximate = pen.book["payment.surcharge.approximate"]
    added = [pen.book[f"payment.surcharge.{way}"] for way in ("debit", "credit")]
    if any(one.value for one in added):
        key = "paper.prices.about" if approximate.value else "paper.prices.exact"
        cites = pen.cites(cite for one in (*added, approximate) for cite in one.cites)
        yield b.Paragraph(text=f"{pen.say(key)} {cites}".strip())


def _where_it_goes(pen: Pen, items: list[SaleItem]) -> Iterator[b.Any]:
    yield b.Paragraph(text=pen.say("paper.prices.goes"), bold=True)
    for item in items:
        parts = " + ".join(
            f"{pen.money(part)} {pen.say(f'sheet.account.{account}')}"
            for account, part in item.split_centavos.items()
            if part
        )
        yield b.Paragraph(text=f"{item.label}: {parts}")


def structure(pen: Pen) -> b.Paper:
    sheet, lang = lines.as_moved(pen.state), pen.lang
    title = pen.say("paper.structure.title")
    items = [lines.price(item, lang) for item in sheet.items]
    blocks = (
        b.Title(text=sheet.name, under=b.headed((lines.kind_and_games(sheet, lang),))[0]),
        *(b.Paragraph(text=line) for line in lines.facts(sheet, lang, dated=True)),
        b.Paragraph(text=pen.rulebook, small=True),
        b.Gap(),
        b.Grid(
            head=tuple(lines.price_head(lang)), rows=tuple(map(tuple, items)), widths=(4, 3, 2, 9), align="lrrl"
        ),
        b.Gap(),
        _levels(sheet, pen),
        *((b.Gap(), b.Paragraph(text=sheet.notes)) if sheet.notes else ()),
    )
    return b.Paper(title=title, size="a4", blocks=blocks, foot=pen.foot)


def _levels(sheet: Sheet, pen: Pen) -> b.Grid:
    rows = tuple(tuple(row) for row in lines.level_rows(sheet, pen.lang))
    head = tuple(lines.level_head(sheet, pen.lang))
    pauses = tuple(number for number, row in enumerate(rows) if not row[0])
    bets, game = (3, 3) if lines.fixed(sheet) else (), (6,) if lines.mixed(sheet) else ()
    return b.Grid(
        head=head,
        rows=rows,
        widths=(2, 2, 2, 4, 3, *bets, *game, 6 if game else 8),
        align="r" * (len(head) - 1 - len(game)) + "l" * (1 + len(game)),
        shaded_rows=pauses,
        small=len(rows) > MANY_LEVELS,
    )


def wall(pen: Pen, of: str, copy: int = 1) -> b.Paper | Refused:
    """A list that was due by itself, by its name: `room.1.4`, `next_day.2`, `payouts`."""
    kind, _, which = of.partition(".")
    line = LISTS.get(kind)
    if line is None or not line.due:
        return Refused("paper.none.wall", {"of": of})
    said: list[Any] = which.rsplit(".", len(line.takes) - 1) if line.takes else []
    if "level" in line.takes:
        if len(said) < len(line.takes) or not (said[-1].isascii() and said[-1].isdecimal()):
            return Refused("paper.none.wall", {"of": of})
        said[-1] = int(said[-1])
    made = maker(line)(pen, **dict(zip(line.takes, said, strict=True)))
    return made if isinstance(made, Refused) else msgspec.structs.replace(made, mark=pen.mark(copy))
