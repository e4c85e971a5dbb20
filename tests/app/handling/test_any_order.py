"""Ten desks at once are as good as some order of them: what each was told, the log says so of one after the other."""

from __future__ import annotations

import random
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from feltro.app.handling import House
from feltro.app.handling.catalogue import command_decoder
from feltro.app.world import Look, World
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.outcome import Refused
from feltro.store.memory import MemoryStore
from feltro.store.sqlite import SqliteStore
from feltro.tournament.sheet import Limit
from tests.tournament.room import Room, at, sheet

DESKS = 10
PEOPLE = 6
"""Fewer than desks: two of them want the same one."""
SEATS = 4
PRICE = 62000
CASH = [{"method": "cash", "amount_centavos": PRICE}]
PATIENCE = 60


def act(desk: int, number: int, kind: str, whom: int) -> dict[str, Any]:
    """What a desk does in a rush: over few people, few chairs, and drawers with little in them."""
    place = {"tournament": "t1", "desk": f"x{desk}"}
    sale = {**place, "entry": f"e{desk}-{number}", "person": f"p{whom}", "payments": CASH, "terms_accepted": True}
    return {
        "sell": {"type": "SellEntry", **sale, "item": "entry"},
        "last": {"type": "SellEntry", **sale, "item": "only"},
        "drop": {"type": "DropCash", "desk": f"x{desk}", "amount_centavos": PRICE},
        "register": {"type": "RegisterPerson", "person": f"n{whom}", "name": f"Nova {whom}"},
    }[kind]


class Told(NamedTuple):
    """What a desk did at its place in its own line, and what it was told."""

    desk: int
    place: int
    command: Any
    envelope: Envelope
    outcome: Done | Refused


def room_of(store) -> House:
    """A sheet with an item that four may buy, and ten drawers."""
    items = sheet().items
    only = msgspec.structs.replace(items[0], id="only", limit=Limit(total=SEATS))
    room = Room(House(store), items=(*items, only))
    for person in range(PEOPLE):
        room.person(f"p{person}")
    for desk in range(DESKS):
        room.done("OpenDrawer", who=f"c{desk}", desk=f"x{desk}", cashier=f"c{desk}")
    return room.house


def given_by(desk: int, acts: list[tuple[str, int]]) -> list[tuple[Any, Envelope]]:
    found = []
    for number, (kind, whom) in enumerate(acts):
        command = command_decoder().decode(msgspec.json.encode(act(desk, number, kind, whom)))
        who = Envelope(key=f"{desk}-{number}", who=f"c{desk}", role="cashier", device="test", at=at("13:30"))
        found.append((command, who))
    return found


def together(house: House, desks: list[list[tuple[Any, Envelope]]], seed: int) -> list[Told]:
    """All desks at once, each with its own commands in order and pauses that the seed says."""
    told: list[Told] = []
    gate = threading.Barrier(len(desks))

    def serve(desk: int) -> None:
        rng = random.Random(seed * DESKS + desk)
        gate.wait(PATIENCE)
        for place, (command, envelope) in enumerate(desks[desk]):
            threading.Event().wait(rng.choice((0, 0, 0, 0.001, 0.003)))
            told.append(Told(desk, place, command, envelope, house.handle(command, envelope)))

    threads = [threading.Thread(target=serve, args=(desk,)) for desk in range(len(desks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(told) == sum(map(len, desks))
    return told


def in_the_order_of_the_log(house: House, told: list[Told]) -> list[Told]:
    places = {link.key: link.number for link in house.store.links()}
    done = [one for one in told if isinstance(one.outcome, Done)]
    return sorted(done, key=lambda one: places[one.envelope.key])


def is_some_order(told: list[Told], in_order: list[Told]) -> None:
    """Done again one after the other, as the log has them, every command is answered the same; and each that was
    refused is refused in the same words at a point between what its own desk had done before it and did after."""
    again = room_of(MemoryStore())
    refused = [one for one in told if isinstance(one.outcome, Refused)]
    for number in range(len(in_order) + 1):
        behind, ahead = in_order[:number], in_order[number:]
        refused = [one for one in refused if not (may_stand(one, behind, ahead) and is_refused(again, one))]
        if ahead:
            assert again.handle(ahead[0].command, ahead[0].envelope) == ahead[0].outcome
    assert refused == [], "refused as no order of the others would have it"


def may_stand(one: Told, behind: list[Told], ahead: list[Told]) -> bool:
    later = any(other.desk == one.desk and other.place > one.place for other in behind)
    earlier = any(other.desk == one.desk and other.place < one.place for other in ahead)
    return not later and not earlier


def is_refused(again: House, one: Told) -> bool:
    with again.world.lock:
        return again.plan(one.command, one.envelope, Look(again.world)) == one.outcome


@contextmanager
def a_store(kind: str):
    if kind == "memory":
        yield MemoryStore()
        return
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "order.sqlite3")
        yield store
        store.close()


ACTS = st.lists(
    st.tuples(st.sampled_from(("sell", "last", "last", "drop", "register")), st.integers(0, PEOPLE - 1)), max_size=4
)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ACTS, min_size=DESKS, max_size=DESKS), st.integers(0, 99))
def test_any_interleaving_of_ten_desks_equals_some_order_of_them(kind, acts, seed):
    """Nobody is sold a chair that was gone, refused one that was free, or told of what did not happen."""
    with a_store(kind) as store:
        house = room_of(store)
        told = together(house, [given_by(desk, mine) for desk, mine in enumerate(acts)], seed)
        is_some_order(told, in_the_order_of_the_log(house, told))


def rush(house: House) -> list[Told]:
    acts = [[("last", desk % PEOPLE), ("sell", (desk + 1) % PEOPLE)] for desk in range(DESKS)]
    return together(house, [given_by(desk, mine) for desk, mine in enumerate(acts)], seed=1)


def test_ten_desks_do_race(monkeypatch):
    """Or the property above would say nothing: a turn takes several of them along, and some meet what others did."""
    turns: list[int] = []
    real = House._decide

    def counted(house, group, turn, said):
        found = real(house, group, turn, said)
        turns.append(len(said))
        return found

    monkeypatch.setattr(House, "_decide", counted)
    with a_store("sqlite") as store:
        told = rush(room_of(store))
    because = {one.outcome.because for one in told if isinstance(one.outcome, Refused)}
    assert max(turns) > 2, turns
    assert {"entry.sold_out", "entry.already_in"} & because


def test_whoever_judges_the_order_is_not_blind():
    """Commands in another order than they were done in, and a refusal that nothing explains, are found out."""
    with a_store("memory") as store:
        house = room_of(store)
        told = rush(house)
        in_order = in_the_order_of_the_log(house, told)
    is_some_order(told, in_order)
    with pytest.raises(AssertionError):
        is_some_order(told, in_order[::-1])
    [(command, envelope)] = given_by(0, [("drop", 0)])
    unheard = Told(0, 9, command, envelope, Refused("drawer.counting", {"desk": "x0"}))
    with pytest.raises(AssertionError, match="no order"):
        is_some_order([*told, unheard], in_order)


def test_the_store_holds_a_house_that_learns_nothing_to_what_it_wrote(monkeypatch):
    """Memory is no guard of its own: what was decided on an old state is not written, and is decided again."""
    with a_store("memory") as store:
        house = room_of(store)
        with monkeypatch.context() as patched:
            patched.setattr(World, "learn", lambda _world, _stream, _events, _meta: None)
            told = rush(house)
        in_order = in_the_order_of_the_log(house, told)
    busy = Refused("command.too_busy")
    is_some_order([one for one in told if one.outcome != busy], in_order)
    assert len([one for one in in_order if getattr(one.command, "item", "") == "only"]) <= SEATS
    assert in_order[0].outcome != busy
