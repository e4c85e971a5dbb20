"""Threads, so many for each: commands have their own, so that no crowd of lookers stands before a cashier.

More threads make nothing quicker, because Python runs one at a time: whoever waits for the disk or the database lets
others run, and a crowd that looks is given few, so that it takes its turn with everybody else.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

TURN_SECONDS = 0.001
"""How long a thread runs while others wait. Python's own five milliseconds are as long as a sale, and a sale waits several
times: for the world's lock, for the disk, for its answer."""
COURTESY, MOST_COURTESY = 0.002, 0.02
"""Seconds that work for a crowd waits, a little at a time, while a command is being decided."""


class Threads:
    """Threads for one kind of work. The framework's own way to a thread takes twice as long, which is as long as a small page."""

    def __init__(self, name: str, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self.under_way = 0
        """Asked and not answered; read and written by the event loop alone."""

    async def run(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        self.under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, partial(work, *args, **kwargs))
        finally:
            self.under_way -= 1

    def runs(self, handler: Callable[..., Any]) -> Callable[..., Any]:
        """A handler off the event loop.

        Not by the framework's own switch: it wraps a handler once more for every other method of its address, and
        the second wrapping is never awaited.
        """

        @wraps(handler)
        async def run(*args: Any, **kwargs: Any) -> Any:
            return await self.run(handler, *args, **kwargs)

        return run


COMMANDS = Threads("commands", 12)
"""Whatever changes something: forms, and commands of programs."""
PAGES = Threads("pages", 12)
"""Pages of those who work here."""
LOOKERS = Threads("lookers", 2)
"""Pages that anybody may open, and what the live stream brings to everybody."""


def take_short_turns() -> None:
    """Called once by a process that serves."""
    sys.setswitchinterval(TURN_SECONDS)


async def give_way() -> None:
    """What came in meanwhile is taken; while a command is being decided, a crowd waits a moment."""
    await asyncio.sleep(0)
    waited = 0.0
    while COMMANDS.under_way and waited < MOST_COURTESY:
        await asyncio.sleep(COURTESY)
        waited += COURTESY
