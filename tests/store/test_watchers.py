"""Whoever watches the log is told when a stream grew: at once, once, and never of what is known."""

from __future__ import annotations

import threading

import pytest

from feltro.store.watchers import Watchers, wait_for


@pytest.fixture
def watchers():
    made = Watchers()
    yield made
    made.close()


def test_news_reach_whoever_watches_while_nothing_else_happens(watchers):
    """The first arrives, and so does one that comes when everybody is asleep again."""
    told, heard = [], threading.Semaphore(0)

    def hear(stream: str, version: int) -> None:
        told.append((stream, version))
        heard.release()

    watchers.add(hear)
    for version in (1, 2):
        watchers.tell({"tournament:t1": version})
        assert heard.acquire(timeout=5)
    assert told == [("tournament:t1", 1), ("tournament:t1", 2)]


def test_what_is_known_is_no_news(watchers):
    told, heard = [], threading.Semaphore(0)
    watchers.add(lambda stream, version: (told.append((stream, version)), heard.release()))
    watchers.know({"a": 3})
    watchers.tell({"a": 3, "b": 1})
    watchers.tell({"a": 2})
    watchers.tell({"a": 4})
    assert heard.acquire(timeout=5)
    assert heard.acquire(timeout=5)
    assert sorted(told) == [("a", 4), ("b", 1)]


def test_who_is_told_again_of_an_older_standing_knows_the_newer_one_still(watchers):
    """A look that began before the last commit ends after it: what was told then is no news."""
    told, heard = [], threading.Semaphore(0)
    watchers.add(lambda stream, version: (told.append((stream, version)), heard.release()))
    watchers.know({"a": 3})
    watchers.know({"a": 1})
    watchers.tell({"a": 3})
    watchers.tell({"b": 1})
    assert heard.acquire(timeout=5)
    assert told == [("b", 1)]


def test_one_thread_tells_everybody_and_none_is_started_for_a_closed_store(watchers):
    """Two who watch are told by the same one; whoever comes after the end is told by nobody."""
    tellers, heard = set(), threading.Semaphore(0)

    def hear(_stream: str, _version: int) -> None:
        tellers.add(threading.current_thread())
        heard.release()

    for _ in range(2):
        watchers.add(hear)
    watchers.tell({"a": 1})
    assert heard.acquire(timeout=5)
    assert heard.acquire(timeout=5)
    assert len(tellers) == 1
    [teller] = tellers
    assert teller.daemon
    watchers.close()
    assert not teller.is_alive()
    late = Watchers()
    late.close()
    late.add(hear)
    assert late._teller is None


def test_whoever_stops_watching_hears_no_more_and_what_nobody_heard_is_not_told_later(watchers):
    """And whether anybody watches at all is known."""
    told, heard = [], threading.Semaphore(0)
    assert not watchers
    watchers.tell({"a": 1})
    stop = watchers.add(lambda stream, version: told.append((stream, version)))
    assert watchers
    stop()
    stop()
    assert not watchers
    watchers.add(lambda stream, version: (told.append((stream, version, "second")), heard.release()))
    watchers.tell({"a": 2})
    assert heard.acquire(timeout=5)
    assert told == [("a", 2, "second")]


def test_how_far_streams_are_and_how_often_those_of_a_kind_moved_is_known(watchers):
    """A stream that nobody spoke of is empty; standing still is no move."""
    assert watchers.reached("desk:d1") == 0
    watchers.know({"desk:d1": 1})
    watchers.tell({"desk:d1": 1, "desk:d2": 1, "tournament:t1": 4})
    watchers.tell({"desk:d2": 2})
    assert [watchers.reached(one) for one in ("desk:d1", "desk:d2", "tournament:t1")] == [1, 2, 4]
    assert (watchers.moves(["desk"]), watchers.moves(["tournament", "desk"]), watchers.moves(["season"])) == (
        2,
        3,
        0,
    )


def test_a_listener_that_fails_is_logged_and_the_others_are_told(watchers, caplog):
    heard = threading.Semaphore(0)

    def fails(_stream: str, _version: int) -> None:
        raise ValueError("no")

    watchers.add(fails)
    watchers.add(lambda _stream, _version: heard.release())
    watchers.tell({"a": 1})
    assert heard.acquire(timeout=5)
    assert "a listener failed at a@1" in caplog.text


def test_a_listener_may_close_what_tells_it():
    """It does not wait for itself."""
    made, closed = Watchers(), threading.Event()
    made.add(lambda _stream, _version: (made.close(), closed.set()))
    made.tell({"a": 1})
    assert closed.wait(5)


class Line:
    """A stream whose news a test sends."""

    def __init__(self, *versions: int) -> None:
        self.versions, self.listeners = list(versions), []

    def changes(self, told):
        self.listeners.append(told)
        return lambda: self.listeners.remove(told)

    def version(self, _stream: str) -> int:
        return self.versions.pop(0) if len(self.versions) > 1 else self.versions[0]


def test_a_wait_ends_with_the_stream_and_version_that_it_waits_for_and_not_with_others():
    """Told of another stream, and of the version that is known, it waits on; past it, it ends and listens no more."""
    line = Line(3, 4)
    answer: list[int] = []
    waiting = threading.Thread(
        target=lambda: answer.append(wait_for(line.changes, line.version, "a", 3, 10)), daemon=True
    )
    waiting.start()
    while not line.listeners:
        pass
    [told] = line.listeners
    told("b", 9)
    told("a", 3)
    waiting.join(0.1)
    assert waiting.is_alive()
    told("a", 4)
    waiting.join(5)
    assert (answer, line.listeners) == ([4], [])


def test_a_wait_for_what_is_there_ends_at_once_and_one_for_what_does_not_come_in_time():
    assert wait_for(Line(5).changes, Line(5).version, "a", 4, 60) == 5
    line = Line(5)
    assert wait_for(line.changes, line.version, "a", 5, 0.01) == 5
    assert line.listeners == []
