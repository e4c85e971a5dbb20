"""The tables on a server: made by whoever comes first, and brought up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.store.checksums import CHECKED, give_checksums
from feltro.store.postgres_session import PostgresSession, lock_number

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[Any]

SCHEMA_VERSION = 3
LONGEST_STEP = 3600.0
"""Seconds for what is done once: giving checksums to the rows of many seasons."""

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
_CHECKSUMS = "".join(
    f"ALTER TABLE {one.name} ADD COLUMN IF NOT EXISTS checksum bytea NOT NULL DEFAULT '';" for one in CHECKED
)


def make_or_check(connection: Connection) -> None:
    """Several workers may start at once: one makes the tables, the others find them."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_number("feltro/tables"),))
        connection.execute("SET LOCAL statement_timeout = 0")
        connection.execute(_TABLES)
        row = connection.execute("SELECT version FROM schema_version").fetchone()
        version = row[0] if row else 0
        if version > SCHEMA_VERSION:
            raise ValueError(
                f"the database has tables of version {version}; this Feltro knows version {SCHEMA_VERSION}"
            )
        if version < SCHEMA_VERSION:
            connection.execute(_CHECKSUMS.encode())
            give_checksums(PostgresSession(connection, LONGEST_STEP))
            connection.execute("DELETE FROM schema_version")
            connection.execute("INSERT INTO schema_version VALUES (%s)", (SCHEMA_VERSION,))
