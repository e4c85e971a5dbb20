"""A house in which every form can be reached, and which is as it was after every form that changed it."""

from __future__ import annotations

import gzip
from base64 import b64decode
from typing import TYPE_CHECKING

from msgspec.structs import replace

from feltro.app.access.devices import DeviceWish, offer_pairing, pair
from feltro.app.access.doors import add_user, invite_user, make_token
from feltro.app.access.rows import User
from feltro.app.access.second_step import offer_second_step, set_second_step
from feltro.app.access.totp import STEP_SECONDS, code_at
from feltro.app.handling import House
from feltro.app.money.brcode import Receiver
from feltro.app.money.receiver import set_pix_receiver
from feltro.app.programs.webhooks import add_webhook
from feltro.app.screens.commands import AddScreen, KeepImage
from feltro.app.settings.change import settings_of
from feltro.app.settings.membership import set_fee
from feltro.app.world.plan import Envelope
from feltro.house.desks import CountDrawer, DropCash, OpenDrawer, SellMembership
from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.store.address import open_store
from feltro.store.memory import MemoryStore
from tests.golden_house import HOUSES, LOOKED_AT

if TYPE_CHECKING:
    from pathlib import Path

PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
"""One dot."""
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


def full_house(folder: Path) -> tuple[MemoryStore, set[str], str]:
    """Events opened, in play, over and paid, with people, drawers and a ranking: the golden house, with all its staff.

    And addresses that no page has a link to, because they are written on paper or on somebody's screen; and the cookie
    of a tablet that several people use."""
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
        ("image", KeepImage(image="patrocinio", label="Patrocínio", content=PICTURE)),
    ):
        assert not isinstance(house.handle(act, sent(key)), Refused)
    _waiting_for_somebody_else(house)
    _programs(house)
    offer = offer_pairing(store, DeviceWish("tablet", "dealer", "Tablet 1"), sent("offer"))
    tablet = offer_pairing(store, DeviceWish("tablet", "cashier", "Tablet 2"), sent("offer-2"))
    paired = pair(store, tablet.text, tablet.pin, sent("pair"))
    assert not isinstance(paired, Refused)
    seed = offer_second_step(store, "fina", sent("seed"))
    code = code_at(seed, LOOKED_AT // SECOND // STEP_SECONDS)
    assert not isinstance(set_second_step(store, "fina", code, sent("code")), Refused)
    link = invite_user(store, "davi", sent("invite"))
    return store, {f"/parear/{offer.text}", f"/convite/{link}"}, paired.text


def _waiting_for_somebody_else(house: House) -> None:
    """A drop on its way to the safe, and a PIX key that one person proposed."""
    dora = Envelope(key="dora", who="dora", role="director", at=LOOKED_AT)
    drawer = OpenDrawer(desk="caixa-3", cashier="dora", float_centavos=100_000)
    assert not isinstance(house.handle(drawer, sent("drawer-3")), Refused)
    assert not isinstance(house.handle(DropCash(desk="caixa-3", amount_centavos=50_000), dora), Refused)
    _a_member(house, replace(dora, key="member"))
    for key, envelope in (("a@clube.example", sent("pix")), ("b@clube.example", replace(dora, key="pix-2"))):
        assert set_pix_receiver(house, Receiver(key=key, name="Clube", city="Recife"), envelope) is None


def _programs(house: House) -> None:
    """One with a key, and one that is told what happens."""
    assert isinstance(make_token(house.store, "olga", "placar", None, sent("key"), ("read:public",)), str)
    told = add_webhook(house, "http://127.0.0.1:9/placar", ("level.began",), sent("told"))
    assert not isinstance(told, Refused)


def _a_member(house: House, dora: Envelope) -> None:
    """Somebody whose year runs, so that it can be renewed, printed and ended."""
    assert set_fee(house.store, settings_of(house.store), 12000, sent("fee")) is None
    person = min(row.id for row in house.store.registry("person"))
    year = SellMembership(desk="caixa-3", person=person, amount_centavos=12000)
    assert not isinstance(house.handle(year, dora), Refused)


class Snapshot:
    """All that a store holds, to put back."""

    def __init__(self, events, answers, registry, vault, links=()) -> None:
        self.events = {stream: list(recorded) for stream, recorded in events.items()}
        self.answers, self.registry, self.vault = dict(answers), dict(registry), dict(vault)
        self.links = list(links)

    @classmethod
    def of(cls, store: MemoryStore) -> Snapshot:
        return cls(store._events, store._answers, store._registry, store._vault, store._links)

    def restore(self, store: MemoryStore) -> None:
        store._events = {stream: list(recorded) for stream, recorded in self.events.items()}
        store._answers, store._registry, store._vault = dict(self.answers), dict(self.registry), dict(self.vault)
        store._links = list(self.links)


def fresh(snapshot: Snapshot) -> House:
    store = MemoryStore()
    snapshot.restore(store)
    return House(store)
