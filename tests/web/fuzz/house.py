"""A house in which every form can be reached, and which is as it was after every form that changed it."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

from feltro.app.access.devices import DeviceWish, offer_pairing, pair
from feltro.app.access.doors import add_user, invite_user
from feltro.app.access.rows import User
from feltro.app.access.second_step import offer_second_step, set_second_step
from feltro.app.access.totp import STEP_SECONDS, code_at
from feltro.app.handling import House
from feltro.app.screens.commands import AddScreen
from feltro.app.world.plan import Envelope
from feltro.house.desks import CountDrawer, OpenDrawer
from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.store.address import open_store
from feltro.store.memory import MemoryStore
from tests.golden_house import HOUSES, LOOKED_AT

if TYPE_CHECKING:
    from pathlib import Path

STAFF = {
    "olga": "organiser",
    "dora": "director",
    "caio": "cashier",
    "fina": "finance",
    "fred": "floor",
    "davi": "dealer",
}


def sent(key: str) -> Envelope:
    return Envelope(key=key, who="olga", role="organiser", at=LOOKED_AT)


def full_house(folder: Path) -> tuple[MemoryStore, set[str]]:
    """Events opened, in play, over and paid, with people, drawers and a ranking: the golden house, with all its staff.

    And addresses that no page has a link to, because they are written on paper or on somebody's screen."""
    file = folder / "house.sqlite3"
    file.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))
    kept = open_store(f"sqlite:///{file}")
    with kept.snapshot() as still:
        store = MemoryStore()
        events = {stream: list(still.read(stream)) for stream in still.streams()}
        answers = {one.key: one.outcome for one in still.answers()}
        registry = {(row.kind, row.id): row for row in still.registry()}
        vault = {one: still.secret(one) for one in still.secrets()}
        Snapshot(events, answers, registry, vault).restore(store)
    kept.close()
    known = {row.id for row in store.registry("user")}
    for user, role in STAFF.items():
        if user not in known:
            assert add_user(store, User(id=user, name=user.title(), role=role), "", sent(f"add-{user}")) is None
    house = House(store)
    for key, act in (
        ("screen", AddScreen(screen="entrada", label="TV da entrada")),
        ("drawer", OpenDrawer(desk="caixa-2", cashier="olga", float_centavos=100_000)),
        ("count", CountDrawer(desk="caixa-2")),
    ):
        assert not isinstance(house.handle(act, sent(key)), Refused)
    offer = offer_pairing(store, DeviceWish("tablet", "dealer", "Tablet 1"), sent("offer"))
    tablet = offer_pairing(store, DeviceWish("tablet", "floor", "Tablet 2"), sent("offer-2"))
    assert not isinstance(pair(store, tablet.text, tablet.pin, sent("pair")), Refused)
    seed = offer_second_step(store, "fina", sent("seed"))
    code = code_at(seed, LOOKED_AT // SECOND // STEP_SECONDS)
    assert not isinstance(set_second_step(store, "fina", code, sent("code")), Refused)
    link = invite_user(store, "davi", sent("invite"))
    return store, {f"/parear/{offer.text}", f"/convite/{link}"}


class Snapshot:
    """All that a store holds, to put back."""

    def __init__(self, events, answers, registry, vault) -> None:
        self.events = {stream: list(recorded) for stream, recorded in events.items()}
        self.answers, self.registry, self.vault = dict(answers), dict(registry), dict(vault)

    @classmethod
    def of(cls, store: MemoryStore) -> Snapshot:
        return cls(store._events, store._answers, store._registry, store._vault)

    def restore(self, store: MemoryStore) -> None:
        store._events = {stream: list(recorded) for stream, recorded in self.events.items()}
        store._answers, store._registry, store._vault = dict(self.answers), dict(self.registry), dict(self.vault)


def fresh(snapshot: Snapshot) -> House:
    store = MemoryStore()
    snapshot.restore(store)
    return House(store)
