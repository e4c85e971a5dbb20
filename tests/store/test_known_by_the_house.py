"""What the chain of the house knows of a stream: a log that was rewritten, cut or lengthened holds in itself and not against it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from feltro.store.integrity import verify_contents, verify_reader
from feltro.store.memory import MemoryStore
from feltro.store.port import Append
from tests.store_samples import event, over


def house(*counts: int, forged: int = 0) -> MemoryStore:
    """A command for each count, with so many events; from the forged version on the stream is hashed anew."""
    store, version = MemoryStore(), 0
    for number, count in enumerate(counts):
        numbers = range(version + 1, version + count + 1)
        events = tuple(event(99 if one == forged else one) for one in numbers)
        store.commit(over(Append("t/1", version, events), key=f"k{number}"))
        version += count
    return store


class Told:
    """Events of one store, with the chain of the house and the answers of another."""

    def __init__(self, events: MemoryStore, known: MemoryStore) -> None:
        self._events, self._known = events, known

    def __getattr__(self, name: str) -> Any:
        return getattr(self._events if name in {"read", "streams"} else self._known, name)


def found(events: MemoryStore, known: MemoryStore) -> list[tuple[str, str, int | None]]:
    return [
        (one.because, one.where, one.values.get("known"))
        for one in verify_contents(Told(events, known))
        if one.because != "store.key_unanswered"
    ]


@pytest.mark.parametrize(
    ("forged", "where"), [(1, "t/1@2"), (2, "t/1@2"), (3, "t/1@3"), (4, "t/1@5"), (5, "t/1@5")]
)
def test_a_rewritten_stream_is_found_at_the_next_place_that_the_house_knows(forged, where):
    """Commands of two events, one, and two: the house knows 2, 3 and 5. It is said once, though all that follows differs."""
    known = house(2, 1, 2)
    assert found(known, known) == []
    assert found(house(2, 1, 2, forged=forged), known) == [("store.rewritten", where, None)]


def test_a_stream_that_ends_too_soon_or_goes_on_too_long_is_told_with_what_the_house_knows():
    """The house knows three events: two are too few, four too many, and of another stream it knows nothing at all."""
    known = house(1, 1, 1)
    assert found(house(1, 1), known) == [("store.tail_cut", "t/1@2", 3)]
    assert found(house(1, 1, 1, 1), known) == [("store.unlinked", "t/1@4", 3)]
    other = MemoryStore()
    other.commit(over(Append("t/0", 0, (event(),)), key="k0"))
    assert found(other, known)[0] == ("store.unlinked", "t/0@1", 0)


def test_a_log_from_before_there_was_a_chain_is_not_called_unlinked():
    """No link at all: nothing is known, and nothing is held against it."""
    assert found(house(1, 1), MemoryStore()) == []


def test_who_waits_for_a_verification_is_told_each_answer_link_and_event_once():
    """Two commands, three events: it says that it begins, and counts up to what there is."""
    told: list[tuple[str, int]] = []
    assert verify_reader(house(1, 2), lambda what, more: told.append((what, more))) == []
    assert told[0] == ("rows", 0)
    counted: Counter[str] = Counter()
    for what, more in told:
        counted[what] += more
    assert counted == {"rows": 2, "links": 2, "events": 3}
