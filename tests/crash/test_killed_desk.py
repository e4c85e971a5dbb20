"""A sale that was answered survives `kill -9` of the whole desk, with its answer, its money and its papers."""

from __future__ import annotations

import time

import pytest

from tests.crash.desk_killing import rounds

pytestmark = pytest.mark.slow

KILLS = 20


def test_a_desk_on_sqlite_survives_kills(tmp_path):
    """Twenty processes with two busy desks each, killed one after the other on one file."""
    answered, found = rounds(f"sqlite:///{tmp_path / 'house.sqlite3'}", KILLS, seed=time.time_ns())
    assert found >= answered > 2 * KILLS


@pytest.mark.postgres
def test_a_desk_on_postgres_survives_kills(durable_postgres_server):
    """The same on a real server that waits for its disk."""
    answered, found = rounds(durable_postgres_server.new_database(), KILLS, seed=time.time_ns())
    assert found >= answered > 2 * KILLS
