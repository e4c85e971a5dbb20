"""The hours of dealers: from coming to going home, what they are made of, and who is sent to a table."""

from __future__ import annotations

import pytest

from feltro.house.rooms import proposed_pushes, relief_of
from feltro.house.shifts import hours_of, shift_of
from tests.house.test_rooms import no, room_of, say
from tests.tournament.room import at
from tests.tournament.seats import Floor


@pytest.fixture
def floor():
    """Two tables in play and three dealers; it is 14:00."""
    made = Floor()
    say(made, "FurnishRoom", tables=[{"number": n} for n in (1, 2)], dealers=["ana", "bia", "caio"])
    made.open((1, 9), (2, 9), room="salao")
    made.now = at("14:00")
    say(made, "SetStrings", strings=[{"name": "1", "tables": [1, 2], "dealers": ["ana", "bia", "caio"]}])
    return made


def test_a_shift_has_its_minutes_its_downs_and_its_rest(floor):
    """Came at 14:00, dealt from 14:20 to 14:50 and from 15:10 to 15:30, went home at 16:00."""
    say(floor, "ClockIn", dealer="ana")
    for start, end in (("14:20", "14:50"), ("15:10", "15:30")):
        floor.now = at(start)
        say(floor, "SeatDealer", dealer="ana", table=1)
        floor.now = at(end)
        say(floor, "FreeDealer", dealer="ana")
    floor.now = at("16:00")
    say(floor, "ClockOut", dealer="ana")
    hours = hours_of(shift_of("ana", room_of(floor)), room_of(floor), at("18:00"))
    assert (hours.minutes, hours.downs, hours.dealt, hours.rested) == (120, 2, 50, 70)


def test_where_hours_are_kept_only_those_who_came_are_sent_to_a_table(floor):
    """Before anybody came by word everybody is there; then Bia alone is; who went home is not."""
    string = room_of(floor).strings["1"]
    assert relief_of(string, room_of(floor)) == "ana"
    say(floor, "ClockIn", dealer="bia")
    assert relief_of(string, room_of(floor)) == "bia"
    assert [push.dealer for push in proposed_pushes(room_of(floor))] == ["bia"]
    say(floor, "ClockOut", dealer="bia")
    assert relief_of(string, room_of(floor)) == ""


def test_whoever_deals_is_at_work_told_or_not(floor):
    say(floor, "SeatDealer", dealer="caio", table=1)
    floor.now = at("14:30")
    assert no(floor, "ClockIn", dealer="caio") == "room.here_already"
    assert no(floor, "ClockOut", dealer="caio") == "room.still_deals"
    assert hours_of(shift_of("caio", room_of(floor)), room_of(floor), at("14:30")).minutes == 30


def test_what_was_forgotten_is_told_later_and_never_before_the_last_down(floor):
    """Home an hour ago, says the floor; but Ana still dealt half an hour ago."""
    say(floor, "ClockIn", dealer="ana", minutes_ago=30)
    say(floor, "SeatDealer", dealer="ana", table=1)
    floor.now = at("14:30")
    say(floor, "FreeDealer", dealer="ana")
    floor.now = at("15:00")
    say(floor, "ClockOut", dealer="ana", minutes_ago=60)
    shift = shift_of("ana", room_of(floor))
    assert (shift.start, shift.end) == (at("13:30"), at("14:30"))
    assert no(floor, "ClockOut", dealer="ana") == "room.not_here"
    assert no(floor, "ClockIn", dealer="nada") == "room.has_not"
    say(floor, "ClockIn", dealer="ana", minutes_ago=120)
    assert shift_of("ana", room_of(floor)).start == at("14:30"), "one shift begins where the other ended"
