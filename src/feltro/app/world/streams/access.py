"""The stream `access:house`: who was let in as what, and who was shut out. Secrets are in rows, never here."""

from collections.abc import Callable
from copy import copy
from typing import Any

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant

STREAM = "access:house"


class AccessEvent(Event, frozen=True, kw_only=True):
    final = True


class UserAdded(AccessEvent, frozen=True, kw_only=True):
    user: str
    role: str


class PasswordChanged(AccessEvent, frozen=True, kw_only=True):
    user: str


class UserRemoved(AccessEvent, frozen=True, kw_only=True):
    user: str


class TokenMade(AccessEvent, frozen=True, kw_only=True):
    schema = 2
    token: str
    user: str
    role: str
    scopes: tuple[str, ...] | None = None


class TokenRevoked(AccessEvent, frozen=True, kw_only=True):
    token: str


class FirstInvited(AccessEvent, frozen=True, kw_only=True):
    invitation: str


class InvitationUsed(AccessEvent, frozen=True, kw_only=True):
    invitation: str
    user: str


class UserInvited(AccessEvent, frozen=True, kw_only=True):
    """A link with which a user chooses a password; an earlier one is worthless from here on."""

    invitation: str
    user: str


class StaffPersonSaid(AccessEvent, frozen=True, kw_only=True):
    """Who of the registry somebody of the staff is, or is not. Whom it is about stands in a row that can be erased."""

    user: str
    said: str
    """`same`, `other`, or `nobody`: what had been said no longer holds."""


class RoleChanged(AccessEvent, frozen=True, kw_only=True):
    user: str
    role: str


class SessionOpened(AccessEvent, frozen=True, kw_only=True):
    session: str
    user: str


class DeviceOffered(AccessEvent, frozen=True, kw_only=True):
    """A code and a PIN wait for a tablet, a television or a printer station."""

    pairing: str
    role: str


class DevicePaired(AccessEvent, frozen=True, kw_only=True):
    session: str
    pairing: str
    role: str


class PinMissed(AccessEvent, frozen=True, kw_only=True):
    """Somebody had the code and not the PIN."""

    pairing: str


class PinSet(AccessEvent, frozen=True, kw_only=True):
    """A person chose a PIN, or another one."""

    user: str


class PersonPinMissed(AccessEvent, frozen=True, kw_only=True):
    """Somebody typed a wrong PIN for a person, at this device or in this session."""

    user: str
    device: str


class SecondStepOffered(AccessEvent, frozen=True, kw_only=True):
    """A seed was shown to somebody's phone; nothing holds before a code of it came back."""

    user: str


class SecondStepSet(AccessEvent, frozen=True, kw_only=True):
    """From here on a person comes in with a code as well."""

    user: str


class SecondStepPassed(AccessEvent, frozen=True, kw_only=True):
    user: str


class RecoveryCodeUsed(AccessEvent, frozen=True, kw_only=True):
    """A code from paper in place of one from the phone, and how many are left."""

    user: str
    left: int


class SecondStepDropped(AccessEvent, frozen=True, kw_only=True):
    user: str


class IdleMinutesSet(AccessEvent, frozen=True, kw_only=True):
    """After how long without a touch a screen of the house is locked; 0: never."""

    minutes: int


class DeviceRenewed(AccessEvent, frozen=True, kw_only=True):
    """A paired device stays until then."""

    session: str
    until: int


class DeviceLaid(AccessEvent, frozen=True, kw_only=True):
    session: str
    place: str


class SessionClosed(AccessEvent, frozen=True, kw_only=True):
    """Left, or shut out: of a person's browser or of a device."""

    session: str


class PersonStands(AccessEvent, frozen=True, kw_only=True):
    """Somebody said by PIN that it is they who stand at a device that several share."""

    session: str
    user: str
    at: Instant


class StreamKeyMade(AccessEvent, frozen=True, kw_only=True):
    stream_key: str
    kind: str
    tournament: str
    table: int = 0


class StreamKeyRevoked(AccessEvent, frozen=True, kw_only=True):
    stream_key: str


class AccessState(msgspec.Struct, kw_only=True):
    users: dict[str, str] = {}
    """The role of each user."""
    removed: set[str] = set()
    tokens: dict[str, str] = {}
    """Whose each token is."""
    invitation: str = ""
    invited: dict[str, str] = {}
    """The open invitation of each user who has one."""
    sessions: dict[str, str] = {}
    """Whose each open session is; a device's is nobody's."""
    idle_minutes: int = 0
    """After how long without a touch a screen is locked; 0: never."""
    standing: dict[str, tuple[str, Instant]] = {}
    """Who said last by PIN that they stand at a device, and when."""
    stream_keys: dict[str, str] = {}

    def copy(self) -> "AccessState":
        return AccessState(**{name: copy(getattr(self, name)) for name in self.__struct_fields__})

    def sessions_of(self, user: str) -> list[str]:
        return [session for session, whose in self.sessions.items() if user and whose == user]


def apply(state: AccessState, event: AccessEvent) -> None:
    APPLY[type(event)](state, event)


def user_added(state: AccessState, event: UserAdded) -> None:
    state.users[event.user] = event.role


def user_removed(state: AccessState, event: UserRemoved) -> None:
    state.users.pop(event.user)
    state.removed.add(event.user)
    state.tokens = {token: user for token, user in state.tokens.items() if user != event.user}
    state.sessions = {one: user for one, user in state.sessions.items() if user != event.user}
    state.invited.pop(event.user, None)


def token_made(state: AccessState, event: TokenMade) -> None:
    state.tokens[event.token] = event.user


def token_revoked(state: AccessState, event: TokenRevoked) -> None:
    state.tokens.pop(event.token)


def first_invited(state: AccessState, event: FirstInvited) -> None:
    state.invitation = event.invitation


def invitation_used(state: AccessState, event: InvitationUsed) -> None:
    state.invited.pop(event.user, None)
    if event.invitation == state.invitation:
        state.invitation = ""


def user_invited(state: AccessState, event: UserInvited) -> None:
    state.invited[event.user] = event.invitation


def role_changed(state: AccessState, event: RoleChanged) -> None:
    state.users[event.user] = event.role


def session_opened(state: AccessState, event: SessionOpened) -> None:
    state.sessions[event.session] = event.user


def device_paired(state: AccessState, event: DevicePaired) -> None:
    state.sessions[event.session] = ""


def session_closed(state: AccessState, event: SessionClosed) -> None:
    state.sessions.pop(event.session, None)
    state.standing.pop(event.session, None)


def person_stands(state: AccessState, event: PersonStands) -> None:
    state.standing[event.session] = (event.user, event.at)


def idle_minutes_set(state: AccessState, event: IdleMinutesSet) -> None:
    state.idle_minutes = event.minutes


def stream_key_made(state: AccessState, event: StreamKeyMade) -> None:
    state.stream_keys[event.stream_key] = event.tournament


def stream_key_revoked(state: AccessState, event: StreamKeyRevoked) -> None:
    state.stream_keys.pop(event.stream_key, None)


def nothing(_state: AccessState, _event: AccessEvent) -> None:
    """A row changes."""


OF_ROWS = (PasswordChanged, StaffPersonSaid, DeviceOffered, PinMissed, PinSet, PersonPinMissed, SecondStepOffered,
           SecondStepSet, SecondStepPassed, RecoveryCodeUsed, SecondStepDropped, DeviceRenewed, DeviceLaid)  # fmt: skip
APPLY: dict[type[AccessEvent], Callable[[AccessState, Any], None]] = {
    **dict.fromkeys(OF_ROWS, nothing),
    UserAdded: user_added,
    UserRemoved: user_removed,
    TokenMade: token_made,
    TokenRevoked: token_revoked,
    FirstInvited: first_invited,
    InvitationUsed: invitation_used,
    UserInvited: user_invited,
    RoleChanged: role_changed,
    SessionOpened: session_opened,
    IdleMinutesSet: idle_minutes_set,
    DevicePaired: device_paired,
    SessionClosed: session_closed,
    PersonStands: person_stands,
    StreamKeyMade: stream_key_made,
    StreamKeyRevoked: stream_key_revoked,
}
