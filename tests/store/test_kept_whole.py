"""What a store reads back it has held to its hashes; who waits for a stream is woken by that one; who closes leaves nothing."""

from __future__ import annotations

import threading
import time

import msgspec
import pytest

from feltro.kernel.outcome import Finding
from feltro.store.integrity import _until_unreadable
from feltro.store.memory import MemoryStore
from feltro.store.seal import chained, hash_of
from tests.store_samples import sell


def written(*streams: str):
    store = MemoryStore()
    for stream in streams:
        store.commit(sell(stream, count=2))
    return [event for stream in streams for event in store.read(stream)]


def changed(event, **more):
    return msgspec.structs.replace(event, **more)


def spoilt(how):
    events = written("t/1", "t/2")
    first, second, third, fourth = events
    return {
        "another payload": [changed(first, payload=b'{"number":9}'), second],
        "another payload at the end": [first, changed(second, payload=b'{"number":9}')],
        "another hash": [first, changed(second, hash=first.hash)],
        "one is missing": [second],
        "twice": [first, first],
        "in another order": [second, first],
        "a stream that comes back": [first, third, fourth, second],
    }[how]


HOW = (
    "another payload",
    "another payload at the end",
    "another hash",
    "one is missing",
    "twice",
    "in another order",
    "a stream that comes back",
)


@pytest.mark.parametrize("how", HOW)
def test_events_that_do_not_follow_one_another_are_not_believed(how):
    with pytest.raises(ValueError, match="does not follow"):
        list(chained(spoilt(how)))


def test_a_version_that_was_left_out_is_not_believed_though_the_hashes_follow():
    """Somebody sealed the third onto the first."""
    first, second, *_ = written("t/1", "t/2")
    third = changed(second, version=3)
    third = changed(third, hash=hash_of(third, first.hash))
    with pytest.raises(ValueError, match="does not follow"):
        list(chained([first, third]))


def test_whole_streams_are_believed_one_after_the_other():
    events = written("t/1", "t/2")
    assert list(chained(events)) == events


class Torn:
    """A stream of five whose fourth event cannot be read, nor any batch that holds it."""

    def __init__(self) -> None:
        store = MemoryStore()
        store.commit(sell("t/1", count=5))
        self._events = list(store.read("t/1"))

    def read(self, stream, after=0, up_to=None):
        found = self._events[after:up_to]
        if any(event.version == 4 for event in found):
            raise OSError("bad sector")
        return iter(found)


def test_what_stands_before_an_event_that_cannot_be_read_is_read():
    """One by one: the first three, and then where it broke."""
    *before, last = _until_unreadable(Torn(), "t/1")
    assert [event.version for event in before] == [1, 2, 3]
    assert isinstance(last, Finding)
    assert (last.where, last.values["said"]) == ("t/1@4", "bad sector")


def test_what_broke_without_a_word_is_told_by_its_kind():
    class Silent(Torn):
        def read(self, stream, after=0, up_to=None):
            try:
                return super().read(stream, after, up_to)
            except OSError:
                raise MemoryError from None

    *_, last = _until_unreadable(Silent(), "t/1")
    assert (last.where, last.values["said"]) == ("t/1@4", "MemoryError")


def test_who_waits_for_a_stream_is_not_woken_by_another():
    """Another one grows first; the answer is what this one has when it grew."""
    store = MemoryStore()

    def write() -> None:
        time.sleep(0.1)
        store.commit(sell("t/2", count=3))
        time.sleep(0.3)
        store.commit(sell("t/1", count=2))

    writing = threading.Thread(target=write)
    writing.start()
    assert store.wait("t/1", 0, timeout=20) == 2
    writing.join()
    store.close()


def tellers() -> set[threading.Thread]:
    return {one for one in threading.enumerate() if one.name == "feltro-teller"}


def test_a_closed_store_tells_nobody_any_more_and_holds_no_program_up():
    """The thread that tells ends with the store, and would not keep a program from ending."""
    before = tellers()
    store = MemoryStore()
    store.changes(lambda _stream, _version: None)
    (mine,) = tellers() - before
    assert mine.daemon
    store.close()
    mine.join(timeout=5)
    assert not mine.is_alive()
