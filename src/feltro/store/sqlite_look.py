"""An SQLite file that is only looked at: not a byte of it or beside it is changed, and it may lie on a disk that nobody can
write to. What is in its write-ahead log counts."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn

from feltro.store.port import StoreUnavailable
from feltro.store.sqlite_tables import SqliteReader, version_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from feltro.store.growth import Growth
    from feltro.store.port import Contents, Reader, Transaction

WAL = "-wal"


@contextmanager
def looked_at(path: Path) -> Iterator[LookedAtSqlite]:
    with connected(path) as connection:
        yield LookedAtSqlite(connection, path)


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A log beside the file is read with it: where SQLite cannot do that without writing, from a copy of both."""
    with ExitStack() as stack:
        beside = path.with_name(path.name + WAL)
        if not beside.exists():  # nobody has it open
            yield stack.enter_context(closing(_connect(path, "?mode=ro&immutable=1")))
            return
        try:
            found = stack.enter_context(closing(_connect(path, "?mode=ro")))
            found.execute("SELECT 1 FROM sqlite_schema").fetchall()
        except sqlite3.OperationalError:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="feltro-")))
            for file in (path, beside):
                shutil.copyfile(file, folder / file.name)
            found = stack.enter_context(closing(_connect(folder / path.name, "")))
        yield found


def _connect(path: Path, how: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}{how}"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)


class LookedAtSqlite(SqliteReader):
    """A store that nobody writes to from here."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection
        super().__init__(self._looked_up)
        self.tables = version_of(connection, path)

    def _looked_up(self, sql: str, values: Sequence[Any]) -> list[Any]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise StoreUnavailable(str(error)) from error

    @contextmanager
    def snapshot(self) -> Iterator[Reader]:
        """A damaged file may refuse to begin; then it is looked at as it is."""
        if self._connection.in_transaction:
            yield self
            return
        self._connection.execute("BEGIN")
        try:
            self._connection.execute("SELECT 1 FROM schema_version").fetchone()
            yield self
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def turn(self) -> NoReturn:
        raise StoreUnavailable("the file is only looked at")

    def commit(self, _transaction: Transaction) -> NoReturn:
        self.turn()

    def adopt(self, _contents: Contents) -> NoReturn:
        self.turn()

    def take_on(self, _growth: Growth) -> NoReturn:
        self.turn()

    def changes(self, _callback: Callable[[str, int], None]) -> Callable[[], None]:
        return lambda: None

    def reached(self, stream: str) -> int:
        return self.version(stream)

    def moves(self, _kinds: Iterable[str]) -> int:
        """It is one moment."""
        return 0

    def wait(self, stream: str, after: int, timeout: float) -> int:  # noqa: ARG002 - as every store
        return self.version(stream)

    def close(self) -> None:
        """Whoever opened it closes it."""


def copy_of(path: Path, copy: Any) -> None:
    """The whole file into a connection to another one, page by page, while others may write to it."""
    with connected(path) as ours:
        ours.backup(copy)
