"""Levels that begin by themselves are written down when they do, so that every open page hears of them.

The clock itself needs nobody to look at it: this only makes its facts known at once, and prompts appear in time.
While one runs it is also kept that the house was awake, so that after a crash the time in the dark is known.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from feltro.app.people.directory import directory
from feltro.app.settings.hour import HouseClock
from feltro.app.upkeep.awake import EVERY_SECONDS as AWAKE_SECONDS
from feltro.app.upkeep.awake import stay_awake, wake
from feltro.app.upkeep.due import DueList
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.app.world.streams.settings import STREAM as SETTINGS
from feltro.kernel.instants import SECOND

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
        self._due = DueList(house)
        self._awake: Instant | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await asyncio.to_thread(wake, self._house.store, self._clock())
        await asyncio.to_thread(self._due.listen)
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        self._due.stop()
        if self._task:
            self._task.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            try:
                await asyncio.to_thread(self.look_at_all)
            except Exception:
                LOG.exception("looking at the clocks failed")

    def look_at_all(self) -> None:
        """What moved, and what is due: a level that began, a PIX that nobody paid in time. Else nothing is asked."""
        at = self._clock()
        moved = self._due.moved(at)
        if SETTINGS in moved and isinstance(self._clock, HouseClock):
            self._clock.heed()
        if PEOPLE in moved:
            directory(self._house.store)  # a name that another process erased leaves what this one keeps, too
        self._due.do(at)
        if self._due.running and (self._awake is None or at - self._awake >= AWAKE_SECONDS * SECOND):
            stay_awake(self._house.store, at)
            self._awake = at
        if self._album and (moved or self._album.failed):
            self._album.keep(self._clock())
        self._due.press(at)
