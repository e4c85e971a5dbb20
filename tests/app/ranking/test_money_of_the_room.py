"""What the room knows and the money reads: downs dealt, who sat at the final table, places across flights."""

from __future__ import annotations

import pytest

from feltro.app.ranking.results import event_result
from feltro.tournament.eliminations.places import standings
from tests.house.test_rooms import say
from tests.tournament.days.test_days import LEVELS, bag, flights, play
from tests.tournament.hall import Hall
from tests.tournament.room import at
from tests.tournament.seats import Floor


@pytest.mark.clause("cgp-2024:3.1")
def test_the_staffs_part_is_divided_by_the_downs_of_the_room():
    """Two downs against one, and nobody typed them."""
    floor = Floor()
    say(floor, "FurnishRoom", tables=[{"number": 1}], dealers=["bia", "caio"])
    floor.open((1, 9), room="salao")
    floor.fill(3)
    for dealer, hour in (("bia", "14:00"), ("caio", "14:30"), ("bia", "15:00")):
        floor.now = at(hour)
        say(floor, "SeatDealer", dealer=dealer, table=1)
    floor.now = at("20:00")
    floor.order("CloseRegistration")
    floor.order("RollCall", table=1, players=3)
    floor.order("AnnouncePrizes")
    floor.order("DivideStaff")
    shares = {person: one.amount_centavos for person, one in floor.state.prizes.staff.items()}
    assert shares == {"bia": 3 * 1440 * 2 // 3, "caio": 3 * 1440 // 3}


def test_prizes_wait_until_a_count_that_differs_is_explained():
    """Eight at a table of nine: nobody announces before it was counted again."""
    floor = Floor()
    floor.open((1, 9))
    floor.fill(9)
    floor.now = at("20:00")
    floor.order("CloseRegistration")
    floor.order("RollCall", table=1, players=8)
    refused = floor.no("AnnouncePrizes")
    assert (refused.because, refused.values["table"]) == ("counts.table_differs", 1)
    floor.order("RollCall", table=1, players=9)
    floor.order("AnnouncePrizes")
    assert floor.state.prizes.announced


def test_the_final_table_is_who_sat_when_it_was_drawn():
    """Nine seats on the sheet, but it was drawn with eight: the ninth was not there."""
    floor = Floor("adtp-2012", table_size=7, final_table_size=8, points="main")
    floor.open((1, 8), (2, 8))
    floor.fill(10)
    floor.done("CloseRegistration", role="director", tournament="t1")
    floor.order("SetBalancing", mode="automatic", tolerance=8)
    floor.order("DrawButton", seat=1)
    floor.bust("e1")
    floor.bust("e2")
    assert set(floor.state.floor.final_table) == {f"e{number}" for number in range(3, 11)}
    for number in range(3, 10):
        floor.bust(f"e{number}")
    book = floor.house.books.settlement(floor.state, floor.now).book
    found = event_result(floor.state, "main", book)
    assert found is not None
    assert {one.person for one in found.finishers if one.final_table} == {f"p{number}" for number in range(3, 11)}


@pytest.mark.parametrize("way", ["by_time", "by_flight"])
def test_places_of_those_out_before_the_flights_met(way):
    """Four in 1A, three in 1B, two bag in each: equally far from the end of the flight is a tie, where the sheet says."""
    room = Hall(levels=LEVELS, days=flights(until_level=2), late_registration=1, flight_places=way)
    play(room, "1A", "2026-11-20", 4)
    room.out("e1")
    room.out("e2")
    bag(room, "e3")
    bag(room, "e4")
    room.director("EndDay", day="1A")
    play(room, "1B", "2026-11-21", 3, first=5)
    room.out("e5")
    expected = {
        "by_time": [(("e5",), 5), (("e2",), 6), (("e1",), 7)],
        "by_flight": [(("e2", "e5"), 5), (("e1",), 7)],
    }[way]
    found = [(tuple(sorted(one.players)), one.place) for one in standings(room.state)]
    assert found == expected


def test_day_two_is_started_by_who_came_back():
    """A bag that lost to the owner's better one never started; who came back did, papers or not."""
    room = Hall("bpt-2015", levels=LEVELS, days=flights(until_level=2), late_registration=1, points="main")
    play(room, "1A", "2026-11-20", 2)
    bag(room, "e1")
    bag(room, "e2")
    room.director("EndDay", day="1A")
    room.now = at("14:00", "2026-11-22")
    room.director("StartDay", day="2")
    asked = room.house.books.settlement(room.state, room.now).book["entry.photo_id.checked_at"].value
    assert all(one.came_back is ("each_later_day" not in asked) for one in room.state.entries.values())
