"""Notes that are too many for memory, on the disk for as long as a look lasts: a database without a name, which SQLite deletes."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MEMORY_KB = 16_000
"""Of its pages; the rest lies on the disk."""
BATCH = 1000


class Scratch:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def tables(self, *definitions: str) -> None:
        for one in definitions:
            self._connection.execute(f"CREATE TABLE {one}")

    def ask(self, sql: str, *values: Any) -> Iterator[Any]:
        return iter(self._connection.execute(sql, values))

    def one(self, sql: str, *values: Any) -> Any:
        """The first row, or nothing."""
        return self._connection.execute(sql, values).fetchone()

    def do(self, sql: str, *values: Any) -> int:
        """How many rows it changed."""
        return self._connection.execute(sql, values).rowcount

    def put(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Some at a time: the rows may come out of another database."""
        coming = iter(rows)
        while batch := list(islice(coming, BATCH)):
            self._connection.executemany(sql, batch)


@contextmanager
def scratch() -> Iterator[Scratch]:
    with closing(sqlite3.connect("", isolation_level=None)) as connection:
        for said in ("journal_mode = OFF", "synchronous = OFF", f"cache_size = -{MEMORY_KB}", "temp_store = FILE"):
            connection.execute(f"PRAGMA {said}")
        connection.execute("BEGIN")  # and never kept: a million small ones would each go to the disk
        yield Scratch(connection)
