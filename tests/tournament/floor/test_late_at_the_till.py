"""Who buys while the clock runs leaves the till with a chair, in every book; where the event wants the floor to seat, the
floor has the button."""

from __future__ import annotations

import pytest

from tests.tournament.room import BOOKS
from tests.web.running import Running


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("bpt-2015:2")
def test_a_late_entry_has_a_chair_with_its_sale(book):
    room = Running(5, book=book)
    room.sell("late1", "p77", day="1")
    assert room.state.entries["late1"].late
    assert room.state.floor.chair_of["late1"].table == 1


def test_before_the_start_a_book_that_seats_by_arrival_waits_for_the_player():
    room = Running(0, book="bpt-2015")
    room.order("OpenTables", draw="mesas", day="1", tables=[{"number": 1, "chairs": 9}])
    room.sell("cedo", "p78", day="1")
    assert "cedo" not in room.state.floor.chair_of


def test_where_the_direction_seats_late_players_the_console_leads_to_the_chair_it_gives():
    """A draw would be refused there, so that no key offers one."""
    room = Running(5, book="bpt-2015", answers={"entry.late.draw": "director"})
    room.order("EndHand", table=1)
    room.sell("late1", "p77", day="1")
    assert "late1" not in room.state.floor.chair_of
    refused = room.refused("SeatEntries", role="director", tournament="t1", day="1")
    assert refused.because == "seat.nobody_waits"
    with room.site.browser("dora") as browser:
        page = browser.get("/direcao/t1").text
        assert "/direcao/t1/jogador/late1" in page
        assert 'value="SeatPlayer"' in browser.get("/direcao/t1/jogador/late1").text
        assert 'value="SeatEntries"' not in page
