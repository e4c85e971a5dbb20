"""Calls that wait, and who goes. Only `evolve.py` changes them."""

import msgspec

from feltro.kernel.instants import Instant


class TableCall(msgspec.Struct, kw_only=True):
    table: int
    why: str
    hand: int
    at: Instant
    floor: str = ""
    """Who took it; empty while it rings."""
    taken_at: Instant | None = None
    entry: str = ""
    told: str = ""
    """Where the registry keeps what the dealer saw, for the floor to confirm."""


class TableMessage(msgspec.Struct, kw_only=True):
    """Words of the floor that a table has not read yet."""

    message: str
    """Where the registry keeps them."""
    at: Instant


class Calls(msgspec.Struct, kw_only=True):
    open: dict[str, TableCall] = {}
    """In the order in which they came."""
    known: set[str] = set()
    """Ids that were used."""
    unread: dict[int, list[TableMessage]] = {}
    """By table, the oldest first."""
