"""What the clock refuses, and what moving it by hand does: each command on a day that is not there, over, or not begun."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.tournament.sheet import Day
from feltro.tournament.state.days import Ended
from tests.tournament.clock.test_clock import CUSTOM, hall
from tests.tournament.hall import Hall, at

BY_HAND = {
    "PauseClock": {},
    "ResumeClock": {},
    "AddTime": {"seconds": 60},
    "RemoveTime": {"seconds": 60},
    "TakeBreak": {"minutes": 5},
    "EndBreak": {},
    "NextLevel": {"reason": "x"},
    "PreviousLevel": {"reason": "x"},
    "GoToLevel": {"level": 2, "reason": "x"},
    "ResumeAfterCrash": {"stopped_at": "2026-11-20T14:00:00-03:00", "count_the_time": True},
}


@pytest.mark.parametrize("kind", BY_HAND)
def test_a_clock_that_was_not_started_is_not_moved(kind):
    room = Hall(**CUSTOM)
    assert room.no(kind, **BY_HAND[kind]).because == "clock.not_started"


@pytest.mark.parametrize("kind", [*BY_HAND, "StartClock", "PlanBreak"])
def test_no_clock_is_moved_on_a_day_that_is_not_there_or_is_over_or_while_the_event_is_stopped(kind):
    """Each says which of the three it is."""
    room = hall()
    fields = {**BY_HAND, "StartClock": {}, "PlanBreak": {"level": 2, "minutes": 5}}[kind]
    assert room.no(kind, day="9", **fields).because == "tournament.no_such_day"
    room.state.days.ended["1"] = Ended(at=room.now, players=0, entries=0, in_the_money=False)
    assert room.no(kind, day="1", **fields).because == "days.ended"
    del room.state.days.ended["1"]
    room.director("StopTournament", action="suspend", cause="technical_failure", reason="x")
    assert room.no(kind, **fields).because == "tournament.stopped"


TWO = (
    Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=100, until_level=2),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), from_level=3),
)


def test_a_second_day_has_no_clock_before_it_was_started():
    """Those who bagged chips are seated first."""
    room = hall(days=TWO)
    assert room.no("StartClock", day="2", reason="x").because == "days.not_started"
    assert room.no("StartClock", day="1", reason="x").because == "clock.started"


@pytest.mark.parametrize(
    ("hour", "reason", "because"),
    [
        ("13:59", "", "clock.start_needs_reason"),
        ("14:00", "", ""),
        ("14:01", "", "clock.start_needs_reason"),
        ("14:01", "faltou luz", ""),
        ("13:59", "faltou luz", ""),
        ("13:59", "  ", "clock.start_needs_reason"),
    ],
)
def test_a_strict_start_is_at_its_minute_or_has_a_reason(hour, reason, because):
    room = Hall(**CUSTOM)
    room.now = at(hour)
    assert room.book["event.start.strict"].value
    outcome = room.do("StartClock", role="director", tournament="t1", reason=reason)
    assert getattr(outcome, "because", "") == because


def test_where_the_start_is_not_strict_any_minute_will_do():
    room = Hall("adtp-2023", **CUSTOM, answers={"event.start.strict": False})
    room.now = at("14:20")
    room.director("StartClock")
    assert room.shown() == (1, False, 1800)


def test_a_level_that_has_time_left_ends_before_zero_only_with_a_reason():
    """A break ends before its time without one, and so does a level at zero."""
    room = hall()
    room.pass_time(29)
    refused = room.no("NextLevel")
    assert (refused.because, refused.values["seconds"]) == ("clock.before_zero", 60)
    room.director("NextLevel", reason="combinado")
    assert room.shown() == (2, False, 1800)
    room.pass_time(31)
    assert room.shown() == (2, True, 840)
    room.director("NextLevel")
    assert room.shown() == (3, False, 1200)


def test_the_day_has_no_level_after_its_last_and_none_before_its_first():
    room = hall()
    assert room.no("PreviousLevel", reason="x").because == "clock.first_level"
    room.now = at("16:30")
    assert room.no("NextLevel", reason="x").because == "clock.day_over"
    assert room.no("ResumeClock").because == "clock.day_over"
    room.director("PreviousLevel", reason="x")
    assert room.shown()[:2] == (4, False)


def test_back_from_a_break_is_the_level_before_it_and_back_from_a_level_the_one_before():
    room = hall()
    room.now = at("15:05")
    room.director("PreviousLevel", reason="x")
    assert room.shown() == (2, False, 1800)
    room.director("PreviousLevel", reason="x")
    assert room.shown() == (1, False, 1800)


@pytest.mark.parametrize(
    ("level", "in_break", "because"),
    [
        (1, True, "clock.no_break_there"),
        (5, False, ""),
        (6, False, "level.not_on_sheet"),
    ],
)
def test_the_clock_is_set_to_what_is_on_the_sheet(level, in_break, because):
    room = hall()
    outcome = room.do("GoToLevel", role="director", tournament="t1", level=level, in_break=in_break, reason="x")
    assert getattr(outcome, "because", "") == because


@pytest.mark.parametrize(
    ("level", "in_break", "because"),
    [
        (1, False, "level.is_past"),
        (2, False, "level.is_past"),
        (2, True, ""),
        (3, False, ""),
        (5, False, ""),
        (6, False, "level.not_on_sheet"),
    ],
)
def test_a_level_that_is_told_by_hand_comes_after_the_one_that_is_played(level, in_break, because):
    """A room without a running clock: level 2 was told, and its break comes after it."""
    room = Hall(**CUSTOM)
    room.director("MarkLevel", level=2)
    outcome = room.do("MarkLevel", role="director", tournament="t1", level=level, in_break=in_break)
    assert getattr(outcome, "because", "") == because
    assert room.no("MarkLevel", level=4, day="9").because == "tournament.no_such_day"


@pytest.mark.parametrize(
    ("hour", "level", "because"),
    [
        ("14:10", 1, ""),
        ("14:45", 1, "level.is_past"),
        ("14:45", 2, ""),
        ("15:05", 2, "level.is_past"),
        ("14:10", 5, "level.not_on_sheet"),
    ],
)
def test_a_break_is_planned_after_a_level_that_is_not_over(hour, level, because):
    """Also while it is played; not in its break, and not after the last one."""
    room = hall()
    room.now = at(hour)
    outcome = room.do("PlanBreak", role="director", tournament="t1", level=level, minutes=5)
    assert getattr(outcome, "because", "") == because


@pytest.mark.parametrize(
    ("stopped_at", "because"),
    [("13:59", "clock.crash_hour"), ("14:00", ""), ("14:20", ""), ("14:21", "clock.crash_hour")],
)
def test_the_hour_of_a_crash_lies_between_the_start_and_now(stopped_at, because):
    room = hall()
    room.now = at("14:20")
    when = {"stopped_at": f"2026-11-20T{stopped_at}:00-03:00", "count_the_time": False}
    outcome = room.do("ResumeAfterCrash", role="director", tournament="t1", **when)
    assert getattr(outcome, "because", "") == because
    if not because:
        assert room.shown() == (1, False, 1800 - 60 * (int(stopped_at[-2:])))


def test_a_clock_that_stood_did_not_crash():
    room = hall()
    room.director("PauseClock")
    when = {"stopped_at": "2026-11-20T14:00:00-03:00", "count_the_time": True}
    assert room.no("ResumeAfterCrash", **when).because == "clock.stands"


def test_time_given_to_a_clock_that_stands_leaves_it_standing():
    room = hall()
    room.director("PauseClock")
    room.director("AddTime", seconds=60)
    room.pass_time(5)
    assert room.shown() == (1, False, 1860)
