"""The stream `access:house`: who was let in as what, and who was shut out. Secrets are in rows, never here."""

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

STREAM = "access:house"


class AccessEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    about: ClassVar[tuple[str, ...]] = ()
    schema: ClassVar[int] = 1
    final: ClassVar[bool] = True


class UserAdded(AccessEvent, frozen=True, kw_only=True):
    user: str
    role: str


class PasswordChanged(AccessEvent, frozen=True, kw_only=True):
    user: str


class UserRemoved(AccessEvent, frozen=True, kw_only=True):
    user: str


class TokenMade(AccessEvent, frozen=True, kw_only=True):
    token: str
    user: str
    role: str


class TokenRevoked(AccessEvent, frozen=True, kw_only=True):
    token: str


class FirstInvited(AccessEvent, frozen=True, kw_only=True):
    invitation: str


class InvitationUsed(AccessEvent, frozen=True, kw_only=True):
    invitation: str
    user: str


class AccessState(msgspec.Struct, kw_only=True):
    users: dict[str, str] = {}
    """The role of each user."""
    removed: set[str] = set()
    tokens: dict[str, str] = {}
    """Whose each token is."""
    invitation: str = ""


def apply(state: AccessState, event: AccessEvent) -> None:
    APPLY[type(event)](state, event)


def user_added(state: AccessState, event: UserAdded) -> None:
    state.users[event.user] = event.role


def user_removed(state: AccessState, event: UserRemoved) -> None:
    state.users.pop(event.user)
    state.removed.add(event.user)
    state.tokens = {token: user for token, user in state.tokens.items() if user != event.user}


def token_made(state: AccessState, event: TokenMade) -> None:
    state.tokens[event.token] = event.user


def token_revoked(state: AccessState, event: TokenRevoked) -> None:
    state.tokens.pop(event.token)


def first_invited(state: AccessState, event: FirstInvited) -> None:
    state.invitation = event.invitation


def invitation_used(state: AccessState, _event: InvitationUsed) -> None:
    state.invitation = ""


def nothing(_state: AccessState, _event: PasswordChanged) -> None:
    """A password changes a row, not who may come in."""


APPLY: dict[type[AccessEvent], Callable[[AccessState, Any], None]] = {
    UserAdded: user_added,
    PasswordChanged: nothing,
    UserRemoved: user_removed,
    TokenMade: token_made,
    TokenRevoked: token_revoked,
    FirstInvited: first_invited,
    InvitationUsed: invitation_used,
}
