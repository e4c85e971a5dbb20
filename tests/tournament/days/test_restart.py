"""A whole weekend on a file that is closed and opened again between its steps: the clock never loses its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feltro.app.handling import House
from feltro.app.screens.clock import clock_view
from feltro.app.upkeep.audit import verify_house
from feltro.kernel.draws import Deck, Proof, check
from feltro.store.sqlite import SqliteStore
from feltro.tournament.days.end import over
from feltro.tournament.sheet import Level
from tests.tournament.hall import BOOKS, Hall, at, day, told

if TYPE_CHECKING:
    from pathlib import Path

LEVELS = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n, break_minutes=10 if n == 1 else 0) for n in range(1, 7))  # fmt: skip
DAYS = (
    day("1A", until_level=2),
    day("1B", "2026-11-21T14:00:00-03:00", until_level=2),
    day("2", "2026-11-22T14:00:00-03:00", from_level=3),
)


class Weekend(Hall):
    """The house is closed and opened again whenever `restart` is called."""

    def __init__(self, path: Path, book: str) -> None:
        self.path = path
        super().__init__(book=book, house=House(SqliteStore(path)), levels=LEVELS, days=DAYS, late_registration=1)

    def restart(self) -> None:
        self.house.store.close()
        self.house = House(SqliteStore(self.path))

    def flight(self, name: str, date: str, tables: tuple[int, int], first: int) -> None:
        """Four players at two tables, a bust, the last hands, two-person bags."""
        from feltro.tournament.facts.floor import PlayerSeated, TableOpened

        self.now = at("13:30", date)
        self.fact(*(TableOpened(table=table, chairs=9, day=name) for table in tables))
        for number in range(first, first + 4):
            self.sell(f"e{number}", f"p{number}", day=name)
            table = tables[number % 2]
            self.fact(PlayerSeated(entry=f"e{number}", table=table, seat=number, because="x"))
        self.now = at("14:00", date)
        self.director("StartClock", day=name)
        self.restart()
        self.now = at("14:59", date)
        self.out(f"e{first}")
        self.director("StopForLastHands", day=name)
        self.restart()
        called = self.state.pace.last_hands[name]
        drawn = told(self.director("DrawLastHands", day=name, entry=f"e{first + 1}"), "LastHandsDrawn")[0]
        deck = Deck(f"last hands t1 {name}", called.cards)
        assert check(Proof(deck, called.commitment, bytes.fromhex(drawn["secret"]), "", (drawn["card"],))) == []
        for table in tables * drawn["hands"]:
            self.hand(table)
        assert over(self.state, self.state.sheet.day(name), self.now).because == "days.over.last_hands"
        for number in range(first + 1, first + 4):
            self.done("Bag", who="rui", role="floor", tournament="t1", entry=f"e{number}", chips=40000)
            self.done("VerifyBag", who="bia", role="floor", tournament="t1", entry=f"e{number}", chips=40000)
        self.director("EndDay", day=name)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_two_flights_and_a_second_day_survive_every_restart(book, tmp_path):
    """Clock, draw, bags and players are where they were; hand for hand ends with the money; the file verifies."""
    room = Weekend(tmp_path / "house.sqlite3", book)
    room.flight("1A", "2026-11-20", (1, 2), 1)
    room.flight("1B", "2026-11-21", (3, 4), 5)
    room.restart()
    room.now = at("14:00", "2026-11-22")
    started = told(room.director("StartDay", day="2"), "DayStarted")[0]
    assert len(started["entries"]) == 6
    from feltro.tournament.facts.floor import PlayerSeated, TableOpened

    room.fact(TableOpened(table=9, chairs=9, day="2"), TableOpened(table=8, chairs=9, day="2"))
    for seat, entry in enumerate(started["entries"], 1):
        room.fact(PlayerSeated(entry=entry, table=8 + seat % 2, seat=seat, because="x"))
    room.director("StartClock", day="2")
    room.now = at("14:10", "2026-11-22")
    room.director("StartHandForHand", day="2", paid=5)
    room.hand(8)
    room.restart()
    room.hand(9)
    room.director("ReleaseHand", day="2")
    room.restart()
    room.out(started["entries"][0])
    room.hand(8)
    room.hand(9)
    assert room.shown("2") == (3, False, 20 * 60 - 120)
    room.director("EndHandForHand", day="2", counted=5)
    room.restart()
    room.now = at("14:15", "2026-11-22")
    shown = clock_view(room.state, room.now, room.book, "2")
    assert (shown.level.number, shown.seconds_left, shown.running) == (3, 13 * 60, True)
    assert (shown.players_left, shown.average) == (5, 240000 // 5)
    assert not verify_house(room.house.store).findings
    room.house.store.close()
