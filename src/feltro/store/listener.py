"""Hears PostgreSQL's notifications, on a connection of its own, and passes them to the watchers.

When the connection is lost it comes back and compares every stream with what was known, so that nothing
which happened meanwhile stays untold.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import TYPE_CHECKING, Any

import psycopg

from feltro.store.deadlines import DEADLINES
from feltro.store.port import StoreUnavailable
from feltro.store.postgres_session import CHANNEL, LONGEST_READ

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.store.watchers import Watchers

    Connection = psycopg.Connection[Any]

log = logging.getLogger(__name__)

HEARD_EVERY = 0.5
"""Seconds between looks at whether the store was closed."""
TRY_AGAIN_AFTER = 1.0


class Listener:
    def __init__(
        self, connect: Callable[[], Connection], watchers: Watchers, streams: Callable[[], dict[str, int]]
    ) -> None:
        self._connect = connect
        self._watchers = watchers
        self._streams = streams
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._closing = threading.Event()

    def start(self) -> None:
        """Listen from now on; whatever is committed after this returns will be told."""
        with self._starting:
            if self._thread is None:
                connection = self._listen()
                self._watchers.know(self._streams())
                self._thread = threading.Thread(
                    target=self._run, args=(connection,), name="feltro-listener", daemon=True
                )
                self._thread.start()

    def close(self) -> None:
        self._closing.set()
        if self._thread:
            self._thread.join()

    def _listen(self) -> Connection:
        connection = self._connect()
        with DEADLINES.within(connection, LONGEST_READ):
            connection.execute(f"LISTEN {CHANNEL}".encode())
        return connection

    def _run(self, connection: Connection) -> None:
        while not self._closing.is_set():
            try:
                for heard in connection.notifies(timeout=HEARD_EVERY):
                    stream, _, version = heard.payload.rpartition("@")
                    self._watchers.tell({stream: int(version)})
            except psycopg.Error as error:
                log.warning("lost the server, listening again: %s", error)
                connection = self._come_back(connection)
        connection.close()

    def _come_back(self, lost: Connection) -> Connection:
        """A new connection, and what happened while there was none."""
        lost.close()
        while not self._closing.wait(TRY_AGAIN_AFTER):
            with contextlib.suppress(psycopg.Error, StoreUnavailable):
                connection = self._listen()
                self._watchers.tell(self._streams())
                return connection
        return lost
