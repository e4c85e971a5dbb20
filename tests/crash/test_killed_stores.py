"""A command that was answered "done" survives `kill -9` at any instant; none is there in part."""

from __future__ import annotations

import time

import pytest

from tests.crash.killing import rounds

pytestmark = pytest.mark.slow

KILLS = 10


def test_sqlite_survives_kills(tmp_path):
    """Ten processes killed in the middle of their commits, one after the other on one file."""
    answered, found = rounds(f"sqlite:///{tmp_path / 'feltro.sqlite3'}", KILLS, seed=time.time_ns())
    assert found >= answered > KILLS


@pytest.mark.postgres
def test_postgres_survives_kills_of_its_client(durable_postgres_server):
    """The worker dies, the server lives: its open transactions are undone, the answered ones are there."""
    answered, found = rounds(durable_postgres_server.new_database(), KILLS, seed=time.time_ns())
    assert found >= answered > KILLS


@pytest.mark.postgres
def test_postgres_survives_kills_of_itself(durable_postgres_server):
    """The server and all its processes die at once, and recover from their log."""
    server = durable_postgres_server
    answered, found = rounds(server.new_database(), 2, seed=time.time_ns(), kill=server.kill, again=server.start)
    assert found >= answered > 2
