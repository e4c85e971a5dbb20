"""The chain of a stream: an event stands where it was written, after what was written before it, and once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from feltro.kernel.instants import Instant
from feltro.store.memory import MemoryStore
from feltro.store.port import Append, Meta, NewEvent, Transaction
from feltro.store.seal import chained, hash_of


def written() -> dict[str, list]:
    """Two streams, of three events and of two."""
    store = MemoryStore()
    for stream, count in (("desk:d1", 3), ("desk:d2", 2)):
        events = tuple(NewEvent("Noted", 1, b'{"n":%d}' % number) for number in range(count))
        meta = Meta("ana", "cashier", "test", Instant(7), f"k-{stream}", "Note")
        store.commit(Transaction(meta, (Append(stream, 0, events),), b"{}"))
    return {stream: list(store.read(stream)) for stream in ("desk:d1", "desk:d2")}


def test_whole_streams_one_after_the_other_hold():
    one, two = written().values()
    assert list(chained([*one, *two])) == [*one, *two]
    assert list(chained([])) == []


@pytest.mark.parametrize(
    ("spoilt", "where"),
    [
        (lambda one, two: [one[0], one[2], *two], "desk:d1@3"),
        (lambda one, two: [one[1], one[2], *two], "desk:d1@2"),
        (lambda one, two: [one[0], one[0], *two], "desk:d1@1"),
        (lambda one, two: [one[0], *two, one[1], one[2]], "desk:d1@2"),
        (lambda one, two: [*one, *two, *one], "desk:d1@1"),
        (lambda one, two: [replace(one[0], payload=b'{"n":9}'), *two], "desk:d1@1"),
        (lambda one, two: [one[0], replace(one[1], meta=replace(one[1].meta, who="bia")), *two], "desk:d1@2"),
        (lambda one, two: [one[0], resealed(one[1], one[0].hash, 5), *two], "desk:d1@5"),
    ],
)
def test_what_does_not_follow_is_told_with_its_place(spoilt, where):
    """One left out, one twice, a stream that goes on behind another or comes again, a changed word, a place too far."""
    with pytest.raises(ValueError, match=where):
        list(chained(spoilt(*written().values())))


def resealed(event, previous, version):
    """Forged with care: its hash is right for the version that it claims."""
    moved = replace(event, version=version)
    return replace(moved, hash=hash_of(moved, previous))
