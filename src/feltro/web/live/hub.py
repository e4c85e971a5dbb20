"""One listener on the store for all who follow: what changed is put into bytes once and handed to everybody.

Only `stream@version` is told. What it means, each page fetches for itself, with its own rights. Changes that come
close together are told together; whoever fell behind is told where everything stands.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from feltro.store.port import Store

GATHER_SECONDS = 0.05
PING_SECONDS = 15
TURNS_KEPT = 64
PUBLIC = ("tournament:", "season:", "screens:")
"""Streams whose mere movement is no secret: clocks and rankings follow them."""
RETRY = b"retry: 1500\n\n"
PING = b"event: ping\ndata: .\n\n"


class Turn(NamedTuple):
    number: int
    staff: bytes
    public: bytes


class Hub:
    """Lives in the event loop of its worker. `start` and `stop` are called by the application."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, int] = {}
        self._untold: dict[str, int] = {}
        self._turns: deque[Turn] = deque(maxlen=TURNS_KEPT)
        self._number = 0
        self._closed = False
        self._stop_listening: Callable[[], None] | None = None
        self._gathering: asyncio.TimerHandle | None = None
        self._pinging: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._next: asyncio.Future[None] = self._loop.create_future()
        self._stop_listening = await asyncio.to_thread(self._store.changes, self._heard)
        self._known = {**await asyncio.to_thread(self._store.streams), **self._known}
        self._pinging = self._loop.call_later(PING_SECONDS, self._ping)

    async def stop(self) -> None:
        self._closed = True
        if self._stop_listening:
            self._stop_listening()
        for timer in (self._gathering, self._pinging):
            if timer:
                timer.cancel()
        self._wake()

    async def follow(self, *, staff: bool, still: Callable[[], bool] = lambda: True) -> AsyncIterator[bytes]:
        """Where everything stands, then what changes. `still` is asked now and then: a shut-out session ends."""
        seen = self._number
        yield RETRY + self.standing(staff=staff)
        while not self._closed:
            turn = self._next
            if seen == self._number:
                await asyncio.shield(turn)
            news, seen = self._since(seen, staff=staff), self._number
            if PING in news and not await asyncio.to_thread(still):
                return
            if news:
                yield news

    def standing(self, *, staff: bool) -> bytes:
        return _message("hello", self._known if staff else _public(self._known))

    def _since(self, seen: int, *, staff: bool) -> bytes:
        missed = [turn for turn in self._turns if turn.number > seen]
        if len(missed) < self._number - seen:
            return self.standing(staff=staff)
        return b"".join(turn.staff if staff else turn.public for turn in missed)

    def _heard(self, stream: str, version: int) -> None:
        """Called from a thread of the store."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._learn, stream, version)

    def _learn(self, stream: str, version: int) -> None:
        self._known[stream] = self._untold[stream] = version
        if self._gathering is None and not self._closed:
            self._gathering = self._loop.call_later(GATHER_SECONDS, self._tell)

    def _tell(self) -> None:
        self._gathering = None
        news, self._untold = self._untold, {}
        public = _public(news)
        self._turn(_message("news", news), _message("news", public) if public else b"")

    def _ping(self) -> None:
        self._pinging = self._loop.call_later(PING_SECONDS, self._ping)
        self._turn(PING, PING)

    def _turn(self, staff: bytes, public: bytes) -> None:
        self._number += 1
        self._turns.append(Turn(self._number, staff, public))
        self._wake()

    def _wake(self) -> None:
        turn, self._next = self._next, self._loop.create_future()
        if not turn.done():
            turn.set_result(None)


def _public(versions: Mapping[str, int]) -> dict[str, int]:
    return {stream: version for stream, version in versions.items() if stream.startswith(PUBLIC)}


def _message(event: str, versions: Mapping[str, int]) -> bytes:
    return b"event: " + event.encode() + b"\ndata: " + msgspec.json.encode(versions) + b"\n\n"
