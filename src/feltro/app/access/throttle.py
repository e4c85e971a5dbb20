"""How often somebody may try to come in: arithmetic on the time, without a timer and without a lock-out.

Each key has a moment until which its allowance is used up. A failed try moves that moment forward by one
interval; while it lies further ahead than the allowance reaches, the next try has to wait. With a store the
moments are kept there, so that all workers count together and a restart forgives nothing: keys as digests in a
fixed number of rows, and no more writes than the pace itself lets through.
"""

import threading
import uuid
from hashlib import sha256
from typing import NamedTuple

from feltro.kernel.instants import SECOND, Instant
from feltro.store.port import Keep, Meta, Store, Transaction

MOST_KEYS = 20_000
ROW = "throttle"
DIGITS = 4
"""Of the digest, in hexadecimal: 65,536 rows and no more, whatever names strangers make up."""


class Allowance(NamedTuple):
    """So many tries at once, then one in so many seconds."""

    at_once: int
    seconds: int


TOGETHER = Allowance(5, 10)
"""One user from one address."""
USER = Allowance(30, 5)
"""One user from anywhere: slow enough to guess nothing, never shut, so that nobody can be locked out."""
ADDRESS = Allowance(20, 3)
"""One address, whoever it tries to be."""


class Throttle:
    """In memory for one process, or in the store that several share."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._used_until: dict[tuple[str, ...], Instant] = {}
        self._lock = threading.Lock()

    def wait_seconds(self, user: str, address: str, now: Instant) -> int:
        """How long this try has to wait; 0: it may be made now."""
        with self._lock:
            waits = [self._wait(key, pace, now) for key, pace in _keys(user, address)]
        return max(waits)

    def failed(self, user: str, address: str, now: Instant) -> None:
        with self._lock:
            used = {
                key: Instant(max(self._until(key, now), now) + pace.seconds * SECOND)
                for key, pace in _keys(user, address)
            }
            if self._store is None:
                self._remember(used, now)
            else:
                _write(self._store, used, now)

    def _remember(self, used: dict[tuple[str, ...], Instant], now: Instant) -> None:
        if len(self._used_until) > MOST_KEYS:
            self._used_until = {key: until for key, until in self._used_until.items() if until > now}
        self._used_until.update(used)

    def _until(self, key: tuple[str, ...], now: Instant) -> Instant:
        if self._store is None:
            return self._used_until.get(key, now)
        kept = self._store.kept(ROW, _row(key))
        return Instant(int(kept.body)) if kept else now

    def _wait(self, key: tuple[str, ...], pace: Allowance, now: Instant) -> int:
        reach = (pace.at_once - 1) * pace.seconds * SECOND
        over = self._until(key, now) - now - reach
        return -(-over // SECOND) if over > 0 else 0


def _keys(user: str, address: str) -> tuple[tuple[tuple[str, ...], Allowance], ...]:
    name = user.casefold()[:100]
    return (("both", name, address), TOGETHER), (("user", name), USER), (("address", address), ADDRESS)


def _row(key: tuple[str, ...]) -> str:
    return sha256("\0".join(key).encode()).hexdigest()[:DIGITS]


def _write(store: Store, used: dict[tuple[str, ...], Instant], now: Instant) -> None:
    """Two workers that write at the same moment count one try, not two: that much is let through."""
    rows = {_row(key): until for key, until in used.items()}
    meta = Meta("gate", "", "", now, f"throttle-{uuid.uuid4().hex}", "RefuseEntrance")
    store.commit(
        Transaction(meta, registry=tuple(Keep(ROW, row, str(until).encode()) for row, until in rows.items()))
    )
