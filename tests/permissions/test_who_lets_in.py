"""Who makes accounts and gives keys to whom, as an owner says it, held against the doors themselves."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from feltro.app.access.doors import add_user, change_password, change_role, invite_user, make_token, remove_user
from feltro.app.access.rows import User
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.store.memory import MemoryStore
from tests.permissions.test_who_may import NAMES
from tests.tournament.room import at

SAID = tomllib.loads((Path(__file__).parent / "who_lets_in.toml").read_text("utf-8"))
PASSWORD = "cavalo correto bateria"
KEYS = {
    "password": lambda store, sent: change_password(store, "alvo", PASSWORD, sent),
    "link": lambda store, sent: invite_user(store, "alvo", sent),
    "token": lambda store, sent: make_token(store, "alvo", "x", None, sent),
    "role": lambda store, sent: change_role(store, "alvo", "viewer", sent),
    "account": lambda store, sent: remove_user(store, "alvo", sent),
}


def sent(role: str, key: str) -> Envelope:
    return Envelope(key=key, who="quem", role=role, at=at("13:30"))


def let(outcome: object) -> bool:
    return not (isinstance(outcome, Refused) and outcome.because == "access.not_yours_to_give")


def house_with(role: str, monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """Somebody in this role, with a password already; hashing is slow on purpose, and not what is asked here."""
    monkeypatch.setattr("feltro.app.access.doors.hash_password", lambda text, **_: f"kept:{text}")
    store = MemoryStore()
    for user in ("alvo", "outro"):
        assert add_user(store, User(id=user, role=role), PASSWORD, sent("organiser", f"add-{user}")) is None
    return store


def test_every_role_is_spoken_of():
    assert sorted(SAID) == sorted(NAMES)


@pytest.mark.parametrize("target", sorted(NAMES))
@pytest.mark.parametrize("asker", sorted(NAMES))
def test_an_account_is_made_by_those_who_may_and_by_nobody_else(asker, target):
    made = add_user(MemoryStore(), User(id="novo", role=NAMES[target]), "", sent(NAMES[asker], "k"))
    assert let(made) == (asker in SAID[target]["cria"])


@pytest.mark.parametrize("way", sorted(KEYS))
@pytest.mark.parametrize("target", sorted(NAMES))
def test_a_key_is_given_by_those_who_may_and_by_nobody_else(way, target, monkeypatch):
    """By a new password, a link, a token, another role, or by taking the account away."""
    may = []
    for asker, role in NAMES.items():
        if let(KEYS[way](house_with(NAMES[target], monkeypatch), sent(role, "k"))):
            may.append(asker)
    assert sorted(may) == sorted(SAID[target]["chave"])


@pytest.mark.parametrize("role", ["director", "finance", "cashier"])
def test_everybody_changes_the_own_password(role, monkeypatch):
    store = house_with(role, monkeypatch)
    own = Envelope(key="own", who="alvo", role=role, at=at("13:30"))
    assert change_password(store, "alvo", "outra senha comprida", own) is None


def test_the_director_hands_the_first_link_to_a_cashier_and_no_second_one(monkeypatch):
    monkeypatch.setattr("feltro.app.access.doors.hash_password", lambda text, **_: f"kept:{text}")
    store = MemoryStore()
    assert add_user(store, User(id="caio", role="cashier"), "", sent("director", "a")) is None
    assert isinstance(invite_user(store, "caio", sent("director", "b")), str)
    assert (
        change_password(store, "caio", PASSWORD, Envelope(key="c", who="caio", role="cashier", at=at("13:30")))
        is None
    )
    assert invite_user(store, "caio", sent("director", "d")).because == "access.not_yours_to_give"
