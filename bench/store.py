"""What a durable command costs against the bare disk, and how fast a log is replayed."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.row import Row, per_second
from feltro.kernel.instants import Instant
from feltro.store.codec import Codec, EventShape
from feltro.store.port import Append, Appended, Meta, Transaction
from feltro.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from uuid import UUID

ENTRIES = 10_000
PAGE = 4096
FLUSHES_PROMISED = 4
TURNS = 7


class EntrySold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    amount_centavos: int
    number: int


CODEC = Codec([EventShape("EntrySold", 1, EntrySold)])


def rows(seconds: float) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        store = SqliteStore(Path(folder) / "bench.sqlite3")
        _fill(store)
        try:
            return [_command(store, Path(folder), seconds), _replay(store, seconds)]
        finally:
            store.close()


def _fill(store: SqliteStore) -> None:
    for start in range(0, ENTRIES, 500):
        store.commit(_sale(start, 500))


def _sale(version: int, count: int = 1) -> Transaction:
    meta = Meta("ana", "cashier", "desk-1", Instant(version), f"key-{version}", "SellEntry")
    sold = (CODEC.encode(EntrySold(f"player-{n}", 62_000, n)) for n in range(version, version + count))
    return Transaction(meta, (Append("t/1", version, tuple(sold)),), b'"sold"')


def _command(store: SqliteStore, folder: Path, seconds: float) -> Row:
    """Turn and turn about with the bare disk, because disks change their mind from second to second.
    The bare write goes over a page that is already there: the cheapest flush that there is."""
    bare = os.open(folder / "bare", os.O_RDWR | os.O_CREAT)
    os.pwrite(bare, bytes(PAGE), 0)
    os.fsync(bare)
    ours: list[float] = []
    disk: list[float] = []
    until = time.perf_counter() + 2 * seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        outcome = store.commit(_sale(store.version("t/1")))
        committed = time.perf_counter()
        os.pwrite(bare, bytes([len(disk) % 256]) * PAGE, 0)
        os.fdatasync(bare)
        disk.append(time.perf_counter() - committed)
        ours.append(committed - began)
        assert isinstance(outcome, Appended)  # noqa: S101 - a refused command would be fast for nothing
    os.close(bare)
    return Row(
        "durable command, 10,000 entries, SQLite",
        "microseconds",
        median(ours) * 1e6,
        FLUSHES_PROMISED * median(disk) * 1e6,
        f"{FLUSHES_PROMISED} bare fdatasyncs of 4 KB",
        1,
        smaller_is_better=True,
    )


def _replay(store: SqliteStore, seconds: float) -> Row:
    """Ours from the file, through the codec, into a state; the peer from memory, its default.
    Turn and turn about here too, and the median of each."""
    application, tournament = _peer()

    def ours(count: int) -> None:
        left = count
        while left > 0:
            entries: dict[str, int] = {}
            collected = 0
            for recorded in store.read("t/1", up_to=left):
                sold = CODEC.decode(recorded)
                assert isinstance(sold, EntrySold)  # noqa: S101 - what an application has to ask too
                entries[sold.player] = sold.number
                collected += sold.amount_centavos
                left -= 1

    def theirs(count: int) -> None:
        left = count
        while left > 0:
            version = min(left, ENTRIES)
            application.repository.get(tournament, version=version)
            left -= version

    speeds = [
        (per_second(ours, seconds / TURNS, 1000), per_second(theirs, seconds / TURNS, 1000)) for _ in range(TURNS)
    ]
    return Row(
        "replay of a log",
        "events/s",
        median(mine for mine, _ in speeds),
        median(peers for _, peers in speeds),
        "eventsourcing, defaults",
        12,
    )


class Tournament(Aggregate):
    def __init__(self) -> None:
        self.entries: dict[str, int] = {}
        self.collected = 0

    @event("EntrySold")
    def sell(self, player: str, amount_centavos: int, number: int) -> None:
        self.entries[player] = number
        self.collected += amount_centavos


def _peer() -> tuple[Application[UUID], UUID]:
    application: Application[UUID] = Application()
    tournament = Tournament()
    for number in range(ENTRIES - 1):
        tournament.sell(f"player-{number}", 62_000, number)
    application.save(tournament)
    return application, tournament.id
