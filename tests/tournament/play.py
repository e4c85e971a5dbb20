"""A room that plays: entries at tables, hands that end, and everything that can happen to players and chips."""

from __future__ import annotations

from typing import Any

from feltro.tournament.facts.floor import HandPlayed, PlayerMoved, PlayerSeated, TableOpened
from tests.tournament.room import Room, told
from tests.tournament.room import cites as cited

__all__ = ["STREAM", "Play", "cited", "told"]

STREAM = "tournament:t1"


class Play(Room):
    """Tables are `{number: players}`; entries are e1, e2, … from the first table's first seat on."""

    def __init__(self, tables: dict[int, int], book: str = "cgp-2024", level: int = 1, **changes: Any) -> None:
        super().__init__(book=book, **changes)
        number = 0
        for table, players in tables.items():
            self.fact(TableOpened(table=table, chairs=10, day="1"))
            for seat in range(1, players + 1):
                number += 1
                self.sell(f"e{number}", f"p{number}")
                self.sit(f"e{number}", table, seat)
        if level:
            self.done("MarkLevel", role="director", tournament="t1", level=level)

    def sit(self, entry: str, table: int, seat: int) -> None:
        self.fact(PlayerSeated(entry=entry, table=table, seat=seat, because="seat.drawn"))

    def move(self, entry: str, table: int, seat: int) -> None:
        chair = self.state.floor.chair_of[entry]
        self.fact(
            PlayerMoved(
                entry=entry,
                from_table=chair.table,
                from_seat=chair.seat,
                table=table,
                seat=seat,
                because="seat.balanced",
            )
        )

    def hands(self, table: int, number: int = 1) -> None:
        for _ in range(number):
            self.fact(HandPlayed(table=table, number=self.state.floor.tables[table].hands + 1))

    def direct(self, kind: str, /, **fields: Any) -> Any:
        """A command of the director, done."""
        return self.done(kind, role="director", who="dora", tournament="t1", **fields)

    def no(self, kind: str, /, **fields: Any) -> Any:
        """A command of the director, refused."""
        return self.refused(kind, role="director", who="dora", tournament="t1", **fields)

    def bust(self, *entries: str, **fields: Any) -> Any:
        for entry in entries:
            done = self.direct("Eliminate", entry=entry, **fields)
        return done

    @property
    def in_play(self) -> int:
        return self.state.chips_issued - self.state.chips_removed
