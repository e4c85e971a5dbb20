"""How often somebody may try to come in: arithmetic on the time, without a timer and without a lock-out.

Each key has a moment until which its allowance is used up. A try moves that moment forward by one
interval; while it lies further ahead than the allowance reaches, the next try has to wait. With a store the
moments are kept there, so that all workers count together and a restart forgives nothing: keys as digests in a
fixed number of rows, and no more writes than the pace itself lets through.
"""

import threading
import uuid
from hashlib import sha256
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

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


PIN_HERE = Allowance(3, 60)
"""One person's PIN at one device: few digits, so few tries."""
PIN_ANYWHERE = Allowance(10, 120)
"""One person's PIN wherever it is tried. A password opens what waits for a PIN, so nobody is shut out."""
PHONE_HERE = Allowance(6, 30)
"""One address that joins one draw."""
CARD = Allowance(4, 60)
"""One seat card that tells a stack."""
ASK_HERE = Allowance(8, 30)
"""One address that asks for entries of one event."""
PHONES = Allowance(60, 2)
"""One draw, from whatever addresses."""
Key = tuple[str, ...]
Counted = tuple[tuple[Key, Allowance], ...]
"""What one try is counted under, each with its pace."""


def entrance(user: str, address: str) -> Counted:
    name = user.casefold()[:100]
    return (("both", name, address), TOGETHER), (("user", name), USER), (("address", address), ADDRESS)


def pin_tries(user: str, device: str) -> Counted:
    return (("pin", user, device), PIN_HERE), (("pin", user), PIN_ANYWHERE)


def phone_tries(draw: str, address: str) -> Counted:
    """A phone of the room gives its value to a draw: once in, once shown, and a few for slips of the finger."""
    return (("phone", draw, address), PHONE_HERE), (("phone", draw), PHONES)


def card_tries(card: str) -> Counted:
    return ((("card", card), CARD),)


def ask_tries(event: str, address: str) -> Counted:
    """A stranger asks for an entry: a family at one table, and no list filled by a machine."""
    return (("ask", event, address), ASK_HERE), (("ask", event), PHONES)


class Throttle:
    """In memory for one process, or in the store that several share.

    A try is counted before it is made, and given back when it was right: a thousand guesses sent at the same moment
    are a thousand tries."""

    def __init__(self, store: Store | None = None) -> None:
        self._kept_in = ref(store) if store is not None else None
        self._used_until: dict[Key, Instant] = {}
        self._lock = threading.Lock()

    def take(self, counted: Counted, now: Instant) -> int:
        """How many seconds this try has to wait; 0: it is counted and may be made now."""
        with self._lock:
            wait = max(self._wait(key, pace, now) for key, pace in counted)
            if not wait:
                self._move(counted, now, 1)
        return wait

    def give_back(self, counted: Counted, now: Instant) -> None:
        """It was right: it was no guess."""
        with self._lock:
            self._move(counted, now, -1)

    def _move(self, counted: Counted, now: Instant, steps: int) -> None:
        used = {
            key: Instant(max(self._until(key, now), now) + steps * pace.seconds * SECOND) for key, pace in counted
        }
        store = self._store
        if store is None:
            self._remember(used, now)
        else:
            _write(store, used, now)

    @property
    def _store(self) -> Store | None:
        return self._kept_in() if self._kept_in else None

    def _remember(self, used: dict[Key, Instant], now: Instant) -> None:
        if len(self._used_until) > MOST_KEYS:
            self._used_until = {key: until for key, until in self._used_until.items() if until > now}
        self._used_until.update(used)

    def _until(self, key: Key, now: Instant) -> Instant:
        store = self._store
        if store is None:
            return self._used_until.get(key, now)
        kept = store.kept(ROW, _row(key))
        return Instant(int(kept.body)) if kept else now

    def _wait(self, key: Key, pace: Allowance, now: Instant) -> int:
        reach = (pace.at_once - 1) * pace.seconds * SECOND
        over = self._until(key, now) - now - reach
        return -(-over // SECOND) if over > 0 else 0


_THROTTLES: WeakKeyDictionary[Store, Throttle] = WeakKeyDictionary()


def throttle_of(store: Store) -> Throttle:
    """The one pace of a house in this process, whoever asks for it."""
    return _THROTTLES.setdefault(store, Throttle(store))


def _row(key: Key) -> str:
    return sha256("\0".join(key).encode()).hexdigest()[:DIGITS]


def _write(store: Store, used: dict[Key, Instant], now: Instant) -> None:
    """Two workers that write at the same moment count one try, not two: that much is let through."""
    rows = {_row(key): until for key, until in used.items()}
    meta = Meta("gate", "", "", now, f"throttle-{uuid.uuid4().hex}", "RefuseEntrance")
    store.commit(
        Transaction(meta, registry=tuple(Keep(ROW, row, str(until).encode()) for row, until in rows.items()))
    )
