"""The database that a tour runs on is there for the tests that need it."""

import psycopg
import pytest


@pytest.mark.postgres
def test_a_real_server_answers(postgres_url):
    """The server is a PostgreSQL that can notify and lock, as the event log will ask of it."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        version = connection.execute("select current_setting('server_version_num')::int").fetchone()[0]
        assert version >= 130000
        assert connection.execute("select pg_try_advisory_lock(1)").fetchone()[0] is True
        connection.execute("listen feltro")
        connection.execute("notify feltro, 'mesa-1@7'")
        notices = connection.notifies(timeout=5, stop_after=1)
        assert [notice.payload for notice in notices] == ["mesa-1@7"]
