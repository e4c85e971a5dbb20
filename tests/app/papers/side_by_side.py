"""Papers of an ordinary evening laid side by side, for the manual: what `script/pictures` shows of what comes off the press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PIL import Image

from feltro.app.papers import blocks as b
from feltro.app.papers.deal import deal
from feltro.app.papers.lists import payouts
from feltro.app.papers.penalty import penalty
from feltro.app.papers.press import printed
from feltro.app.papers.receipts import receipt
from feltro.app.papers.room import room
from feltro.app.papers.seats import move, seat
from feltro.app.papers.strips import movers
from tests.app.papers.gallery import DIRECTOR, pictures
from tests.app.papers.hall import NamedFloor, NamedHall, source
from tests.tournament.room import at

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

BOOK, NAME = "cgp-2024", "CGP 2026 · Porto Alegre · Main Event"
NAMES = (
    "João Conceição",
    "Tânia Esteves",
    "Maria das Graças Lima",
    "Édson Farias",
    "Lúcio Barros",
    "Kátia Gomes",
    "Olavo Horta",
    "Rita Dias",
    "Sávio Castro",
    "Nair Almeida",
    "Ana Beatriz de Souza",
)
BEHIND, GAP, HEIGHT, WIDTH = (217, 213, 199), 28, 1150, 1720


class PlainFloor(NamedFloor):
    names = NAMES


class PlainHall(NamedHall):
    names = NAMES


def floor() -> PlainFloor:
    """Six tables of nine an hour in: one was broken, somebody was too slow."""
    made = PlainFloor(book=BOOK, name=NAME)
    made.open(*((number, 9) for number in range(1, 7)))
    made.order("SetBalancing", mode="off")
    made.fill(52)
    price = made.state.sheet.items[0].price_centavos
    cash = {"method": "cash", "amount_centavos": price, "tendered_centavos": price + 8000}
    made.sell("e53", "p53", payments=[cash])
    made.now = at("14:00")
    made.order("StartClock", day="1")
    made.now = at("14:31")
    made.order("LookAtClock")
    for number in range(1, 10):
        made.bust(f"e{number}")
    for number in range(10, 54):
        made.order("CountStack", entry=f"e{number}", chips=19_000 + 700 * (number * 7 % 40))
    made.order("BreakTable", table=6, reason="x")
    punished = {
        "penalty": "x1",
        "entry": "e20",
        "infraction": "conduct.stalling",
        "kind": "missed_hands",
        "amount": 6,
    }
    made.done("GivePenalty", **punished, **DIRECTOR)
    return made


def hall() -> PlainHall:
    """Ninety entries, five left, and a deal on the table."""
    made = PlainHall(book=BOOK, name=NAME).fill(90)
    made.close().announce().down_to(5)
    chips = sum(one.chips for one in made.state.entries.values())
    stacks = {f"e{number}": chips * share // 27 for number, share in enumerate((9, 7, 5, 3, 3), 1)}
    stacks["e1"] += chips - sum(stacks.values())
    made.done("OpenDeal", deal="a1", stacks=stacks, **DIRECTOR)
    made.done("ProposeDeal", deal="a1", method="icm", **DIRECTOR)
    return made


def slips(path: Path) -> Path:
    """A second copy, a seat card, two slips of a broken table, a penalty."""
    pen = source(floor())
    moved = movers(pen, 6)
    assert isinstance(moved, tuple)
    strip = b.strip("mesa", [_paper(move(pen, entry)) for entry in moved[:2]])
    return _laid([receipt(pen, "e53", 2), seat(pen, "e21"), strip, penalty(pen, "x1")], path)


def sheets(path: Path) -> Path:
    """The picture of the room, the payouts on the wall, the sheet of a deal."""
    end = source(hall())
    return _laid([room(source(floor())), payouts(end), deal(end, "a1", 1)], path)


def _paper(made: Any) -> b.Paper:
    assert isinstance(made, b.Paper), made
    return made


def _laid(papers: Iterable[Any], path: Path) -> Path:
    drawn = [pictures(printed(_paper(one)), slip=one.size == "slip")[0].convert("RGB") for one in papers]
    width = sum(one.width for one in drawn) + GAP * (len(drawn) + 1)
    table = Image.new("RGB", (width, max(one.height for one in drawn) + 2 * GAP), BEHIND)
    at_x = GAP
    for one in drawn:
        table.paste(one, (at_x, GAP))
        at_x += one.width + GAP
    table.thumbnail((WIDTH, WIDTH))
    table.quantize(64).save(path, optimize=True)
    return path
