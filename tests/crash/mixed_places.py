"""Where a house under mixed faults lies: a file whose statements fail or die, or a server whose connections do."""

from __future__ import annotations

import itertools
import shutil
import threading
from typing import TYPE_CHECKING, Any, Protocol

import psycopg

from feltro.store import sqlite as sqlite_store
from feltro.store.postgres import PostgresStore
from feltro.store.sqlite import SqliteStore
from tests.crash.faults import FAULTS, Fault, FaultyConnection

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType
    from typing import Self


class Killed(BaseException):
    """The process is gone: nobody hears anything, nothing is tidied up."""


class Place(Protocol):
    def opened(self, *, faulty: bool = True) -> Any:
        """The store as it lies there now."""

    def fail(self, fault: Fault, number: int, *, dies: bool) -> None:
        """At the n-th statement from now on; nought: never."""

    def leave(self, *, died: bool) -> None:
        """Of whoever had it open. After a death only what was there at that moment is left."""


class DyingConnection(FaultyConnection):
    """Fails as its fault says; or dies at the n-th statement, and from then on says nothing any more."""

    dies = False
    dead = False

    def _do(self, what: Any, *args: Any) -> Any:
        if self.dead:
            raise Killed
        if not self.dies:
            return super()._do(what, *args)
        due = self._due()
        found = None if due and not self._fault.after else what(*args)
        if due:
            self.dead = True
            raise Killed
        return found

    def fail(self, fault: Fault, number: int, *, dies: bool) -> None:
        self._fault, self._left, self.asked, self.dies = fault, number, 0, dies


class FileHouse:
    """SQLite: after a death the house is opened again from a copy of what lay on the disk then."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = itertools.count(1)
        self._path = folder / "house-0.sqlite3"

    def opened(self, *, faulty: bool = True) -> SqliteStore:
        if not faulty:
            return SqliteStore(self._path)
        real = sqlite_store.open_to_write
        self._connection = DyingConnection(real(self._path), FAULTS[0], 0)
        sqlite_store.open_to_write = lambda _file: self._connection  # type: ignore[assignment, return-value]
        try:
            self._store = SqliteStore(self._path)
        finally:
            sqlite_store.open_to_write = real
        return self._store

    def fail(self, fault: Fault, number: int, *, dies: bool) -> None:
        self._connection.fail(fault, number, dies=dies)

    def leave(self, *, died: bool) -> None:
        if died:
            path = self._folder / f"house-{next(self._files)}.sqlite3"
            for end in ("", "-wal"):
                old = self._path.with_name(self._path.name + end)
                if old.exists():
                    shutil.copyfile(old, path.with_name(path.name + end))
            self._path = path
        self._connection.dead = False
        self._connection.fail(FAULTS[0], 0, dies=False)
        self._store.close()


class Line:
    """Between the house and its server: counts what goes over it, and is cut when its number comes up."""

    def __init__(self) -> None:
        self.dead = False
        self.never()

    def never(self) -> None:
        self.fault, self.left, self.asked, self.dies = FAULTS[0], 0, 0, False

    def carry(self, link: DyingLink, send: Callable[[], Any]) -> Any:
        if self.dead:
            raise Killed
        self.asked += 1
        if self.asked != self.left and not (self.fault.lasts and self.asked > self.left > 0):
            return send()
        if self.fault.after:
            send()
        self.dead = self.dies
        link.pgconn.finish()  # as the network sees it: no word of farewell
        raise Killed if self.dies else _as_psycopg(self.fault)


def _as_psycopg(fault: Fault) -> BaseException:
    if fault.kind == "memory":
        return MemoryError()
    return psycopg.errors.DiskFull("disk full") if fault.kind == "full" else psycopg.OperationalError("cut")


class DyingLink(psycopg.Connection[Any]):
    line: Line

    def wait(self, *args: Any, **more: Any) -> Any:
        """Everything that is asked of the server goes through here; the thread that listens for news is left alone."""
        if threading.current_thread() is not threading.main_thread():
            return super().wait(*args, **more)
        return self.line.carry(self, lambda: super(DyingLink, self).wait(*args, **more))


class ServerHouse:
    """PostgreSQL: after a death the server finds the connection gone, as it would, and what it had not kept is not there."""

    def __init__(self, url: str) -> None:
        self._url, self._line = url, Line()
        self._real = psycopg.connect

    def __enter__(self) -> Self:
        DyingLink.line = self._line
        psycopg.connect = DyingLink.connect
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        psycopg.connect = self._real

    def opened(self, *, faulty: bool = True) -> PostgresStore:
        self._store = PostgresStore(self._url)
        return self._store

    def fail(self, fault: Fault, number: int, *, dies: bool) -> None:
        self._line.fault, self._line.left, self._line.asked, self._line.dies = fault, number, 0, dies

    def leave(self, *, died: bool) -> None:
        self._line.dead = False
        self._line.never()
        self._store.close()
