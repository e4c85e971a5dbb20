"""Ten desks that sell entries of one event together, against one of them alone; and what one sale costs."""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from bench.desk import NOW, PRICE, give, made_sheet
from bench.row import Row
from feltro.app.handling import House
from feltro.store.port import Keep, Meta, Transaction
from feltro.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from feltro.store.port import Store

DESKS = 10
TOGETHER = 2.0
"""What ten sell in the time in which one sells one: flushes are shared, the interpreter is not."""
SALES = 200
"""Of each side before the other has its turn."""


def rows(seconds: float) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        store = SqliteStore(Path(folder) / "desks.sqlite3")
        try:
            one, ten = compared(store, seconds)
        finally:
            store.close()
    return [Row("ten desks on one event, SQLite", "sales/s", ten, one, "one desk alone", TOGETHER)]


def compared(store: Store, seconds: float) -> tuple[float, float]:
    """Sales in a second: of one desk, and of ten together, turn and turn about."""
    room = Counters(House(store))
    room.sold(1, SALES)  # the first ones read and bind what the house has to know
    took = {1: 0.0, DESKS: 0.0}
    turns = 0
    while sum(took.values()) < 2 * seconds:
        turns += 1
        for desks in took:
            took[desks] += room.sold(desks, SALES)
    return turns * SALES / took[1], turns * SALES / took[DESKS]


class Counters:
    """An event without a limit of chairs, and ten desks with a cashier each."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._sold = 0
        sheet = msgspec.to_builtins(made_sheet(), str_keys=True)
        give(house, "CreateSeason", "organiser", season="s26", name="2026", year=2026)
        opened = {"tournament": "t1", "season": "s26", "stage": "e1"}
        give(house, "CreateTournament", "organiser", **opened, sheet=sheet, answers={})
        for desk in range(DESKS):
            drawer = {"desk": f"d{desk}", "cashier": f"c{desk}", "float_centavos": 100_000}
            give(house, "OpenDrawer", "cashier", f"c{desk}", f"open-{desk}", **drawer)

    def sold(self, desks: int, sales: int) -> float:
        """The seconds that so many sales took, shared evenly by so many desks."""
        numbers = range(self._sold, self._sold + sales)
        self._sold += sales
        people(self.house.store, numbers)
        with ThreadPoolExecutor(desks) as pool:
            began = time.perf_counter()
            for done in [pool.submit(self._serve, desk, numbers[desk::desks]) for desk in range(desks)]:
                done.result()
            return time.perf_counter() - began

    def _serve(self, desk: int, numbers: range) -> None:
        for number in numbers:
            give(self.house, "SellEntry", "cashier", f"c{desk}", f"sale-{number}", **sale(desk, number))


def sale(desk: int, number: int) -> dict[str, Any]:
    place = {"tournament": "t1", "item": "entry", "desk": f"d{desk}", "day": "1A"}
    paid = [{"method": "cash", "amount_centavos": PRICE}]
    return {**place, "entry": f"e{number}", "person": f"p{number}", "payments": paid, "terms_accepted": True}


def people(store: Store, numbers: range) -> None:
    """So many people whose papers were seen, in one commit."""
    rows = tuple(Keep("person", f"p{number}", _papers(number)) for number in numbers)
    store.commit(
        Transaction(Meta("ana", "cashier", "desk-1", NOW, f"people-{numbers}", "SavePerson"), registry=rows)
    )


def _papers(number: int) -> bytes:
    body = {"id": f"p{number}", "name": "X", "born_on": "1990-01-01", "photo_id": {"at": 1, "by": "ana"}}
    return msgspec.json.encode(body)
