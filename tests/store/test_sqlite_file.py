"""What is particular to the SQLite file: how it reaches the disk, who reads it, what erasing leaves."""

from __future__ import annotations

import random
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.store import sqlite
from feltro.store.port import Appended, Erase, Keep, StoreUnavailable
from feltro.store.sqlite import SqliteStore, _switch_to_wal, open_to_write
from feltro.store.sqlite_tables import APPLICATION_ID
from feltro.store.writer import Writer
from tests.store_samples import over, sell

PATIENCE = 60
CHILD = Path(__file__).parent.parent / "crash" / "appending_child.py"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "feltro.sqlite3"


@pytest.fixture
def store(path):
    opened = SqliteStore(path)
    yield opened
    opened.close()


def test_the_writing_connection_waits_for_the_disk(path):
    """Write-ahead log, and FULL: a commit returns when the disk has it."""
    connection = open_to_write(path)
    asked = ("journal_mode", "synchronous", "secure_delete", "fullfsync", "application_id")
    found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in asked}
    connection.close()
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "secure_delete": 1,
        "fullfsync": 1,
        "application_id": APPLICATION_ID,
    }


def test_only_the_owner_reads_the_file(store, path):
    """People's documents and unrevealed secrets are in it, and in the log beside it."""
    store.commit(sell())
    assert path in set(path.parent.iterdir())
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_another_programs_file_is_refused(path):
    """And is left as it was."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(ValueError, match="another program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_tables_of_another_version_are_refused(path):
    """A newer Feltro's file is not guessed at."""
    SqliteStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE schema_version SET version = 99")
    connection.close()
    with pytest.raises(ValueError, match="version 99"):
        SqliteStore(path)


def test_a_closed_store_refuses_and_a_file_opens_again(path):
    """What was answered is there; closing twice is fine."""
    store = SqliteStore(path)
    store.commit(sell())
    store.close()
    store.close()
    with pytest.raises(StoreUnavailable):
        store.commit(sell(expected=1))
    again = SqliteStore(path)
    assert again.version("t/1") == 1
    again.close()


def test_commits_that_wait_share_one_flush(store, monkeypatch):
    """While one commit is under way the others gather, and go to the disk together."""
    begun, gate, commits = threading.Event(), threading.Event(), []
    real = store._writer._commit

    def slow(group):
        begun.set()
        gate.wait(PATIENCE)
        commits.append(len(group))
        return real(group)

    monkeypatch.setattr(store._writer, "_commit", slow)
    with ThreadPoolExecutor(20) as pool:
        answers = [pool.submit(store.commit, sell("t/0"))]
        assert begun.wait(PATIENCE), "the first is alone under way before the others come"
        answers += [pool.submit(store.commit, sell(f"t/{n}")) for n in range(1, 20)]
        deadline = time.monotonic() + PATIENCE
        while store._writer._jobs.qsize() < 19 and time.monotonic() < deadline:
            time.sleep(0.001)
        gate.set()
        assert all(isinstance(answer.result(), Appended) for answer in answers)
    assert commits == [1, 19]


def test_what_turns_wrote_moves_into_the_file_without_anybody_asking(store, path, monkeypatch, tmp_path):
    """After so many flushes the log beside the file is emptied into it; before, the file alone does not know them."""
    monkeypatch.setattr("feltro.store.writer.CHECKPOINT_EVERY", 3)
    alone = tmp_path / "alone.sqlite3"

    def in_the_file_alone():
        alone.write_bytes(path.read_bytes())
        with closing(sqlite3.connect(alone)) as connection:
            return connection.execute("SELECT count(*) FROM events").fetchone()[0]

    known = []
    for expected in range(3):
        known.append(in_the_file_alone())
        with store.turn() as turn:
            turn.write(sell(expected=expected))
            turn.flush()
    deadline = time.monotonic() + PATIENCE
    while in_the_file_alone() != 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (known, in_the_file_alone()) == ([0, 0, 0], 3)


def test_commits_move_into_the_file_every_so_often_and_not_each_by_itself(store, monkeypatch):
    """Moving them costs a flush of the whole file: of seven commits with one in three, the third and the sixth."""
    monkeypatch.setattr("feltro.store.writer.CHECKPOINT_EVERY", 3)
    writer, moved = store._writer, []
    real = writer._checkpoint
    monkeypatch.setattr(writer, "_checkpoint", lambda how: (moved.append(writer._commits), real(how))[1])
    for expected in range(7):
        assert isinstance(store.commit(sell(expected=expected)), Appended)
    store.close()
    assert moved == [3, 6]


def test_a_bug_in_one_command_spares_the_others_of_its_group(store):
    """Its caller gets the exception; whoever shared the commit is answered as if alone."""
    from feltro.store.port import Reveal

    def work(n):
        try:
            return store.commit(sell(f"t/{n}", vault=(Reveal("nothing"),) if n % 3 == 0 else ()))
        except LookupError:
            return "bug"

    with ThreadPoolExecutor(12) as pool:
        outcomes = list(pool.map(work, range(60)))
    assert [one == "bug" for one in outcomes] == [n % 3 == 0 for n in range(60)]
    assert len(store.streams()) == 40


def test_a_statement_that_the_database_refuses_is_told_to_its_caller_and_spares_the_others(store, monkeypatch):
    """Nobody waits for ever: the one reads that the store is unavailable, the other is written."""
    real = sqlite.write

    def refusing(session, transaction, signer):
        if transaction.appends[0].stream == "t/1":
            raise sqlite3.OperationalError("too many terms")
        return real(session, transaction, signer)

    monkeypatch.setattr(sqlite, "write", refusing)
    with ThreadPoolExecutor(2) as pool:
        refused, done = pool.submit(store.commit, sell("t/1")), pool.submit(store.commit, sell("t/2"))
        with pytest.raises(StoreUnavailable, match="too many terms"):
            refused.result(PATIENCE)
        assert done.result(PATIENCE) == Appended({"t/2": 1})
    assert store.streams() == {"t/2": 1}


def test_a_file_that_another_process_holds_is_waited_for(store, path, monkeypatch):
    """And if it is held too long, the caller is told that the store is unavailable."""
    holder = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN IMMEDIATE")
    threading.Timer(0.3, lambda: holder.execute("COMMIT")).start()
    assert store.commit(sell()) == Appended({"t/1": 1})
    store._writer._connection.execute("PRAGMA busy_timeout = 50")
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked") as told:
        store.commit(sell(expected=1))
    assert isinstance(told.value.__cause__, sqlite3.OperationalError)
    holder.execute("COMMIT")
    assert store.commit(sell(expected=1)) == Appended({"t/1": 2})
    holder.close()


def holds(folder, marker):
    return [file.name for file in folder.iterdir() if marker in file.read_bytes()]


def test_what_is_erased_is_in_no_file(store, path):
    """Not in the database, not in the log beside it."""
    marker = b"CPF 123.456.789-09"
    store.commit(sell(registry=(Keep("person", "p1", marker * 400), Keep("person", "p2", b"other"))))
    assert holds(path.parent, marker)
    store.commit(sell(expected=1, registry=(Keep("person", "p1", marker + b" new"),)))
    store.commit(sell(expected=2, registry=(Erase("person", "p1"),)))
    assert holds(path.parent, marker) == []
    assert store.kept("person", "p2").body == b"other"


def test_erasing_waits_for_an_older_snapshot(store, path):
    """Whoever reads an older moment still sees the row; when he is done the bytes go too."""
    marker = b"CPF 123.456.789-09"
    store.commit(sell(registry=(Keep("person", "p1", marker),)))
    with store.snapshot() as still:
        store.commit(sell(expected=1, registry=(Erase("person", "p1"),)))
        assert still.kept("person", "p1").body == marker
        assert store.kept("person", "p1") is None
    store.commit(sell(expected=2))
    assert holds(path.parent, marker) == []


def test_erasing_holds_nobody_up_and_is_finished_without_anybody_writing(store, path):
    """A reader of an older moment keeps the bytes: the command is answered at once, and they go when he is done."""
    marker = b"CPF 123.456.789-09"
    store.commit(sell(registry=(Keep("person", "p1", marker),)))
    with store.snapshot() as still:
        assert still.kept("person", "p1") is not None
        began = time.monotonic()
        store.commit(sell(expected=1, registry=(Erase("person", "p1"),)))
        assert time.monotonic() - began < 5
        assert holds(path.parent, marker)
    until = time.monotonic() + PATIENCE
    while holds(path.parent, marker) and time.monotonic() < until:
        time.sleep(0.05)
    assert holds(path.parent, marker) == []


def test_what_is_erased_while_something_is_kept_is_gone_from_the_disk_too(store, path):
    """A person merged into another: one row goes, one is written anew, in one act."""
    marker = b"CPF 123.456.789-09"
    store.commit(sell(registry=(Keep("person", "p1", marker), Keep("person", "p2", b"Bia"))))
    store.commit(sell(expected=1, registry=(Erase("person", "p1"), Keep("person", "p2", b"Bia Reis"))))
    assert holds(path.parent, marker) == []
    assert holds(path.parent, b"Bia Reis")


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.lists(st.integers(0, 6000), min_size=5, max_size=60), st.randoms(use_true_random=False))
def test_erasing_leaves_nothing_however_the_pages_were_split(sizes, rng):
    """Rows of many sizes come and go; what was erased stands nowhere, what was not is whole."""
    marks = [b"<row-%04d>" % n for n in range(len(sizes))]
    ids = [f"{n:04}" for n in rng.sample(range(1000), len(sizes))]
    erased = set(rng.sample(range(len(sizes)), rng.randint(1, len(sizes))))
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "feltro.sqlite3")
        for mark, row_id, size in zip(marks, ids, sizes, strict=True):
            store.commit(over(registry=(Keep("person", row_id, mark + b"." * size + mark),)))
        store.commit(over(registry=tuple(Erase("person", ids[n]) for n in erased)))
        left = b"".join(file.read_bytes() for file in Path(folder).iterdir())
        store.close()
    assert [n for n in range(len(sizes)) if (marks[n] in left) != (n not in erased)] == []


def in_a_turn(store, transaction):
    with store.turn() as turn:
        turn.write(transaction)
        turn.flush()


@pytest.mark.parametrize("done", [SqliteStore.commit, in_a_turn], ids=["commit", "turn"])
@pytest.mark.parametrize("seed", [2, 64])
def test_a_row_that_moved_between_pages_leaves_no_copy_behind(store, path, seed, done):
    """Found by chance: what the database overwrites when it deletes is the row where it lies now, not where it lay."""
    rng = random.Random(seed)
    sizes = [rng.randint(0, 6000) if rng.random() < 0.5 else rng.randint(0, 300) for _ in range(rng.randint(5, 60))]
    ids = [f"{n:04}" for n in rng.sample(range(1000), len(sizes))]
    erased = set(rng.sample(range(len(sizes)), rng.randint(1, len(sizes))))
    rows = [b"<row-%04d>" % n for n in range(len(sizes))]
    for row, row_id, size in zip(rows, ids, sizes, strict=True):
        store.commit(over(registry=(Keep("person", row_id, row + b"." * size + row),)))
    if rng.random() < 0.5:
        for n in range(0, len(ids), 3):
            again = rows[n] + b"." * rng.randint(0, 900) + rows[n]
            store.commit(over(registry=(Keep("person", ids[n], again),)))
    done(store, over(registry=tuple(Erase("person", ids[n]) for n in erased)))
    assert [n for n in sorted(erased) if holds(path.parent, rows[n])] == []
    assert {row.id for row in store.registry("person")} == {ids[n] for n in range(len(ids)) if n not in erased}


@pytest.fixture
def traced(tmp_path, strace):
    """Runs the appending child for ten commits: what it printed, and the system calls it made."""

    def run(*options):
        url, trace = f"sqlite:///{tmp_path / 'traced.sqlite3'}", tmp_path / "trace"
        command = [strace, "-f", "-y", "-o", trace, *options, sys.executable, CHILD, url, "one", "10"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        return ended, trace.read_text()

    return run


def test_every_answered_commit_was_flushed_first(traced):
    """Traced: between two answers stands a flush of the write-ahead log that succeeded."""
    ended, trace = traced("-e", "trace=fdatasync,fsync,write")
    assert ended.returncode == 0, ended.stderr
    flushed, answers = False, 0
    for line in trace.splitlines():
        if ("fdatasync(" in line or "fsync(" in line) and "-wal>" in line:
            flushed = True
        elif "write(1<" in line and "done " in line:
            assert flushed, "an answer without a flush before it"
            flushed, answers = False, answers + 1
    assert answers == 10


def test_a_disk_that_fails_to_flush_is_not_believed(tmp_path, traced):
    """One flush fails, and only one. That command is not answered "done", nor is any later one until the
    file is opened again: who knows what else the disk lost. What was answered before is there."""
    once = "inject=fdatasync,fsync:error=EIO:when=6"
    ended, _ = traced("-e", "trace=fdatasync,fsync", "-e", once)
    said = [line.split() for line in ended.stdout.splitlines()]
    words = [word for word, _ in said]
    failed = words.index("unavailable")
    assert 0 < failed < 9
    assert words == ["done"] * failed + ["unavailable"] * (10 - failed)
    store = SqliteStore(tmp_path / "traced.sqlite3")
    keys = {event.meta.key for stream in store.streams() for event in store.read(stream)}
    assert {key for word, key in said if word == "done"} <= keys
    store.close()


def test_a_store_closed_while_somebody_writes_ends_with_their_writing(tmp_path):
    """A slow commit runs, another waits behind it, then the house closes: both are on the disk, and closing ends."""
    connection = sqlite3.connect(tmp_path / "x.db", isolation_level=None, check_same_thread=False)
    connection.execute("CREATE TABLE said (word TEXT)")
    writer = Writer(connection, lambda _versions: None)
    started, go_on = threading.Event(), threading.Event()

    def slow(session):
        started.set()
        go_on.wait(10)
        return word("first")(session)

    def word(said):
        def work(session):
            session.many("INSERT INTO said VALUES (?)", [(said,)])
            return Appended({})

        return work

    asked = [threading.Thread(target=writer.do, args=(work,), daemon=True) for work in (slow, word("second"))]
    asked[0].start()
    assert started.wait(10)
    asked[1].start()
    while writer._jobs.empty():
        time.sleep(0.001)
    still_writing = []

    def close():
        writer.close()
        still_writing.append(writer._thread.is_alive())

    closing = threading.Thread(target=close, daemon=True)
    closing.start()
    while not writer._closed:
        time.sleep(0.001)
    go_on.set()
    for one in (*asked, closing):
        one.join(10)
    assert not any(one.is_alive() for one in (*asked, closing))
    assert still_writing == [False]
    rows = sqlite3.connect(tmp_path / "x.db").execute("SELECT word FROM said").fetchall()
    assert rows == [("first",), ("second",)]


class AsOthersOpenIt:
    """A connection to a new file that others are opening too: so often the switch of mode is refused at once."""

    def __init__(self, times):
        self.refusals, self.asked = times, 0

    def execute(self, sql):
        assert sql == "PRAGMA journal_mode = WAL"
        self.asked += 1
        if self.asked <= self.refusals:
            raise sqlite3.OperationalError("database is locked")


def test_of_several_that_open_a_new_file_each_tries_again():
    """SQLite does not wait for this by itself."""
    connection = AsOthersOpenIt(3)
    _switch_to_wal(connection)
    assert connection.asked == 4


def test_opening_a_file_that_stays_locked_is_given_up(monkeypatch):
    monkeypatch.setattr("feltro.store.sqlite.BUSY_MS", 30)
    connection = AsOthersOpenIt(10**9)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        _switch_to_wal(connection)
    assert connection.asked > 1


def test_a_program_that_ends_without_closing_its_store_ends(path):
    """A crash in a command: neither whoever writes nor whoever watches the file keeps the process alive."""
    code = f"from feltro.store.address import open_store; open_store('sqlite:///{path}').changes(lambda *_: None)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=PATIENCE)
    assert (ended.returncode, ended.stderr) == (0, b"")
