"""How often somebody may try to come in: arithmetic on the time, without a timer and without a lock-out.

Each key has a moment until which its allowance is used up. A failed try moves that moment forward by one
interval; while it lies further ahead than the allowance reaches, the next try has to wait. Kept in memory, for
each worker: a stranger's wrong guesses are not worth a write.
"""

import threading
from typing import NamedTuple

from feltro.kernel.instants import Instant

MOST_KEYS = 20_000


class Pace(NamedTuple):
    """So many tries at once, then one in so many seconds."""

    at_once: int
    seconds: int


TOGETHER = Pace(5, 10)
"""One user from one address."""
USER = Pace(30, 5)
"""One user from anywhere: slow enough to guess nothing, never shut, so that nobody can be locked out."""
ADDRESS = Pace(20, 3)
"""One address, whoever it tries to be."""


class Throttle:
    def __init__(self) -> None:
        self._used_until: dict[tuple[str, ...], Instant] = {}
        self._lock = threading.Lock()

    def wait_seconds(self, user: str, address: str, now: Instant) -> int:
        """How long this try has to wait; 0: it may be made now."""
        with self._lock:
            waits = [self._wait(key, pace, now) for key, pace in _keys(user, address)]
        return max(waits)

    def failed(self, user: str, address: str, now: Instant) -> None:
        with self._lock:
            if len(self._used_until) > MOST_KEYS:
                self._used_until = {key: until for key, until in self._used_until.items() if until > now}
            for key, pace in _keys(user, address):
                start = max(self._used_until.get(key, now), now)
                self._used_until[key] = Instant(start + pace.seconds * 1_000_000)

    def _wait(self, key: tuple[str, ...], pace: Pace, now: Instant) -> int:
        reach = (pace.at_once - 1) * pace.seconds * 1_000_000
        over = self._used_until.get(key, now) - now - reach
        return -(-over // 1_000_000) if over > 0 else 0


def _keys(user: str, address: str) -> tuple[tuple[tuple[str, ...], Pace], ...]:
    name = user.casefold()[:100]
    return (("both", name, address), TOGETHER), (("user", name), USER), (("address", address), ADDRESS)
