"""The store of one room: an SQLite file, one writing thread, as many readers as ask.

A commit that was answered survives a power cut: write-ahead log with `synchronous=FULL`, one flush of the
log for each group of commits. (A disk that lies about flushing cannot be helped from here.)
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.store.draft import Draft
from feltro.store.pool import ConnectionPool
from feltro.store.port import StoreUnavailable
from feltro.store.sql import SqlStanding, put, take_in, write
from feltro.store.sql_growth import rows_gone, take_on
from feltro.store.sqlite_tables import SqliteReader, make_or_check
from feltro.store.watchers import Watchers, wait_for
from feltro.store.writer import BUSY_MS, Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from feltro.store.growth import Growth
    from feltro.store.links import Signer
    from feltro.store.port import Adopted, Contents, Outcome, Reader, Taken, Transaction

MOST_READERS = 32
POLL_SECONDS = 0.2
"""How often to look whether another process wrote to the file, while somebody listens."""


class SqliteStore(SqliteReader):
    def __init__(self, path: Path | str, signer: Signer | None = None) -> None:
        self.path = Path(path)
        self._signer = signer
        self._watchers = Watchers()
        self._readers = ConnectionPool(self._connect_to_read, MOST_READERS)
        self._poller: threading.Thread | None = None
        self._starting = threading.Lock()
        self._closing = threading.Event()
        super().__init__(self._ask_any)
        self._writer = Writer(open_to_write(self.path), self._watchers.tell)

    @contextmanager
    def turn(self) -> Iterator[Draft]:
        with self._writer.turn() as session:

            def keep(draft: Draft) -> None:
                put(session, draft)
                self._writer.flush(draft.versions, erases=draft.erases)

            yield Draft(SqlStanding(session.ask), self._signer, keep)

    def commit(self, transaction: Transaction) -> Outcome:
        outcome: Outcome = self._writer.do(
            lambda session: write(session, transaction, self._signer), erases=transaction.erases
        )
        return outcome

    def adopt(self, contents: Contents) -> Adopted | Taken:
        outcome: Adopted | Taken = self._writer.do(lambda session: take_in(session, contents, self._signer))
        return outcome

    def take_on(self, growth: Growth) -> Adopted:
        erases = bool(rows_gone(self.marked_rows(), growth))
        outcome: Adopted = self._writer.do(lambda session: take_on(session, growth), erases=erases)
        return outcome

    @contextmanager
    def snapshot(self) -> Iterator[Reader]:
        with self._readers.lend() as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT 1 FROM schema_version").fetchone()  # the moment is that of the first read
            yield SqliteReader(lambda sql, values: connection.execute(sql, values).fetchall())
            connection.execute("COMMIT")

    def changes(self, callback: Callable[[str, int], None]) -> Callable[[], None]:
        stop = self._watchers.add(callback)
        with self._starting:
            if self._poller is None:
                connection = self._connect_to_read()
                seen = _data_version(connection)
                self._watchers.know(self.streams())
                self._poller = threading.Thread(
                    target=self._poll, args=(connection, seen), name="feltro-poller", daemon=True
                )
                self._poller.start()
        return stop

    def reached(self, stream: str) -> int:
        return self._watchers.reached(stream)

    def moves(self, kinds: Iterable[str]) -> int:
        return self._watchers.moves(kinds)

    def wait(self, stream: str, after: int, timeout: float) -> int:
        return wait_for(self.changes, self.version, stream, after, timeout)

    def close(self) -> None:
        self._closing.set()
        if self._poller:
            self._poller.join()
        self._writer.close()
        self._readers.close()
        self._watchers.close()

    def _ask_any(self, sql: str, values: Sequence[Any]) -> list[Any]:
        try:
            with self._readers.lend() as connection:
                return connection.execute(sql, values).fetchall()
        except sqlite3.OperationalError as error:
            raise StoreUnavailable(str(error)) from error

    def _connect_to_read(self) -> sqlite3.Connection:
        connection = _connect(self.path)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _poll(self, connection: sqlite3.Connection, seen: int) -> None:
        """Commits of this process are told at once; those of another one are found here."""
        while not self._closing.wait(POLL_SECONDS):
            now = _data_version(connection)
            if now != seen and self._watchers:
                self._watchers.tell(self.streams())
                seen = now
        connection.close()


def open_to_write(path: Path) -> sqlite3.Connection:
    """The connection that writes, to a file that is ours: made if there is none, refused if another's."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # people's data: nobody else reads the file
    connection = _connect(path)
    try:
        make_or_check(connection, path)
        _switch_to_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # macOS: a plain fsync stops at the disk's own cache
        connection.execute("PRAGMA secure_delete = ON")  # what is erased is overwritten with zeros
        connection.execute("PRAGMA wal_autocheckpoint = 10000")  # the writer does it earlier, between commits
    except BaseException:
        connection.close()
        raise
    return connection


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """SQLite does not wait its busy time for this switch: of several that open a new file, all but one try again."""
    until = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    return connection


def _data_version(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection has committed."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version)
