"""The second step: codes as the standard says, each of them once, and paper for a lost phone."""

from __future__ import annotations

import base64
from concurrent.futures import ThreadPoolExecutor

import pytest

from feltro.app.access.doors import add_user, change_password, remove_user
from feltro.app.access.rows import User
from feltro.app.access.second_step import (
    drop_second_step,
    has_second_step,
    offer_second_step,
    offered_seed,
    pass_second_step,
    set_second_step,
)
from feltro.app.access.totp import STEP_SECONDS, address, code_at, step_of
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import SECOND, Instant, later
from feltro.kernel.outcome import Refused
from feltro.store.memory import MemoryStore

NOW = Instant(1_800_000_000_000_000)
RFC_SEED = base64.b32encode(b"12345678901234567890").decode()


def sent(at=NOW, count=iter(range(10**6))):  # noqa: B008 - one row of keys for the whole file
    return Envelope(key=f"t{next(count)}", who="rui", role="organiser", at=at)


def code(seed, at=NOW):
    return code_at(seed, at // SECOND // STEP_SECONDS)


@pytest.fixture
def store():
    made = MemoryStore()
    for user, role in (("rui", "organiser"), ("fina", "finance"), ("ana", "cashier")):
        assert add_user(made, User(id=user, role=role), "", sent()) is None
    return made


@pytest.fixture
def seed(store):
    return offer_second_step(store, "rui", sent())


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_the_standard(seconds, expected):
    """RFC 6238, appendix B, the rows of SHA-1."""
    assert code_at(RFC_SEED, seconds // STEP_SECONDS, digits=8) == expected


def test_counters_are_those_of_the_standard():
    """RFC 4226, appendix D."""
    told = [code_at(RFC_SEED, step) for step in range(5)]
    assert told == ["755224", "287082", "359152", "969429", "338314"]


def test_a_phone_may_be_half_a_minute_off_and_no_more():
    """The step before and the one after are taken; two away are not."""
    here = 59 // STEP_SECONDS + 10
    taken = [step_of(RFC_SEED, code_at(RFC_SEED, here + off), here * 30, 0) for off in (-2, -1, 0, 1, 2)]
    assert taken == [None, here - 1, here, here + 1, None]


def test_it_holds_only_after_a_code_proved_that_the_phone_has_it(store, seed):
    """Offered and never confirmed, nobody is asked for it; with the wrong code it is not set."""
    assert not has_second_step(store, "rui")
    assert offered_seed(store, "rui") == seed
    wrong = "000000" if code(seed) != "000000" else "000001"
    assert set_second_step(store, "rui", wrong, sent()).because == "access.code_wrong"
    papers = set_second_step(store, "rui", f"{code(seed)[:3]} {code(seed)[3:]}", sent())
    assert len(set(papers)) == 8
    assert has_second_step(store, "rui")
    assert offered_seed(store, "rui") == ""
    assert offer_second_step(store, "rui", sent()).because == "access.second_step_is_set"


def test_each_code_opens_once(store, seed):
    """Seen over a shoulder, it is used up; the next one opens."""
    set_second_step(store, "rui", code(seed), sent())
    assert pass_second_step(store, "rui", code(seed), sent()).because == "access.code_wrong"
    soon = later(NOW, seconds=STEP_SECONDS)
    assert pass_second_step(store, "rui", code(seed, soon), sent(soon)) is None
    assert pass_second_step(store, "rui", code(seed, soon), sent(soon)).because == "access.code_wrong"


def test_one_code_sent_by_many_at_once_opens_for_one(store, seed):
    """Five at the same moment."""
    set_second_step(store, "rui", code(seed), sent())
    soon = later(NOW, seconds=STEP_SECONDS)
    letters = [sent(soon) for _ in range(5)]
    with ThreadPoolExecutor(5) as many:
        said = list(many.map(lambda one: pass_second_step(store, "rui", code(seed, soon), one), letters))
    assert said.count(None) == 1


def test_codes_cannot_be_guessed(store, seed):
    """Five at once, then one in half a minute: a million codes that change take longer than anybody lives."""
    set_second_step(store, "rui", code(seed), sent())
    wrong = [pass_second_step(store, "rui", "12345x", sent()).because for _ in range(6)]
    assert wrong == ["access.code_wrong"] * 5 + ["access.wait"]


def test_paper_opens_once_where_the_phone_is_lost(store, seed):
    """In capitals and with a hyphen, as people copy it; and the owner reads how many are left."""
    papers = set_second_step(store, "rui", code(seed), sent())
    typed = f"{papers[0][:5]}-{papers[0][5:]}".upper()
    assert pass_second_step(store, "rui", typed, sent()) is None
    assert pass_second_step(store, "rui", typed, sent()).because == "access.code_wrong"
    last = [one for one in store.read("access:house") if one.name == "RecoveryCodeUsed"]
    assert [one.payload for one in last] == [b'{"left":7,"user":"rui"}']
    rows = b"".join(row.body for row in store.registry())
    assert not any(one.encode() in rows for one in papers)


def test_it_is_for_those_who_hold_the_money_and_outlives_a_new_password(store, seed):
    """Whoever resets a password does not get past it; dropped it is a fact; gone with the person."""
    assert offer_second_step(store, "ana", sent()).because == "access.no_second_step_here"
    assert not isinstance(offer_second_step(store, "fina", sent()), Refused)
    set_second_step(store, "rui", code(seed), sent())
    assert change_password(store, "rui", "três pratos de trigo", sent()) is None
    assert has_second_step(store, "rui")
    assert drop_second_step(store, "rui", sent()) is None
    assert drop_second_step(store, "rui", sent()).because == "access.no_second_step"
    assert list(store.read("access:house"))[-1].name == "SecondStepDropped"
    assert remove_user(store, "fina", sent()) is None
    assert offered_seed(store, "fina") == ""


def test_an_authenticator_reads_the_address():
    """As its makers agreed: who, whose house, the seed."""
    told = address("ABC234", "rui", "Clube do Zé")
    assert told.startswith("otpauth://totp/Clube%20do%20Z%C3%A9%3Arui?secret=ABC234&issuer=Clube+do+Z%C3%A9")
