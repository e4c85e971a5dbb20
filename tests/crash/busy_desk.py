"""A busy desk as commands, the same ones every time for the same name: so that any of them can be sent again."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.handling.catalogue import command_decoder
from feltro.app.world.plan import Done, Envelope
from feltro.tournament.sheet import Day
from tests.tournament.room import Room, at, sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.kernel.outcome import Refused

PRICE = 62000
CASHIERS = {"d1": "ana", "d2": "bia"}
OTHERS = {"VoidSale": ("dora", "director"), "MatchPix": ("fabio", "finance"), "IssueTicket": ("olga", "organiser")}
"""Who gives what no cashier may."""
CASH = [{"method": "cash", "amount_centavos": PRICE, "tendered_centavos": 65000}]


class Given(NamedTuple):
    envelope: Envelope
    command: dict[str, Any]

    def to(self, house: House) -> Done | Refused:
        return house.handle(command_decoder().decode(msgspec.json.encode(self.command)), self.envelope)


def open_house_for_sale(house: House) -> None:
    """Two events without a limit of chairs, and two desks. At half past one the first one sells, and the second
    both sells and takes back: exactly an hour before its start."""
    days = [
        (Day(id="1", starts_at=datetime.fromisoformat(f"2026-11-20T{hour}:00-03:00")),)
        for hour in ("14:00", "14:30")
    ]
    room = Room(house, days=days[0], addenda=("pix-no-dia-cgp",))
    made = msgspec.to_builtins(sheet(days=days[1]), str_keys=True)
    room.done("CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made)
    room.done("OpenDrawer", who="bia", desk="d2", cashier="bia", float_centavos=100000)


def commands(name: str, desk: str) -> Iterator[Given]:
    """Without end. Every one is accepted, whatever other desks do meanwhile. Keys count from nought."""
    keys = (f"{name}.{desk}.{number}" for number in count())
    for number in count():
        last = ""
        for command in _serve(f"{name}.{desk}.p{number}", number, desk):
            key = next(keys)
            who, role = OTHERS.get(command["type"], (CASHIERS[desk], "cashier"))
            given = {**command, "command_key": last} if command["type"] == "Undo" else command
            yield Given(Envelope(key=key, who=who, role=role, device=desk, at=at("13:30")), given)
            last = key


def _serve(person: str, number: int, desk: str) -> Iterator[dict[str, Any]]:
    """One person at the counter: six ways to pay or to change one's mind, each over several events or streams."""
    yield {"type": "RegisterPerson", "person": person, **_papers(person)}
    place = {"tournament": "t1", "desk": desk}
    sale = {
        "type": "SellEntry",
        **place,
        "entry": person,
        "person": person,
        "item": "entry",
        "terms_accepted": True,
    }
    match number % 6:
        case 0:
            card = {"method": "debit_card", "amount_centavos": 30000}
            yield {**sale, "payments": [{"method": "cash", "amount_centavos": 32000}, card]}
        case 1:
            txid = sha256(person.encode()).hexdigest()[:30]
            pix = {"method": "pix", "amount_centavos": PRICE, "txid": txid}
            slip = {"source": "terminal", "nsu": str(int(txid[:15], 16))}
            seen = {"sale": person, "txid": txid, "amount_centavos": PRICE, **slip}
            yield {**sale, "payments": [pix]}
            yield {"type": "MatchPix", "tournament": "t1", **seen}
        case 2:
            ticket = {"ticket": person, "owner": person, "value_centavos": PRICE, "target": "t1"}
            yield {"type": "IssueTicket", "season": "s26", **ticket}
            yield {**sale, "payments": [{"method": "ticket", "amount_centavos": PRICE, "ticket": person}]}
        case 3:
            yield {**sale, "payments": CASH, "tournament": "t2"}
            yield {"type": "CancelEntry", "tournament": "t2", "entry": person, "desk": desk}
        case 4:
            txid = sha256(person.encode()).hexdigest()[:30]
            yield {**sale, "payments": [{"method": "pix", "amount_centavos": PRICE, "txid": txid}]}
            yield {"type": "Undo"}
        case 5:
            yield {**sale, "payments": CASH}
            yield {
                "type": "VoidSale",
                **place,
                "sale": person,
                "reason": "vendido à pessoa errada",
                "receipt_returned": True,
            }
            yield {"type": "DropCash", "desk": desk, "amount_centavos": 10000}


def _papers(person: str) -> dict[str, Any]:
    """Names and birthdays that nobody takes for somebody else's."""
    digits = sha256(person.encode()).digest()
    letters = "".join(chr(97 + digit % 26) for digit in digits)
    born = date(1940, 1, 1) + timedelta(days=int.from_bytes(digits[:3], "big") % 20_000)
    return {"name": f"{letters[:12]} {letters[12:28]}".title(), "born_on": born.isoformat(), "photo_id_seen": True}
