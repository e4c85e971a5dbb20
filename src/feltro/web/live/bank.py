"""The bank is asked beside the work and never in its way: every few seconds while something is awaited, else hardly ever."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from litestar import Litestar

    from feltro.app.money.bank_desk import BankDesk
    from feltro.kernel.instants import Instant

EVERY_SECONDS = 5.0
MOST_SECONDS = 120.0
"""A bank that stays silent is asked ever more seldom, up to this."""
LOG = logging.getLogger(__name__)


class BankWatch:
    """Lives beside the hub, in the event loop of its worker."""

    def __init__(self, desk: BankDesk, clock: Callable[[], Instant]) -> None:
        self._desk, self._clock = desk, clock
        self._wait = EVERY_SECONDS
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()

    async def _watch(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.look)
            except Exception:
                LOG.exception("asking the bank failed")
            await asyncio.sleep(self._wait)

    def look(self) -> None:
        before = self._desk.last
        found = self._desk.look(self._clock())
        silent = found.silent if found else None
        self._wait = min(self._wait * 2, MOST_SECONDS) if silent else EVERY_SECONDS
        if silent and not (before and before.silent):
            LOG.warning("the bank does not answer: %s %s", silent.because, silent.told)


def connect_bank(site: Litestar, bank: BankDesk | None) -> None:
    """A bank that is asked while the site is up, where the house has one."""
    if bank:
        site.state["bank"] = bank
        watch = BankWatch(bank, site.state["clock"])
        site.on_startup.append(watch.start)
        site.on_shutdown.append(watch.stop)
