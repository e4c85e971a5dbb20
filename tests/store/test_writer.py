"""The one connection that writes, when the disk or SQLite gives up under it: who is told, and what is written afterwards."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest

from feltro.store.port import Appended, StoreUnavailable
from feltro.store.writer import Writer

DONE = Appended({"desk:d1": 1})


class Line:
    """A connection that fails where it is told to."""

    def __init__(self, path):
        self.real = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self.fails = {}

    @property
    def in_transaction(self):
        return self.real.in_transaction

    def execute(self, sql, *values):
        if sql in self.fails:
            raise self.fails[sql]
        return self.real.execute(sql, *values)

    def executemany(self, sql, rows):
        return self.real.executemany(sql, rows)

    def close(self):
        self.real.close()


def disk_error(code):
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.fixture
def line(tmp_path):
    made = Line(tmp_path / "written.sqlite3")
    made.execute("CREATE TABLE written (word TEXT)")
    return made


@contextmanager
def writing(line):
    writer = Writer(line, lambda _versions: None)
    yield writer
    writer.close()


def words(tmp_path):
    with sqlite3.connect(tmp_path / "written.sqlite3") as reader:
        return [word for (word,) in reader.execute("SELECT word FROM written ORDER BY rowid")]


def write(word, session):
    session.many("INSERT INTO written VALUES (?)", [(word,)])
    return DONE


def given_up(line, error, session):
    """As SQLite does over a full or broken disk: the whole transaction is gone, and the statement fails."""
    write("lost", session)
    line.real.execute("ROLLBACK")
    raise error


def together(writer, works):
    """All in one group: they wait behind one that waits for the turn. What each was told, in their order."""
    with ThreadPoolExecutor(len(works) + 1) as pool:
        with writer.turn():
            pool.submit(writer.do, lambda _session: None)
            until(lambda: writer._jobs.empty() and writer._next.locked())
            told = []
            for number, work in enumerate(works, start=1):
                told.append(pool.submit(writer.do, work))
                until(lambda number=number: writer._jobs.qsize() == number)
        return [one.exception(10) or one.result() for one in told]


def until(holds):
    deadline = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_a_transaction_that_sqlite_gave_up_takes_the_whole_group_with_it(line, tmp_path):
    """The one before it in the group was not kept either, and is told so; what comes later is written as ever."""
    with writing(line) as writer:
        full = disk_error(sqlite3.SQLITE_FULL)
        told = together(writer, [partial(write, "first"), partial(given_up, line, full), partial(write, "third")])
        assert [type(one) for one in told] == [StoreUnavailable] * 3
        assert {str(one) for one in told} == {"disk I/O error"}
        assert all(one.is_full for one in told)
        assert writer.do(partial(write, "later")) == DONE
    assert words(tmp_path) == ["later"]


@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB])
def test_a_disk_that_failed_in_the_middle_of_a_group_is_not_written_to_again(line, tmp_path, code):
    """Nobody knows what it holds: everything is refused until the file is opened anew, and read."""
    with writing(line) as writer:
        told = together(writer, [partial(given_up, line, disk_error(code))])
        assert [type(one) for one in told] == [StoreUnavailable]
        with pytest.raises(StoreUnavailable, match="disk I/O error"):
            writer.do(partial(write, "later"))
        with pytest.raises(StoreUnavailable, match="disk I/O error"), writer.turn():
            pass
    assert words(tmp_path) == []


def test_a_connection_that_cannot_even_go_back_is_used_no_more(line, tmp_path):
    """The turn was not flushed and cannot be undone: what would be written next might bring it along."""
    with writing(line) as writer:
        line.fails["ROLLBACK"] = sqlite3.OperationalError("cannot roll back")
        with writer.turn() as session:
            write("not flushed", session)
        del line.fails["ROLLBACK"]
        with pytest.raises(StoreUnavailable, match="cannot roll back"):
            writer.do(partial(write, "later"))
    assert words(tmp_path) == []


def test_a_turn_over_a_disk_that_failed_is_told_and_is_the_last(line, tmp_path):
    """So it is when the failure comes while the turn is flushed."""
    with writing(line) as writer:
        line.fails["COMMIT"] = disk_error(sqlite3.SQLITE_IOERR)
        with pytest.raises(StoreUnavailable, match="disk I/O error"), writer.turn() as session:
            writer.flush(write("not kept", session).versions)
        line.fails.clear()
        with pytest.raises(StoreUnavailable), writer.turn():
            pass
    assert words(tmp_path) == []


def test_a_busy_file_is_no_broken_one(line, tmp_path):
    """Another program has it for a moment: that command is refused, and the next one is written."""
    with writing(line) as writer:
        line.fails["BEGIN IMMEDIATE"] = disk_error(sqlite3.SQLITE_BUSY)
        with pytest.raises(StoreUnavailable) as refused:
            writer.do(partial(write, "not yet"))
        assert not refused.value.is_full
        line.fails.clear()
        assert writer.do(partial(write, "now")) == DONE
    assert words(tmp_path) == ["now"]


def test_nothing_follows_in_a_transaction_that_is_gone(line, tmp_path):
    """Whoever goes on writing after SQLite gave up would write outside of any transaction, and it would stay."""

    def goes_on(session):
        line.real.execute("ROLLBACK")
        return write("alone", session)

    with writing(line) as writer, pytest.raises(StoreUnavailable, match="given up"):
        writer.do(goes_on)
    assert words(tmp_path) == []


def test_what_could_not_be_flushed_for_want_of_room_is_taken_back_before_the_next_is_written(line, tmp_path):
    """The disk is full at the flush: that command is refused and leaves nothing, and with room again the next one is alone."""
    with writing(line) as writer:
        line.fails["COMMIT"] = disk_error(sqlite3.SQLITE_FULL)
        with pytest.raises(StoreUnavailable) as refused:
            writer.do(partial(write, "no room"))
        assert refused.value.is_full
        line.fails.clear()
        assert writer.do(partial(write, "later")) == DONE
    assert words(tmp_path) == ["later"]
