"""Events with people who have names, and the words and pictures of what is printed of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pypdfium2

from feltro.app.papers.pen import Pen, pen_of
from feltro.app.papers.press import printed
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep, Meta, Transaction
from tests.tournament.prizes.hall import Hall
from tests.tournament.seats import Floor

NAMES = (
    "Ana Beatriz de Souza",
    "João Conceição",
    "Łukasz Žižek",
    "Maria das Graças Albuquerque Cavalcanti de Vasconcelos e Silva Neto",
)
SITE = "http://192.168.0.10:8000"
EDGE = 2.0
"""Points that a letter may stand beyond the paper's text: none; this much is rounding."""


class Named:
    """A room that writes names into the registry."""

    now: Any
    house: Any
    names: tuple[str, ...] = NAMES

    def person(self, person: str, born: str = "1990-01-01", *, seen: bool = True, document: str = "") -> None:
        number = int("".join(sign for sign in person if sign.isdigit()))
        body = {
            "id": person,
            "name": f"{self.names[number % len(self.names)]} {number}",
            "born_on": born,
            "photo_id": {"at": 1, "by": "ana"} if seen else None,
            "document": {"kind": "cpf", "number": "52998224725", "country": "BR"},
        }
        meta = Meta("ana", "cashier", "", self.now, f"person-{person}-{self.next()}", "SavePerson")
        self.house.store.commit(Transaction(meta, registry=(Keep("person", person, msgspec.json.encode(body)),)))


class NamedHall(Named, Hall):
    pass


class NamedFloor(Named, Floor):
    pass


def source(room: Any, lang: str = "pt", site: str = SITE) -> Pen:
    found = pen_of(room.house, "t1", lang, room.now, site)
    assert not isinstance(found, Refused)
    return found


def pages(pdf: bytes) -> list[str]:
    """The words of each page, a space between any two."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def words(paper: Any) -> str:
    assert not isinstance(paper, Refused), paper
    return " ".join(pages(printed(paper)))


def overflowing(pdf: bytes, margin: float) -> list[str]:
    """Pieces of text that stand nearer to an edge than the margin, in points."""
    found = []
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            width, height = page.get_size()
            text = page.get_textpage()
            for number in range(text.count_rects()):
                left, bottom, right, top = text.get_rect(number)
                inside = margin - EDGE <= left and right <= width - margin + EDGE and bottom >= 0 and top <= height
                if not inside:
                    found.append(text.get_text_bounded(left, bottom, right, top))
    return found


def codes(pdf: bytes) -> list[str]:
    """What a phone reads on the first page."""
    import zxingcpp

    with pypdfium2.PdfDocument(pdf) as document:
        picture = document[0].render(scale=4).to_pil()
    return [found.text for found in zxingcpp.read_barcodes(picture)]
