"""Whoever watches the log is told when a stream grew: at once, once, and never of what is known."""

from __future__ import annotations

import threading

import pytest

from feltro.store.watchers import Watchers


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
