"""A tournament with tables open, for tests about seats: sold entries sit down by themselves."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from feltro.tournament.floor.button import NextHand, next_hand
from feltro.tournament.floor.checks import seat_complaints
from feltro.tournament.sheet import Day
from tests.tournament.room import START, Room

if TYPE_CHECKING:
    from feltro.app.handling import House

ROOMY = (Day(id="1", starts_at=datetime.fromisoformat(START), seats=5000),)


class Floor(Room):
    """Says what happens at the tables in as few words as a test needs."""

    def __init__(self, book: str = "cgp-2024", house: House | None = None, **changes: Any) -> None:
        super().__init__(house, book, days=changes.pop("days", ROOMY), **changes)

    def order(self, kind: str, **fields: Any) -> list[Any]:
        """A director's command; its events' names, and the state is sound after it."""
        done = self.done(kind, role="director", who="dt", tournament="t1", **fields)
        assert not seat_complaints(self.state)
        return [told.name for told in done.events]

    def no(self, kind: str, **fields: Any) -> Any:
        return self.refused(kind, role="director", who="dt", tournament="t1", **fields)

    def open(self, *tables: tuple[int, int], draw: str = "mesas", **more: Any) -> list[str]:
        made = [{"number": number, "chairs": chairs} for number, chairs in tables]
        return self.order("OpenTables", draw=draw, tables=made, **more)

    def fill(self, count: int, start: int = 1) -> None:
        """So many entries, sold one after the other."""
        for number in range(start, start + count):
            self.enter(number)

    def enter(self, number: int) -> None:
        self.sell(f"e{number}", f"p{number}")
        if self.state.sheet.book == "bpt-2015":
            self.done("CheckIdentity", tournament="t1", entry=f"e{number}", day="1")
            self.done("CheckIn", tournament="t1", entry=f"e{number}", day="1")

    def seat(self, chairs: dict[int, list[int]]) -> None:
        """Exactly these chairs taken: everybody is put there by hand."""
        self.order("SetBalancing", mode="off")
        number = 0
        for table, seats in chairs.items():
            for seat in seats:
                number += 1
                entry = f"e{number}"
                self.enter(number)
                here = self.state.floor.chair_of.get(entry)
                if here is None:
                    self.order("SeatPlayer", entry=entry, table=table, seat=seat, reason="teste")
                elif (here.table, here.seat) != (table, seat):
                    self._make_way(table, seat)
                    self.order("MovePlayer", entry=entry, table=table, seat=seat, reason="teste")
        self.order("SetBalancing", mode="propose")

    def _make_way(self, table: int, seat: int) -> None:
        other = self.state.floor.tables[table].players.get(seat)
        if other is None:
            return
        free = next(
            (one.number, chair)
            for one in self.state.floor.tables.values()
            for chair in one.free()
            if (one.number, chair) != (table, seat)
        )
        self.order("MovePlayer", entry=other, table=free[0], seat=free[1], reason="teste")

    def bust(self, entry: str) -> list[Any]:
        done = self.done("Eliminate", role="director", who="dt", tournament="t1", entry=entry)
        assert not seat_complaints(self.state)
        return list(done.events)

    def at(self, table: int, seat: int) -> str:
        return str(self.state.floor.tables[table].players[seat])

    @property
    def book_now(self) -> Any:
        return self.house.books.settlement(self.state, self.now).book

    def next(self, table: int | None = None) -> Any:
        """The dealer's next hand; without a table, the next number of a command."""
        return super().next() if table is None else self.told(table)

    def told(self, table: int) -> NextHand:
        found = next_hand(table, self.state, self.book_now, self.now)
        assert isinstance(found, NextHand), found
        return found

    def events(self, kind: str) -> list[Any]:
        """Everything of one kind that happened."""
        facts = self.house.world.live("tournament:t1").facts
        return [fact.event for fact in facts if type(fact.event).__name__ == kind]
