"""A server that fell silent is not waited for: a connection that has not answered in time is cut.

A frozen server still takes what is sent to it, and the network sees nothing wrong, so only a clock on this side notices.
One thread looks after all connections of a process; while nobody asks anything it sleeps.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from feltro.store.port import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

LOOK_SECONDS = 0.25
AWAY_SECONDS = 2.0
"""After a server was not reached, so long nobody waits for it again: they are told at once."""


class Wired(Protocol):
    """A connection that goes over a socket."""

    def fileno(self) -> int: ...


@dataclass(slots=True, eq=False)
class AwaitedAnswer:
    connection: Wired
    until: float

    def at_most(self, seconds: float) -> None:
        """From now on."""
        self.until = time.monotonic() + seconds


class Deadlines:
    def __init__(self) -> None:
        self._awaited: set[AwaitedAnswer] = set()
        self._some = threading.Event()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    @contextmanager
    def within(self, connection: Wired, seconds: float) -> Iterator[AwaitedAnswer]:
        """What is asked of this connection in the block is answered in time, or fails as if the server were gone."""
        awaited = AwaitedAnswer(connection, time.monotonic() + seconds)
        self._awaited.add(awaited)
        self._some.set()
        if self._thread is None:
            self._start()
        try:
            yield awaited
        finally:
            self._awaited.discard(awaited)

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="feltro-deadlines", daemon=True)
                self._thread.start()

    def _look(self) -> None:
        while True:
            self._some.wait()
            time.sleep(LOOK_SECONDS)
            self._some.clear()
            now = time.monotonic()
            for one in tuple(self._awaited):
                self._some.set()
                if now > one.until:
                    _cut(one.connection)


DEADLINES = Deadlines()


def _cut(connection: Wired) -> None:
    """Whoever waits on it wakes up with an error. The connection itself is not touched: another thread has it."""
    with suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as line:
        line.shutdown(socket.SHUT_RDWR)


class Reach:
    """Whether the server was there the last time. One of those who come after a while finds out; the others do not wait."""

    def __init__(self) -> None:
        self._away_until = 0.0
        self._said = ""
        self._trying = threading.Lock()

    def lost(self, said: str) -> None:
        self._away_until, self._said = time.monotonic() + AWAY_SECONDS, said

    @contextmanager
    def tried(self) -> Iterator[None]:
        """Around what reaches for the server."""
        if not self._away_until:
            yield
            return
        if time.monotonic() < self._away_until or not self._trying.acquire(blocking=False):
            raise StoreUnavailable(self._said)
        try:
            yield
            self._away_until = 0.0
        finally:
            self._trying.release()
