"""Copies of the house are made when a level, a day or a drawer ends, beside the work and never in its way."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.app.upkeep.backups import Backups
    from feltro.kernel.instants import Instant

EVERY_SECONDS = 2.0
AGAIN_SECONDS = 60.0
"""After a copy that was not made."""
LOG = logging.getLogger(__name__)


class CopyWatch:
    """Lives beside the hub, in the event loop of its worker."""

    def __init__(self, house: House, clock: Callable[[], Instant], backups: Backups) -> None:
        self._house = house
        self._clock = clock
        self._backups = backups
        self._lock = threading.Lock()
        self._moved: set[str] = set()
        self._again = 0.0
        self._stop: Callable[[], None] | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._stop = await asyncio.to_thread(self._house.store.changes, self._heard)
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._stop:
            self._stop()
        if self._task:
            self._task.cancel()

    async def _watch(self) -> None:
        """At first, what the last evening left without a copy."""
        first = True
        while True:
            try:
                await asyncio.to_thread(self.look, first=first)
            except Exception:
                LOG.exception("looking after the copies failed")
            first = False
            await asyncio.sleep(EVERY_SECONDS)

    def look(self, *, first: bool = False) -> None:
        with self._lock:
            moved, self._moved = self._moved, set()
        due = (first and self._backups.is_behind) or (bool(moved) and self._backups.asked_for(moved))
        self._again = max(0.0, self._again - EVERY_SECONDS)
        if due or (self._backups.failed and not self._again):
            self._backups.make(self._clock())
            self._again = AGAIN_SECONDS if self._backups.failed else 0.0

    def _heard(self, stream: str, _version: int) -> None:
        """Called from a thread of the store."""
        with self._lock:
            self._moved.add(stream)
