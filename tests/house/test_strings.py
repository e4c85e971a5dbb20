"""Strings of rotation: pushed whole, proposed along the order in which tables break, filled by whoever rested longest."""

from __future__ import annotations

import pytest

from feltro.house.rooms import proposed_strings, pushes_of
from tests.house.test_rooms import no, room_of, say
from tests.tournament.room import at
from tests.tournament.seats import Floor


@pytest.fixture
def floor():
    """Tables 1 to 4 in play, five dealers, four of them at the tables; Edu rests."""
    made = Floor()
    say(
        made,
        "FurnishRoom",
        tables=[{"number": n} for n in range(1, 6)],
        dealers=["ana", "bia", "caio", "davi", "edu"],
    )
    made.open((1, 9), (2, 9), (3, 9), (4, 9), room="salao")
    for number, dealer in enumerate(("ana", "bia", "caio", "davi"), 1):
        say(made, "SeatDealer", dealer=dealer, table=number)
    say(
        made,
        "SetStrings",
        minutes=20,
        strings=[{"name": "1", "tables": [1, 2, 3, 4], "dealers": ["ana", "bia", "caio", "davi", "edu"]}],
    )
    return made


def dealing(floor) -> dict[int, str]:
    return {number: table.dealer for number, table in room_of(floor).tables.items() if table.tournament}


def test_a_push_moves_the_whole_string_one_table_on(floor):
    floor.now = at("14:20")
    told = say(floor, "PushString", string="1")
    assert told.count("DownEnded") == told.count("DownStarted") == 4
    assert dealing(floor) == {1: "edu", 2: "ana", 3: "bia", 4: "caio"}
    assert room_of(floor).dealers["davi"].table == 0
    assert room_of(floor).pushed == {"1": at("14:20")}
    floor.now = at("14:40")
    say(floor, "PushString", string="1")
    assert dealing(floor) == {1: "davi", 2: "edu", 3: "ana", 4: "bia"}
    assert len(room_of(floor).downs) == 12


def test_a_table_that_closed_is_passed_over_and_one_without_a_dealer_is_filled(floor):
    floor.order("CloseTable", table=2)
    say(floor, "FreeDealer", dealer="caio")
    say(floor, "PushString", string="1")
    assert dealing(floor) == {1: "edu", 3: "ana", 4: "davi"}


def test_without_anybody_rested_nobody_is_pushed(floor):
    say(floor, "RemoveFromRoom", what="dealer", thing="edu")
    assert no(floor, "PushString", string="1") == "room.nobody_free"
    assert no(floor, "PushString", string="9") == "room.no_string"


def test_nothing_stands_in_two_strings(floor):
    twice = [{"name": "1", "tables": [1, 2]}, {"name": "2", "tables": [2]}]
    assert no(floor, "SetStrings", strings=twice) == "room.in_two_strings"
    assert no(floor, "SetStrings", strings=[{"name": "1", "tables": [77]}]) == "room.has_not"


def test_tables_that_break_one_after_the_other_are_proposed_as_one_string(floor):
    found = proposed_strings(room_of(floor), (4, 2, 1, 3), most=2)
    assert [one.tables for one in found] == [(4, 2), (1, 3)]
    assert [one.dealers for one in found] == [("davi", "bia", "edu"), ("ana", "caio")]


def test_who_rested_longest_comes_in(floor):
    floor.now = at("15:00")
    say(floor, "FreeDealer", dealer="ana")
    string = room_of(floor).strings["1"]
    assert pushes_of(string, room_of(floor))[0].dealer == "edu"
