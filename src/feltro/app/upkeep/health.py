"""How the house itself is: whether its store answers, the disk has room, a copy is fresh, and the clock is sane."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.access.change import state_of
from feltro.app.settings.hour import HouseClock
from feltro.app.world.streams.reigns import STREAM as REIGNS
from feltro.app.world.streams.reigns import ReignsState
from feltro.kernel.folders import data_folder
from feltro.kernel.instants import SECOND, Instant
from feltro.store.port import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.app.upkeep.backups import Backups

FULL_BYTES = 32 << 20
LOW_BYTES = 512 << 20
STALE = 3 * 3600 * SECOND
"""A copy so old is no fresh one, where something was written since."""
LOOK_SECONDS = 5.0


class Health(NamedTuple):
    store: bool
    answered_ms: float
    disk_free: int
    copy_at: Instant | None
    """Of the last good copy; nothing where there is none."""
    copy_stale: bool
    clock_apart: bool
    over: bool = False
    """Another laptop has the house, with a higher number."""
    left: bool = False
    """What an earlier laptop took waits to be entered by hand."""

    @property
    def ready(self) -> bool:
        return (
            not self.over
            and self.store
            and self.disk_free >= FULL_BYTES
            and not self.copy_stale
            and not self.clock_apart
        )

    @property
    def alarm(self) -> str:
        """What the direction and the desk have to know at once; nothing where all is well."""
        if self.over:
            return "over"
        if self.disk_free < FULL_BYTES:
            return "full"
        if self.disk_free < LOW_BYTES:
            return "low"
        return "left" if self.left else "no_copy" if self.copy_stale else ""


class HealthWatch:
    """Asked by many, looked at now and then."""

    def __init__(self, house: House, clock: Callable[[], Instant], backups: Backups | None) -> None:
        self._house = house
        self._clock = clock
        self.backups = backups
        self._looked = 0.0
        self._known: Health | None = None

    def now(self) -> Health:
        if self._known is None or time.monotonic() - self._looked > LOOK_SECONDS:
            self._looked = time.monotonic()
            self._known = self._look()
        return self._known

    def _look(self) -> Health:
        began = time.perf_counter()
        try:
            self._house.store.last_link()
            behind, store = bool(self.backups and self.backups.is_behind), True
            reigns: ReignsState = state_of(self._house.store, REIGNS)[0]
        except StoreUnavailable:
            behind, store, reigns = False, False, ReignsState()
        took = (time.perf_counter() - began) * 1000
        last = self.backups.last() if self.backups else None
        old = last is None or self._clock() - last.at > STALE
        apart = isinstance(self._clock, HouseClock) and self._clock.jump() is not None
        found = (store, took, self._free(), last.at if last else None, behind and old, apart)
        return Health(*found, bool(reigns.over), reigns.left > len(reigns.settled))

    def _free(self) -> int:
        """Where the database lies, if that is a file; else where this machine keeps what is Feltro's."""
        place = getattr(self._house.store, "path", None)
        folder = Path(place).absolute().parent if place else data_folder()
        while not folder.exists():
            folder = folder.parent
        return shutil.disk_usage(folder).free
