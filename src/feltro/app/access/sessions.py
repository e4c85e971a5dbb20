"""Sessions of our own: a new secret at every coming in, written only when one opens or closes.

Asking who has a session reads two rows and writes nothing, so that a revoked session stays revoked however
many answers were under way.
"""

from typing import NamedTuple

from feltro.app.access.change import AccessChange, change, state_of
from feltro.app.access.doors import shut
from feltro.app.access.rows import SESSION, USER, Identity, OpenSession, User, find, keep
from feltro.app.access.secrets import new_secret, read_secret, same
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.access import AccessState, SessionOpened
from feltro.kernel.instants import Instant, later
from feltro.kernel.outcome import Refused
from feltro.store.port import Store

SHIFT_SECONDS = 16 * 3600
"""A long day at the desk, and no second one."""


class Opened(NamedTuple):
    """What the browser keeps, shown to nobody else, and until when."""

    text: str
    seconds: int


def open_session(store: Store, user_id: str, label: str, envelope: Envelope) -> Opened | Refused:
    """Somebody proved who they are. What this browser had before is of no use to anyone else."""
    made = new_secret()

    def decide(state: AccessState) -> AccessChange | Refused:
        if user_id not in state.users:
            return Refused("access.no_such_user", {"user": user_id})
        session = OpenSession(
            id=made.id,
            digest=made.digest,
            user=user_id,
            label=label[:120],
            opened_at=envelope.at,
            expires_at=later(envelope.at, seconds=SHIFT_SECONDS),
        )
        over = [one for one in state.sessions_of(user_id) if _is_over(store, one, envelope.at)]
        closed, erased = shut(over)
        return AccessChange(
            (SessionOpened(session=made.id, user=user_id), *closed), (keep(SESSION, session), *erased)
        )

    return change(store, "OpenSession", envelope, decide) or Opened(made.text, SHIFT_SECONDS)


def close_session(store: Store, session_id: str, envelope: Envelope) -> Refused | None:
    """Leaving, or shutting somebody or a device out."""

    def decide(state: AccessState) -> AccessChange | Refused:
        if session_id not in state.sessions:
            return Refused("access.no_such_session")
        closed, erased = shut([session_id])
        return AccessChange(tuple(closed), tuple(erased))

    return change(store, "CloseSession", envelope, decide)


def who_has_session(store: Store, text: str, now: Instant) -> Identity | None:
    read = read_secret(text)
    session = find(store, SESSION, read[0], OpenSession) if read else None
    if read is None or session is None or not same(session.digest, read[1]) or _expired(session, now):
        return None
    if not session.user:
        who = f"device.{session.id}"
        return Identity(
            user=who,
            role=session.role,
            device=session.id,
            session=session.id,
            name=session.label,
            place=session.place,
        )
    user = find(store, USER, session.user, User)
    if user is None:
        return None
    return Identity(user=user.id, role=user.role, session=session.id, name=user.name or user.id)


def sessions(store: Store, now: Instant) -> list[OpenSession]:
    """Everybody and everything that is in, the latest first."""
    found = (find(store, SESSION, one, OpenSession) for one in state_of(store)[0].sessions)
    live = [one for one in found if one is not None and not _expired(one, now)]
    return sorted(live, key=lambda one: (-one.opened_at, one.id))


def _is_over(store: Store, session_id: str, now: Instant) -> bool:
    session = find(store, SESSION, session_id, OpenSession)
    return session is None or _expired(session, now)


def _expired(session: OpenSession, now: Instant) -> bool:
    return session.expires_at is not None and now >= session.expires_at
