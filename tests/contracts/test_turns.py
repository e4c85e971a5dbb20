"""A turn at writing, in every store: who has it is alone, and what was not flushed never was."""

from __future__ import annotations

import queue
import threading

import pytest

from feltro.store.address import open_store
from feltro.store.integrity import verify
from feltro.store.memory import MemoryStore
from feltro.store.port import AlreadyDone, Appended, Conflict, Erase, Keep, Put, Reveal
from tests.lost_flush import LostAtFlushError, lose_the_flush
from tests.store_samples import append, over, sell

PATIENCE = 30
SHORT = 0.2


def sound(store):
    return [one for one in verify(store) if one.because != "store.unsafe_setting"] == []


def test_a_turn_is_seen_by_nobody_before_its_flush(store):
    """Not an event, not an answer, not a row, not a secret; afterwards all of it at once."""
    told = []
    stop = store.changes(lambda stream, version: told.append((stream, version)))
    with store.turn() as turn:
        for expected in (0, 1):
            rows = (Keep("person", f"p{expected}", b"x"),)
            vault = (Put(f"deck-{expected}", b"secret"),)
            turn.write(sell(expected=expected, key=f"k{expected}", registry=rows, vault=vault))
        assert (store.streams(), store.secrets(), list(store.registry())) == ({}, (), [])
        assert (store.answered("k0"), store.last_link(), told) == (None, None, [])
        turn.flush()
        assert store.streams() == {"t/1": 2}
    assert (store.secrets(), [row.id for row in store.registry()]) == (("deck-0", "deck-1"), ["p0", "p1"])
    assert store.answered("k1") == AlreadyDone("k1", b'"sold"')
    assert store.wait("t/1", 1, PATIENCE) == 2
    stop()
    assert sound(store)


def test_what_was_not_flushed_never_was(store):
    """A turn that ends without its flush, by itself or by somebody's bug, leaves nothing behind."""
    with store.turn() as turn:
        assert turn.write(sell(key="left")) == Appended({"t/1": 1})

    def bug():
        with store.turn() as turn:
            turn.write(sell(key="broken"))
            raise LostAtFlushError

    with pytest.raises(LostAtFlushError):
        bug()
    assert (store.streams(), list(store.answers())) == ({}, [])
    assert store.commit(sell()) == Appended({"t/1": 1})
    assert sound(store)


def test_a_flush_that_fails_leaves_nothing(store, monkeypatch):
    """Everything was decided, and the disk did not take it: the caller is told, and all of it may be sent again."""
    store.commit(sell(key="before"))
    with monkeypatch.context() as patched:
        told = lose_the_flush(store, patched)
        sent = [sell(expected=1, key="one"), sell("t/2", key="two", registry=(Erase("person", "p1"),))]

        def lost():
            with store.turn() as turn:
                for each in sent:
                    turn.write(each)
                turn.flush()

        with pytest.raises(told):
            lost()
    assert store.streams() == {"t/1": 1}
    assert [one.key for one in store.answers()] == ["before"]
    with store.turn() as turn:
        assert [turn.write(each) for each in sent] == [Appended({"t/1": 2}), Appended({"t/2": 1})]
        turn.flush()
    assert store.streams() == {"t/1": 2, "t/2": 1}
    assert sound(store)


def test_each_command_stands_on_what_the_one_before_it_left(store):
    """Whoever decided on less is told so, and those behind go on."""
    with store.turn() as turn:
        assert turn.write(sell(count=2)) == Appended({"t/1": 2})
        assert turn.write(sell(expected=0)) == Conflict("t/1", 0, 2)
        assert turn.write(over(append("t/1", 2), append("t/2", 0))) == Appended({"t/1": 3, "t/2": 1})
        assert turn.write(over(append("t/2", 0))) == Conflict("t/2", 0, 1)
        turn.flush()
    assert store.streams() == {"t/1": 3, "t/2": 1}
    assert sound(store)


def test_a_key_is_accepted_once_in_a_turn_as_ever(store):
    """Sent twice within one turn, or again in a later one."""
    store.commit(sell(key="old"))
    with store.turn() as turn:
        assert turn.answered("old", "new") == {"old": AlreadyDone("old", b'"sold"')}
        assert turn.write(sell(expected=1, key="old")) == AlreadyDone("old", b'"sold"')
        assert turn.write(sell(expected=1, key="new")) == Appended({"t/1": 2})
        assert turn.write(sell(expected=1, key="new")) == AlreadyDone("new", b'"sold"')
        turn.flush()
    assert store.version("t/1") == 2


def test_a_bug_in_one_command_leaves_the_turn_as_it_was(store):
    """Secrets that are not there, or are there already, also within the turn."""
    with store.turn() as turn:
        turn.write(sell(vault=(Put("deck", b"a"),)))
        for wrong in ((Reveal("nothing"),), (Put("deck", b"b"),), (Reveal("deck"), Reveal("deck"))):
            with pytest.raises(LookupError):
                turn.write(sell(expected=1, key="wrong", vault=wrong))
        turn.write(sell(expected=1, vault=(Reveal("deck"),)))
        turn.flush()
    assert (store.streams(), store.secrets()) == ({"t/1": 2}, ())
    assert store.answered("wrong") is None
    assert sound(store)


def test_a_turn_is_over_when_it_is_flushed(store):
    with store.turn() as turn:
        turn.write(sell())
        turn.flush()
        with pytest.raises(RuntimeError, match="over"):
            turn.write(sell(expected=1))
    assert store.version("t/1") == 1


def test_whoever_has_the_turn_of_a_file_cannot_wait_for_himself(tmp_path):
    """A command given beside the turn by its own thread would stand behind itself for ever: it is a bug, told at once."""
    store = open_store(f"sqlite:///{tmp_path / 'own.sqlite3'}")
    told = queue.SimpleQueue()

    def beside_his_own_turn():
        with store.turn() as turn:
            try:
                store.commit(sell())
            except RuntimeError as error:
                told.put(str(error))
            turn.write(sell())
            turn.flush()

    threading.Thread(target=beside_his_own_turn, daemon=True).start()
    assert told.get(timeout=PATIENCE) == "whoever has the turn writes in it"
    assert store.wait("t/1", 0, PATIENCE) == 1
    store.close()


def test_the_log_of_a_turn_is_that_of_its_commands_one_by_one(store):
    """To the last byte: events, answers and the chain of the house."""
    sent = [sell(key=f"k{n}", expected=n) for n in range(3)]
    sent.append(over(append("t/1", 3, 2), append("t/2", 0), key="k3"))
    alone = MemoryStore()
    for each in sent:
        alone.commit(each)
    with store.turn() as turn:
        for each in sent:
            turn.write(each)
        assert turn.link == 4
        turn.flush()
    assert list(store.links()) == list(alone.links())
    assert list(store.answers()) == list(alone.answers())
    assert all(list(store.read(stream)) == list(alone.read(stream)) for stream in ("t/1", "t/2"))


def test_a_turn_says_what_others_moved(store):
    """By the chain of the house, from wherever one stands in it."""
    store.commit(sell("t/1"))
    store.commit(sell("t/2"))
    with store.turn() as turn:
        assert (turn.link, turn.moved(0), turn.moved(1), turn.moved(2)) == (2, {"t/1", "t/2"}, {"t/2"}, set())


def test_behind_too_many_links_every_stream_may_have_moved(store, monkeypatch):
    monkeypatch.setattr("feltro.store.draft.MOST_NEWS", 2)
    for expected in range(3):
        store.commit(sell(expected=expected))
    with store.turn() as turn:
        assert (turn.moved(0), turn.moved(1)) == (None, {"t/1"})


def waits_for(begin, store):
    """Whether `begin`, in another thread, ends only after the turn of this store does."""
    ended = threading.Event()

    def work():
        begin()
        ended.set()

    other = threading.Thread(target=work)
    with store.turn() as turn:
        turn.write(sell(expected=store.version("t/1")))
        other.start()
        waited = not ended.wait(SHORT)
        turn.flush()
    other.join(PATIENCE)
    return waited and ended.is_set()


def test_whoever_else_writes_waits_for_the_end_of_a_turn(store):
    """One command, or another turn: it stands behind, on what the turn left."""
    said = []

    def another_turn():
        with store.turn() as turn:
            said.append(turn.write(sell(expected=3)))
            turn.flush()

    assert waits_for(lambda: said.append(store.commit(sell(expected=1))), store)
    assert waits_for(another_turn, store)
    assert said == [Appended({"t/1": 2}), Appended({"t/1": 4})]
    assert sound(store)


@pytest.mark.slow
def test_another_process_waits_too(database_url):
    """Two that opened the same database: the terminal beside the server."""
    one, two = open_store(database_url), open_store(database_url)
    said = []
    assert waits_for(lambda: said.append(two.commit(sell(expected=1))), one)
    assert waits_for(lambda: said.append(one.commit(sell(expected=3))), two)
    assert said == [Appended({"t/1": 2}), Appended({"t/1": 4})]
    assert sound(one)
    one.close()
    two.close()


@pytest.mark.postgres
def test_a_server_that_went_away_since_the_last_turn_is_found_again(postgres_url):
    """Idle connections were cut: the next turn takes a new one, and nobody notices."""
    import psycopg

    store = open_store(postgres_url)
    store.commit(sell())
    with psycopg.connect(postgres_url, autocommit=True) as other:
        others = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database()"
        other.execute(f"{others} AND pid <> pg_backend_pid()")
    with store.turn() as turn:
        assert turn.write(sell(expected=1)) == Appended({"t/1": 2})
        turn.flush()
    assert store.version("t/1") == 2
    store.close()
