"""A checksum beside every row that no chain holds: answers, the registry, the vault.

It shows damage, not malice: whoever can write a row can write its checksum. The bytes are in docs/developers/log.md.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.outcome import Finding
from feltro.store.links import framed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feltro.store.sql_links import Ask, Session

FORMAT = b"feltro/row/1"
SIZE = 8
BATCH = 1000


class CheckedTable(NamedTuple):
    name: str
    fields: tuple[str, ...]
    key: int
    """So many of the first fields find a row."""

    @property
    def rows_after(self) -> str:
        key = ", ".join(self.fields[: self.key])
        marks = ", ".join("?" * self.key)
        what = ", ".join((*self.fields, "checksum"))
        return f"SELECT {what} FROM {self.name} WHERE ({key}) > ({marks}) ORDER BY {key} LIMIT ?"  # noqa: S608 - our own words

    @property
    def give(self) -> str:
        where = " AND ".join(f"{field} = ?" for field in self.fields[: self.key])
        return f"UPDATE {self.name} SET checksum = ? WHERE {where}"  # noqa: S608 - the same


COMMANDS = CheckedTable("commands", ("key", "outcome"), 1)
REGISTRY = CheckedTable("registry", ("kind", "id", "body", "at", "key"), 2)
VAULT = CheckedTable("vault", ("id", "secret"), 1)
CHECKED = (COMMANDS, REGISTRY, VAULT)


def checksum(table: CheckedTable, *fields: str | bytes | int) -> bytes:
    """The first bytes of a SHA-256 over the table's name and every field, each after its length."""
    return sha256(framed(FORMAT, table.name.encode(), *map(_bytes, fields))).digest()[:SIZE]


def checked(table: CheckedTable, *fields: str | bytes | int) -> tuple[Any, ...]:
    """A row as it is written."""
    return (*fields, checksum(table, *fields))


def rows_that_differ(ask: Ask) -> Iterator[Finding]:
    """Every row that is not what was written, a thousand at a time."""
    for table in CHECKED:
        for row in _rows(ask, table):
            *fields, found = row
            if found != checksum(table, *fields):
                where = "/".join((table.name, *map(str, fields[: table.key])))
                yield Finding(f"store.row_differs.{table.name}", where)


def give_checksums(session: Session) -> None:
    """To the rows of a database that is older than checksums."""
    for table in CHECKED:
        rows = _rows(session.ask, table)
        session.many(table.give, [(checksum(table, *row[:-1]), *row[: table.key]) for row in rows])


def _rows(ask: Ask, table: CheckedTable) -> Iterator[Sequence[Any]]:
    last: Sequence[Any] = ("",) * table.key
    more = True
    while more:
        rows = ask(table.rows_after, (*last, BATCH))
        yield from rows
        more = len(rows) == BATCH
        last = rows[-1][: table.key] if rows else last


def _bytes(field: str | bytes | int) -> bytes:
    if isinstance(field, int):
        return b"%d" % field
    return field.encode("utf-8", "surrogatepass") if isinstance(field, str) else bytes(field)
