"""The clock at its edges: all the time there is, the end of the day, a break in a break, and the hour of a crash."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.tournament.clock.face import standing, the_day
from feltro.tournament.sheet import Day
from feltro.tournament.state.days import Ended
from tests.tournament.clock.test_clock import hall
from tests.tournament.hall import at, told
from tests.tournament.room import Room


def test_all_the_time_that_is_left_may_be_taken_and_not_a_second_more():
    """Twenty minutes of level 1 are left: 1.201 seconds are refused, 1.200 bring level 2."""
    room = hall()
    room.pass_time(10)
    refused = room.no("RemoveTime", seconds=1201)
    assert (refused.because, refused.values["seconds"]) == ("clock.less_than_that", 1200)
    room.director("RemoveTime", seconds=1200)
    assert room.shown() == (2, False, 1800)


def test_time_is_taken_off_the_extra_break_while_there_is_one():
    """Five minutes of break: four go, one is left, and the level has what it had."""
    room = hall()
    room.director("TakeBreak", minutes=5)
    assert room.no("RemoveTime", seconds=301).because == "clock.less_than_that"
    room.director("RemoveTime", seconds=240)
    assert room.shown() == (1, True, 60)
    room.pass_time(1)
    assert room.shown() == (1, False, 1800)


def test_a_break_is_not_taken_in_a_break():
    """Neither in one of the director's nor in one of the sheet; after it, it is."""
    room = hall()
    room.director("TakeBreak", minutes=5)
    assert room.no("TakeBreak", minutes=5).because == "clock.in_break"
    room.director("EndBreak")
    assert room.shown() == (1, False, 1800)
    room.now = at("15:05")
    assert room.shown()[:2] == (2, True)
    assert room.no("TakeBreak", minutes=5).because == "clock.in_break"


def test_a_clock_that_stands_is_not_paused_and_one_that_runs_not_resumed():
    """And while it stands, a break that is ended leaves it standing."""
    room = hall()
    assert room.no("ResumeClock").because == "clock.runs"
    room.director("PauseClock")
    assert room.no("PauseClock").because == "clock.stands"
    room.pass_time(60)
    assert room.shown() == (1, False, 1800)
    room.director("GoToLevel", level=2, in_break=True, reason="x")
    room.director("EndBreak")
    room.pass_time(60)
    assert room.shown() == (3, False, 1200)


def test_time_added_when_the_day_is_over_lets_it_run_again():
    """The last level is at zero; five minutes more are played, and then it is over again."""
    room = hall()
    room.now = at("16:30")
    assert room.shown() == (5, False, 0)
    room.director("AddTime", seconds=300)
    room.pass_time(2)
    assert room.shown() == (5, False, 180)
    room.pass_time(3)
    assert room.shown() == (5, False, 0)


@pytest.mark.parametrize(
    ("level", "because"),
    [(1, "level.is_past"), (2, ""), (4, ""), (5, "level.not_on_sheet")],
)
def test_a_break_is_planned_after_a_level_that_has_not_ended_and_is_not_the_last(level, because):
    """At level 2: not after level 1, nor after the fifth, which ends the day."""
    room = hall()
    room.now = at("14:40")
    if because:
        assert room.no("PlanBreak", level=level, minutes=3).because == because
    else:
        planned = room.do("PlanBreak", role="director", tournament="t1", level=level, minutes=3)
        assert told(planned, "BreakPlanned")[0]["minutes"] == 3


@pytest.mark.parametrize(
    ("stopped", "now", "because"),
    [
        ("13:59", "14:20", "clock.crash_hour"),
        ("14:21", "14:20", "clock.crash_hour"),
        ("14:00", "14:20", ""),
        ("14:20", "14:20", ""),
    ],
)
def test_the_hour_of_a_crash_lies_between_the_start_and_now(stopped, now, because):
    """Before the clock ran and after this moment nothing can have stopped it."""
    room = hall()
    room.now = at(now)
    said = {"stopped_at": f"2026-11-20T{stopped}:00-03:00", "count_the_time": False}
    outcome = room.do("ResumeAfterCrash", role="director", tournament="t1", **said)
    assert getattr(outcome, "because", "") == because
    left = {"14:00": 1800, "14:20": 600}.get(stopped if not because else now)
    assert room.shown() == (1, False, left)


def test_counted_or_not_the_time_of_a_crash_is_written_down():
    """Dark from 14:10 to 14:20: counted, ten minutes are left; not counted, twenty. A clock that stood is not asked."""
    for count, left in ((True, 600), (False, 1200)):
        room = hall()
        room.now = at("14:20")
        said = {"stopped_at": "2026-11-20T14:10:00-03:00", "count_the_time": count}
        (event,) = told(room.director("ResumeAfterCrash", **said), "ClockRecovered")
        assert (event["counted"], event["stopped_at"]) == (count, at("14:10"))
        assert room.shown() == (1, False, left)
        room.pass_time(5)
        assert room.shown() == (1, False, left - 300)
        room.director("PauseClock")
        assert room.no("ResumeAfterCrash", **said).because == "clock.stands"


def test_a_clock_that_stopped_at_the_end_of_the_day_says_so():
    """Paused in the last of five levels, and the five minutes it had left are taken off: over, as a clock that ran out."""
    room = hall()
    room.now = at("16:20")
    room.director("PauseClock")
    room.director("RemoveTime", seconds=300)
    face = standing(room.state, "1", room.now)
    assert (face.level, face.in_break, face.over) == (5, False, True)
    early = hall()
    early.now = at("15:05")
    early.director("PauseClock")
    face = standing(early.state, "1", early.now)
    assert (face.in_break, face.over) == (True, False)


def test_when_every_day_is_closed_the_one_played_last_is_shown():
    """Two flights and nothing after them: 1A, which the sheet names first, was played last. Before any of it, the last."""
    flights = tuple(
        Day(id=name, starts_at=datetime.fromisoformat(f"2026-11-{day}T14:00:00-03:00"), seats=100)
        for name, day in (("1A", 21), ("1B", 20))
    )
    state = Room(days=flights).state
    assert the_day(state).id == "1B", "the earliest to come"
    state.days.ended.update(dict.fromkeys(("1A", "1B"), Ended(at=0, players=0, entries=0, in_the_money=False)))
    assert the_day(state).id == "1B", "nothing was played: the last of the sheet"
    state.clocks.latest = "1A"
    assert the_day(state).id == "1A"
    assert the_day(state, "1B").id == "1B"
