"""What one store grew by, taken on by another: all of it as it is, or nothing."""

from __future__ import annotations

import msgspec
import pytest

from feltro.store.growth import Growth, NotGrownError, RowBox, box_of, boxes_of, vault_of
from feltro.store.memory import MemoryStore
from feltro.store.port import AlreadyDone, Erase, Keep, Put
from tests.contracts.test_store_following import Heard
from tests.store_samples import append, over, sell


@pytest.fixture
def first():
    """A store that grows: two streams, a person, a secret."""
    opened = MemoryStore()
    opened.commit(
        sell("t/1", count=2, key="k1", registry=(Keep("person", "ana", b"Ana"),), vault=(Put("deck", b"1"),))
    )
    opened.commit(over(append("t/1", 2), append("t/2", 0), key="k2"))
    return opened


def grown(of, after=0, events=()):
    """What it grew by since so many of its links, with all rows and secrets."""
    rows = tuple(of.registry())
    boxes = tuple(
        RowBox(box, tuple(row for row in rows if box_of(row.kind, row.id) == box))
        for box in sorted({box_of("person", name) for name in ("ana", "bia")})
    )
    links = tuple(of.links(after))
    answers = tuple(of.answered(link.key) for link in links if link.key)
    secrets = tuple(Put(name, of.secret(name)) for name in of.secrets())
    return Growth(links, tuple(events), answers, boxes, secrets)


def all_events(of):
    return [event for stream in of.streams() for event in of.read(stream)]


def taken_on(store, first):
    return store.take_on(grown(first, events=all_events(first)))


def known(store):
    return (
        store.streams(),
        [bytes(event.hash) for event in all_events(store)],
        [(one.key, bytes(one.outcome)) for one in store.answers()],
        [(row.id, bytes(row.body)) for row in store.registry()],
        [(name, bytes(store.secret(name))) for name in store.secrets()],
        [link.hash for link in store.links()],
    )


def test_the_second_store_has_what_the_first_has(store, first):
    """Events, answers, rows, secrets and links; and whoever follows a stream hears of it."""
    heard = Heard()
    store.changes(heard)
    assert taken_on(store, first).versions == {"t/1": 3, "t/2": 1}
    assert known(store) == known(first)
    assert (boxes_of(store), vault_of(store)) == (boxes_of(first), vault_of(first))
    heard.until(t_1=3, t_2=1)


def test_what_came_later_is_taken_on_after_it_and_what_is_gone_goes(store, first):
    """Ana is erased and Bia came, the deck is another: the rest of the first growth stays as it is."""
    taken_on(store, first)
    links = len(list(first.links()))
    changes = (Erase("person", "ana"), Keep("person", "bia", b"Bia"))
    first.commit(sell("t/2", expected=1, count=2, key="k3", registry=changes, vault=(Put("button", b"2"),)))
    store.take_on(grown(first, links, first.read("t/2", 1)))
    assert [row.id for row in store.registry()] == ["bia"]
    assert store.secrets() == ("button", "deck")
    assert known(store) == known(first)


def test_a_vault_that_is_the_same_is_not_sent_and_stays(store, first):
    """And rows of other boxes are left alone."""
    taken_on(store, first)
    links = len(list(first.links()))
    first.commit(sell("t/1", expected=3, key="k4"))
    more = grown(first, links, first.read("t/1", 3))
    store.take_on(msgspec.structs.replace(more, boxes=(), secrets=None))
    assert known(store) == known(first)


def spoilt(growth, how):
    if how == "an event is missing":
        return msgspec.structs.replace(growth, events=growth.events[1:])
    if how == "an event that no link knows":
        return msgspec.structs.replace(growth, links=growth.links[:-1], answers=growth.answers[:1])
    if how == "a link is missing":
        return msgspec.structs.replace(growth, links=growth.links[1:])
    if how == "an answer is missing":
        return msgspec.structs.replace(growth, answers=())
    other = AlreadyDone(growth.answers[0].key, b'"another"')
    return msgspec.structs.replace(growth, answers=(other, *growth.answers[1:]))


SPOILT = (
    "an event is missing",
    "an event that no link knows",
    "a link is missing",
    "an answer is missing",
    "another answer",
)


@pytest.mark.parametrize("how", SPOILT)
def test_what_does_not_follow_is_not_taken_on(store, first, how):
    """Nothing of it is written."""
    with pytest.raises(NotGrownError):
        store.take_on(spoilt(grown(first, events=all_events(first)), how))
    assert (store.streams(), list(store.answers()), list(store.registry()), store.secrets()) == ({}, [], [], ())
    assert list(store.links()) == []
