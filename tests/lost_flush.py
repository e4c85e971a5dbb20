"""A fault between the last decision of a turn and the disk, in each kind of store."""

from __future__ import annotations

import sqlite3

from feltro.store.memory import MemoryStore
from feltro.store.port import StoreUnavailable
from feltro.store.sqlite import SqliteStore


class LostAtFlushError(Exception):
    """What a test puts between the last decision and the disk."""


class Failing:
    """The writing connection of a file whose disk is full when it comes to the flush."""

    def __init__(self, connection):
        self._connection = connection

    def __getattr__(self, name):
        return getattr(self._connection, name)

    def execute(self, sql, *values):
        if sql == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        return self._connection.execute(sql, *values)


def lose_the_flush(store, monkeypatch):
    """From now on nothing gets to the disk. Gives back what the caller is told."""
    if isinstance(store, MemoryStore):

        def fails(_draft):
            raise LostAtFlushError

        monkeypatch.setattr(store, "_keep", fails)
        return LostAtFlushError
    if isinstance(store, SqliteStore):
        monkeypatch.setattr(store._writer, "_connection", Failing(store._writer._connection))
        return StoreUnavailable
    import psycopg

    from feltro.store.postgres import PostgresSession

    def cut(session, versions):
        """The server goes away before the commit."""
        with psycopg.connect(store._url, autocommit=True) as other:
            mine = session._cursor.connection.info.backend_pid
            other.execute("SELECT pg_terminate_backend(%s, 10000)", (mine,))
        raise psycopg.OperationalError("terminated")

    monkeypatch.setattr(PostgresSession, "notify", cut)
    return StoreUnavailable
