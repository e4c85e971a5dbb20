"""One listener on the store for all who follow: what changed is put into bytes once and handed to everybody.

Who works here is told `stream@version` only, and each page fetches what it means for itself, with its own rights.
Phones and screens say which parts they show, and have them brought (shown.py). Changes that come close together are
told together.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

from feltro.app.people.forgotten import Forgetful, forgets
from feltro.web.live.line import Follower, LiveLine
from feltro.web.live.parts import Parts
from feltro.web.live.shown import ShownLine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from litestar import Litestar

    from feltro.store.port import Store
    from feltro.web.live.parts import AskedPart

GATHER_SECONDS, FIRST_SECONDS = 0.05, 0.005
"""What comes in so short a time is told together. The first after a while waits only for what it did beside itself."""
PING_SECONDS = 15
PING = b"event: ping\ndata: .\n\n"
SOON_MS, LATEST_MS = 1000, 8000
"""When a browser comes back after a cut: after a second, and then about a thousand of them in each second."""


class Hub(Forgetful):
    """Lives in the event loop of its worker. `start` and `stop` are called by the application."""

    def __init__(self, store: Store) -> None:
        forgets(self)
        self._store = store
        self._untold: dict[str, int] = {}
        self._told_at = 0.0
        self.told = LiveLine()
        self.shown: ShownLine | None = None
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop_listening: Callable[[], None] | None = None
        self._gathering: asyncio.TimerHandle | None = None
        self._pinging: asyncio.Task[None] | None = None

    async def start(self, app: Litestar | None = None) -> None:
        """With the site itself, parts of its pages can be brought."""
        self._loop = asyncio.get_running_loop()
        self._stop_listening = await asyncio.to_thread(self._store.changes, self._heard)
        streams = await asyncio.to_thread(self._store.streams)
        self.told.known = {**streams, **self.told.known}
        if app is not None:
            self.shown = ShownLine(Parts(app))
            self.shown.known = dict(self.told.known)
        self._pinging = asyncio.ensure_future(self._keep_pinging())

    async def stop(self) -> None:
        self._closed = True
        if self._stop_listening:
            self._stop_listening()
        if self._gathering:
            self._gathering.cancel()
        if self._pinging:
            self._pinging.cancel()
        for line in self._lines:
            line.wake()

    @property
    def _lines(self) -> list[LiveLine]:
        return [self.told, self.shown] if self.shown else [self.told]

    @property
    def followers(self) -> int:
        """Who follows just now."""
        return sum(len(line.followers) for line in self._lines)

    def reached(self, stream: str) -> int:
        """The last version that was heard of, with what this process wrote and has not told anybody yet."""
        return max(self.told.known.get(stream, 0), self._store.reached(stream))

    async def follow(
        self, *, staff: bool, still: Callable[[], bool] | None = None, parts: tuple[AskedPart, ...] = ()
    ) -> AsyncIterator[bytes]:
        """Where everything stands, then what changes. `still` is asked now and then: a shut-out session ends."""
        line = self.shown if parts and self.shown else self.told
        follower = Follower(parts if line is self.shown else (), still, staff=staff)
        line.enter(follower)
        try:
            yield self._return_after() + await line.greeting(follower)
            while True:
                if follower.seen == line.number and not self._closed:
                    await follower.wait()
                if self._closed or follower.over:
                    return
                news = line.news(follower)
                if news:
                    yield news
        finally:
            line.leave(follower)

    def _return_after(self) -> bytes:
        """Said to each for itself: those who were cut off together do not come back together."""
        spread = min(max(self.followers, SOON_MS // 2), LATEST_MS)
        return b"retry: %d\n\n" % (SOON_MS + random.randrange(spread))

    def _heard(self, stream: str, version: int) -> None:
        """Called from a thread of the store."""
        self._soon(self._learn, stream, version)

    def forget(self) -> None:
        """Called from any thread."""
        if self.shown:
            self._soon(self.shown.make_again)

    def _soon(self, call: Callable[..., None], *args: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *args)

    def _learn(self, stream: str, version: int) -> None:
        self.told.known[stream] = self._untold[stream] = version
        if self._gathering is None and not self._closed and self._loop:
            left = self._told_at + GATHER_SECONDS - self._loop.time()
            self._gathering = self._loop.call_later(max(left, FIRST_SECONDS), self._tell)

    def _tell(self) -> None:
        self._gathering = None
        self._told_at = self._loop.time() if self._loop else 0.0
        news, self._untold = self._untold, {}
        self.told.tell(news)
        if self.shown:
            self.shown.learn(news)

    async def _keep_pinging(self) -> None:
        while not self._closed:
            await asyncio.sleep(PING_SECONDS)
            await self.ping()

    async def ping(self) -> None:
        """Everybody hears that the house is there. Who is still in is asked for all of them together, in one thread."""
        asked = [(one, one.still) for line in self._lines for one in line.followers if one.still]
        if asked:
            for gone in await asyncio.to_thread(lambda: [one for one, still in asked if not still()]):
                gone.over = True
        for line in self._lines:
            line.add(PING, PING)
