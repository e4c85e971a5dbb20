"""A room that plays: entries at tables, hands that end, and everything that can happen to players and chips."""

from __future__ import annotations

from typing import Any

from feltro.app.world.codec import codec
from feltro.store.port import Append, Appended, Meta, Transaction
from feltro.tournament.facts.floor import HandPlayed, PlayerMoved, PlayerSeated, TableOpened
from tests.desk.room import Room

STREAM = "tournament:t1"


class Play(Room):
    """Tables are `{number: players}`; entries are e1, e2, … from the first table's first seat on."""

    def __init__(self, tables: dict[int, int], book: str = "cgp-2024", level: int = 1, **changes: Any) -> None:
        super().__init__(book=book, **changes)
        number = 0
        for table, players in tables.items():
            self.append(TableOpened(table=table, chairs=10, day="1"))
            for seat in range(1, players + 1):
                number += 1
                self.sell(f"e{number}", f"p{number}")
                self.sit(f"e{number}", table, seat)
        if level:
            self.done("MarkLevel", role="director", tournament="t1", level=level)

    def append(self, *events: Any) -> None:
        """What the seating half of the room did."""
        version = self.house.store.version(STREAM)
        new = tuple(codec().encode(event) for event in events)
        meta = Meta("rui", "floor", "test", self.now, f"floor-{self.next()}", "Floor")
        done = self.house.store.commit(Transaction(meta, (Append(STREAM, version, new),), b"{}"))
        assert isinstance(done, Appended)

    def sit(self, entry: str, table: int, seat: int) -> None:
        self.append(PlayerSeated(entry=entry, table=table, seat=seat, because="seat.drawn"))

    def move(self, entry: str, table: int, seat: int) -> None:
        chair = self.state.floor.chair_of[entry]
        self.append(
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
            self.append(HandPlayed(table=table, number=self.state.floor.tables[table].hands + 1))

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


def cited(refused: Any) -> set[str]:
    return {str(cite) for cite in refused.cites}


def told(done: Any, name: str) -> list[dict[str, Any]]:
    """What a command answered of one kind of event."""
    import msgspec

    return [msgspec.json.decode(one.event) for one in done.events if one.name == name]
