"""Every paper with the hardest things that can stand on it, to be looked at: `python -m tests.app.papers.gallery FOLDER`.

Names of sixty letters, ten chairs at each table, stacks of seven digits, a million reais, sheets of payouts.
"""

from __future__ import annotations

import sys
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pypdfium2

from feltro.app.papers import blocks as b
from feltro.app.papers.deal import deal
from feltro.app.papers.lists import next_day, payouts, seating
from feltro.app.papers.penalty import penalty
from feltro.app.papers.press import printed
from feltro.app.papers.receipts import prize, receipt
from feltro.app.papers.room import room
from feltro.app.papers.seats import bag, move, seat
from feltro.app.papers.strips import movers
from feltro.app.papers.wall import prices, structure
from feltro.app.world.plan import Done
from feltro.tournament.sheet import ChipCount, Day, Level
from tests.app.papers.hall import NamedFloor, NamedHall, source
from tests.tournament.room import BOOKS, at, sheet

DOTS = 203
"""To the inch: what a thermal printer of 80 mm has."""
DIRECTOR = {"tournament": "t1", "role": "director", "who": "dt"}
NAME = "Campeonato Gaúcho de Poker 2026 · Etapa Porto Alegre · Main Event R$ 1.000.000,00 garantidos"
MILLION = 1_000_000_00
SHARES = ("0.2500", "0.1500", *(["0.0100"] * 20), *(["0.0050"] * 40), *(["0.0040"] * 50))
LEVELS = tuple(
    Level(
        minutes=40,
        small_blind=25000 * n,
        big_blind=50000 * n,
        ante=50000 * n,
        break_minutes=0 if n % 4 else 15,
    )
    for n in range(1, 31)
)


def dear(book: str) -> dict[str, Any]:
    """A sheet whose entry costs more than a million, with many levels."""
    entry, again, rebuy = sheet(book).items
    split = {**entry.split_centavos, "prize_pool": MILLION}
    more = {"price_centavos": sum(split.values()), "split_centavos": split, "chips": 1_250_000}
    again = msgspec.structs.replace(again, label="Reentrada")
    items = tuple(msgspec.structs.replace(one, **more) for one in (entry, again))
    stack = (ChipCount(value=25000, count=10), ChipCount(value=100000, count=10))
    return {
        "name": NAME,
        "items": (*items, msgspec.structs.replace(rebuy, chips=1_000_000)),
        "levels": LEVELS,
        "stack": stack,
        "ante_from": "big_blind",
    }


@cache
def broken(book: str) -> NamedFloor:
    """Thirteen tables of ten; the last one is broken into the chairs of those who went out."""
    floor = NamedFloor(book=book, **dear(book))
    floor.open(*((number, 10) for number in range(1, 14)))
    floor.order("SetBalancing", mode="off")
    floor.fill(128)
    cash = [{"method": "cash", "amount_centavos": floor.state.sheet.items[0].price_centavos}]
    cash[0]["tendered_centavos"] = cash[0]["amount_centavos"] + 5000
    floor.sell("e129", "p129", payments=cash)
    if book == "bpt-2015":
        for act in ("CheckIdentity", "CheckIn"):
            floor.done(act, tournament="t1", entry="e129", day="1")
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    floor.now = at("14:41")
    floor.order("LookAtClock")
    for number in range(1, 13):
        floor.bust(f"e{number}")
    for number in range(20, 60):
        if f"e{number}" in floor.state.floor.chair_of:
            floor.order("CountStack", entry=f"e{number}", chips=1_000_000 + 37_500 * number)
    floor.order("BreakTable", table=13, reason="x")
    _punish(floor)
    return floor


def _punish(floor: NamedFloor) -> None:
    """As long as the book allows: twenty hands, two orbits, or a blind."""
    for kind, amount in (("missed_hands", 20), ("missed_rounds", 2), ("small_blind", 1)):
        asked = {"penalty": "x1", "entry": "e23", "infraction": "conduct.stalling", "kind": kind, "amount": amount}
        asked |= {"present": 10, "hand_over": True} if kind == "small_blind" else {}
        if isinstance(floor.do("GivePenalty", **asked, **DIRECTOR), Done):
            return
    raise AssertionError(floor.state.sheet.book)


@cache
def paid(book: str) -> NamedHall:
    """130 entries, 112 places paid, nine left, a deal proposed."""
    hall = NamedHall(book=book, **dear(book)).fill(130)
    columns = [{"entries_from": 130, "shares": list(SHARES)}]
    hall.done("ReplacePayoutTable", columns=columns, **DIRECTOR)
    hall.close().announce().down_to(9)
    hall.done("ApprovePrize", tournament="t1", entry="e10", role="finance", who="bia")
    hall.pay(
        "e10", hall.amounts["e10"], payment="g1", method="bank_transfer", reference="E123456782026112101", desk=""
    )
    stacks = {f"e{number}": 1_250_000 * 130 // 9 for number in range(1, 10)}
    stacks["e1"] += 1_250_000 * 130 - sum(stacks.values())
    hall.done("OpenDeal", deal="a1", stacks=stacks, **DIRECTOR)
    hall.done("ProposeDeal", deal="a1", method="icm", **DIRECTOR)
    return hall


@cache
def bagged(book: str) -> NamedHall:
    """Two flights; everybody of the first has bagged."""
    days = (
        Day(id="1A", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), until_level=2, seats=5000),
        Day(id="1B", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), until_level=2, seats=5000),
        Day(id="2", starts_at=datetime.fromisoformat("2026-11-22T14:00:00-03:00"), from_level=3),
    )
    made = dear(book)
    hall = NamedHall(book=book, **{**made, "items": made["items"][:1], "days": days, "late_registration": 1})
    for number in range(1, 91):
        hall.sell(f"e{number}", f"p{number}", day="1A")
        if book == "bpt-2015":
            for act in ("CheckIdentity", "CheckIn"):
                hall.done(act, tournament="t1", entry=f"e{number}", day="1A")
    for number in range(1, 91):
        chips = 1_250_000 + (number - 45) * 12_500
        hall.done("Bag", who="rui", tournament="t1", role="floor", entry=f"e{number}", chips=chips)
    return hall


def papers(book: str, lang: str) -> dict[str, Any]:
    """Every paper by its name, slips first."""
    floor, hall, bags = (source(made(book), lang) for made in (broken, paid, bagged))
    sent = movers(floor, 13)
    assert isinstance(sent, tuple)
    payment = next(iter(hall.state.prizes.payments))
    return {
        "receipt": receipt(floor, "e129", 2),
        "seat": seat(floor, "e23"),
        "move": b.strip("mesa", [move(floor, entry) for entry in sent]),
        "penalty": penalty(floor, "x1"),
        "bag": bag(bags, "e3"),
        "prize": prize(hall, payment),
        "prices": prices(floor),
        "structure": structure(floor),
        "seating": seating(floor),
        "room": room(floor),
        "level": room(floor, level=1),
        "next_day": next_day(bags),
        "payouts": payouts(hall),
        "deal": deal(hall, "a1", 2),
    }


def pictures(pdf: bytes, *, slip: bool) -> list[Any]:
    """Each page as the printer sets it; a slip in dots that are black or white."""
    with pypdfium2.PdfDocument(pdf) as document:
        drawn = [page.render(scale=(DOTS if slip else 90) / 72).to_pil() for page in document]
    return [one.convert("L").point(lambda dot: 255 * (dot > 128)) for one in drawn] if slip else drawn


def main(folder: str, books: list[str], langs: list[str]) -> None:
    for book in books or BOOKS:
        for lang in langs or ["pt"]:
            for name, paper in papers(book, lang).items():
                assert isinstance(paper, b.Paper), (book, name, paper)
                for number, picture in enumerate(pictures(printed(paper), slip=paper.size == "slip"), 1):
                    picture.save(Path(folder) / f"{book}-{lang}-{name}-{number}.png")


if __name__ == "__main__":
    asked = sys.argv[2:]
    main(sys.argv[1], [one for one in asked if one in BOOKS], [one for one in asked if one not in BOOKS])
