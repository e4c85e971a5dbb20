"""Each story is told twice: on an SQLite file and on a real PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feltro.app.wiring import open_house

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.handling import House


@pytest.fixture
def sqlite_url(tmp_path) -> str:
    return f"sqlite:///{tmp_path / 'feltro.sqlite3'}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def house(request) -> Iterator[House]:
    opened = open_house(request.getfixturevalue(f"{request.param}_url"))
    yield opened
    opened.store.close()
