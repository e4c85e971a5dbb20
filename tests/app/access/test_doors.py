"""Who may come in: passwords and tokens cannot be read back, and a door shut stays shut."""

from __future__ import annotations

import importlib.util

import pytest
from argon2 import Type, extract_parameters

from feltro.app.access.doors import (
    INVITED_SECONDS,
    accept_invitation,
    add_user,
    change_password,
    invite_first,
    make_token,
    remove_user,
    revoke_token,
    who_has_password,
    who_has_token,
)
from feltro.app.access.rows import Identity, User
from feltro.app.handling import House
from feltro.app.handling.undo import Undo
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant, later
from feltro.store.memory import MemoryStore

pytestmark = pytest.mark.slow

NOW = Instant(1_800_000_000_000_000)
PASSWORD = "cavalo correto bateria"


@pytest.fixture
def store():
    store = MemoryStore()
    assert add_user(store, User(id="rui", role="organiser"), PASSWORD, envelope()) is None
    return store


def envelope(at=NOW, count=iter(range(10**6)), key=""):  # noqa: B008 - one row of keys for the whole file
    return Envelope(key=key or f"a{next(count)}", who="terminal", role="organiser", at=at)


def test_the_right_password_lets_in_with_the_role(store):
    """And nothing else does: another password, another case, a user who does not exist, a huge text."""
    assert who_has_password(store, "rui", PASSWORD) == Identity(user="rui", role="organiser")
    for user, password in (
        ("rui", PASSWORD.upper()),
        ("rui", ""),
        ("ana", PASSWORD),
        ("rui", "x" * 10**6),
        ("\0", ""),
    ):
        assert who_has_password(store, user, password) is None


def test_no_secret_can_be_read_from_the_store(store):
    """Neither rows nor events nor answers hold a password or a token, and the row does not print its hash."""
    token = make_token(store, "rui", "api", None, envelope())
    told = [event.payload for event in store.read("access:house")] + [one.outcome for one in store.answers()]
    rows = [row.body for row in store.registry()]
    secret = token.split("_", 2)[2].encode()
    assert PASSWORD.encode() not in b"".join(told + rows)
    assert secret not in b"".join(told + rows)
    assert any(b"$argon2id$" in row for row in rows)
    assert b"argon2" not in b"".join(told)
    assert "argon2" not in repr(User(id="a", role="b", password="$argon2id$..."))


@pytest.mark.parametrize("password", ["", "curta", "123456789", "x" * 2000])
def test_a_password_that_is_too_easy_or_too_long_is_refused(store, password):
    """Ten characters at least; the user's own name is none."""
    refused = change_password(store, "rui", password, envelope())
    assert refused.because == "access.password_unfit"
    assert who_has_password(store, "rui", PASSWORD)
    named = add_user(store, User(id="organizadora", role="organiser"), "Organizadora", envelope())
    assert named.because == "access.password_named"


def test_a_user_without_password_comes_in_by_token_only(store):
    """An empty password never matches an empty password."""
    assert add_user(store, User(id="tv", role="viewer"), "", envelope()) is None
    assert who_has_password(store, "tv", "") is None
    token = make_token(store, "tv", "", None, envelope())
    assert who_has_token(store, token, NOW).role == "viewer"


def test_a_changed_password_replaces_the_old_one(store):
    """From that moment the old one is worth nothing."""
    assert change_password(store, "rui", "outra senha longa", envelope()) is None
    assert who_has_password(store, "rui", PASSWORD) is None
    assert who_has_password(store, "rui", "outra senha longa")


def test_a_token_is_good_until_it_expires_or_is_revoked(store):
    """Up to its moment, not at it; revoked, never again."""
    token = make_token(store, "rui", "api", later(NOW, seconds=60), envelope())
    assert who_has_token(store, token, NOW) == Identity(user="rui", role="organiser", device=token.split("_")[1])
    assert who_has_token(store, token, later(NOW, seconds=59))
    assert who_has_token(store, token, later(NOW, seconds=60)) is None
    assert revoke_token(store, token.split("_")[1], envelope()) is None
    assert who_has_token(store, token, NOW) is None
    assert revoke_token(store, token.split("_")[1], envelope()).because == "access.no_such_token"


@pytest.mark.parametrize(
    "change",
    [
        lambda t: t[:-1],
        lambda t: t[:-1] + "!",
        lambda t: t + "x",
        lambda t: "",
        lambda t: "flt_" + "0" * 16 + t[20:],
    ],
)
def test_a_forged_token_is_nobody(store, change):
    """Cut, changed, lengthened, empty, or with another id."""
    token = make_token(store, "rui", "api", None, envelope())
    assert who_has_token(store, change(token), NOW) is None


def test_a_removed_user_is_out_with_all_tokens_and_the_name_is_not_given_again(store):
    """Nobody inherits a name that stands in the log."""
    assert add_user(store, User(id="ana", role="cashier"), PASSWORD, envelope()) is None
    token = make_token(store, "ana", "", None, envelope())
    assert remove_user(store, "ana", envelope()) is None
    assert who_has_token(store, token, NOW) is None
    assert who_has_password(store, "ana", PASSWORD) is None
    assert add_user(store, User(id="ana", role="cashier"), PASSWORD, envelope()).because == "access.user_exists"


def test_the_last_organiser_stays(store):
    """A house without anybody who may open it would be lost."""
    assert remove_user(store, "rui", envelope()).because == "access.last_one"


def test_a_role_that_does_not_exist_is_refused(store):
    """The roles are those of the permissions, and the refusal lists them."""
    refused = add_user(store, User(id="x", role="root"), PASSWORD, envelope())
    assert refused.because == "access.no_such_role"
    assert "cashier" in refused.values["roles"]


def test_the_first_one_comes_in_once_by_a_link():
    """A link works once, for a day, only the newest, and only while nobody is in."""
    store = MemoryStore()
    old = invite_first(store, envelope())
    link = invite_first(store, envelope())
    rui = User(id="rui", role="viewer")
    late = envelope(later(NOW, seconds=INVITED_SECONDS))
    for text, moment in ((old, envelope()), (link, late), (link[:-1] + "A" * 2, envelope()), ("", envelope())):
        assert accept_invitation(store, text, rui, PASSWORD, moment).because == "access.invitation_void"
    assert accept_invitation(store, link, rui, PASSWORD, envelope()) is None
    assert who_has_password(store, "rui", PASSWORD).role == "organiser"
    assert (
        accept_invitation(store, link, User(id="eva", role="x"), PASSWORD, envelope()).because
        == "access.invitation_void"
    )
    assert invite_first(store, envelope()).because == "access.not_the_first"


def test_two_who_use_one_link_at_once_are_not_both_let_in():
    """The second finds the stream moved and the link used."""

    class Racing(MemoryStore):
        meanwhile = None

        def commit(self, transaction):
            if self.meanwhile:
                meanwhile, self.meanwhile = self.meanwhile, None
                meanwhile()
            return super().commit(transaction)

    store = Racing()
    link = invite_first(store, envelope())
    store.meanwhile = lambda: accept_invitation(store, link, User(id="eva", role="x"), PASSWORD, envelope())
    refused = accept_invitation(store, link, User(id="rui", role="x"), PASSWORD, envelope())
    assert refused.because == "access.invitation_void"
    assert who_has_password(store, "rui", PASSWORD) is None


def test_letting_somebody_in_is_not_undone(store):
    """Removing is another act, with its own place in the log."""
    add_user(store, User(id="ana", role="cashier"), PASSWORD, envelope(key="add"))
    refused = House(store).handle(Undo(command_key="add"), envelope())
    assert refused.because == "undo.final"


def test_one_key_is_one_command(store):
    """The same key again does nothing, and says so."""
    add_user(store, User(id="ana", role="cashier"), PASSWORD, envelope(key="once"))
    refused = add_user(store, User(id="eva", role="cashier"), PASSWORD, envelope(key="once"))
    assert refused.because == "command.key_used"
    assert who_has_password(store, "eva", PASSWORD) is None


def test_outside_the_tests_a_password_is_dear_to_guess():
    """Each guess costs at least 19 MiB of memory and two passes, the least that OWASP recommends for Argon2id."""
    spec = importlib.util.find_spec("feltro.app.access.secrets")
    untouched = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(untouched)
    kept = extract_parameters(untouched.hash_password("cavalo correto bateria"))
    assert kept.type is Type.ID
    assert kept.memory_cost >= 19 * 1024
    assert kept.time_cost >= 2
