"""The machine's hour was set, and play was not: clocks that run go on from where they stand, those that stand still do not move."""

from __future__ import annotations

import pytest

from feltro.tournament.clock.carried import carried_over
from feltro.tournament.facts.days import DayEnded
from feltro.tournament.sheet import Level
from tests.tournament.hall import Hall, at, day
from tests.tournament.room import told

LEVELS = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n) for n in range(1, 7))
DAYS = (
    day("1A", until_level=3, closes_at=None),
    day("1B", "2026-11-20T14:10:00-03:00", until_level=3, closes_at=None),
    day("1C", "2026-11-20T14:20:00-03:00", until_level=3, closes_at=None),
    day("2", "2026-11-21T14:00:00-03:00", from_level=4),
)


def started():
    room = Hall(levels=LEVELS, days=DAYS, late_registration=2)
    for hour, name in (("14:00", "1A"), ("14:10", "1B"), ("14:20", "1C")):
        room.now = at(hour)
        room.director("StartClock", day=name)
    return room


def test_only_the_days_whose_clock_runs_are_carried_and_with_what_each_shows():
    """At 14:25 flight A has 25 minutes behind it, B was paused, C runs since five: an hour later all stand as then."""
    room = started()
    room.director("PauseClock", day="1B")
    before = room.state.clocks.days["1A"]
    told = carried_over(room.state, at("14:25"), at("15:25"))
    assert [(one.day, one.running, one.at, one.stopped_at, one.counted) for one in told] == [
        ("1A", True, at("15:25"), at("14:25"), False),
        ("1C", True, at("15:25"), at("14:25"), False),
    ]
    assert before.since is not None
    room.fact(*told)
    assert carried_over(room.state, at("15:25"), at("16:00"))[1].left == told[1].left


def test_a_day_that_is_over_has_no_clock_that_goes_on():
    room = started()
    room.fact(DayEnded(day="1A", players=3, entries=3, in_the_money=False, at=at("14:21")))
    assert [one.day for one in carried_over(room.state, at("14:25"), at("15:25"))] == ["1B", "1C"]


@pytest.mark.parametrize(("when", "missed"), [("start_of_level", [1]), ("end_of_level", [])])
def test_starting_the_clock_looks_at_the_first_minimum_where_the_house_counts_it_there(when, missed):
    """Four entries are asked for and three are there; a clock whose level was set before it starts asks no second time."""
    answers = {f"event.minimum_entries.level_{one}": 4 for one in (1, 2, 3, 4)}
    answers["event.minimum_entries.checked_at"] = when
    room = Hall(book="adtp-2023", answers=answers)
    for number in range(3):
        room.sell(f"e{number}", f"p{number}")
    room.now = at("14:00")
    done = room.director("StartClock")
    assert [one["level"] for one in told(done, "MinimumMissed")] == missed
    again = Hall(book="adtp-2023", answers=answers)
    again.director("MarkLevel", level=1)
    again.now = at("14:00")
    assert told(again.director("StartClock"), "MinimumMissed") == []


def test_a_step_that_was_asked_for_on_an_older_page_is_not_taken_twice():
    """Two directors press at the end of level 1: the second is told where the clock stands, with the break named."""
    levels = tuple(
        Level(minutes=30, small_blind=100 * n, big_blind=200 * n, break_minutes=10 * (n == 2)) for n in range(1, 12)
    )
    room = Hall(levels=levels)
    room.now = at("14:00")
    room.director("StartClock")
    room.director("NextLevel", level=1, reason="teste")
    late = room.no("NextLevel", level=1, reason="teste")
    assert (late.because, late.values) == ("clock.moved_to_level", {"level": 2})
    room.director("NextLevel", level=2, reason="teste")
    late = room.no("NextLevel", level=2, reason="teste")
    assert (late.because, late.values) == ("clock.moved_to_break", {"level": 2})
    room.director("PreviousLevel", level=2, in_break=True)
    assert room.no("PreviousLevel", level=2, in_break=True).because == "clock.moved_to_level"
    room.director("NextLevel", reason="teste")
