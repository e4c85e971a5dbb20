"""The rows behind access. No password and no token can be read back from them."""

from typing import Annotated, TypeVar

import msgspec

from feltro.kernel.instants import Instant
from feltro.store.port import Keep, Reader

USER, TOKEN, INVITATION, SESSION, PAIRING = "user", "token", "invitation", "session", "pairing"
PIN, SECOND_STEP, SEEN, STREAM_KEY, PLAYS_AS = "pin", "second_step", "seen", "stream_key", "plays_as"
KINDS = (USER, TOKEN, INVITATION, SESSION, PAIRING, PIN, SECOND_STEP, SEEN, STREAM_KEY, PLAYS_AS)
"""Never part of a season's archive, and never taken from one."""

Id = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Name = Annotated[str, msgspec.Meta(max_length=120)]
T = TypeVar("T", bound=msgspec.Struct)


class User(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id
    name: Name = ""
    role: Name
    password: str = ""
    """As argon2 writes it; empty: no way in but a token."""

    def __repr__(self) -> str:
        return f"User({self.id!r}, {self.role!r})"


class Token(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    user: str
    label: Name
    digest: str
    expires_at: Instant | None
    scopes: tuple[str, ...] | None = None
    """What it may within its role (scopes.py); nothing said: all of it."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    digest: str
    expires_at: Instant
    user: str = ""
    """Who chooses a password with it; empty: the first one in."""


class OpenSession(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A browser in which somebody came in, or a paired device. Written when it opens, never again."""

    id: str
    digest: str
    user: str = ""
    role: str = ""
    """A device's own; a person's is asked of the user each time, so that a change holds at once."""
    kind: str = "browser"
    label: Name = ""
    opened_at: Instant
    expires_at: Instant | None
    place: str = ""
    """Of a tablet: the table that it lies on, `12`, or `salao/12` where the house keeps rooms."""


class Pairing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device that may come in with the code and the PIN on the director's screen."""

    id: str
    digest: str
    pin: str
    """Kept like a password: six digits are guessed from a plain digest."""
    kind: str
    role: str
    label: Name
    tries_left: int
    expires_at: Instant
    device_until: Instant | None = None
    """When the device itself goes out again."""
    place: str = ""


class PersonPin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one person types at a device that several share."""

    id: str
    """The user's."""
    pin: str
    """As argon2 writes it."""

    def __repr__(self) -> str:
        return f"PersonPin({self.id!r})"


class SecondStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The seed of a person's codes. It has to be read to be checked, so it lies here as it is (SECURITY.md)."""

    id: str
    """The user's."""
    seed: str
    confirmed: bool = False
    last_step: int = 0
    recovery: tuple[str, ...] = ()
    """Digests; chance chose what they are of."""

    def __repr__(self) -> str:
        return f"SecondStep({self.id!r})"


class StaffPerson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who of the registry somebody of the staff is. It is erased with the person, and with the account."""

    id: str
    """The user's."""
    person: str = ""
    others: tuple[str, ...] = ()
    """People of a like name of whom somebody else said that they are not this one."""


class StreamKey(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands in the address of an overlay, of the production or of a televised table's tablet."""

    id: str
    digest: str
    kind: str
    tournament: str
    table: int = 0
    """The one table that it is for; 0: all of the event."""
    label: Name = ""
    made_at: Instant
    expires_at: Instant


class Identity(msgspec.Struct, frozen=True, kw_only=True):
    """Who someone turned out to be."""

    user: str
    role: str
    device: str = ""
    session: str = ""
    name: str = ""
    place: str = ""
    """The table that a tablet lies on."""
    scopes: tuple[str, ...] | None = None
    """Of a token that is narrower than its role."""

    @property
    def sees(self) -> str:
        """As which role somebody is shown things: a token that may not read the house sees what anybody sees."""
        return self.role if self.scopes is None or "read:house" in self.scopes else "viewer"


def find(reader: Reader, kind: str, row_id: str, shape: type[T]) -> T | None:
    row = reader.kept(kind, row_id)
    return msgspec.json.decode(row.body, type=shape) if row else None


def keep(
    kind: str,
    row: User | Token | Invitation | OpenSession | Pairing | PersonPin | SecondStep | StaffPerson | StreamKey,
) -> Keep:
    return Keep(kind, row.id, msgspec.json.encode(row, order="sorted"))
