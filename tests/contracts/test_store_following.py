"""Readers follow stream versions."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from feltro.store.address import open_store
from feltro.store.sqlite import POLL_SECONDS
from tests.store_samples import append, over, sell

SOON = 10


class Heard:
    """A listener that can be asked what it heard."""

    def __init__(self):
        self.versions = {}
        self.order = []
        self._news = threading.Condition()

    def __call__(self, stream, version):
        with self._news:
            self.versions[stream] = version
            self.order.append((stream, version))
            self._news.notify_all()

    def until(self, **expected):
        wanted = {name.replace("_", "/"): version for name, version in expected.items()}
        with self._news:
            assert self._news.wait_for(lambda: wanted.items() <= self.versions.items(), SOON), self.order


def test_listeners_hear_which_stream_reached_which_version(store):
    """Each stream of a commit is told; the versions of a stream only grow and the last is never missed."""
    heard = Heard()
    store.commit(sell("t/0"))
    stop = store.changes(heard)
    store.commit(over(append("t/1", 0, 3), append("s/1", 0)))
    for version in range(3, 20):
        store.commit(sell("t/1", expected=version))
    heard.until(t_1=20, s_1=1)
    told = [version for stream, version in heard.order if stream == "t/1"]
    assert told == sorted(set(told))
    assert "t/0" not in heard.versions
    stop()
    store.commit(sell("t/2"))
    assert store.wait("t/2", 0, SOON) == 1
    assert "t/2" not in heard.versions


def test_a_refused_command_is_not_told(store):
    """Nothing happened, so nobody is told; and nobody is told twice."""
    heard = Heard()
    store.changes(heard)
    store.commit(sell("t/1"))
    store.commit(sell("t/1"))
    store.commit(sell("t/9"))
    heard.until(t_1=1, t_9=1)
    time.sleep(2 * POLL_SECONDS)
    assert heard.order == [("t/1", 1), ("t/9", 1)]


def test_a_listener_may_use_the_store_and_may_fail(store, caplog):
    """It runs beside the commits: it can read and commit, and its mistakes stay its own."""
    heard = Heard()

    def answer(stream, version):
        if stream == "t/1":
            store.commit(sell("echo", expected=store.version("echo")))
        raise RuntimeError("a listener's mistake")

    store.changes(answer)
    store.changes(heard)
    store.commit(sell("t/1"))
    heard.until(t_1=1, echo=1)
    assert "a listener failed at t/1@1" in caplog.text


def test_waiting_ends_with_the_commit_or_with_the_time(store):
    """Long polling: at once if the stream is already past, when it moves, or when time is up."""
    store.commit(sell("t/1"))
    assert store.wait("t/1", 0, SOON) == 1
    began = time.monotonic()
    assert store.wait("t/1", 1, 0.05) == 1
    assert time.monotonic() - began >= 0.05
    later = threading.Timer(0.1, lambda: store.commit(sell("t/1", expected=1)))
    later.start()
    assert store.wait("t/1", 1, SOON) == 2
    later.join()


def test_another_process_is_heard_too(database_url):
    """What the terminal commits reaches the pages of the running server."""
    store = open_store(database_url)
    heard = Heard()
    store.changes(heard)
    source = (
        "import sys; from feltro.store.address import open_store; from store_samples import sell;"
        "store = open_store(sys.argv[1]); store.commit(sell('t/1', count=4)); store.close()"
    )
    folder = __file__.rsplit("/", 2)[0]
    subprocess.run([sys.executable, "-c", source, database_url], check=True, env={"PYTHONPATH": folder})
    heard.until(t_1=4)
    store.close()


@pytest.mark.postgres
def test_a_lost_server_is_found_again(postgres_server, postgres_url):
    """Connections that die are replaced, and listeners hear what happened while they were deaf."""
    import psycopg

    store, other = open_store(postgres_url), open_store(postgres_url)
    heard = Heard()
    store.changes(heard)
    store.commit(sell("t/1"))
    heard.until(t_1=1)
    with psycopg.connect(postgres_url, autocommit=True) as administrator:
        administrator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'feltro' AND datname = current_database()"
        )
        other.commit(sell("t/1", expected=1))
    heard.until(t_1=2)
    store.commit(sell("t/1", expected=2))
    heard.until(t_1=3)
    store.close()
    other.close()
