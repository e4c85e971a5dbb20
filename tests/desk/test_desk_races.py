"""Two desks at the same instant. Each race is lost without the guard, and won with it."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest

from feltro.app import handling
from feltro.app.handling import House
from feltro.app.plan import Done
from feltro.store.opening import open_store
from feltro.store.port import Append
from feltro.tournament.sheet import Limit
from tests.desk.room import Room, at, sheet


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def rooms(request, tmp_path):
    """Two houses on one database, as two worker processes are; the first one opens the event."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'house.sqlite3'}"
    else:
        address = request.getfixturevalue("postgres_url")
    items = sheet().items
    only = msgspec.structs.replace(items[0], id="only", limit=Limit(total=1))
    first = Room(House(open_store(address)), items=(*items, only))
    first.done("OpenDrawer", who="bia", desk="d2", cashier="bia")
    made = msgspec.to_builtins(sheet())
    first.done("CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made)
    ticket = {"season": "s26", "ticket": "k1", "owner": "p1", "value_centavos": 62000, "target": ""}
    second = object.__new__(Room)
    second.house, second.now, second.count = House(open_store(address)), at("13:30"), 1000
    for person in ("p1", "p2"):
        first.person(person)
    first.done("IssueTicket", role="organiser", **{**ticket, "target": "t1"})
    yield first, second
    first.house.store.close()
    second.house.store.close()


def at_once(rooms: tuple[Room, Room], sales: list[dict[str, Any]]) -> list[Any]:
    """Both decide before either commits."""
    both = threading.Barrier(2)
    outcomes: list[Any] = [None, None]

    def sell(place: int, room: Room) -> None:
        commit, first = room.house.store.commit, [True]

        def waiting(transaction: Any) -> Any:
            if first[0]:
                first[0] = False
                both.wait(timeout=10)
            return commit(transaction)

        room.house.store.commit = waiting  # type: ignore[method-assign]
        who = "ana" if sales[place]["desk"] == "d1" else "bia"
        outcomes[place] = room.do("SellEntry", who=who, **sales[place])

    threads = [threading.Thread(target=sell, args=(place, room)) for place, room in enumerate(rooms)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return outcomes


def sale(entry: str, person: str, desk: str, **more: Any) -> dict[str, Any]:
    paying = [{"method": "cash", "amount_centavos": 62000}]
    fields = {"tournament": "t1", "entry": entry, "person": person, "item": "entry", "desk": desk}
    return {**fields, "payments": paying, "terms_accepted": True, **more}


RACES = {
    "the last seat of a limited event": (
        [sale("e1", "p1", "d1", item="only"), sale("e2", "p2", "d2", item="only")],
        "entry.sold_out",
    ),
    "one person at two desks": ([sale("e1", "p1", "d1"), sale("e2", "p1", "d2")], "entry.already_in"),
    "one ticket used twice": (
        [
            sale(entry, "p1", desk, payments=[{"method": "ticket", "amount_centavos": 62000, "ticket": "k1"}])
            for entry, desk in (("e1", "d1"), ("e2", "d2"))
        ],
        "entry.already_in",
    ),
}


@pytest.mark.parametrize("race", RACES)
def test_one_of_two_desks_is_refused(rooms, race):
    """With the guard one sale is done, and the other is refused on what is true then."""
    sales, because = RACES[race]
    outcomes = at_once(rooms, sales)
    done = [one for one in outcomes if isinstance(one, Done)]
    refused = [one for one in outcomes if not isinstance(one, Done)]
    assert (len(done), [one.because for one in refused]) == (1, [because])


@pytest.mark.parametrize("race", RACES)
def test_without_the_guard_both_would_be_sold(rooms, race, monkeypatch):
    """The same race when commands append to whatever version there is: both are done, which must never be."""
    plain = handling._transaction

    def forced(command, meta, plan, look, done):
        transaction = plain(command, meta, plan, look, done)
        return msgspec.structs.replace(transaction, appends=tuple(a for a in transaction.appends if a.events))

    monkeypatch.setattr(handling, "_transaction", forced)
    for room in rooms:
        _force(room)
    outcomes = at_once(rooms, RACES[race][0])
    assert all(isinstance(one, Done) for one in outcomes)


FORCING = threading.Lock()


def _force(room: Room) -> None:
    commit, store = room.house.store.commit, room.house.store

    def forced(transaction: Any) -> Any:
        with FORCING:
            now = tuple(Append(a.stream, store.version(a.stream), a.events) for a in transaction.appends)
            return commit(msgspec.structs.replace(transaction, appends=now))

    room.house.store.commit = forced  # type: ignore[method-assign]
