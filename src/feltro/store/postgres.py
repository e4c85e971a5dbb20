"""The store of a tour with many venues: PostgreSQL, written by several processes at once.

Whoever writes holds one advisory lock from before he looks until the server has it on its disk: the house has one
chain, whose next link only one can add, and with a single lock nobody waits in a circle. The server lets those who
wait go in the order in which they came. `unique (stream, version)` would catch whatever that missed.
`stream@version` is notified inside the transaction: told if and only if committed.
"""

from __future__ import annotations

import logging
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg

from feltro.kernel.outcome import Finding
from feltro.store.draft import Draft
from feltro.store.listener import CHANNEL, Listener
from feltro.store.pool import ConnectionPool
from feltro.store.port import Adopted, Appended, StoreUnavailable
from feltro.store.sql import SqlReader, SqlStanding, put, take_in, write
from feltro.store.sql_links import LINKS
from feltro.store.watchers import Watchers, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from feltro.store.links import Signer
    from feltro.store.port import Contents, Outcome, Reader, Taken, Transaction
    from feltro.store.sql_links import Session

    Connection = psycopg.Connection[Any]
    Result = TypeVar("Result")

log = logging.getLogger(__name__)
_IDLE = psycopg.pq.TransactionStatus.IDLE

SCHEMA_VERSION = 2
WITHOUT_LINKS = 1
"""The version of the tables that Feltro 0.1 made."""
MOST_CONNECTIONS = 16
"""Of one process, the listener's not counted. A server takes about a hundred in all."""

_TABLES = """
CREATE SCHEMA IF NOT EXISTS feltro;
CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL);
CREATE TABLE IF NOT EXISTS events (
  stream text COLLATE "C" NOT NULL, version bigint NOT NULL, name text NOT NULL, schema integer NOT NULL,
  payload bytea NOT NULL, who text NOT NULL, role text NOT NULL, device text NOT NULL, at bigint NOT NULL,
  key text NOT NULL, command text NOT NULL, hash bytea NOT NULL, PRIMARY KEY (stream, version)
);
CREATE TABLE IF NOT EXISTS commands (key text COLLATE "C" PRIMARY KEY, outcome bytea NOT NULL);
CREATE TABLE IF NOT EXISTS registry (
  kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, body bytea NOT NULL, at bigint NOT NULL,
  key text NOT NULL, PRIMARY KEY (kind, id)
);
CREATE TABLE IF NOT EXISTS vault (id text COLLATE "C" PRIMARY KEY, secret bytea NOT NULL);
CREATE TABLE IF NOT EXISTS links (
  number bigint PRIMARY KEY, at bigint NOT NULL, key text NOT NULL, answer bytea NOT NULL,
  heads bytea NOT NULL, hash bytea NOT NULL, signer bytea NOT NULL, signature bytea NOT NULL
);
"""
# A command waits this long for a lock, and a client that fell silent inside a transaction loses it.
_SETTINGS = """
SET search_path = feltro;
SET synchronous_commit = on;
SET lock_timeout = '10s';
SET idle_in_transaction_session_timeout = '60s';
SET client_min_messages = warning;
"""
_LOCK = "SELECT pg_advisory_xact_lock(%s)"
_DANGEROUS = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


class PostgresSession:
    """A connection inside a transaction."""

    def __init__(self, connection: Connection) -> None:
        self._cursor = connection.cursor(binary=True)

    def ask(self, sql: str, values: Sequence[Any]) -> list[Any]:
        self._cursor.execute(sql.replace("?", "%s").encode(), values)
        return self._cursor.fetchall()

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        self._cursor.executemany(sql.replace("?", "%s").encode(), rows)

    def lock(self, names: Iterable[str]) -> None:
        for number in sorted({_lock_number(name) for name in names}):
            self._cursor.execute(_LOCK, (number,))

    def lock_all(self) -> None:
        """In the order in which `write` reaches the tables, so that it cannot hold what this waits for."""
        self._cursor.execute("LOCK TABLE commands, events, registry, vault, links IN EXCLUSIVE MODE")

    def notify(self, versions: dict[str, int]) -> None:
        news = [f"{stream}@{version}" for stream, version in versions.items()]
        self._cursor.execute("SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told", (CHANNEL, news))


class PostgresReader(SqlReader):
    def complaints(self) -> list[Finding]:
        """Settings of the server under which an answered command could be lost."""
        found = []
        for setting, bad in _DANGEROUS.items():
            value = self._ask("SELECT current_setting(?)", (setting,))[0][0]
            if value == bad:
                found.append(Finding("store.unsafe_setting", "postgresql", {"setting": setting, "value": value}))
        return found


class PostgresStore(PostgresReader):
    def __init__(self, url: str, signer: Signer | None = None) -> None:
        self._url = url
        self._signer = signer
        self._pool = ConnectionPool(self._connect, MOST_CONNECTIONS)
        self._watchers = Watchers()
        self._listener = Listener(self._connect, self._watchers, self.streams)
        super().__init__(self._ask_any)
        self._try_twice(_make_or_check)

    @contextmanager
    def turn(self) -> Iterator[Draft]:
        with ExitStack() as stack:
            connection = self._begun(stack)
            session = PostgresSession(connection)

            def keep(draft: Draft) -> None:
                """Sent together: the server is asked once, however many commands there are."""
                with connection.pipeline():
                    put(session, draft)
                    session.notify(draft.versions)
                    connection.execute("COMMIT")

            try:
                draft = Draft(SqlStanding(session.ask), self._signer, keep)
                yield draft
                if connection.info.transaction_status != _IDLE:
                    connection.execute("ROLLBACK")
            except psycopg.OperationalError as error:
                unavailable = StoreUnavailable(str(error))
                unavailable.may_pass = _may_pass(error)
                raise unavailable from error
        if draft.erases and draft.is_kept:
            self._rewrite_registry()

    def commit(self, transaction: Transaction) -> Outcome:
        outcome: Outcome = self._keep(lambda session: write(session, transaction, self._signer))
        if transaction.erases and isinstance(outcome, Appended):
            self._rewrite_registry()
        return outcome

    def adopt(self, contents: Contents) -> Adopted | Taken:
        outcome: Adopted | Taken = self._keep(lambda session: take_in(session, contents, self._signer), once=True)
        return outcome

    @contextmanager
    def snapshot(self) -> Iterator[Reader]:
        with self._pool.lend() as connection, connection.transaction():
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            connection.execute("SELECT 1")  # the moment is that of the first statement
            yield PostgresReader(PostgresSession(connection).ask)

    def changes(self, callback: Callable[[str, int], None]) -> Callable[[], None]:
        stop = self._watchers.add(callback)
        self._listener.start()
        return stop

    def wait(self, stream: str, after: int, timeout: float) -> int:
        return wait_for(self.changes, self.version, stream, after, timeout)

    def close(self) -> None:
        self._listener.close()
        self._watchers.close()
        self._pool.close()

    def _ask_any(self, sql: str, values: Sequence[Any]) -> list[Any]:
        return self._try_twice(lambda connection: PostgresSession(connection).ask(sql, values))

    def _keep(self, work: Callable[[Session], Any], *, once: bool = False) -> Any:
        """Run this in a transaction, kept if it was done."""

        def attempt(connection: Connection) -> Any:
            session = PostgresSession(connection)
            with connection.transaction() as transaction:
                outcome = work(session)
                if not isinstance(outcome, (Appended, Adopted)):
                    raise psycopg.Rollback(transaction)
                session.notify(dict(outcome.versions))
            return outcome

        return self._try_twice(attempt, once=once)

    def _begun(self, stack: ExitStack) -> Connection:
        """A connection inside a transaction that has the lock; another one, if the server was lost since the last time."""
        try:
            return self._begin(stack)
        except psycopg.OperationalError as error:
            if not _may_pass(error):
                raise StoreUnavailable(str(error)) from error
        self._pool.drop_idle()
        try:
            return self._begin(stack)
        except psycopg.OperationalError as error:
            raise StoreUnavailable(str(error)) from error

    def _begin(self, stack: ExitStack) -> Connection:
        with ExitStack() as lent:
            connection = lent.enter_context(self._pool.lend())
            with connection.pipeline():
                connection.execute("BEGIN")
                connection.execute(_LOCK, (_lock_number(LINKS),))
            stack.push(lent.pop_all())
        return connection

    def _rewrite_registry(self) -> None:
        """Deleted rows stay in the table's file until it is written anew. While somebody reads an older
        moment that cannot be done: the next erasure, or the server's own cleaning, takes them along.

        The server's write-ahead log and its backups keep erased rows for as long as the server keeps those.
        """
        try:
            with self._pool.lend() as connection:
                connection.execute("SET lock_timeout = '2s'")
                connection.execute("VACUUM FULL registry")
                connection.execute("SET lock_timeout = '10s'")
        except psycopg.OperationalError as error:
            log.warning("erased rows still stand in the file of the registry: %s", error)

    def _try_twice(self, work: Callable[[Connection], Result], *, once: bool = False) -> Result:
        """Once more, on a new connection, if the server was lost: keys make a second time harmless."""
        try:
            return self._try(work)
        except psycopg.OperationalError as error:
            if once or not _may_pass(error):
                raise StoreUnavailable(str(error)) from error
        self._pool.drop_idle()
        try:
            return self._try(work)
        except psycopg.OperationalError as error:
            raise StoreUnavailable(str(error)) from error

    def _try(self, work: Callable[[Connection], Result]) -> Result:
        with self._pool.lend() as connection:
            return work(connection)

    def _connect(self) -> Connection:
        connection = psycopg.connect(self._url, autocommit=True, application_name="feltro")
        connection.execute(_SETTINGS)
        return connection


def _make_or_check(connection: Connection) -> None:
    """Several workers may start at once: one makes the tables, the others find them."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_lock_number("feltro/tables"),))
        connection.execute(_TABLES)
        row = connection.execute("SELECT version FROM schema_version").fetchone()
        if row is None:
            connection.execute("INSERT INTO schema_version VALUES (%s)", (SCHEMA_VERSION,))
        elif row[0] == WITHOUT_LINKS:
            connection.execute("UPDATE schema_version SET version = %s", (SCHEMA_VERSION,))
        elif row[0] != SCHEMA_VERSION:
            raise ValueError(
                f"the database has tables of version {row[0]}; this Feltro knows version {SCHEMA_VERSION}"
            )


def _may_pass(error: psycopg.OperationalError) -> bool:
    """A lost connection (which has no code), a server that restarts, a transaction given up for another."""
    return error.sqlstate is None or error.sqlstate.startswith(("08", "40", "57P"))


def _lock_number(stream: str) -> int:
    return int.from_bytes(sha256(stream.encode()).digest()[:8], "big", signed=True)
