"""Another hour or another place: whoever bought before it is on a list to be called, and reads it on their page."""

from __future__ import annotations

from typing import Any

from feltro.app.desk.moved import changes
from tests.tournament.room import Room, at

STAGE = {"season": "s26", "stage": "e1", "name": "Etapa 1", "address": "Rua A, 1"}
DAYS = {"first_day": "2026-11-20", "last_day": "2026-11-22"}


def found(room: Room) -> list[tuple[str, tuple[str, ...]]]:
    season = room.house.world.live("season:s26").state
    return [(one.key, one.entries) for one in changes(room.state, season, room.now)]


def announce(room: Room, venue: str, **more: Any) -> None:
    room.done("AnnounceStage", role="director", **{**STAGE, **DAYS, **more}, venue=venue)


def test_a_moved_start_is_told_to_those_who_bought_before_it():
    room = Room()
    room.sell("e1", "p1")
    room.now = at("13:40")
    room.done("MoveStart", role="director", tournament="t1", day="1", starts_at="2026-11-20T15:00:00-03:00")
    room.now = at("14:05")
    room.sell("e2", "p2")
    assert found(room) == [("notice.start_moved", ("e1",))]
    season = room.house.world.live("season:s26").state
    (told,) = changes(room.state, season, room.now)
    assert (str(told.values["was_hour"]), str(told.values["hour"])) == ("14:00:00", "15:00:00")
    assert told.entries == ("e1",)


def test_a_start_moved_back_to_its_hour_is_no_change():
    room = Room()
    room.sell("e1", "p1")
    for hour in ("15:00", "14:00"):
        room.done("MoveStart", role="director", tournament="t1", day="1", starts_at=f"2026-11-20T{hour}:00-03:00")
        room.now = at("13:40")
    assert found(room) == []


def test_who_cancelled_is_not_called_and_nobody_is_once_the_day_began():
    room = Room()
    room.now = at("13:05")
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    room.now = at("13:10")
    room.done("MoveStart", role="director", tournament="t1", day="1", starts_at="2026-11-20T16:00:00-03:00")
    room.done("CancelEntry", tournament="t1", entry="e1", desk="d1")
    assert found(room) == [("notice.start_moved", ("e2",))]
    room.now = at("16:00")
    room.done("StartClock", role="director", tournament="t1", day="1")
    assert found(room) == []


def test_another_venue_is_told_to_those_who_bought_under_the_old_one():
    room = Room()
    announce(room, "Clube")
    room.now = at("13:35")
    room.sell("e1", "p1")
    assert found(room) == []
    room.now = at("13:40")
    announce(room, "Hotel")
    room.now = at("13:45")
    announce(room, "Hotel", last_day="2026-11-23")
    room.sell("e2", "p2")
    assert found(room) == [("notice.venue_moved", ("e1",))]


def test_each_is_told_what_held_when_they_bought():
    """14:00, then 15:00, then 16:00: who bought in between knew of 15:00."""
    room = Room()
    room.sell("e1", "p1")
    room.now = at("13:40")
    room.done("MoveStart", role="director", tournament="t1", day="1", starts_at="2026-11-20T15:00:00-03:00")
    room.now = at("14:10")
    room.sell("e2", "p2")
    room.now = at("14:30")
    room.done("MoveStart", role="director", tournament="t1", day="1", starts_at="2026-11-20T16:00:00-03:00")
    room.now = at("15:05")
    room.sell("e3", "p3")
    season = room.house.world.live("season:s26").state
    told = {one.entries: str(one.values["was_hour"]) for one in changes(room.state, season, room.now)}
    assert told == {("e1",): "14:00:00", ("e2",): "15:00:00"}


def test_who_bought_for_an_hour_that_was_given_up_is_told():
    """Moved to 15:00 and back: nothing changed for the first, everything for whoever was sold 15:00."""
    room = Room()
    room.sell("e1", "p1")
    room.now = at("13:40")
    room.done("MoveStart", role="director", tournament="t1", day="1", starts_at="2026-11-20T15:00:00-03:00")
    room.now = at("14:05")
    room.sell("e2", "p2")
    room.now = at("14:06")
    room.done("MoveStart", role="director", tournament="t1", day="1", starts_at="2026-11-20T14:00:00-03:00")
    assert found(room) == [("notice.start_moved", ("e2",))]


def test_an_announcement_that_leaves_the_place_as_it_was_is_told_to_nobody_who_knew_it():
    """Clube, Hotel, Hotel with another last day, Clube again: each by the place that held when they bought."""
    room = Room()
    announce(room, "Clube")
    for minute, venue, last in (("13:40", "Hotel", "22"), ("13:45", "Hotel", "23")):
        room.now = at(minute)
        announce(room, venue, last_day=f"2026-11-{last}")
        room.now = at(f"{minute[:-1]}{int(minute[-1]) + 1}")
        room.sell(f"e{minute[-2:]}", f"p{minute[-2:]}")
    assert found(room) == []
    room.now = at("13:50")
    announce(room, "Clube")
    assert found(room) == [("notice.venue_moved", ("e40", "e45"))]
