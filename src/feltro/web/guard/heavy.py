"""Work that anybody may ask for and that costs: comparing books, searching them, checking a draw, ruling on a situation.

One at a time in this process, a few that wait, and a pace for each address: a stranger who asks all day for the
heaviest page there is takes a share of one thread, and the desk does not notice.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from litestar.exceptions import HTTPException

from feltro.app.access.throttle import Allowance, Throttle

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from feltro.kernel.instants import Instant

from contextlib import asynccontextmanager

HEAVY = "feltro_heavy"
"""Where a handler says at which pace one address may have its work."""
PACE = Allowance(40, 1)
"""Somebody who types a search asks at every letter."""
SITUATIONS = Allowance(300, 1)
"""A program that rules on a list of situations; each is light, and they come in heaps."""
WAITING = 16
TOO_MANY = 429


class HeavyWork:
    """The line in front of it. People who work here do not stand in it."""

    def __init__(self) -> None:
        self._throttle = Throttle()
        self._one = asyncio.Semaphore(1)
        self._in_line = 0

    @asynccontextmanager
    async def turn(self, address: str, pace: Allowance, at: Instant) -> AsyncIterator[None]:
        wait = self._throttle.take(((("heavy", str(pace), address), pace),), at)
        if wait or self._in_line >= WAITING:
            raise HTTPException(status_code=TOO_MANY, headers={"Retry-After": str(wait or 5)})
        self._in_line += 1
        try:
            async with self._one:
                yield
        finally:
            self._in_line -= 1
