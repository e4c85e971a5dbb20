"""Tables by number of players, so that the fullest and the shortest are known at once."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

TableId = TypeVar("TableId", bound=int | str)
if TYPE_CHECKING:
    Choice = Callable[[Sequence[TableId]], TableId]


class Sizes(msgspec.Struct, Generic[TableId]):
    """Every change costs the same, however many tables there are. Plain data: it lies in a state."""

    players: dict[TableId, int] = {}
    """Of each table."""
    having: dict[int, list[TableId]] = {}
    """The tables that have so many players, in order: the first and the last of a thousand are known without looking."""
    highest: int = 0
    lowest: int = 0
    numbered: bool = True
    """Every table goes by a whole number; otherwise some go by a name."""

    @classmethod
    def of(cls, counts: Mapping[TableId, int]) -> Sizes[TableId]:
        made = cls(numbered=all(isinstance(table, int) for table in counts))
        for table, players in counts.items():
            made.put(table, players)
        return made

    def __len__(self) -> int:
        return len(self.players)

    def __getitem__(self, table: TableId) -> int:
        return self.players[table]

    def tables_of(self, players: int) -> Sequence[TableId]:
        """The tables that have this many players, in order."""
        return self.having.get(players, ())

    @property
    def spread(self) -> int:
        return self.highest - self.lowest

    def put(self, table: TableId, players: int) -> None:
        """Set a table's number of players; a new table is opened."""
        self._change(table, players)

    def change(self, table: TableId, by: int) -> None:
        self._change(table, self.players[table] + by)

    def close(self, table: TableId) -> None:
        self._change(table, None)

    def _change(self, table: TableId, players: int | None) -> None:
        having = self.having
        before = self.players.pop(table, None)
        if before is not None:
            same = having[before]
            del same[bisect_left(same, table) if self.numbered else same.index(table)]
            if not same:
                del having[before]
        if players is not None:
            self.players[table] = players
            if players in having:
                insort(having[players], table, key=None if self.numbered else _number)
            else:
                having[players] = [table]
        self.highest, self.lowest = (max(having), min(having)) if having else (0, 0)


def _number(table: int | str) -> tuple[int, str]:
    """Tables by number; tables with names after them, by name."""
    text = str(table)
    return (int(text), "") if text.isdecimal() else (1 << 60, text)


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
