"""The one connection that writes to an SQLite file, and the thread that has it when nobody took a turn.

What waits while a commit is under way goes into the next one together: ten cashiers at once cost one
flush of the disk, not ten. Nobody is answered before the commit that holds his command has returned,
and with `synchronous=FULL` it returns only when the disk has it. Whoever takes a turn writes in his own thread:
nothing is handed over, and nobody has to be woken.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.store.port import Adopted, Appended, StoreUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from feltro.store.sql_links import Session

LARGEST_GROUP = 64
CHECKPOINT_EVERY = 256
"""Commits between checkpoints, which move the write-ahead log into the file after callers were answered."""
BUSY_MS = 10_000
"""How long to wait for another process that is writing to the file."""
_ERASE_PATIENCE_MS = 200
KEPT = (Appended, Adopted)
_FAILED = (sqlite3.OperationalError, MemoryError)
"""The disk's, not a mistake in what was asked."""


class Job(NamedTuple):
    work: Callable[[Session], Any]
    erases: bool
    answer: Future[Any]


_CHECKPOINT = Job(lambda _session: None, erases=False, answer=Future())
"""Nothing to write, but time to move what was written."""


class SqliteSession:
    """The writing connection inside its transaction. The file has one writer, so nothing is left to lock."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def ask(self, sql: str, values: Sequence[Any]) -> list[Any]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except _FAILED as error:
            raise _as_unavailable(error) from error

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """SQLite gives up a whole transaction over some errors: what follows must not be written without it."""
        if not self._connection.in_transaction:
            raise StoreUnavailable("the transaction was given up")
        try:
            self._connection.executemany(sql, rows)
        except _FAILED as error:
            raise _as_unavailable(error) from error

    def lock(self, names: Iterable[str]) -> None: ...

    def lock_all(self) -> None: ...


class Writer:
    def __init__(self, connection: sqlite3.Connection, committed: Callable[[dict[str, int]], None]) -> None:
        """`committed` hears the new versions of each commit, after it is on the disk."""
        self._connection = connection
        self._session = SqliteSession(connection)
        self._committed = committed
        self._next = threading.Lock()
        self._pen = threading.Lock()
        self._holder = 0
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._open = threading.Lock()
        self._closed = False
        self._failure: BaseException | None = None
        self._commits = 0
        self._owes_erasing = False
        self._thread = threading.Thread(target=self._run, name="feltro-writer", daemon=True)
        self._thread.start()

    def do(self, work: Callable[[Session], Any], *, erases: bool = False) -> Any:
        """Run this in a transaction and answer when it is on the disk.

        What `work` wrote is kept if it returns `Appended` or `Adopted`, and undone otherwise.
        """
        if self._holder == threading.get_ident():
            raise RuntimeError("whoever has the turn writes in it")
        job = Job(work, erases, Future())
        with self._open:
            if self._closed:
                raise StoreUnavailable("the store is closed")
            self._jobs.put(job)
        return job.answer.result()

    @contextmanager
    def turn(self) -> Iterator[Session]:
        """The writing connection inside a transaction, for the thread that asks; undone unless it is `flush`ed."""
        with self._held():
            if self._closed:
                raise StoreUnavailable("the store is closed")
            try:
                self._begin()
                yield self._session
            except (sqlite3.Error, MemoryError, StoreUnavailable) as error:
                self._note_failure(error)
                raise _as_unavailable(error) from error.__cause__
            finally:
                self._give_up()

    def flush(self, versions: dict[str, int], *, erases: bool = False) -> None:
        """The end of a turn: returns when the disk has it."""
        if erases:
            _lay_registry_anew(self._session)
        self._connection.execute("COMMIT")
        self._committed(versions)
        self._owes_erasing |= erases
        self._finish_erasing()
        self._commits += 1
        if self._commits % CHECKPOINT_EVERY == 0:
            self._jobs.put(_CHECKPOINT)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """In the order in which they came, for the two who can want it: whoever waits is the next."""
        with self._next:
            self._pen.acquire()
        self._holder = threading.get_ident()
        try:
            yield
        finally:
            self._holder = 0
            self._pen.release()

    def close(self) -> None:
        with self._open:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while group := self._next_group():
            with self._held():
                self._serve([job for job in group if job is not _CHECKPOINT])
                if _CHECKPOINT in group or self._commits % CHECKPOINT_EVERY == 0:
                    self._checkpoint("PASSIVE")
        with self._held():
            self._connection.close()

    def _serve(self, group: list[Job]) -> None:
        if not group:
            return
        try:
            outcomes = self._commit(group)
        except BaseException as error:  # noqa: BLE001 - it goes to those who wait
            for job in group:
                job.answer.set_exception(_as_unavailable(error))
            return
        self._owes_erasing |= any(job.erases for job in group)
        self._finish_erasing()
        for job, outcome in zip(group, outcomes, strict=True):
            _answer(job, outcome)
        self._commits += 1

    def _next_group(self) -> list[Job]:
        """What waits now, at least one job; empty when the store is closed."""
        while True:
            try:
                first = self._jobs.get(timeout=1 if self._owes_erasing else None)
                break
            except queue.Empty:
                with self._held():
                    self._finish_erasing()
        group: list[Job] = []
        while first:
            group.append(first)
            if len(group) == LARGEST_GROUP or self._jobs.empty():
                return group
            first = self._jobs.get()
        if group:
            self._jobs.put(None)
        return group

    def _commit(self, group: list[Job]) -> list[Any]:
        try:
            self._begin()
            outcomes = [self._attempt(job) for job in group]
            if any(job.erases and isinstance(outcome, KEPT) for job, outcome in zip(group, outcomes, strict=True)):
                _lay_registry_anew(self._session)
            self._connection.execute("COMMIT")
        except BaseException as error:
            self._note_failure(error)
            self._give_up()
            raise
        versions: dict[str, int] = {}
        for outcome in outcomes:
            if isinstance(outcome, KEPT):
                versions |= outcome.versions
        self._committed(versions)
        return outcomes

    def _give_up(self) -> None:
        """What was not flushed was never written. A connection that cannot even do that is used no more."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except (sqlite3.Error, MemoryError) as error:
            self._failure = error

    def _begin(self) -> None:
        if self._failure:
            raise self._failure
        self._connection.execute("BEGIN IMMEDIATE")

    def _attempt(self, job: Job) -> Any:
        """One job of the group. Its bug, given back as a value, is not the others' problem."""
        self._connection.execute("SAVEPOINT job")
        try:
            outcome = job.work(self._session)
        except Exception as error:
            if not self._connection.in_transaction:
                raise  # SQLite has given up the whole transaction: a full or broken disk
            outcome = error
        if not isinstance(outcome, KEPT):
            self._connection.execute("ROLLBACK TO job")
        self._connection.execute("RELEASE job")
        return outcome

    def _note_failure(self, error: BaseException) -> None:
        """After a disk error nobody knows what the disk holds: refuse until the file is opened again,
        which reads it back. A full disk or a busy file is no such error."""
        code = getattr(error.__cause__ or error, "sqlite_errorcode", 0) & 0xFF
        if code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            self._failure = error

    def _finish_erasing(self) -> None:
        """Erased rows are zeroed in the file, but older pages stand in the write-ahead log until it is cut.
        A reader of an older snapshot keeps that from happening: then it is tried again later."""
        if self._owes_erasing:
            self._connection.execute(f"PRAGMA busy_timeout = {_ERASE_PATIENCE_MS}")
            self._owes_erasing = not self._checkpoint("TRUNCATE")
            self._connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")

    def _checkpoint(self, how: str) -> bool:
        try:
            (busy, _, _) = self._connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
        except sqlite3.Error as error:
            self._note_failure(error)
            return False
        return not busy


def _lay_registry_anew(session: SqliteSession) -> None:
    """Rows that once moved from page to page left copies behind, in gaps that `secure_delete` does not know of. Emptied as
    a whole, every page is overwritten; filled again in order, no row moves."""
    fields = "rowid, kind, id, body, at, key, checksum"
    rows = session.ask(f"SELECT {fields} FROM registry ORDER BY rowid", ())  # noqa: S608 - our own words
    session.ask("DELETE FROM registry", ())
    session.many(f"INSERT INTO registry ({fields}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)  # noqa: S608 - the same


def _answer(job: Job, outcome: Any) -> None:
    if isinstance(outcome, sqlite3.OperationalError):
        job.answer.set_exception(_as_unavailable(outcome))
    elif isinstance(outcome, Exception):
        job.answer.set_exception(outcome)
    else:
        job.answer.set_result(outcome)


def _as_unavailable(error: BaseException) -> BaseException:
    if not isinstance(error, (sqlite3.Error, MemoryError)):
        return error
    unavailable = StoreUnavailable(str(error) or "out of memory")
    unavailable.__cause__ = error
    unavailable.is_full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    return unavailable
