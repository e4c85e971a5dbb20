"""The same store three times: in memory, in an SQLite file, in a real PostgreSQL."""

from __future__ import annotations

import itertools

import pytest

from feltro.store.address import open_store


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'feltro.sqlite3'}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request):
    """The address of a store that several processes can open."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store(request):
    url = "memory://" if request.param == "memory" else request.getfixturevalue(f"{request.param}_url")
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture
def another_store(tmp_path):
    """An empty store to move things to."""
    names = itertools.count()
    opened = []

    def give():
        opened.append(open_store(f"sqlite:///{tmp_path / f'other-{next(names)}.sqlite3'}"))
        return opened[-1]

    yield give
    for one in opened:
        one.close()
