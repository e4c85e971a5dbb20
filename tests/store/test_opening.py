"""Addresses of stores."""

from __future__ import annotations

import subprocess
import sys

import pytest

from feltro.store.address import open_store
from feltro.store.memory import MemoryStore
from feltro.store.sqlite import SqliteStore


def test_addresses_name_stores(tmp_path, monkeypatch):
    """Three slashes before a relative path, four before an absolute one."""
    monkeypatch.chdir(tmp_path)
    assert isinstance(open_store("memory://"), MemoryStore)
    for address in ("sqlite:///here.sqlite3", f"sqlite:///{tmp_path / 'there.sqlite3'}", "sqlite:///x"):
        store = open_store(address)
        assert isinstance(store, SqliteStore)
        store.close()
    assert {path.name for path in tmp_path.iterdir()} >= {"here.sqlite3", "there.sqlite3", "x"}


@pytest.mark.parametrize(
    "address",
    [
        "",
        "feltro.db",
        "sqlite://",
        "sqlite:///",
        "sqlite://two-slashes.db",
        "mysql://u:hidden@h/d",
        "file:///hidden.db",
        "memory://x",
    ],
)
def test_other_addresses_are_refused_without_repeating_a_password(address):
    """The message may end up in a log."""
    with pytest.raises(ValueError, match="not the address of a store") as refused:
        open_store(address)
    assert "hidden" not in str(refused.value)


def test_a_driver_is_imported_only_for_its_own_store():
    """Starting fast is a promise, and PostgreSQL's driver is not installed in every room."""
    source = (
        "import sys; from feltro.store.address import open_store; open_store('memory://');"
        "print({'sqlite3', 'psycopg', 'zipfile'} & sys.modules.keys())"
    )
    ran = subprocess.run([sys.executable, "-c", source], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == "set()"
