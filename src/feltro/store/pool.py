"""Connections that are lent and come back, at most so many at once."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from feltro.store.port import StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


PATIENCE = 30.0
"""Seconds to wait for a connection when all are lent."""


class Closeable(Protocol):
    def close(self) -> None: ...


C = TypeVar("C", bound=Closeable)


class ConnectionPool(Generic[C]):
    def __init__(self, connect: Callable[[], C], most: int) -> None:
        self._connect = connect
        self._free = threading.BoundedSemaphore(most)
        self._idle: list[C] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def lend(self) -> Iterator[C]:
        """A connection for the length of a block. One that saw an error is closed, not lent again."""
        if not self._free.acquire(timeout=PATIENCE):
            raise StoreUnavailable("all connections are in use")
        try:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            connection = connection or self._connect()
            try:
                yield connection
            except BaseException:
                connection.close()
                raise
            self._take_back(connection)
        finally:
            self._free.release()

    def drop_idle(self) -> None:
        """Close the connections that nobody uses now: the server they knew may be gone."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def close(self) -> None:
        self._closed = True
        self.drop_idle()

    def _take_back(self, connection: C) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        connection.close()
