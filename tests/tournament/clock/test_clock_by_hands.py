"""The clock while hands move it, while it stands, and around the ends of its days: what it shows and what it says began."""

from __future__ import annotations

import pytest

from feltro.app.screens.clock import clock_view
from feltro.tournament.clock.due import minimum_ahead
from feltro.tournament.clock.face import microseconds_until, reached, standing, the_day
from feltro.tournament.days.end import over, played_out, plays_down_to
from feltro.tournament.facts.floor import PlayerSeated, TableOpened
from feltro.tournament.sheet import ActionClock
from tests.tournament.clock.test_clock import LEVELS
from tests.tournament.clock.test_clock import hall as running
from tests.tournament.days.test_days import bag, hall, play
from tests.tournament.hall import Hall, at, day, told
from tests.tournament.pace.test_hand_for_hand import bubble, step


def began(room: Hall) -> list[tuple[int, bool]]:
    return [(one.level, one.in_break) for one in reached(room.state, "1", room.now)]


def by_hands() -> Hall:
    """Level 3 was ended by hands: its break stands, in full."""
    room = bubble(left=1)
    room.director("GoToLevel", level=3, seconds_left=60)
    room.director("StartHandForHand", paid=10)
    step(room)
    room.director("ReleaseHand")
    step(room)
    assert room.shown() == (3, True, 900)
    return room


def test_a_break_that_hands_led_to_ends_in_a_level_that_waits_for_hands():
    """An hour later level 4 has begun and no other; while the break stands, nothing has."""
    room = by_hands()
    assert began(room) == [(3, True)]
    room.director("ResumeClock")
    room.pass_time(10)
    assert began(room) == [(3, True)]
    room.pass_time(120)
    assert began(room) == [(3, True), (4, False)]
    assert room.shown() == (4, False, 1800)


def test_while_hands_move_the_clock_no_level_begins_by_itself():
    room = bubble(left=1)
    room.director("StartHandForHand", paid=10)
    room.pass_time(300)
    assert began(room) == [(1, False)]
    assert room.shown() == (1, False, 60)


def test_by_hands_the_next_level_stands_and_the_next_break_runs_only_if_the_clock_did():
    """The director goes on to a break in the middle of hand for hand: it waits for him; out of one that runs, a level waits."""
    room = bubble()
    room.director("StartHandForHand", paid=10)
    room.director("GoToLevel", level=3, in_break=True)
    room.pass_time(5)
    assert room.shown() == (3, True, 900)
    room.director("ResumeClock")
    room.director("GoToLevel", level=3, in_break=True)
    room.pass_time(5)
    assert room.shown() == (3, True, 600)
    room.director("GoToLevel", level=2)
    room.pass_time(5)
    assert room.shown() == (2, False, 1800)


def waiting_levels(seconds_left: int) -> Hall:
    """Hand for hand at the first level, which does not end before it."""
    room = Hall(book="adtp-2023", answers={"hand_for_hand.levels_go_up": False})
    room.seat(4, 2)
    room.now = at("14:00")
    room.director("StartClock")
    room.director("GoToLevel", level=1, seconds_left=seconds_left)
    room.director("StartHandForHand", paid=3)
    step(room)
    return room


def test_where_levels_wait_a_hand_takes_its_time_off_until_nothing_is_left():
    """Five minutes and hands of two: three, one, nothing."""
    room = waiting_levels(300)
    left = []
    for _ in range(4):
        room.director("ReleaseHand")
        step(room)
        left.append(room.shown())
    assert left == [(1, False, 180), (1, False, 60), (1, False, 0), (1, False, 0)]


def test_a_level_that_stands_at_zero_is_not_the_end_of_the_day():
    """Only the day's last one is."""
    room = waiting_levels(60)
    room.director("ReleaseHand")
    step(room)
    now = standing(room.state, "1", room.now)
    assert (now.level, now.left, now.over) == (1, 0, False)


def test_a_break_planned_before_the_start_shows_no_clock_yet():
    """The day has something written down, and still nothing to show."""
    room = Hall()
    room.director("PlanBreak", level=2, minutes=20, reason="x")
    now = standing(room.state, "1", room.now)
    assert (now.level, now.running, now.left, now.over) == (0, False, 0, False)


@pytest.mark.parametrize(
    ("level", "in_break", "minutes"),
    [
        (1, False, 20),
        (2, False, 50),
        (2, True, 65),
        (3, False, 85),
        (5, False, 135),
        (5, True, 135),
        (6, False, None),
    ],
)
def test_how_long_it_is_until_a_level_or_its_break_has_ended(level, in_break, minutes):
    """Ten minutes into levels of 30, 30 and a break of 15, 20, 20 and a break of 10, 20."""
    room = running()
    room.pass_time(10)
    found = microseconds_until(room.state, "1", room.now, level, in_break=in_break)
    assert found == (None if minutes is None else minutes * 60_000_000)


def test_a_tournament_that_is_suspended_has_no_clock_to_move():
    room = running()
    room.sell("e1", "p1")
    room.director("StopTournament", action="suspend", cause="technical_failure", reason="luz")
    for kind, fields in (("PauseClock", {}), ("AddTime", {"seconds": 60}), ("NextLevel", {"reason": "x"})):
        assert room.no(kind, **fields).because == "tournament.stopped", kind


@pytest.mark.parametrize(
    ("percent", "entered", "left"),
    [(12, 17, 3), (10, 100, 10), (10, 101, 11), (50, 201, 101), (1, 100, 1), (1, 101, 2)],
)
def test_a_part_of_those_who_entered_is_rounded_up(percent, entered, left):
    room = hall(until_percent=percent)
    room.state.days.entered["1A"] = entered
    assert plays_down_to(room.state, room.state.sheet.day("1A")) == left


def test_a_flight_that_has_not_begun_is_not_over_for_having_few_players():
    """Nobody sits there yet, entries are closed, and still it is to be played."""
    room = hall(until_players=3)
    play(room, "1A", "2026-11-20", 2)
    room.director("CloseRegistration")
    assert over(room.state, room.state.sheet.day("1B"), room.now) is None
    found = over(room.state, room.state.sheet.day("1A"), room.now)
    assert found is not None
    assert (found.because, found.players) == ("days.over.players", 2)


def test_the_last_hands_are_over_when_every_table_has_played_its_own():
    """One of two tables is done: the day goes on."""
    room = Hall(days=(day("1", until_level=2), day("2", "2026-11-21T14:00:00-03:00", from_level=3)))
    room.seat(4, 2)
    room.now = at("14:00")
    room.director("StartClock")
    room.director("GoToLevel", level=2, seconds_left=600, reason="x")
    room.pass_time(3)
    room.director("StopForLastHands")
    (drawn,) = told(room.director("DrawLastHands", entry="e1"), "LastHandsDrawn")
    for _ in range(drawn["hands"]):
        room.hand(1)
    assert over(room.state, room.state.sheet.day("1"), room.now) is None
    for _ in range(drawn["hands"]):
        room.hand(2)
    found = over(room.state, room.state.sheet.day("1"), room.now)
    assert found is not None
    assert found.because == "days.over.last_hands"


def test_a_flight_that_was_closed_is_not_hand_for_hand_any_more():
    room = hall(until_players=2)
    room.fact(*(TableOpened(table=table, chairs=9, day="1A") for table in (1, 2)))
    play(room, "1A", "2026-11-20", 4)
    for number in range(1, 5):
        room.fact(PlayerSeated(entry=f"e{number}", table=number % 2 + 1, seat=number, because="x"))
    room.director("StartHandForHand", day="1A", paid=2)
    assert list(room.state.pace.hand_for_hand) == ["1A"]
    for number in range(1, 5):
        bag(room, f"e{number}")
    room.director("EndDay", day="1A")
    assert room.state.pace.hand_for_hand == {}


def test_the_clock_that_was_set_last_is_the_one_that_is_shown():
    """Two flights run on one afternoon: the director set 1B last; once it is closed, 1A is shown again."""
    days = (day("1A", until_level=2), day("1B", until_level=2), day("2", "2026-11-22T14:00:00-03:00", from_level=3))
    room = Hall(days=days, late_registration=1)
    room.sell("e1", "p1", day="1A")
    room.sell("e2", "p2", day="1B")
    room.now = at("14:00")
    room.director("StartClock", day="1B")
    room.director("StartClock", day="1A")
    assert the_day(room.state).id == "1A"
    room.director("PauseClock", day="1B")
    assert the_day(room.state).id == "1B"


@pytest.mark.parametrize(("level", "ahead"), [(0, 1), (1, 1), (2, 2)])
def test_the_next_minimum_is_that_of_the_level_that_is_played(level, ahead):
    """A house that asks for 5 entries by the end of level 1 and for 9 by the end of level 2."""
    answers = {"event.minimum_entries.level_1": 5, "event.minimum_entries.level_2": 9}
    room = Hall(book="adtp-2023", answers=answers, levels=LEVELS)
    room.sell("e1", "p1")
    if level:
        room.now = at("14:00")
        room.director("StartClock")
        room.pass_time(30 * (level - 1))
        room.director("LookAtClock")
    found = minimum_ahead(room.state, room.book)
    assert found is not None
    assert (found.level, found.missing) == (ahead, {1: 4, 2: 8}[ahead])


def test_cards_are_handed_to_those_who_are_named_and_else_to_all_who_play():
    room = Hall(book="adtp-2023", action_clock=ActionClock(cards=3, cards_each_day=2))
    room.seat(3, 1)
    room.now = at("14:00")
    room.director("StartClock")
    (some,) = told(
        room.director("HandOutTimeCards", occasion="extra", cards=1, entries=["e2"]), "TimeCardsHandedOut"
    )
    assert some["entries"] == ["e2"]
    (everybody,) = told(room.director("HandOutTimeCards", occasion="extra", cards=1), "TimeCardsHandedOut")
    assert everybody["entries"] == ["e1", "e2", "e3"]


def test_who_won_is_said_when_nobody_can_enter_any_more():
    """With entries open the last one left still waits for others."""
    room = running()
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    room.out("e2")
    assert played_out(room.state, room.now) == ()
    room.director("CloseRegistration")
    assert played_out(room.state, room.now) == ("e1",)


def test_a_later_day_shows_the_chips_that_are_left_of_all_that_were_sold():
    """Two stacks of 30.000 came in on two flights, and 1.000 were taken off the second day."""
    room = hall()
    for flight, date, first in (("1A", "2026-11-20", 1), ("1B", "2026-11-21", 2)):
        play(room, flight, date, 1, first=first)
        bag(room, f"e{first}")
        room.director("EndDay", day=flight)
    room.now = at("14:00", "2026-11-22")
    room.director("StartDay", day="2")
    room.director("RemoveChips", entry="e1", chips=1000, ground="confiscated", reason="x")
    view = clock_view(room.state, room.now, room.book, "2")
    assert (view.chips, view.average, view.players_left) == (59_000, 29_500, 2)
