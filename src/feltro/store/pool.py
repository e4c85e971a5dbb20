"""Connections that are lent and come back. Small on purpose: no limit is ever waited for.

A borrower always gets a connection, an idle one if there is any. At most `idle` are kept for the next.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Closeable(Protocol):
    def close(self) -> None: ...


C = TypeVar("C", bound=Closeable)


class Pool(Generic[C]):
    def __init__(self, connect: Callable[[], C], idle: int = 8) -> None:
        self._connect = connect
        self._most_idle = idle
        self._idle: list[C] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def lend(self) -> Iterator[C]:
        """A connection for the length of a block. One that saw an error is closed, not lent again."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        self._take_back(connection)

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
            if not self._closed and len(self._idle) < self._most_idle:
                self._idle.append(connection)
                return
        connection.close()
