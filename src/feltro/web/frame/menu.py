"""Where each role works: the navigation, and the page each one starts on. A new page adds its line here."""

from __future__ import annotations

from typing import NamedTuple

OFFICE = ("organiser", "director")
FLOOR = (*OFFICE, "floor")
DESK = (*OFFICE, "cashier")
MONEY = (*DESK, "finance")
STAFF = ("organiser", "director", "finance", "cashier", "floor")


class Place(NamedTuple):
    path: str
    key: str
    """Its name, a key of words/."""
    roles: tuple[str, ...]


PLACES: list[Place] = [
    Place("/eventos", "menu.events", STAFF),
    Place("/direcao", "menu.director", FLOOR),
    Place("/balcao", "menu.desk", MONEY),
    Place("/caixa", "menu.drawer", MONEY),
    Place("/pix", "menu.pix", MONEY),
    Place("/impressora", "menu.printer", STAFF),
    Place("/telas", "menu.screens", OFFICE),
    Place("/premios", "menu.prizes", MONEY),
    Place("/equipe", "menu.staff", OFFICE),
    Place("/aparelhos", "menu.devices", OFFICE),
]

START: dict[str, str] = {
    "organiser": "/eventos",
    "director": "/direcao",
    "finance": "/balcao",
    "cashier": "/balcao",
    "floor": "/direcao",
    "dealer": "/dealer",
    "viewer": "/tela",
}
"""Where somebody lands who came in and asked for nothing in particular."""


def places_for(role: str) -> list[Place]:
    return [place for place in PLACES if role in place.roles]
