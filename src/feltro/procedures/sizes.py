"""Tables by number of players, so that the fullest and the shortest are known at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Mapping

TableId = TypeVar("TableId", bound="Hashable")
if TYPE_CHECKING:
    Choice = Callable[[Collection[TableId]], TableId]


class Sizes(msgspec.Struct, Generic[TableId]):
    """Every change costs the same, however many tables there are. Plain data: it lies in a state."""

    players: dict[TableId, int] = {}
    """Of each table."""
    having: dict[int, dict[TableId, None]] = {}
    """The tables that have so many players."""
    highest: int = 0
    lowest: int = 0

    @classmethod
    def of(cls, counts: Mapping[TableId, int]) -> Sizes[TableId]:
        made = cls()
        for table, players in counts.items():
            made.put(table, players)
        return made

    def __len__(self) -> int:
        return len(self.players)

    def __getitem__(self, table: TableId) -> int:
        return self.players[table]

    def tables_of(self, players: int) -> Collection[TableId]:
        """The tables that have this many players."""
        return self.having.get(players, {})

    @property
    def spread(self) -> int:
        return self.highest - self.lowest

    def put(self, table: TableId, players: int) -> None:
        """Set a table's number of players; a new table is opened."""
        self._leave(table)
        self.players[table] = players
        self.having.setdefault(players, {})[table] = None
        only = len(self.players) == 1
        self.highest = players if only else max(self.highest, players)
        self.lowest = players if only else min(self.lowest, players)
        self._settle()

    def change(self, table: TableId, by: int) -> None:
        self.put(table, self.players[table] + by)

    def close(self, table: TableId) -> None:
        self._leave(table)
        self._settle()

    def _leave(self, table: TableId) -> None:
        players = self.players.pop(table, None)
        if players is not None:
            same = self.having[players]
            del same[table]
            if not same:
                del self.having[players]

    def _settle(self) -> None:
        if not self.having:
            self.highest = self.lowest = 0
        elif self.highest not in self.having or self.lowest not in self.having:
            self.highest, self.lowest = max(self.having), min(self.having)


def exchanges(
    sizes: Sizes[TableId], tolerance: int, giver_of: Choice[TableId], taker_of: Choice[TableId]
) -> tuple[list[TableId], list[TableId]]:
    """Tables that give and tables that take, one entry per player, so that the spread is within the tolerance.

    Taking one from a fullest table for a shortest one until the spread fits is the fewest moves. The two
    choices are made among equals. The sizes are as before when this returns.
    """
    givers: list[TableId] = []
    takers: list[TableId] = []
    while sizes.spread > max(1, tolerance):
        giver = giver_of(sizes.tables_of(sizes.highest))
        taker = taker_of(sizes.tables_of(sizes.lowest))
        sizes.change(giver, -1)
        sizes.change(taker, 1)
        givers.append(giver)
        takers.append(taker)
    for giver, taker in zip(givers, takers, strict=True):
        sizes.change(giver, 1)
        sizes.change(taker, -1)
    return givers, takers
