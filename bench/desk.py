"""What selling an entry costs at a desk that has sold 10,000 of them, against the bare disk and a house in memory."""

from __future__ import annotations

import os
import tempfile
import time
from datetime import date
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec

from bench.row import Row
from feltro.app.handling import House
from feltro.app.handling.catalogue import command_decoder
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import parse_instant
from feltro.store.memory import MemoryStore
from feltro.store.port import Adopted, Contents, Keep, Meta, Transaction
from feltro.store.sqlite import SqliteStore
from feltro.tournament.sheet import Sheet

if TYPE_CHECKING:
    from feltro.store.port import Store

ENTRIES = 10_000
PAGE = 4096
FLUSHES_PROMISED = 4
NOW = parse_instant("2026-11-20T17:30:00-03:00")
PRICE = 62_000


def rows(seconds: float) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        store = SqliteStore(Path(folder) / "desk.sqlite3")
        try:
            memory = fill(store, ENTRIES)
            return _commands(House(store), memory, Path(folder), seconds)
        finally:
            store.close()


def fill(store: Store, entries: int) -> House:
    """Sold in memory, by the same commands, and taken in at once: no flush for each. The house in memory is given back."""
    memory = MemoryStore()
    house = House(memory)
    give(house, "CreateSeason", "organiser", season="s26", name="2026", year=2026)
    made = msgspec.to_builtins(made_sheet(), str_keys=True)
    give(house, "CreateTournament", "organiser", tournament="t1", season="s26", stage="e1", sheet=made, answers={})
    give(house, "OpenDrawer", "cashier", desk="d1", cashier="ana", float_centavos=100_000)
    for number in range(entries):
        register(memory, number)
        sell(house, number)
    events = (event for stream in memory.streams() for event in memory.read(stream))
    taken = store.adopt(Contents(events, memory.answers(), memory.registry()))
    assert isinstance(taken, Adopted)  # noqa: S101 - an empty store would be fast for nothing
    return house


def register(store: Store, number: int) -> None:
    """A person whose papers were seen."""
    body = {"id": f"p{number}", "name": "X", "born_on": "1990-01-01", "photo_id": {"at": 1, "by": "ana"}}
    meta = Meta("ana", "cashier", "desk-1", NOW, f"person-{number}", "SavePerson")
    store.commit(Transaction(meta, registry=(Keep("person", f"p{number}", msgspec.json.encode(body)),)))


def sell(house: House, number: int) -> None:
    sale = {
        "tournament": "t1",
        "entry": f"e{number}",
        "person": f"p{number}",
        "item": "entry",
        "desk": "d1",
        "day": "1A",
    }
    paid = [{"method": "cash", "amount_centavos": PRICE}]
    give(house, "SellEntry", "cashier", **sale, payments=paid, terms_accepted=True)


def give(house: House, kind: str, role: str, who: str = "ana", key: str = "", **fields: Any) -> None:
    """From JSON, as a command arrives."""
    command = command_decoder().decode(msgspec.json.encode({"type": kind, **fields}))
    key = key or f"{kind}-{fields.get('entry', '')}"
    outcome = house.handle(command, Envelope(key=key, who=who, role=role, device="desk-1", at=NOW))
    assert isinstance(outcome, Done), outcome  # noqa: S101 - a refused command would be fast for nothing


def made_sheet() -> Sheet:
    """The main event of the CGP. Its days have no limit of seats."""
    sheet = sheet_from_template(templates()["cgp-main"], date(2026, 11, 20))
    assert isinstance(sheet, Sheet)  # noqa: S101 - it ships with Feltro
    return sheet


def _commands(house: House, memory: House, folder: Path, seconds: float) -> list[Row]:
    """Turn and turn about with the bare disk, because disks change their mind from second to second, and with the same
    sale in memory. The bare write goes over a page that is already there: the cheapest flush that there is."""
    bare = os.open(folder / "bare", os.O_RDWR | os.O_CREAT)
    os.pwrite(bare, bytes(PAGE), 0)
    os.fsync(bare)
    number = ENTRIES
    register(house.store, number)
    sell(house, number)  # the first one reads the log; from then on the house knows
    ours: list[float] = []
    remembered: list[float] = []
    others: list[float] = []
    disk: list[float] = []
    until = time.perf_counter() + 2 * seconds
    while time.perf_counter() < until:
        number += 1
        register(house.store, number)
        began = time.perf_counter()
        sell(house, number)
        sold = time.perf_counter()
        os.pwrite(bare, bytes([len(disk) % 256]) * PAGE, 0)
        os.fdatasync(bare)
        disk.append(time.perf_counter() - sold)
        ours.append(sold - began)
        remembered.append(_sold_in(memory, number))
        for kind, role, fields in (("CheckIdentity", "floor", {"day": "1A"}), ("Eliminate", "floor", {})):
            began = time.perf_counter()
            give(house, kind, role, tournament="t1", entry=f"e{number}", **fields)
            others.append(time.perf_counter() - began)
    os.close(bare)
    return [
        _row("the median command, 10,000 entries", [*ours, *others], disk, 1 / FLUSHES_PROMISED),
        _row("an entry sold, the dearest of them", ours, disk, 1 / FLUSHES_PROMISED),
        _against_memory(ours, remembered, disk),
    ]


def _sold_in(memory: House, number: int) -> float:
    register(memory.store, number)
    began = time.perf_counter()
    sell(memory, number)
    return time.perf_counter() - began


def _against_memory(ours: list[float], remembered: list[float], disk: list[float]) -> Row:
    allowed = [2 * sale + flush for sale, flush in zip(remembered, disk, strict=True)]
    peer = "twice the same in memory and one bare flush"
    micro = (median(ours) * 1e6, median(allowed) * 1e6)
    return Row("an entry sold, on the disk", "microseconds", *micro, peer, 1, smaller_is_better=True)


def _row(what: str, ours: list[float], disk: list[float], promised: float) -> Row:
    peer = "one bare fdatasync of 4 KB"
    return Row(what, "microseconds", median(ours) * 1e6, median(disk) * 1e6, peer, promised, smaller_is_better=True)
