"""Screens that lock themselves: after so many minutes without a touch, a PIN or the password opens them again.

Whether a session is locked is arithmetic on the moment of its last touch, which is a row of its own: the session's row is
never written again, so that one which was shut out cannot come back (docs/decisions/0013). At most one write in a minute.
"""

import uuid
from operator import attrgetter

from feltro.app.access.change import AccessChange, change, looked_up
from feltro.app.access.rows import SEEN, Identity
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.access import IdleMinutesSet
from feltro.kernel.instants import MINUTE, Instant
from feltro.kernel.outcome import Refused
from feltro.store.port import Keep, Meta, Reader, Store, Transaction

LOCKED = ("organiser", "director", "finance", "cashier", "floor")
"""A dealer's tablet and a television stand where everybody sees them, and hold nothing."""
MOST_MINUTES = 240
NEVER = Instant(0)


def set_idle_minutes(store: Store, minutes: int, envelope: Envelope) -> Refused | None:
    if not 0 <= minutes <= MOST_MINUTES:
        return Refused("access.idle_minutes", {"most": MOST_MINUTES})
    said = AccessChange((IdleMinutesSet(minutes=minutes),), ())
    return change(store, "SetIdleMinutes", envelope, lambda _state: said)


def idle_minutes(store: Store) -> int:
    minutes: int = looked_up(store, attrgetter("idle_minutes"))
    return minutes


def is_locked(store: Store, who: Identity, now: Instant) -> bool:
    """A session that was never touched is as old as it is: it is touched when somebody comes in."""
    if who.device or who.role not in LOCKED:
        return False
    seen = _seen(store, who.session)
    if seen == NEVER:
        return True
    minutes = idle_minutes(store)
    return bool(minutes) and seen is not None and now - seen > minutes * MINUTE


def touch(store: Store, who: Identity, now: Instant) -> None:
    """Somebody is there."""
    seen = _seen(store, who.session)
    if seen is None or not 0 <= now - seen < MINUTE:
        _write(store, who.session, now, now)


def lock(store: Store, who: Identity, now: Instant) -> None:
    _write(store, who.session, NEVER, now)


def _seen(reader: Reader, session: str) -> Instant | None:
    row = reader.kept(SEEN, session)
    return Instant(int(row.body)) if row else None


def _write(store: Store, session: str, seen: Instant, now: Instant) -> None:
    meta = Meta("gate", "", session, now, f"seen-{uuid.uuid4().hex}", "SeeSession")
    store.commit(Transaction(meta, registry=(Keep(SEEN, session, str(seen).encode()),)))
