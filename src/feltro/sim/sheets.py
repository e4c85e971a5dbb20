"""Structure sheets of events that a room can play in one evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from feltro.rulebook.book import Sourced
from feltro.rulebook.library import shipped
from feltro.tournament.sheet import (
    ChipCount,
    Day,
    Games,
    Level,
    Limit,
    Payout,
    PayoutColumn,
    SaleItem,
    Sheet,
)
from feltro.tournament.sheet.layer import SPLIT_NAMES
from feltro.tournament.sheet.lint.fees import withheld_by

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.rulebook.book import Rulebook
    from feltro.tournament.sheet import PriceAccount

BLINDS = (
    (100, 200),
    (200, 300),
    (200, 400),
    (300, 600),
    (400, 800),
    (500, 1000),
    (600, 1200),
    (800, 1600),
    (1000, 2000),
    (1500, 3000),
    (2000, 4000),
    (3000, 6000),
    (4000, 8000),
    (5000, 10000),
    (7000, 14000),
    (10000, 20000),
    (15000, 30000),
    (20000, 40000),
    (30000, 60000),
    (40000, 80000),
    (60000, 120000),
    (80000, 160000),
    (100000, 200000),
)
LATE = 6
"""Levels in which entries are sold."""
BREAKS: dict[int, tuple[int, ...]] = {3: (), LATE: (), 9: (100,), 12: (500,), 15: (), 18: (1000,)}
"""Levels with a break behind them, and the chips that leave the tables in it."""
STACK = (
    ChipCount(value=100, count=10),
    ChipCount(value=500, count=8),
    ChipCount(value=1000, count=10),
    ChipCount(value=5000, count=3),
)
SHARES = {
    (2, 7): (7000, 3000),
    (8, 17): (5000, 3000, 2000),
    (18, 35): (4200, 2700, 1800, 1300),
    (36, 60): (3500, 2300, 1600, 1100, 850, 650),
    (61, 90): (3000, 2000, 1400, 1000, 800, 650, 500, 350, 300),
    (91, None): (2600, 1700, 1200, 900, 700, 550, 450, 400, 350, 300, 300, 250, 150, 150),
}
PRIZE_CENTAVOS, RAKE_CENTAVOS = 16000, 4000


def evening_sheet(
    book: str,
    starts_at: datetime,
    *,
    name: str,
    minutes: int = 20,
    points: Literal["main", "side", "none"] = "none",
) -> Sheet:
    """Hold'em on one evening under any of the books: late entries, one re-entry, breaks and chip races."""
    rulebook = shipped()[book]
    split = _split(rulebook)
    entry = SaleItem(
        id="entry",
        kind="entry",
        label="Inscrição",
        price_centavos=sum(split.values()),
        split_centavos=split,
        chips=sum(chip.value * chip.count for chip in STACK),
    )
    return Sheet(
        name=name,
        kind="side",
        games=Games(codes=("nlhe",)),
        book=book,
        days=(Day(id="1", starts_at=starts_at),),
        items=(entry, _again(entry)),
        stack=STACK,
        levels=tuple(_level(number, minutes) for number in range(1, len(BLINDS) + 1)),
        ante_from="big_blind",
        late_registration=LATE,
        late_registration_break=True,
        withheld=withheld_by(rulebook),
        payout=_payout(rulebook),
        points=points,
    )


def _split(rulebook: Rulebook) -> dict[PriceAccount, int]:
    """A small price, with every part that the book takes of its own main event's."""
    said = rulebook["entry.main.split"]
    parts = said.value if isinstance(said, Sourced) else {}
    takes = {account: parts[name].centavos for account, name in SPLIT_NAMES.items() if name in parts}
    return {**takes, "prize_pool": PRIZE_CENTAVOS, "rake": RAKE_CENTAVOS}


def _again(entry: SaleItem) -> SaleItem:
    import msgspec

    return msgspec.structs.replace(
        entry, id="reentry", kind="reentry", label="Reentrada", limit=Limit(per_person=1)
    )


def _level(number: int, minutes: int) -> Level:
    small, big = BLINDS[number - 1]
    rest = 10 if number in BREAKS else 0
    ante = big if number > 1 else 0
    return Level(
        minutes=minutes,
        small_blind=small,
        big_blind=big,
        ante=ante,
        break_minutes=rest,
        colour_up=BREAKS.get(number, ()),
    )


def _payout(rulebook: Rulebook) -> Payout:
    if isinstance(rulebook["prizes.payout_table"], Sourced):
        return Payout(source="book")
    columns = tuple(
        PayoutColumn(from_entries=least, until_entries=most, basis_points=shares)
        for (least, most), shares in SHARES.items()
    )
    return Payout(source="sheet", columns=columns)
