"""Tables and seats as they are at one moment. Only `evolve.py` changes them."""

import msgspec

from feltro.tournament.button import Positions


class Table(msgspec.Struct, kw_only=True):
    """One table of the tournament. Chairs are numbered clockwise from 1."""

    number: int
    chairs: int
    day: str
    players: dict[int, str] = {}
    """Chair to entry."""
    vacated: list[int] = []
    """Empty chairs in the order in which they fell empty."""
    positions: Positions | None = None
    """Of the hand just played; nothing while nobody has reported them."""
    hands: int = 0
    """Hands played at this table, a redealt one once."""

    def seats(self) -> tuple[int, ...]:
        """Occupied chairs in order."""
        return tuple(sorted(self.players))


class Chair(msgspec.Struct, frozen=True):
    table: int
    seat: int


class Floor(msgspec.Struct, kw_only=True):
    tables: dict[int, Table] = {}
    """Open tables by number."""
    chair_of: dict[str, Chair] = {}
    """Where each seated entry sits."""

    def table_of(self, entry: str) -> Table | None:
        chair = self.chair_of.get(entry)
        return self.tables.get(chair.table) if chair else None
