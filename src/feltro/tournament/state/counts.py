"""The last roll-call of each table. Only `evolve.py` changes it."""

import msgspec

from feltro.kernel.instants import Instant


class RolledCall(msgspec.Struct, kw_only=True):
    players: int
    chips: int
    hands: int
    entries: tuple[str, ...]


class Counts(msgspec.Struct, kw_only=True):
    tables: dict[int, RolledCall] = {}
    agreed_at: Instant | None = None
    agreed_players: int = 0
    agreed_entries: int = 0
    """Entries sold when the counts agreed: with one more they say nothing any longer."""
