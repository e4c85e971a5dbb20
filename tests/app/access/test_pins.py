"""A PIN for each person: it says who stands at a shared device, cannot be read back, and cannot be guessed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from feltro.app.access.doors import add_user, remove_user
from feltro.app.access.pins import check_pin, has_pin, set_pin
from feltro.app.access.rows import User
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant, later
from feltro.store.memory import MemoryStore

pytestmark = pytest.mark.slow

NOW = Instant(1_800_000_000_000_000)


def sent(at=NOW, device="tablet-1", count=iter(range(10**6))):  # noqa: B008 - one row of keys for the whole file
    return Envelope(key=f"p{next(count)}", who="device.1", role="cashier", device=device, at=at)


@pytest.fixture
def store():
    made = MemoryStore()
    for user, role in (("rui", "organiser"), ("ana", "cashier")):
        assert add_user(made, User(id=user, role=role), "", sent()) is None
    assert set_pin(made, "ana", "4071", sent()) is None
    return made


def test_the_right_pin_is_the_person_and_another_is_not(store):
    """Ana's is hers alone; whoever has none is told so."""
    assert check_pin(store, "ana", "4071", sent()) is None
    assert check_pin(store, "ana", " 4071 ", sent()) is None
    assert check_pin(store, "ana", "4072", sent()).because == "access.pin_wrong"
    assert check_pin(store, "rui", "4071", sent()).because == "access.no_pin"
    assert (has_pin(store, "ana"), has_pin(store, "rui")) == (True, False)


@pytest.mark.parametrize(
    "pin", ["", "123", "1234", "0000", "4321", "1987", "2026", "2580", "123456789", "40a1", "٤٠٧١"]
)
def test_a_pin_that_everybody_tries_first_is_refused(store, pin):
    """Too short, too long, a row of keys, a year, other people's digits."""
    assert set_pin(store, "ana", pin, sent()).because == "access.pin_unfit"
    assert check_pin(store, "ana", "4071", sent()) is None


def test_a_pin_cannot_be_read_from_the_store(store):
    """Neither rows nor facts hold it."""
    written = [row.body for row in store.registry()] + [event.payload for event in store.read("access:house")]
    assert written
    assert not any(b"4071" in one for one in written if b"argon2" not in one)
    assert next(row.body for row in store.registry("pin")).count(b"$argon2id$") == 1


def test_all_ten_thousand_cannot_be_tried(store):
    """Three at a device, then one in a minute; another device is no way around: ten in all, then one in two minutes."""
    at_one = [check_pin(store, "ana", f"{guess:04}", sent()).because for guess in range(4)]
    assert at_one == ["access.pin_wrong"] * 3 + ["access.wait"]
    assert check_pin(store, "ana", "4071", sent()).values == {"seconds": 60}, "not even the right one"
    assert check_pin(store, "ana", "4071", sent(later(NOW, seconds=60))) is None
    said = [check_pin(store, "ana", "9999", sent(device=f"t{one}")).because for one in range(20)]
    assert said.count("access.pin_wrong") == 7


def test_guesses_at_the_same_moment_are_all_counted(store):
    """Forty guesses at once at one device, the right one among them: three are looked at."""
    guesses = [f"{40}{last:02}" for last in range(40, 80)]
    with ThreadPoolExecutor(8) as many:
        said = list(many.map(lambda guess: check_pin(store, "ana", guess, sent()), guesses))
    waited = [one for one in said if one is not None and one.because == "access.wait"]
    assert len(waited) >= 36


def test_a_wrong_pin_is_a_fact_and_a_right_one_is_not(store):
    """The owner sees who was guessed at, and where."""
    before = store.version("access:house")
    assert check_pin(store, "ana", "4071", sent()) is None
    assert store.version("access:house") == before
    check_pin(store, "ana", "8888", sent(device="tablet-9"))
    last = list(store.read("access:house"))[-1]
    assert (last.name, last.payload) == ("PersonPinMissed", b'{"device":"tablet-9","user":"ana"}')


def test_somebody_who_is_gone_has_no_pin(store):
    """And nobody can give one to a name that is not there."""
    assert remove_user(store, "ana", sent()) is None
    assert not has_pin(store, "ana")
    assert set_pin(store, "ana", "4071", sent()).because == "access.no_such_user"
