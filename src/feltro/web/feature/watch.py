"""Stacks of televised hands that became old enough are handed to the tournament, in an event whose director wants that."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from feltro.app.feature.counts import feed, feed_due

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant

EVERY_SECONDS = 5.0
LOG = logging.getLogger(__name__)


class FeatureWatch:
    """Lives beside the hub, in the event loop of its worker. Several do the same: what they write has a key."""

    def __init__(self, house: House, clock: Callable[[], Instant]) -> None:
        self._house = house
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await asyncio.to_thread(self.look)
            except Exception:
                LOG.exception("feeding counts failed")

    def look(self) -> None:
        at = self._clock()
        with self._house.world.lock:
            due = feed_due(self._house, at)
        for tournament in due:
            feed(self._house, tournament, at)
