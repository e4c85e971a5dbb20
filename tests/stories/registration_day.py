"""A whole registration day as commands: advance entries, PIX, cards, tickets, alternates, refunds, two drawers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.tournament.sheet import Day, Satellite
from tests.tournament.room import sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

SEATS = 12
PRICE = 62000
SATELLITE_REST = 31120
"""Two entries of R$ 480 less 3 %, less one seat."""
PASSPORT = "AB123456"


def day(now: datetime) -> Iterator[dict[str, Any]]:
    """Every line has who gives it in `as`. The main event starts half an hour from now, the second in three hours."""
    main, second = now + timedelta(minutes=30), now + timedelta(hours=3)
    yield from _opening(main, second)
    yield from _people()
    yield from _ahead(now)
    yield from _counter()
    yield from _tables()
    yield from _refunds()
    yield from _closing()


def _sheet(start: datetime, **changes: Any) -> Any:
    days = (Day(id="1", starts_at=start, seats=SEATS),)
    return msgspec.to_builtins(sheet("cgp-2024", days=days, addenda=("pix-no-dia-cgp",), **changes))


def _opening(main: datetime, second: datetime) -> Iterator[dict[str, Any]]:
    office = {"as": "olga:organiser"}
    first = main.date().isoformat()
    yield {"type": "CreateSeason", **office, "season": "s26", "name": "Circuito", "year": main.year}
    stage = {"season": "s26", "stage": "e1", "name": "Etapa 1", "venue": "Clube"}
    yield {"type": "AnnounceStage", **office, **stage, "first_day": first, "last_day": first}
    for name, made in (
        ("main", _sheet(main)),
        ("second", _sheet(second)),
        ("sat", _sheet(main, kind="satellite", satellite=Satellite(target="main", seat_centavos=PRICE, seats=1))),
    ):
        yield {
            "type": "CreateTournament",
            **office,
            "tournament": name,
            "season": "s26",
            "stage": "e1",
            "sheet": made,
        }
    for desk, cashier in (("d1", "ana"), ("d2", "bia")):
        yield {
            "type": "OpenDrawer",
            "as": f"{cashier}:cashier",
            "desk": desk,
            "cashier": cashier,
            "float_centavos": 100000,
        }


def _people() -> Iterator[dict[str, Any]]:
    for number in range(1, 26):
        known: dict[str, Any] = {
            "name": f"Jogador {chr(64 + number)}",
            "born_on": f"19{60 + number}-03-04",
            "photo_id_seen": True,
        }
        if number == 12:
            known["document"] = {"kind": "foreign", "country": "AR", "number": PASSPORT}
        yield {"type": "RegisterPerson", "as": "ana:cashier", "person": f"p{number}", **known}


def _ahead(now: datetime) -> Iterator[dict[str, Any]]:
    credited = (now - timedelta(days=3)).isoformat()
    papers = ["payment_proof", "name", "cpf"]
    fields = {
        "item": "entry",
        "desk": "d1",
        "method": "bank_transfer",
        "credited_at": credited,
        "terms_accepted": True,
    }
    for number, tournament in ((1, "main"), (2, "main"), (3, "second")):
        entry = {"tournament": tournament, "entry": f"a{number}", "person": f"p{number}"}
        received = papers if number != 2 else papers[:2]
        yield {
            "type": "SellAhead",
            "as": "fabio:finance",
            **entry,
            **fields,
            "reference": f"TED{number}",
            "received": received,
        }
    yield {"type": "CompleteAhead", "as": "ana:cashier", "tournament": "main", "entry": "a2", "received": ["cpf"]}
    yield {"type": "CancelEntry", "as": "ana:cashier", "tournament": "second", "entry": "a3", "desk": "d1"}


def sale(entry: str, person: str, payments: list[dict[str, Any]], desk: str = "d1", **more: Any) -> dict[str, Any]:
    who = {"d1": "ana", "d2": "bia"}[desk]
    fields = {"tournament": "main", "entry": entry, "person": person, "item": "entry", "desk": desk}
    return {
        "type": "SellEntry",
        "as": f"{who}:cashier",
        **fields,
        "payments": payments,
        "terms_accepted": True,
        **more,
    }


def _counter() -> Iterator[dict[str, Any]]:
    cash = {"method": "cash", "amount_centavos": PRICE, "tendered_centavos": 65000}
    for number in (4, 5, 6):
        yield sale(f"e{number}", f"p{number}", [cash])
    yield sale("e7", "p7", [{"method": "debit_card", "amount_centavos": PRICE}], "d2")
    half = [{"method": "cash", "amount_centavos": 32000}, {"method": "credit_card", "amount_centavos": 30000}]
    yield sale("e8", "p8", half, "d2")
    yield sale("e9", "p9", [{"method": "pix", "amount_centavos": PRICE, "txid": "TX9"}], "d2")
    yield sale("e10", "p10", [{"method": "pix", "amount_centavos": PRICE, "txid": "TX10"}])
    matched = {"tournament": "main", "amount_centavos": PRICE}
    statement = {"payer": "P9", "credited_at": "2026-11-20T13:20:00-03:00"}
    yield {"type": "MatchPix", "as": "ana:cashier", **matched, **statement, "sale": "e9", "txid": "TX9"}
    yield {
        "type": "MatchPix",
        "as": "fabio:finance",
        **matched,
        **statement,
        "sale": "e10",
        "txid": "TX10",
    }
    ticket = {"season": "s26", "ticket": "vaga-1", "owner": "p11", "value_centavos": PRICE, "target": "main"}
    yield {"type": "IssueTicket", "as": "olga:organiser", **ticket}
    yield sale("e11", "p11", [{"method": "ticket", "amount_centavos": PRICE, "ticket": "vaga-1"}])
    yield sale("s12", "p12", [cash], tournament="sat")
    yield sale("s13", "p13", [cash], tournament="sat")
    yield {"type": "Eliminate", "as": "dora:director", "tournament": "sat", "entry": "s12"}
    yield {"type": "EndSatellite", "as": "dora:director", "tournament": "sat", "winners": ["s13"]}
    yield {"type": "CloseRegistration", "as": "dora:director", "tournament": "sat"}
    yield {"type": "AnnouncePrizes", "as": "dora:director", "tournament": "sat"}
    rest = {"payment": "sat-1", "entry": "s12", "method": "cash", "amount_centavos": SATELLITE_REST, "desk": "d1"}
    yield {"type": "PayPrize", "as": "ana:cashier", "tournament": "sat", "document": PASSPORT, **rest}
    yield sale("e13", "p13", [{"method": "ticket", "amount_centavos": PRICE, "ticket": "sat-s13"}], "d2")


def _tables() -> Iterator[dict[str, Any]]:
    cash = {"method": "cash", "amount_centavos": PRICE}
    for number in (14, 15, 16):
        yield sale(f"e{number}", f"p{number}", [cash], "d2")
    yield {"type": "Eliminate", "as": "dora:director", "tournament": "main", "entry": "e4"}
    yield {"type": "SeatAlternate", "as": "dora:director", "tournament": "main", "entry": "e15"}
    yield sale("r4", "p4", [cash], item="reentry")
    queue = ["p17", "p18"]
    yield {"type": "CloseRegistration", "as": "dora:director", "tournament": "main", "queue": queue}
    yield sale("e17", "p17", [cash], token=1)


def _refunds() -> Iterator[dict[str, Any]]:
    slip = {
        "tournament": "main",
        "sale": "e7",
        "desk": "d2",
        "reason": "vendido à pessoa errada",
        "receipt_returned": True,
        "nsu": "4711",
    }
    yield {"type": "VoidSale", "as": "dora:director", **slip}
    stop = {"tournament": "second", "action": "cancel", "cause": "outside_control", "reason": "falta de energia"}
    yield {"type": "StopTournament", "as": "dora:director", **stop}
    yield {"type": "DropCash", "as": "ana:cashier", "desk": "d1", "amount_centavos": 100000}


def _closing() -> Iterator[dict[str, Any]]:
    for desk, cashier in (("d1", "ana"), ("d2", "bia")):
        yield {"type": "CountDrawer", "as": f"{cashier}:cashier", "desk": desk}
    one = {"cash": 402880, "transfer": 124000, "pix": 62000}
    two = {"cash": 317900, "credit": 33000, "pix": 62000}
    for desk, cashier, counted in (("d1", "ana", one), ("d2", "bia", two)):
        yield {"type": "CloseDrawer", "as": f"{cashier}:cashier", "desk": desk, "counted_centavos": counted}
