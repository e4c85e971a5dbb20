"""A file is asked in parts, by several programs: nothing is lost between two parts, and nobody is told what is old."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from feltro.store import sql, sqlite
from feltro.store.port import Keep, StoreUnavailable
from feltro.store.sqlite import SqliteStore
from tests.store_samples import over, sell


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "house.sqlite3")


@pytest.mark.parametrize("count", [0, 1, 2, 4, 5])
def test_answers_and_rows_that_do_not_fit_into_one_part_come_each_once_and_in_order(path, monkeypatch, count):
    """Parts of two: five are three parts, four are two and an empty one."""
    monkeypatch.setattr(sql, "BATCH", 2)
    monkeypatch.setattr(sql, "AT_ONCE", 2)
    store = SqliteStore(path)
    names = [f"n{number}" for number in range(count)]
    for name in names:
        store.commit(over(key=name, registry=(Keep("person", name, b"x"), Keep("note", name, b"y"))))
        store.commit(sell(f"t/{name}", key=f"sale-{name}"))
    assert [one.key for one in store.answers()] == sorted([*names, *(f"sale-{name}" for name in names)])
    assert [(row.kind, row.id) for row in store.registry("person")] == [("person", name) for name in names]
    assert [(row.kind, row.id) for row in store.registry()] == [
        *(("note", name) for name in names),
        *(("person", name) for name in names),
    ]
    with store.turn() as turn:
        assert set(turn.answered(*names)) == set(names)
    store.close()


def test_whoever_listens_hears_what_another_program_writes_and_not_what_was_there(path):
    before = set(threading.enumerate())
    first, second = SqliteStore(path), SqliteStore(path)
    first.commit(sell("t/1"))
    heard, told = [], threading.Event()
    second.changes(lambda stream, version: (heard.append((stream, version)), told.set()))
    first.commit(sell("s/1", count=2))
    assert told.wait(10)
    assert heard == [("s/1", 2)]
    assert (second.reached("t/1"), second.reached("s/1")) == (1, 2)
    first.close()
    second.close()
    left = {one.name for one in threading.enumerate() if one not in before}
    assert not {"feltro-poller", "feltro-teller"} & left


def test_a_connection_that_reads_cannot_write(path):
    store = SqliteStore(path)
    with pytest.raises(StoreUnavailable, match="readonly"):
        store._ask_any("DELETE FROM events", ())
    store.close()


def test_what_keeps_the_disk_honest_is_asked_for_whatever_this_sqlite_does_by_itself(path, monkeypatch):
    """Some are built with it and some are not: a flush before the answer, zeros over what is erased, a log that is moved."""
    said, connect = [], sqlite._connect

    def listening(*given):
        connection = connect(*given)
        connection.set_trace_callback(said.append)
        return connection

    monkeypatch.setattr(sqlite, "_connect", listening)
    sqlite.open_to_write(Path(path)).close()
    assert {
        "PRAGMA synchronous = FULL",
        "PRAGMA secure_delete = ON",
        "PRAGMA fullfsync = ON",
        "PRAGMA wal_autocheckpoint = 10000",
    } <= {*said}
