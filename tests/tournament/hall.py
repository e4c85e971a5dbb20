"""A room with tables: the desk's room, and what happens at the tables written down as facts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from feltro.kernel.instants import Instant, later
from feltro.tournament.clock.face import standing
from feltro.tournament.facts.floor import HandPlayed, PlayerSeated, TableClosed, TableOpened
from feltro.tournament.sheet import Day
from tests.tournament.room import BOOKS, Room, at, cites, sheet, told

__all__ = ["BOOKS", "Hall", "at", "cites", "day", "told"]

START = "2026-11-20T14:00:00-03:00"


def day(name: str, starts_at: str = START, **more: Any) -> Day:
    return Day(id=name, starts_at=datetime.fromisoformat(starts_at), **more)


class Hall(Room):
    """Also opens tables and ends hands, as facts: who sits where is another part's business."""

    def __init__(self, book: str = "cgp-2024", **changes: Any) -> None:
        plain = {"items": sheet(book).items[:1], "late_registration": 2}
        super().__init__(book=book, **{**plain, **changes})

    def director(self, kind: str, **fields: Any) -> Any:
        return self.done(kind, role="director", tournament="t1", **fields)

    def no(self, kind: str, *, role: str = "director", **fields: Any) -> Any:
        return self.refused(kind, role=role, tournament="t1", **fields)

    def seat(self, players: int, tables: int, day_id: str = "1", first: int = 1) -> None:
        """Sell so many entries and seat them in turn at so many tables."""
        self.fact(*(TableOpened(table=table, chairs=9, day=day_id) for table in range(1, tables + 1)))
        for number in range(players):
            entry = f"e{first + number}"
            self.sell(entry, f"p{first + number}", day=day_id)
            table, seat = number % tables + 1, number // tables + 1
            self.fact(PlayerSeated(entry=entry, table=table, seat=seat, because="x"))

    def hand(self, table: int) -> None:
        number = self.state.floor.tables[table].hands + 1
        self.fact(HandPlayed(table=table, number=number))

    def close(self, table: int) -> None:
        self.fact(TableClosed(table=table))

    def out(self, *entries: str) -> None:
        for entry in entries:
            self.director("Eliminate", entry=entry)

    def pass_time(self, minutes: float) -> None:
        self.now = later(self.now, seconds=round(minutes * 60))

    def shown(self, day_id: str = "1", when: Instant | None = None) -> tuple[int, bool, int]:
        """Level, break and seconds left, as the clock of a day shows them."""
        now = standing(self.state, day_id, when or self.now)
        return now.level, now.at_rest, now.seconds_left

    @property
    def book(self) -> Any:
        return self.house.books.settlement(self.state, self.now).book
