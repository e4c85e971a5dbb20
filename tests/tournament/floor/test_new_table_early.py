"""A table opened in the first level, while everybody still plays and no dealer tells of hands."""

from __future__ import annotations

from tests.tournament.room import at
from tests.tournament.seats import Floor


def running_room(players: int = 18):
    """Two tables of nine while the clock runs."""
    floor = Floor("adtp-2023")
    floor.open((1, 9), (2, 9))
    floor.fill(players)
    floor.now = at("14:00")
    floor.order("StartClock")
    floor.order("DrawButton")
    return floor


def test_a_table_opened_while_the_clock_runs_gets_its_players_though_no_hand_was_told():
    """Eighteen at two tables: six come, and the three tables have six each."""
    floor = running_room()
    assert "BalanceProposed" in floor.open((3, 9), draw="nova")
    assert [move.table for move in floor.state.floor.proposals["1"].moves] == [3] * 6
    floor.order("ConfirmMoves")
    assert [len(table.players) for table in floor.state.floor.tables.values()] == [6, 6, 6]


def test_who_comes_in_the_first_level_does_not_sit_alone_at_a_new_table():
    """They wait until others were moved there, and have a chair then."""
    floor = running_room(17)
    floor.open((3, 9), draw="nova")
    for number in (30, 31):
        floor.enter(number)
    assert floor.state.waiting == ["e31"]
    assert floor.state.floor.chair_of["e30"].table in (1, 2)
    floor.order("ConfirmMoves")
    assert "PlayerSeated" in floor.order("SeatAlternate", entry="e31")


def test_a_room_that_fills_up_after_its_clock_was_started_is_filled_by_its_deck():
    """Three tables and nobody there when the clock starts: whoever buys is sent to any of them, and nobody waits."""
    floor = Floor("adtp-2023")
    floor.open((1, 9), (2, 9), (3, 9))
    floor.now = at("14:00")
    floor.order("StartClock")
    floor.fill(24)
    assert floor.state.waiting == []
    assert sum(len(table.players) for table in floor.state.floor.tables.values()) == 24
