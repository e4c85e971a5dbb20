"""A fault at the n-th thing that a house asks of its disk: nothing answered is lost, nothing is there in part.

Each command is given with a key. What was answered must be there whole; what was told to be unavailable is there whole or not
at all; and after the file is opened again, the same commands under the same keys bring the house to where it had come
without any fault.
"""

from __future__ import annotations

import itertools
import shutil
import sqlite3
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.handling import House
from feltro.app.upkeep.audit import verify_house
from feltro.app.world.plan import Done
from feltro.store import sqlite as sqlite_store
from feltro.store.port import StoreUnavailable
from feltro.store.sqlite import SqliteStore
from tests.crash.busy_desk import Given, commands, open_house_for_sale

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feltro.kernel.outcome import Refused

COMMANDS = 8


def _error(message: str, code: int) -> sqlite3.OperationalError:
    made = sqlite3.OperationalError(message)
    made.sqlite_errorcode = code
    return made


class Fault(NamedTuple):
    kind: str
    after: bool
    """Whether the disk had done it when it failed: the worst kind, because nobody knows."""
    lasts: bool = False
    """Whether it fails from then on, as a full disk does."""

    def error(self) -> BaseException:
        if self.kind == "memory":
            return MemoryError()
        if self.kind == "full":
            return _error("database or disk is full", sqlite3.SQLITE_FULL)
        return _error("disk I/O error", sqlite3.SQLITE_IOERR)


FAULTS = (
    Fault("io", after=False),
    Fault("io", after=True),
    Fault("full", after=False, lasts=True),
    Fault("memory", after=False),
)


class FaultyConnection:
    """The writing connection of a store; its n-th statement fails."""

    def __init__(self, real: sqlite3.Connection, fault: Fault, number: int) -> None:
        self._real, self._fault, self._left = real, fault, number
        self.asked = 0

    def _due(self) -> bool:
        self.asked += 1
        return self.asked == self._left or (self._fault.lasts and self.asked > self._left > 0)

    def _do(self, what: Any, *args: Any) -> Any:
        due = self._due() and args[0] != "ROLLBACK"
        if due and not self._fault.after:
            raise self._fault.error()
        found = what(*args)
        if due:
            raise self._fault.error()
        return found

    def execute(self, *args: Any) -> Any:
        return self._do(self._real.execute, *args)

    def executemany(self, *args: Any) -> Any:
        return self._do(self._real.executemany, *args)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class Prepared:
    """A house before the commands, and where it comes to without a fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "before.sqlite3"
        store = SqliteStore(self.file)
        open_house_for_sale(House(store))
        store.close()
        self.given = list(itertools.islice(commands("f", "d1"), COMMANDS))
        store, faulty = self.opened(FAULTS[0], 0)
        for one in self.given:
            assert isinstance(one.to(House(store)), Done)
        self.statements = faulty.asked
        self.comes_to = shape(store)
        store.close()

    def opened(self, fault: Fault, number: int) -> tuple[SqliteStore, FaultyConnection]:
        """A copy of the house whose n-th statement from now on fails."""
        path = self.folder / "faulty.sqlite3"
        for end in ("", "-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        shutil.copyfile(self.file, path)
        real = sqlite_store.open_to_write
        faulty = FaultyConnection(real(path), fault, number)
        sqlite_store.open_to_write = lambda _file: faulty  # type: ignore[assignment, return-value]
        try:
            return SqliteStore(path), faulty
        finally:
            sqlite_store.open_to_write = real


def shape(store: SqliteStore) -> dict[str, list[tuple[str, str]]]:
    """What each command wrote, without what chance decided and without their order: one that failed came later."""
    found: dict[str, list[tuple[str, str]]] = {}
    for stream in store.streams():
        for one in store.read(stream):
            found.setdefault(one.meta.key, []).append((stream, one.name))
    return found


def try_fault(prepared: Prepared, fault: Fault, number: int) -> Counter[str]:
    """Give the commands under a fault, look at what is there, open again and give them again."""
    told: dict[str, Done | Refused] = {}
    counted: Counter[str] = Counter()
    store, _ = prepared.opened(fault, number)
    house = House(store)
    for one in prepared.given:
        try:
            told[one.envelope.key] = one.to(house)
        except StoreUnavailable as error:
            counted["unavailable" if str(error) else "without a word"] += 1
    counted["answered"] += len(told)
    assert not counted["without a word"]
    store.close()
    again = SqliteStore(store.path)
    try:
        house = House(again)
        _check_whole(again, told)
        for one in prepared.given:
            _check_again(one, one.to(house), told)
        assert shape(again) == prepared.comes_to
        assert verify_house(again).findings == []
    finally:
        again.close()
    return counted


def _check_whole(store: SqliteStore, told: dict[str, Done | Refused]) -> None:
    """Every answer is there with all that it tells of, and no event without its answer."""
    places: dict[str, list[tuple[str, int]]] = {}
    for stream in store.streams():
        for event in store.read(stream):
            places.setdefault(event.meta.key, []).append((stream, event.version))
    for key, answer in told.items():
        if isinstance(answer, Done):
            assert sorted((one.stream, one.version) for one in answer.events) == sorted(places.get(key, ())), key
    for key, found in places.items():
        answered = store.answered(key)
        assert answered is not None, f"a part of {key}"
        done = msgspec.json.decode(answered.outcome, type=Done)
        assert sorted((one.stream, one.version) for one in done.events) == sorted(found), f"a part of {key}"


def _check_again(given: Given, answer: Done | Refused, told: dict[str, Done | Refused]) -> None:
    before = told.get(given.envelope.key)
    if isinstance(before, Done) and isinstance(answer, Done):
        assert answer == before, "the same key is answered the same"
    assert isinstance(answer, Done) or answer.because == "command.undone_since", (given, answer)


def every(prepared: Prepared, step: int, first: int = 1) -> Iterator[tuple[Fault, int]]:
    """Each kind of fault at every n-th statement."""
    for place, fault in enumerate(FAULTS):
        for number in range(first + place % step, prepared.statements + 1, step):
            yield fault, number
