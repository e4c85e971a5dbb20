"""Programs are told beside the work and never in its way: in threads of their own, and only where somebody set one up."""

from __future__ import annotations

import asyncio
import logging
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from feltro.app.programs.deliveries import DeliveryDesk
from feltro.app.programs.lease import take_lease

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant

EVERY_SECONDS = 1.0
THREADS = 4
LOG = logging.getLogger(__name__)


class WebhookWatch:
    """Lives beside the hub, in the event loop of its worker. Of several workers one tells."""

    def __init__(self, house: House, clock: Callable[[], Instant]) -> None:
        self._house, self._clock = house, clock
        self._desk = DeliveryDesk(house)
        self._me = uuid.uuid4().hex
        self._busy: set[str] = set()
        self._moved = True
        self._stop: Callable[[], None] | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._stop = await asyncio.to_thread(self._house.store.changes, self._heard)
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._stop:
            self._stop()
        if self._task:
            self._task.cancel()
        if self._threads:
            self._threads.shutdown(wait=False, cancel_futures=True)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            if not (self._moved or self._desk.waits):
                continue
            try:
                due = await asyncio.to_thread(self._due)
            except Exception:
                LOG.exception("looking whom to tell failed")
                continue
            for name in due:
                self._begin(name)

    def _heard(self, _stream: str, _version: int) -> None:
        """Called from a thread of the store: until then nothing is looked at."""
        self._moved = True

    def _due(self) -> list[str]:
        self._moved = False
        at = self._clock()
        due = [one for one in self._desk.due(at) if one not in self._busy]
        return due if due and take_lease(self._house.store, self._me, at) else []

    def _begin(self, name: str) -> None:
        """A receiver that is slow holds up nobody but itself."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="webhook")
        self._busy.add(name)
        self._threads.submit(self._work, name)

    def _work(self, name: str) -> None:
        try:
            self._desk.work(name, self._clock())
        except Exception:
            LOG.exception("telling a program failed")
        finally:
            self._busy.discard(name)
