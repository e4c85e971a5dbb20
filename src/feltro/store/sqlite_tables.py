"""The tables of an SQLite file: made, brought up to date, and held to what they were made as."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from feltro.kernel.outcome import Finding
from feltro.store.checksums import CHECKED, give_checksums, rows_that_differ
from feltro.store.sql import WITHOUT_CHECKSUMS, WITHOUT_LINKS, SqlReader
from feltro.store.writer import SqliteSession

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

APPLICATION_ID = int.from_bytes(b"Fltr", "big")
SCHEMA_VERSION = 3

# Rows in the order in which they come, found by an index: a table kept in the order of its key would move half
# a page of long rows about at every insert, and write it to the log.
_TABLES = """
CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT;
CREATE TABLE events (
  stream TEXT NOT NULL, version INTEGER NOT NULL, name TEXT NOT NULL, schema INTEGER NOT NULL,
  payload BLOB NOT NULL, who TEXT NOT NULL, role TEXT NOT NULL, device TEXT NOT NULL, at INTEGER NOT NULL,
  key TEXT NOT NULL, command TEXT NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (stream, version)
) STRICT;
CREATE TABLE commands (key TEXT NOT NULL PRIMARY KEY, outcome BLOB NOT NULL) STRICT;
CREATE TABLE registry (
  kind TEXT NOT NULL, id TEXT NOT NULL, body BLOB NOT NULL, at INTEGER NOT NULL, key TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT;
CREATE TABLE vault (id TEXT NOT NULL PRIMARY KEY, secret BLOB NOT NULL) STRICT;
"""
_LINKS = """
CREATE TABLE links (
  number INTEGER NOT NULL PRIMARY KEY, at INTEGER NOT NULL, key TEXT NOT NULL, answer BLOB NOT NULL,
  heads BLOB NOT NULL, hash BLOB NOT NULL, signer BLOB NOT NULL, signature BLOB NOT NULL
) STRICT
"""
_CHECKSUMS = ";".join(f"ALTER TABLE {one.name} ADD COLUMN checksum BLOB NOT NULL DEFAULT x''" for one in CHECKED)
STEPS = {0: _TABLES, WITHOUT_LINKS: _LINKS, WITHOUT_CHECKSUMS: _CHECKSUMS}
"""What is done to a file of each version. A new file goes through all of them, so that every file is made alike."""
_LAID_OUT = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY name"


class SqliteReader(SqlReader):
    def complaints(self) -> list[Finding]:
        return [*self._in_parts(self._damage), *self._in_parts(self._layout), *self._in_parts(self._rows)]

    def cautions(self) -> list[Finding]:
        """An older Feltro's file that is looked at as it lies."""
        return [] if self.tables > WITHOUT_CHECKSUMS else [Finding("store.rows_unchecked", "sqlite")]

    def _in_parts(self, look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
        """What is found until the file cannot be read on."""
        try:
            yield from look()
        except Exception as error:  # noqa: BLE001 - a damaged file may answer with anything at all
            yield Finding("store.damaged", "sqlite", {"said": str(error) or type(error).__name__})

    def _damage(self) -> Iterator[Finding]:
        said = (row[0] for row in self._ask("PRAGMA integrity_check", ()))
        return (Finding("store.damaged", "sqlite", {"said": line}) for line in said if line != "ok")

    def _layout(self) -> Iterator[Finding]:
        """The tables are called what they were called, with the columns that they had."""
        if [tuple(row) for row in self._ask(_LAID_OUT, ())] != layout(self.tables):
            yield Finding("store.tables_differ", "sqlite")

    def _rows(self) -> Iterator[Finding]:
        return rows_that_differ(self._ask) if self.tables > WITHOUT_CHECKSUMS else iter(())


def layout(version: int) -> list[tuple[str, ...]]:
    """What a file of this version says of its tables."""
    with closing(sqlite3.connect(":memory:")) as scratch:
        for step in range(version):
            _take_step(scratch, step)
        return [tuple(row) for row in scratch.execute(_LAID_OUT)]


def make_or_check(connection: sqlite3.Connection, path: Path) -> None:
    """In one transaction: tables for a file that has none, and what is new since the version that wrote it."""
    connection.execute("BEGIN IMMEDIATE")
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == 0 and tables == 0:
        _take_step(connection, 0)
        connection.execute("INSERT INTO schema_version VALUES (?)", (WITHOUT_LINKS,))
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    version = version_of(connection, path)
    for step in range(version, SCHEMA_VERSION):
        _take_step(connection, step)
        if step == WITHOUT_CHECKSUMS:
            give_checksums(SqliteSession(connection))
    if version != SCHEMA_VERSION:
        connection.execute("UPDATE schema_version SET version = ?", (SCHEMA_VERSION,))
    connection.execute("COMMIT")


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Of the tables in a file that is ours, and that this program knows."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise ValueError(f"{path} is a database of another program")
    (version,) = connection.execute("SELECT version FROM schema_version").fetchone()
    if not 0 < version <= SCHEMA_VERSION:
        raise ValueError(f"{path} has tables of version {version}; this Feltro knows version {SCHEMA_VERSION}")
    return int(version)


def _take_step(connection: sqlite3.Connection, step: int) -> None:
    for statement in STEPS[step].split(";"):
        connection.execute(statement)
