"""Several at once: one wins, nobody waits in a circle, and without the guard it would go wrong."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from feltro.store.address import open_store
from feltro.store.integrity import verify
from feltro.store.port import AlreadyDone, Appended, Conflict
from tests.store_samples import append, over, sell

ROUNDS = 25
AT_ONCE = 6
CHILD = Path(__file__).parent / "racing_child.py"


def at_once(work, count=AT_ONCE):
    """Run `work(n)` in several threads that start together."""
    gate = threading.Barrier(count)

    def run(n):
        gate.wait()
        return work(n)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_one_of_many_appends_at_a_version(store):
    """Two desks and the last seat: exactly one sells it, the others are told to look again."""
    for version in range(ROUNDS):
        outcomes = at_once(lambda _, at=version: store.commit(sell(expected=at)))
        assert outcomes.count(Appended({"t/1": version + 1})) == 1
        assert outcomes.count(Conflict("t/1", version, version + 1)) == AT_ONCE - 1
    assert store.version("t/1") == ROUNDS


def test_one_command_sent_many_times_is_done_once(store):
    """A tablet that sends again because the answer was slow: one entry, the same answer to all."""
    for version in range(ROUNDS):
        key = f"again-{version}"
        outcomes = at_once(lambda _, at=version, key=key: store.commit(sell(expected=at, key=key)))
        assert outcomes.count(Appended({"t/1": version + 1})) == 1
        assert outcomes.count(AlreadyDone(key, b'"sold"')) == AT_ONCE - 1
    assert store.version("t/1") == ROUNDS


@pytest.mark.slow
def test_commands_over_several_streams_never_wait_in_a_circle(store):
    """Streams named in any order: all commands end, and each is in both of its streams or in none."""
    streams = [f"s/{n}" for n in range(4)]

    def work(n):
        rng = random.Random(n)
        done = 0
        while done < ROUNDS:
            pair = rng.sample(streams, 2)
            key = f"{n}-{done}"
            outcome = store.commit(over(*(append(one, store.version(one)) for one in pair), key=key))
            done += isinstance(outcome, Appended)

    at_once(work)
    recorded = [one.meta.key for stream in streams for one in store.read(stream)]
    assert len(recorded) == 2 * AT_ONCE * ROUNDS
    assert all(recorded.count(key) == 2 for key in set(recorded))
    assert [finding for finding in verify(store) if finding.because != "store.unsafe_setting"] == []


@pytest.mark.slow
def test_processes_race_as_threads_do(database_url):
    """Workers of a server, or the terminal beside it: one winner for each version, keys done once."""
    open_store(database_url).close()
    children = [
        subprocess.Popen([sys.executable, CHILD, database_url, str(n)], stdout=subprocess.PIPE, text=True)
        for n in range(3)
    ]
    won = [child.communicate(timeout=60)[0].split() for child in children]
    assert [child.returncode for child in children] == [0, 0, 0]
    store = open_store(database_url)
    versions = sorted(int(version) for one in won for version in one)
    assert versions == list(range(1, 3 * 30 + 1))
    assert store.streams() == {"raced": 90, "shared": 20}
    assert [finding for finding in verify(store) if finding.because != "store.unsafe_setting"] == []
    store.close()


def test_opening_a_new_database_at_once(database_url):
    """Several workers start together: one makes the tables, all of them work."""
    stores = at_once(lambda _: open_store(database_url), 4)
    assert [isinstance(one.commit(sell(f"t/{n}")), Appended) for n, one in enumerate(stores)] == [True] * 4
    for one in stores:
        one.close()


@pytest.mark.postgres
def test_locks_in_order_leave_the_server_no_deadlock_to_break(postgres_url):
    """The server counts the circles that it had to break: none, though every pair is named both ways."""
    import psycopg

    store = open_store(postgres_url)

    def work(n):
        pair = ("s/1", "s/2") if n % 2 else ("s/2", "s/1")
        for _ in range(ROUNDS):
            store.commit(over(*(append(one, store.version(one)) for one in pair)))

    at_once(work)
    store.close()
    with psycopg.connect(postgres_url) as connection:
        connection.execute("SELECT pg_stat_force_next_flush()")
        counted = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
        assert connection.execute(counted).fetchone() == (0,)


@pytest.mark.postgres
def test_without_the_locks_the_race_is_real(postgres_url):
    """With the locks off two writers do collide, and only the table's own key stops the second."""
    import psycopg

    from feltro.store.postgres import PostgresSession, PostgresStore

    store = PostgresStore(postgres_url)
    real = PostgresSession.lock
    PostgresSession.lock = lambda self, streams: None
    try:
        broken = 0
        for version in range(60):

            def attempt(n, at=version):
                try:
                    return store.commit(sell(expected=at))
                except psycopg.errors.UniqueViolation:
                    return "the key of the table had to stop it"

            broken += "the key of the table had to stop it" in at_once(attempt)
            if broken:
                break
    finally:
        PostgresSession.lock = real
        store.close()
    assert broken, "the race did not happen: this test proves nothing"
