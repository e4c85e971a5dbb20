"""A laptop on which somebody took over looks for the one that had the house before: when that one is back, it is stopped."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from feltro.app.second.follower import meet

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant

EVERY_SECONDS = 3.0
LOG = logging.getLogger(__name__)


class ReignWatch:
    """Lives beside the hub. In a house that nobody took over it looks once, and ends."""

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
            try:
                if await asyncio.to_thread(meet, self._house, self._clock):
                    return
            except Exception:
                LOG.exception("looking for the laptop before failed")
            await asyncio.sleep(EVERY_SECONDS)
