"""Programs, and phones of players, are told beside the work and never in its way: in threads of their own, and only where somebody set one up."""

from __future__ import annotations

import asyncio
import logging
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from feltro.app.player.phone_desk import PhoneDesk
from feltro.app.programs.deliveries import DeliveryDesk
from feltro.app.programs.lease import take_lease

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant

EVERY_SECONDS = 1.0
THREADS = 4
Due = tuple[DeliveryDesk | PhoneDesk, str]
LOG = logging.getLogger(__name__)


class WebhookWatch:
    """Lives beside the hub, in the event loop of its worker. Of several workers one tells."""

    def __init__(self, house: House, clock: Callable[[], Instant]) -> None:
        self._house, self._clock = house, clock
        self._desks = (DeliveryDesk(house), PhoneDesk(house))
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
            if not (self._moved or any(desk.waits for desk in self._desks)):
                continue
            try:
                due = await asyncio.to_thread(self._due)
            except Exception:
                LOG.exception("looking whom to tell failed")
                continue
            for desk, name in due:
                self._begin(desk, name)

    def _heard(self, _stream: str, _version: int) -> None:
        """Called from a thread of the store: until then nothing is looked at."""
        self._moved = True

    def _due(self) -> list[Due]:
        self._moved = False
        at = self._clock()
        due = [(desk, one) for desk in self._desks for one in desk.due(at) if one not in self._busy]
        return due if due and take_lease(self._house.store, self._me, at) else []

    def _begin(self, desk: DeliveryDesk | PhoneDesk, name: str) -> None:
        """A receiver that is slow holds up nobody but itself."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="webhook")
        self._busy.add(name)
        self._threads.submit(self._work, desk, name)

    def _work(self, desk: DeliveryDesk | PhoneDesk, name: str) -> None:
        try:
            desk.work(name, self._clock())
        except Exception:
            LOG.exception("telling %s failed", name if desk is self._desks[1] else "a program")
        finally:
            self._busy.discard(name)
