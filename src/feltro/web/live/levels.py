"""Levels that begin by themselves are written down when they do, so that every open page hears of them.

The clock itself needs nobody to look at it: this only makes its facts known at once, and prompts appear in time.
While one runs it is also kept that the house was awake, so that after a crash the time in the dark is known.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from feltro.app.money.bank import expire_all
from feltro.app.people.directory import directory
from feltro.app.screens.clock import look
from feltro.app.upkeep.awake import stay_awake, wake

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.app.papers.album import Album
    from feltro.kernel.instants import Instant

EVERY_SECONDS = 1.0
LOG = logging.getLogger(__name__)


class LevelWatch:
    """Lives beside the hub, in the event loop of its worker."""

    def __init__(self, house: House, clock: Callable[[], Instant], album: Album | None = None) -> None:
        self._house = house
        self._clock = clock
        self._album = album
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await asyncio.to_thread(wake, self._house.store, self._clock())
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await asyncio.to_thread(self.look_at_all)
                if self._album:
                    await asyncio.to_thread(self._album.keep, self._clock())
            except Exception:
                LOG.exception("looking at the clocks failed")

    def look_at_all(self) -> None:
        """Every tournament whose clock runs; and every PIX that nobody paid in time."""
        directory(self._house.store)  # a name that another process erased leaves what this one keeps, too
        running = [stream for stream in self._house.store.streams("tournament:") if self._runs(stream)]
        for stream in running:
            look(self._house, stream.partition(":")[2], self._clock())
        expire_all(self._house, self._clock())
        if running:
            stay_awake(self._house.store, self._clock())

    def _runs(self, stream: str) -> bool:
        with self._house.world.lock:
            state = self._house.world.live(stream).state
            return not state.stopped and any(clock.since is not None for clock in state.clocks.days.values())
