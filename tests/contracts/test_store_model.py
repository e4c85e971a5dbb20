"""Random commands: whatever they are, a database answers and keeps what the memory store does."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from feltro.store.address import open_store
from feltro.store.memory import MemoryStore
from feltro.store.port import Append, Erase, Keep, Put, Reveal, Transaction
from tests.store_samples import event, meta

few = st.sampled_from(["a", "b", "é", "a/b"])
appends = st.lists(
    st.tuples(few, st.integers(-1, 1), st.integers(0, 3)), max_size=3, unique_by=lambda append: append[0]
)
registry = st.lists(
    st.one_of(st.builds(Keep, few, few, st.binary(max_size=9)), st.builds(Erase, few, few)), max_size=3
)
vault = st.lists(st.one_of(st.builds(Put, few, st.binary(max_size=9)), st.builds(Reveal, few)), max_size=2)
commands = st.lists(st.tuples(st.integers(0, 9), appends, registry, vault), max_size=15)
worlds = itertools.count()


def attempt(store, transaction):
    try:
        return store.commit(transaction)
    except LookupError as error:
        return str(error)


def everything_in(store):
    return (
        store.streams(),
        [one for stream in store.streams() for one in store.read(stream)],
        list(store.answers()),
        list(store.registry()),
        [(name, store.secret(name)) for name in store.secrets()],
    )


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(commands)
def test_a_database_differs_in_nothing_from_the_memory_store(database_url, tmp_path, drawn):
    """Expected versions are right, behind or ahead; keys repeat; secrets are put twice or not there."""
    model = MemoryStore()
    if database_url.startswith("sqlite"):
        database_url = f"sqlite:///{tmp_path / f'{next(worlds)}.sqlite3'}"
    store = open_store(database_url)
    _empty(store)
    for key, streams, people, secrets in drawn:
        planned = tuple(
            Append(stream, max(0, model.version(stream) + off), (event(),) * count)
            for stream, off, count in streams
        )
        transaction = Transaction(meta(f"key-{key}"), planned, b"%d" % key, tuple(people), tuple(secrets))
        assert attempt(store, transaction) == attempt(model, transaction)
    assert everything_in(store) == everything_in(model)
    store.close()


def _empty(store):
    """A PostgreSQL database is used again for the next example."""
    if not hasattr(store, "path"):
        with store._pool.lend() as connection:
            connection.execute("TRUNCATE events, commands, registry, vault")
