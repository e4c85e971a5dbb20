"""Sessions, devices and invitations: each opens once, closes for good, and cannot be guessed."""

from __future__ import annotations

import pytest

from feltro.app.access.devices import OFFERED_SECONDS, TRIES, DeviceWish, offer_pairing, open_pairing, pair
from feltro.app.access.doors import (
    accept_invitation,
    add_user,
    change_password,
    change_role,
    invite_first,
    invite_user,
    remove_user,
    state_of,
    who_has_password,
)
from feltro.app.access.locks import idle_minutes
from feltro.app.access.rows import User
from feltro.app.access.sessions import SHIFT_SECONDS, close_session, open_session, sessions, who_has_session
from feltro.app.access.who_stands import who_stands
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.access import AccessState
from feltro.kernel.instants import Instant, later
from feltro.kernel.outcome import Refused
from feltro.store.memory import MemoryStore

pytestmark = pytest.mark.slow

NOW = Instant(1_800_000_000_000_000)
PASSWORD = "cavalo correto bateria"


def envelope(at=NOW, count=iter(range(10**6))):  # noqa: B008 - one row of keys for the whole file
    return Envelope(key=f"s{next(count)}", who="rui", role="organiser", at=at)


@pytest.fixture
def store():
    store = MemoryStore()
    assert add_user(store, User(id="rui", role="organiser"), PASSWORD, envelope()) is None
    assert add_user(store, User(id="ana", name="Ana", role="cashier"), PASSWORD, envelope()) is None
    return store


def came_in(store, user="ana", at=NOW):
    return open_session(store, user, "Firefox", envelope(at)).text


def test_a_session_says_who_one_is_until_the_shift_is_over(store):
    """Every coming in has a secret of its own, and it holds for one long day."""
    text = came_in(store)
    assert text != came_in(store)
    who = who_has_session(store, text, NOW)
    assert (who.user, who.role, who.name) == ("ana", "cashier", "Ana")
    assert who_has_session(store, text, later(NOW, seconds=SHIFT_SECONDS - 1)) is not None
    assert who_has_session(store, text, later(NOW, seconds=SHIFT_SECONDS)) is None


def test_asking_who_someone_is_writes_nothing(store):
    """So that a session which was closed does not come back with an answer that was under way."""
    text = came_in(store)
    before = (store.streams(), [row.key for row in store.registry()])
    who_has_session(store, text, NOW)
    assert (store.streams(), [row.key for row in store.registry()]) == before


def test_a_forged_cookie_is_nobody(store):
    """The id of a session is no secret; without the secret it opens nothing."""
    text = came_in(store)
    session = who_has_session(store, text, NOW).session
    for forged in ("", "x", session, f"flt_{session}_{'A' * 43}", text[:-1], text + "A", "flt_" + "é" * 60):
        assert who_has_session(store, forged, NOW) is None


def test_a_closed_session_stays_closed(store):
    """Closing holds at once and the other sessions go on."""
    one, other = came_in(store), came_in(store)
    session = who_has_session(store, one, NOW).session
    assert close_session(store, session, envelope()) is None
    assert who_has_session(store, one, NOW) is None
    assert who_has_session(store, other, NOW) is not None
    assert close_session(store, session, envelope()) == Refused("access.no_such_session")


@pytest.mark.parametrize(
    "end",
    [
        lambda s: change_password(s, "ana", "outra senha boa", envelope()),
        lambda s: remove_user(s, "ana", envelope()),
    ],
)
def test_a_new_password_or_a_removed_user_ends_every_session(store, end):
    """Whoever was in with the old password, or under that name, is out."""
    text = came_in(store)
    assert end(store) is None
    assert who_has_session(store, text, NOW) is None
    assert sessions(store, NOW) == []


def test_a_new_role_holds_for_sessions_that_are_open(store):
    """The role is asked of the user each time."""
    text = came_in(store)
    assert change_role(store, "ana", "floor", envelope()) is None
    assert who_has_session(store, text, NOW).role == "floor"
    assert change_role(store, "rui", "floor", envelope()).because == "access.last_one"


def test_sessions_that_are_over_leave_the_list(store):
    """The next coming in of the same person sweeps them away."""
    came_in(store)
    tomorrow = later(NOW, seconds=SHIFT_SECONDS)
    came_in(store, at=tomorrow)
    assert len(sessions(store, tomorrow)) == 1
    assert len(state_of(store)[0].sessions) == 1


def test_an_invited_user_chooses_the_password_once(store):
    """A later link makes an earlier one worthless, and the role stays what it was."""
    first, text = invite_user(store, "ana", envelope()), invite_user(store, "ana", envelope())
    nobody = User(id="outro", role="organiser")
    assert (
        accept_invitation(store, first, nobody, "minha senha longa", envelope()).because == "access.invitation_void"
    )
    assert accept_invitation(store, text, nobody, "minha senha longa", envelope()) is None
    assert who_has_password(store, "ana", "minha senha longa").role == "cashier"
    assert accept_invitation(store, text, nobody, "terceira senha", envelope()).because == "access.invitation_void"
    assert state_of(store)[0].users == {"rui": "organiser", "ana": "cashier"}


def test_the_first_link_makes_an_organiser_and_no_second_one(store):
    """With somebody in, there is no first access any more."""
    empty = MemoryStore()
    text = invite_first(empty, envelope())
    assert accept_invitation(empty, text, User(id="eva", role="dealer"), PASSWORD, envelope()) is None
    assert who_has_password(empty, "eva", PASSWORD).role == "organiser"
    assert invite_first(store, envelope()).because == "access.not_the_first"


# Devices


def test_a_tablet_comes_in_with_code_and_pin(store):
    """It gets the role that was offered, once."""
    offer = offer_pairing(store, DeviceWish("tablet", "dealer", "Tablet da mesa 12"), envelope())
    text = pair(store, offer.text, offer.pin, envelope()).text
    who = who_has_session(store, text, NOW)
    assert (who.role, who.name, bool(who.device)) == ("dealer", "Tablet da mesa 12", True)
    assert pair(store, offer.text, offer.pin, envelope()).because == "access.pairing_void"
    assert close_session(store, who.session, envelope()) is None
    assert who_has_session(store, text, NOW) is None


def test_a_pin_cannot_be_guessed(store):
    """After a few wrong ones the right one is worthless too, and time ends the offer as well."""
    offer = offer_pairing(store, DeviceWish("tv", "viewer", "TV"), envelope())
    for left in range(TRIES - 1, 0, -1):
        assert pair(store, offer.text, "x", envelope()) == Refused("access.wrong_pin", {"left": left})
    assert pair(store, offer.text, "x", envelope()).because == "access.pairing_void"
    assert pair(store, offer.text, offer.pin, envelope()).because == "access.pairing_void"
    late = later(NOW, seconds=OFFERED_SECONDS)
    offer = offer_pairing(store, DeviceWish("tv", "viewer", "TV"), envelope())
    assert open_pairing(store, offer.text, NOW) is not None
    assert pair(store, offer.text, offer.pin, envelope(late)).because == "access.pairing_void"


@pytest.mark.parametrize(("kind", "role"), [("tv", "cashier"), ("tablet", "organiser")])
def test_no_device_gets_more_than_its_kind_may(store, kind, role):
    """A television sells nothing and a tablet lets nobody in."""
    assert offer_pairing(store, DeviceWish(kind, role, "X"), envelope()).because == "access.device_role"


def test_a_device_has_a_name(store):
    """Without one nobody could tell which to shut out."""
    assert offer_pairing(store, DeviceWish("tv", "viewer", " "), envelope()).because == "access.device_needs_name"


# Throttle


def test_what_every_page_asks_copies_nobody(store, monkeypatch):
    """Whether screens lock, and who stands at a shared device: sessions of a whole season are not copied for either."""
    monkeypatch.setattr(AccessState, "copy", None)
    assert idle_minutes(store) == 0
    assert who_stands(store, "nobody's", NOW, 15) is None
