"""A connection to PostgreSQL: how it is made, what is asked of it, and for how long an answer is waited for."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import psycopg

from feltro.store.deadlines import DEADLINES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Connection = psycopg.Connection[Any]

CHANNEL = "feltro"
LONGEST_CONNECT = 3
LONGEST_READ = 5.0
LONGEST_WRITE = 12.0
"""Seconds. Longer than whoever writes waits for the one before."""

# What a server says beyond `on` is kept: with `remote_apply` a standby has what was answered. A command waits this long for a lock, and a client that fell silent inside a transaction loses it.
_SETTINGS = """
SET search_path = feltro;
SELECT set_config('synchronous_commit', 'on', false)
WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write');
SET lock_timeout = '10s';
SET statement_timeout = '20s';
SET idle_in_transaction_session_timeout = '60s';
SET client_min_messages = warning;
"""
_LOCK = "SELECT pg_advisory_xact_lock(%s)"


def connected(url: str) -> Connection:
    connection = psycopg.connect(url, autocommit=True, application_name="feltro", connect_timeout=LONGEST_CONNECT)
    with DEADLINES.within(connection, LONGEST_READ):
        connection.execute(_SETTINGS)
    return connection


class PostgresSession:
    """A connection inside a transaction. No answer is waited for longer than the limit."""

    def __init__(self, connection: Connection, seconds: float = LONGEST_WRITE) -> None:
        self._connection = connection
        self._seconds = seconds
        self._cursor = connection.cursor(binary=True)

    def ask(self, sql: str, values: Sequence[Any]) -> list[Any]:
        with DEADLINES.within(self._connection, LONGEST_READ if self._seconds == LONGEST_WRITE else self._seconds):
            self._cursor.execute(sql.replace("?", "%s").encode(), values)
            return self._cursor.fetchall()

    def many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        with DEADLINES.within(self._connection, self._seconds):
            self._cursor.executemany(sql.replace("?", "%s").encode(), rows)

    def lock(self, names: Iterable[str]) -> None:
        for number in sorted({lock_number(name) for name in names}):
            self._tell(_LOCK, (number,))

    def lock_all(self) -> None:
        """In the order in which `write` reaches the tables, so that it cannot hold what this waits for."""
        self._tell("LOCK TABLE commands, events, registry, vault, links IN EXCLUSIVE MODE")

    def notify(self, versions: dict[str, int]) -> None:
        news = [f"{stream}@{version}" for stream, version in versions.items()]
        self._tell("SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told", (CHANNEL, news))

    def begin(self, name: str) -> None:
        """A transaction that has the lock of this name, asked for in one go."""
        with DEADLINES.within(self._connection, self._seconds), self._connection.pipeline():
            self._connection.execute("BEGIN")
            self._connection.execute(_LOCK, (lock_number(name),))

    def _tell(self, sql: str, values: Sequence[Any] = ()) -> None:
        with DEADLINES.within(self._connection, self._seconds):
            self._cursor.execute(sql.encode(), values)


def may_pass(error: psycopg.OperationalError | MemoryError) -> bool:
    """A lost connection (which has no code), a server that restarts, a transaction given up for another; not a full memory, which
    asking once more at once would only fill again."""
    if isinstance(error, MemoryError):
        return False
    return error.sqlstate is None or error.sqlstate.startswith(("08", "40", "57P"))


def lock_number(stream: str) -> int:
    return int.from_bytes(sha256(stream.encode()).digest()[:8], "big", signed=True)
