"""What the house has to write down by itself, known by the instant at which it is due: a level that begins, a PIX that runs out.

Nobody is asked every second. A stream is looked at when the store says that it moved, and an event when its instant has
come; in a quiet house nothing is asked of the database at all.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from feltro.app.money.bank import expire, next_expiry
from feltro.app.screens.clock import look
from feltro.kernel.instants import SECOND, Instant

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House

EVENTS = "tournament:"
ALL_EVERY = 300 * SECOND
"""So often every stream is compared with the store, whatever was told."""
QUIET = 60 * SECOND
"""A stream that nobody wrote to for so long is pressed."""
WORTH_PRESSING = 50
MANY = 1_000
"""After so many events a stream is pressed though it never rests."""


class DueList:
    """Of one process. Several do the same: what they write has a key that is accepted once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lock = threading.Lock()
        self._told: set[str] = set()
        self._all_at: Instant | None = None
        self._stop: Callable[[], None] | None = None
        self._noted: dict[str, int] = {}
        """How far each stream was looked at."""
        self._due: dict[str, Instant] = {}
        self._restless: dict[str, Instant] = {}
        self._running: set[str] = set()

    @property
    def running(self) -> bool:
        """Whether a clock was set going somewhere."""
        return bool(self._running)

    def listen(self) -> None:
        self._stop = self._house.store.changes(self._heard)

    def stop(self) -> None:
        if self._stop:
            self._stop()

    def moved(self, at: Instant) -> set[str]:
        """Streams that were written to since the last time; at first, and now and then, all of them are looked at."""
        with self._lock:
            told, self._told = self._told, set()
            everything = self._stop is None or self._all_at is None or at - self._all_at >= ALL_EVERY
        if everything:
            self._all_at = at
            now = self._house.store.streams()
            told |= {stream for stream, version in now.items() if self._noted.get(stream) != version}
        for stream in told:
            self._note(stream, at)
        return told

    def do(self, at: Instant) -> None:
        """Everything whose instant has come."""
        for stream in [one for one, instant in self._due.items() if instant <= at]:
            look(self._house, stream.partition(":")[2], at)
            expire(self._house, stream, at)
            self._note(stream, at)

    def press(self, at: Instant) -> None:
        """Keep on the shelf what rests, or has grown long: at the next start it need not be read again."""
        for stream, since in list(self._restless.items()):
            with self._house.world.lock:
                live = self._house.world.remembered(stream)
                new = live.version - (live.page.version if live.page else 0)
                rests = at - since >= QUIET or since > at
                if new >= MANY or (rests and (live.is_over or new >= WORTH_PRESSING)):
                    self._house.world.press(stream)
            if rests:
                del self._restless[stream]

    def _heard(self, stream: str, _version: int) -> None:
        """Called from a thread of the store."""
        with self._lock:
            self._told.add(stream)

    def _note(self, stream: str, at: Instant) -> None:
        world = self._house.world
        with world.lock:
            live = world.live(stream)
            self._noted[stream] = live.version
            if not live.stands_pressed:
                self._restless[stream] = at
            gist = live.gist if stream.startswith(EVENTS) else None
            running = gist is not None and gist.runs
            expires = next_expiry(self._house, live, at) if gist and gist.awaits else None
        (self._running.add if running else self._running.discard)(stream)
        due = min((one for one in (gist.due if gist else None, expires) if one is not None), default=None)
        if due is None:
            self._due.pop(stream, None)
        else:
            self._due[stream] = due
