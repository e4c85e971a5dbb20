"""Letting people and programs in: add users, make and revoke tokens, invite the first, and ask who someone is."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from feltro.app.access.rows import INVITATION, TOKEN, USER, Identity, Invitation, Token, User, find, keep
from feltro.app.access.secrets import (
    SHORTEST,
    fit_password,
    hash_password,
    new_secret,
    password_matches,
    read_secret,
    same,
)
from feltro.app.access.stream import (
    STREAM,
    AccessEvent,
    AccessState,
    FirstInvited,
    InvitationUsed,
    PasswordChanged,
    TokenMade,
    TokenRevoked,
    UserAdded,
    UserRemoved,
    apply,
)
from feltro.app.codec import codec
from feltro.app.permissions import ROLES
from feltro.app.plan import Done, Envelope, Told
from feltro.kernel.instants import Instant, later
from feltro.kernel.outcome import Refused
from feltro.store.codec import Unreadable
from feltro.store.port import AlreadyDone, Append, Appended, Erase, Keep, Meta, Store, Transaction

FIRST = "organiser"
"""The role of the first one in: whoever may open a season may let in everybody else."""
INVITED_SECONDS = 24 * 3600
ATTEMPTS = 20


class Change(NamedTuple):
    events: tuple[AccessEvent, ...]
    rows: tuple[Keep | Erase, ...]


# Users


def add_user(store: Store, user: User, password: str, envelope: Envelope) -> Refused | None:
    """`user` comes without a password; with an empty one it can only use tokens."""

    def decide(state: AccessState) -> Change | Refused:
        if user.id in state.users or user.id in state.removed:
            return Refused("access.user_exists", {"user": user.id})
        if user.role not in ROLES:
            return Refused("access.no_such_role", {"role": user.role, "roles": ROLES})
        if password and not fit_password(password, user.id):
            return Refused("access.password_unfit", {"shortest": SHORTEST})
        kept = msgspec.structs.replace(user, password=hash_password(password) if password else "")
        return Change((UserAdded(user=user.id, role=user.role),), (keep(USER, kept),))

    return _change(store, "AddUser", envelope, decide)


def change_password(store: Store, user_id: str, password: str, envelope: Envelope) -> Refused | None:
    def decide(state: AccessState) -> Change | Refused:
        user = find(store, USER, user_id, User)
        if user is None or user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        if not fit_password(password, user_id):
            return Refused("access.password_unfit", {"shortest": SHORTEST})
        kept = msgspec.structs.replace(user, password=hash_password(password))
        return Change((PasswordChanged(user=user_id),), (keep(USER, kept),))

    return _change(store, "ChangePassword", envelope, decide)


def remove_user(store: Store, user_id: str, envelope: Envelope) -> Refused | None:
    """Nobody comes in under this name any more, with password or token. The name is not given again."""

    def decide(state: AccessState) -> Change | Refused:
        if user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        if state.users[user_id] == FIRST and list(state.users.values()).count(FIRST) == 1:
            return Refused("access.last_one", {"user": user_id})
        tokens = [token for token, owner in state.tokens.items() if owner == user_id]
        return Change(
            (UserRemoved(user=user_id),), (Erase(USER, user_id), *(Erase(TOKEN, token) for token in tokens))
        )

    return _change(store, "RemoveUser", envelope, decide)


# Tokens


def make_token(
    store: Store, user_id: str, label: str, expires_at: Instant | None, envelope: Envelope
) -> str | Refused:
    """The token's text, shown this once. It may do what its user may."""
    made = new_secret()

    def decide(state: AccessState) -> Change | Refused:
        if user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        token = Token(id=made.id, user=user_id, label=label, digest=made.digest, expires_at=expires_at)
        event = TokenMade(token=made.id, user=user_id, role=state.users[user_id])
        return Change((event,), (keep(TOKEN, token),))

    return _change(store, "MakeToken", envelope, decide) or made.text


def revoke_token(store: Store, token_id: str, envelope: Envelope) -> Refused | None:
    def decide(state: AccessState) -> Change | Refused:
        if token_id not in state.tokens:
            return Refused("access.no_such_token", {"token": token_id})
        return Change((TokenRevoked(token=token_id),), (Erase(TOKEN, token_id),))

    return _change(store, "RevokeToken", envelope, decide)


# The first one


def invite_first(store: Store, envelope: Envelope) -> str | Refused:
    """The text of a one-time link, while nobody is in. A later one makes an earlier one worthless."""
    made = new_secret()

    def decide(state: AccessState) -> Change | Refused:
        if state.users:
            return Refused("access.not_the_first")
        until = later(envelope.at, seconds=INVITED_SECONDS)
        kept = Invitation(id=made.id, digest=made.digest, expires_at=until)
        old = (Erase(INVITATION, state.invitation),) if state.invitation else ()
        return Change((FirstInvited(invitation=made.id),), (*old, keep(INVITATION, kept)))

    return _change(store, "InviteFirst", envelope, decide) or made.text


def accept_invitation(store: Store, text: str, user: User, password: str, envelope: Envelope) -> Refused | None:
    def decide(state: AccessState) -> Change | Refused:
        invitation = _invitation(store, text, envelope.at)
        if state.users or invitation is None or invitation.id != state.invitation:
            return Refused("access.invitation_void")
        if not fit_password(password, user.id):
            return Refused("access.password_unfit", {"shortest": SHORTEST})
        kept = msgspec.structs.replace(user, role=FIRST, password=hash_password(password))
        events = (UserAdded(user=user.id, role=FIRST), InvitationUsed(invitation=invitation.id, user=user.id))
        return Change(events, (keep(USER, kept), Erase(INVITATION, invitation.id)))

    return _change(store, "AcceptInvitation", envelope, decide)


# Asking


def who_has_token(store: Store, text: str, now: Instant) -> Identity | None:
    read = read_secret(text)
    token = find(store, TOKEN, read[0], Token) if read else None
    if read is None or token is None or not same(token.digest, read[1]):
        return None
    if token.expires_at is not None and now >= token.expires_at:
        return None
    user = find(store, USER, token.user, User)
    return Identity(user=user.id, role=user.role, device=token.id) if user else None


def who_has_password(store: Store, user_id: str, password: str) -> Identity | None:
    user = find(store, USER, user_id, User) if user_id.isprintable() and 0 < len(user_id) <= 100 else None
    right = password_matches(user.password if user else "", password)
    return Identity(user=user.id, role=user.role) if user and right else None


def state_of(store: Store) -> tuple[AccessState, int]:
    state, version = AccessState(), 0
    for recorded in store.read(STREAM):
        event = codec().decode(recorded)
        if isinstance(event, Unreadable):
            raise TypeError(f"{STREAM}@{recorded.version}: {event.because}")
        apply(state, event)  # type: ignore[arg-type]  # the stream holds nothing else
        version = recorded.version
    return state, version


def _invitation(store: Store, text: str, now: Instant) -> Invitation | None:
    read = read_secret(text)
    found = find(store, INVITATION, read[0], Invitation) if read else None
    right = read is not None and found is not None and same(found.digest, read[1])
    return found if right and found and now < found.expires_at else None


def _change(
    store: Store, name: str, envelope: Envelope, decide: Callable[[AccessState], Change | Refused]
) -> Refused | None:
    meta = Meta(envelope.who, envelope.role, envelope.device, envelope.at, envelope.key, name)
    for _ in range(ATTEMPTS):
        state, version = state_of(store)
        change = decide(state)
        if isinstance(change, Refused):
            return change
        new = tuple(codec().encode(event) for event in change.events)
        told = tuple(
            Told(stream=STREAM, version=place, name=one.name, event=msgspec.Raw(one.payload))
            for place, one in enumerate(new, version + 1)
        )
        done = msgspec.json.encode(Done(key=meta.key, command=name, digest="", events=told))
        outcome = store.commit(Transaction(meta, (Append(STREAM, version, new),), done, change.rows))
        if isinstance(outcome, AlreadyDone):
            return Refused("command.key_used", {"key": meta.key, "command": name})
        if isinstance(outcome, Appended):
            return None
    return Refused("command.too_busy")
