"""A house on the disk with a full room in it: as many people seated as phones will look, and some still to buy."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.handling import House
from feltro.app.handling.catalogue import command_decoder
from feltro.app.people.public_ids import public_ids
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.app.wiring import open_house
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import Instant
from feltro.store.memory import MemoryStore
from feltro.store.port import Adopted, Contents, Keep, Meta, Transaction
from feltro.tournament.sheet import Sheet

if TYPE_CHECKING:
    from pathlib import Path

CHAIRS = 9
PRICE = 62_000
EVENT = "t1"
DAY = "1A"


class Hall(NamedTuple):
    """Where the house lies, and what its people hold."""

    url: str
    cards: list[str]
    """The address of each player's own page."""
    director: str
    cashier: str
    """Tokens of the interface for programs."""
    seated: int
    """Whoever comes after them in the list of people has not bought yet."""


def now() -> Instant:
    return Instant(time.time_ns() // 1000)


def send(house: House, kind: str, role: str, key: str = "", **fields: Any) -> None:
    command = command_decoder().decode(msgspec.json.encode({"type": kind, **fields}))
    told = house.handle(command, Envelope(key=key or kind, who=role, role=role, device="desk-1", at=now()))
    if not isinstance(told, Done):
        raise RuntimeError(f"{kind}: {told}")


def sale(number: int) -> dict[str, Any]:
    """What a cashier sends."""
    paid = [{"method": "cash", "amount_centavos": PRICE}]
    return {"type": "SellEntry", "tournament": EVENT, "entry": f"e{number}", "person": f"p{number}", "item": "entry",
            "desk": "d1", "day": DAY, "payments": paid, "terms_accepted": True}  # fmt: skip


def build(folder: Path, seated: int, to_come: int) -> Hall:
    """Made in memory by the same commands as ever, and taken in at once: no flush for each."""
    house = House(MemoryStore())
    send(house, "CreateSeason", "organiser", season="s26", name="2026", year=2026)
    sheet = msgspec.to_builtins(_sheet(), str_keys=True)
    send(
        house, "CreateTournament", "organiser", tournament=EVENT, season="s26", stage="e1", sheet=sheet, answers={}
    )
    send(house, "OpenDrawer", "cashier", desk="d1", cashier="cashier", float_centavos=100_000)
    for number in range(seated + to_come):
        _introduce(house, number)
        if number < seated:
            fields = sale(number)
            send(house, fields.pop("type"), "cashier", f"sold-{number}", **fields)
    tables = [{"number": number, "chairs": CHAIRS} for number in range(1, -(-seated // CHAIRS) + 1)]
    send(house, "OpenTables", "director", tournament=EVENT, draw="d", day=DAY, tables=tables)
    send(house, "SeatEntries", "director", tournament=EVENT, day=DAY)
    tokens = [_let_in(house, role) for role in ("director", "cashier")]
    cards = [f"/jogador/{EVENT}/{public_ids(house.store).entry(EVENT, f'e{number}')}" for number in range(seated)]
    url = f"sqlite:///{folder / 'hall.sqlite3'}"
    _take_in(house, url)
    return Hall(url, cards, *tokens, seated)


def _take_in(house: House, url: str) -> None:
    kept = open_house(url)
    events = (event for stream in house.store.streams() for event in house.store.read(stream))
    taken = kept.store.adopt(Contents(events, house.store.answers(), house.store.registry()))
    kept.store.close()
    if not isinstance(taken, Adopted):
        raise TypeError(taken)


def _introduce(house: House, number: int) -> None:
    born = str(date(1940, 1, 1) + timedelta(days=number))
    body = {
        "id": f"p{number}",
        "name": f"Jogador {number} da Silva",
        "born_on": born,
        "photo_id": {"at": 1, "by": "ana"},
    }
    meta = Meta("ana", "cashier", "desk-1", now(), f"person-{number}", "SavePerson")
    house.store.commit(Transaction(meta, registry=(Keep("person", f"p{number}", msgspec.json.encode(body)),)))


def _let_in(house: House, role: str) -> str:
    sent = Envelope(key=f"add-{role}", who="terminal", role="organiser", at=now())
    add_user(house.store, User(id=role, name=role.title(), role=role), "", sent)
    token = make_token(
        house.store, role, "load", None, Envelope(key=f"t-{role}", who="terminal", role="organiser", at=now())
    )
    if not isinstance(token, str):
        raise TypeError(token)
    return token


def _sheet() -> Sheet:
    """The main event of the CGP, whose doors opened yesterday. Its days have no limit of seats."""
    sheet = sheet_from_template(templates()["cgp-main"], datetime.now(UTC).date() - timedelta(days=1))
    if not isinstance(sheet, Sheet):
        raise TypeError(sheet)
    return sheet
