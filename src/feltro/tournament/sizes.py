"""Tables by number of players, so that the fullest and the shortest are known at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping

TableId = TypeVar("TableId", bound="Hashable")


class Sizes(Generic[TableId]):
    """Every change costs the same, however many tables there are."""

    __slots__ = ("_of", "_with", "highest", "lowest")

    def __init__(self, counts: Mapping[TableId, int]) -> None:
        self._of: dict[TableId, int] = {}
        self._with: dict[int, dict[TableId, None]] = {}
        self.highest = 0
        self.lowest = 0
        for table, players in counts.items():
            self.put(table, players)

    def __len__(self) -> int:
        return len(self._of)

    def __getitem__(self, table: TableId) -> int:
        return self._of[table]

    def tables_of(self, players: int) -> Collection[TableId]:
        """The tables that have this many players."""
        return self._with.get(players, {})

    @property
    def spread(self) -> int:
        return self.highest - self.lowest

    def put(self, table: TableId, players: int) -> None:
        """Set a table's number of players; a new table is opened."""
        self._leave(table)
        self._of[table] = players
        self._with.setdefault(players, {})[table] = None
        only = len(self._of) == 1
        self.highest = players if only else max(self.highest, players)
        self.lowest = players if only else min(self.lowest, players)
        self._settle()

    def change(self, table: TableId, by: int) -> None:
        self.put(table, self._of[table] + by)

    def close(self, table: TableId) -> None:
        self._leave(table)
        self._settle()

    def _leave(self, table: TableId) -> None:
        players = self._of.pop(table, None)
        if players is not None:
            same = self._with[players]
            del same[table]
            if not same:
                del self._with[players]

    def _settle(self) -> None:
        if not self._with:
            self.highest = self.lowest = 0
        elif self.highest not in self._with or self.lowest not in self._with:
            self.highest, self.lowest = max(self._with), min(self._with)
