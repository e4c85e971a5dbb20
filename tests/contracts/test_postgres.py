"""The database that a tour runs on is there for the tests that need it."""

import json

import psycopg
import pytest

from feltro.app.wiring import open_house
from feltro.cli.main import main


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


@pytest.mark.slow
@pytest.mark.postgres
def test_verify_says_where_a_server_has_no_checksums_on_its_pages(postgres_url, capsys):
    """Worth knowing and no fault: everything holds, and a line says what such a server does not notice."""
    with psycopg.connect(postgres_url) as connection:
        has_sums = (
            connection.execute("show data_checksums").fetchone()[0] == "on"
        )  # as a newer server has by itself
    open_house(postgres_url).store.close()
    main(["verify", "--database", postgres_url, "--json"])
    texts = [one["text"] for one in json.loads(capsys.readouterr().out)["notes"]]
    assert any("pg_checksums --enable" in one for one in texts) is not has_sums
