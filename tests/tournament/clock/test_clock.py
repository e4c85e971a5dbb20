"""The clock as arithmetic: levels, breaks and time, at every instant, for each day."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.app.world.history import fold
from feltro.kernel.instants import SECOND, Instant
from feltro.tournament.clock.face import has_started, microseconds_until, walk
from feltro.tournament.facts.floor import TableOpened
from feltro.tournament.sheet import Level
from feltro.tournament.state.clock import DayClock
from tests.tournament.hall import BOOKS, Hall, at, cites, day, told
from tests.tournament.room import sheet

LEVELS = (
    Level(minutes=30, small_blind=100, big_blind=200),
    Level(minutes=30, small_blind=200, big_blind=400, break_minutes=15),
    Level(minutes=20, small_blind=300, big_blind=600),
    Level(minutes=20, small_blind=400, big_blind=800, break_minutes=10),
    Level(minutes=20, small_blind=500, big_blind=1000),
)
CUSTOM = {"levels": LEVELS, "late_registration": 2}


def hall(book: str = "cgp-2024", **changes) -> Hall:
    """The clock started on the hour."""
    room = Hall(book=book, **{**CUSTOM, **changes})
    room.now = at("14:00")
    room.director("StartClock")
    return room


# What it shows


def test_levels_and_breaks_follow_one_another_without_anybody_typing():
    """Nothing is written after the start, and the clock is right at every minute of the afternoon."""
    room = hall()
    version = room.house.store.version("tournament:t1")
    for hour, expected in {
        "14:00": (1, False, 1800),
        "14:10": (1, False, 1200),
        "14:30": (2, False, 1800),
        "14:59": (2, False, 60),
        "15:00": (2, True, 900),
        "15:15": (3, False, 1200),
        "15:35": (4, False, 1200),
        "15:55": (4, True, 600),
        "16:05": (5, False, 1200),
        "16:25": (5, False, 0),
        "23:00": (5, False, 0),
    }.items():
        assert room.shown(when=at(hour)) == expected, hour
    assert room.house.store.version("tournament:t1") == version


@given(st.integers(0, 9000), st.integers(0, 1200), st.integers(0, 600))
def test_the_walk_agrees_with_a_clock_that_ticks(seconds, left, extra):
    """A clock that takes one second off after another shows the same."""
    made = sheet(levels=LEVELS)
    left = max(left, 1)
    clock = DayClock(level=1, left=left * SECOND, extra=extra * SECOND, since=Instant(0))
    level, in_break, remains, rest = 1, False, left, extra
    for _ in range(seconds):
        if rest:
            rest -= 1
            continue
        remains -= 1
        if remains:
            continue
        minutes = LEVELS[level - 1].break_minutes
        if level == len(LEVELS):
            break
        if not in_break and minutes:
            in_break, remains = True, minutes * 60
        else:
            level, in_break, remains = level + 1, False, LEVELS[level].minutes * 60
    now = walk(made, made.days[0], clock, seconds * SECOND)
    assert (now.level, now.in_break, now.left // SECOND, now.extra // SECOND) == (level, in_break, remains, rest)


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(1, 200)), min_size=1, max_size=6))
def test_pauses_take_nothing_off(stretches):
    """Played in stretches with pauses between them, the clock shows what it shows after the same time in one go."""
    room, plain = hall(), hall()
    assert room.shown() == plain.shown() == (1, False, 1800)
    for played, paused in stretches:
        room.pass_time(played)
        plain.pass_time(played)
        before = room.shown()
        if room.do("PauseClock", role="director", tournament="t1").__class__.__name__ == "Refused":
            assert before == (5, False, 0)
            break
        room.pass_time(paused)
        assert room.shown() == before == plain.shown()
        room.director("ResumeClock")


def test_each_first_day_has_a_clock_of_its_own():
    """The second flight starts in level 1 whatever the first one has reached, and its desk sells."""
    flights = (day("1A", until_level=4), day("1B", "2026-11-21T14:00:00-03:00", until_level=4), day("2", "2026-11-22T14:00:00-03:00", from_level=5))  # fmt: skip
    room = Hall(days=flights, **CUSTOM)
    room.now = at("14:00")
    room.director("StartClock", day="1A")
    room.now = at("15:16")
    assert room.refused("SellEntry", **room.sale("e1", "p1", day="1A")).because == "entry.registration_over"
    room.now = at("13:30", "2026-11-21")
    room.sell("e1", "p1", day="1B")
    room.now = at("14:00", "2026-11-21")
    assert room.shown("1B") == (0, False, 0)
    room.director("StartClock", day="1B")
    assert room.shown("1B") == (1, False, 1800)
    assert room.shown("1A")[0] == 4


# By hand


def test_the_director_moves_the_clock():
    """Time added and taken, a level forward and back, a break now, a break planned: each from where it stands."""
    room = hall()
    room.pass_time(10)
    room.director("AddTime", seconds=300)
    assert room.shown() == (1, False, 1500)
    room.director("RemoveTime", seconds=600)
    assert room.shown() == (1, False, 900)
    assert room.no("RemoveTime", seconds=901).because == "clock.less_than_that"
    room.director("TakeBreak", minutes=5)
    assert room.shown() == (1, True, 300)
    room.pass_time(2)
    room.director("AddTime", seconds=60)
    assert room.shown() == (1, True, 240)
    room.pass_time(4)
    assert room.shown() == (1, False, 900)
    assert room.no("EndBreak").because == "clock.no_break"
    room.director("PlanBreak", level=1, minutes=7)
    room.pass_time(15)
    assert room.shown() == (1, True, 420)
    room.director("EndBreak")
    assert room.shown() == (2, False, 1800)
    assert room.no("PlanBreak", level=1, minutes=3).because == "level.is_past"
    room.director("PreviousLevel")
    assert room.shown() == (1, False, 1800)
    assert room.no("PreviousLevel").because == "clock.first_level"
    room.director("GoToLevel", level=4, seconds_left=90)
    assert room.shown() == (4, False, 90)
    room.director("GoToLevel", level=4, in_break=True)
    assert room.shown() == (4, True, 600)
    assert room.no("GoToLevel", level=3, in_break=True).because == "clock.no_break_there"
    assert room.no("GoToLevel", level=6).because == "level.not_on_sheet"


@pytest.mark.clause("cgp-2024:5.3.8", "adtp-2023:23")
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "5.3.8"), ("adtp-2023", "23")])
def test_a_level_is_not_announced_before_zero(book, clause):
    """With time left the next level needs a reason, and the refusal cites the book; at zero the clock goes by itself."""
    room = hall(book)
    room.pass_time(29)
    refused = room.no("NextLevel")
    assert (refused.because, refused.values["seconds"]) == ("clock.before_zero", 60)
    assert cites(refused) == {f"{book}:{clause}"}
    room.director("NextLevel", reason="combinado com todas as mesas")
    assert room.shown() == (2, False, 1800)


@pytest.mark.clause("cgp-2024:1.4", "nps-2019:D")
@pytest.mark.parametrize("book", BOOKS)
def test_a_start_at_another_hour_says_why(book):
    """At the announced minute the clock just starts; later or earlier it asks for a reason or a moved start."""
    room = Hall(book=book, **CUSTOM)
    for hour in ("13:45", "14:01"):
        room.now = at(hour)
        refused = room.no("StartClock")
        assert refused.because == "clock.start_needs_reason"
        assert refused.cites
    room.director("MoveStart", day="1", starts_at="2026-11-20T14:30:00-03:00")
    room.now = at("14:30")
    room.director("StartClock")
    assert room.no("StartClock").because == "clock.started"
    other = Hall(book=book, **CUSTOM)
    other.now = at("14:20")
    other.director("StartClock", reason="queda de luz")
    assert other.shown() == (1, False, 1800)


def test_commands_that_make_no_sense_change_nothing():
    """Pausing what stands, resuming what runs, and a clock that was not started."""
    room = Hall(**CUSTOM)
    for kind in ("PauseClock", "ResumeClock", "NextLevel", "PreviousLevel", "EndBreak"):
        assert room.no(kind).because == "clock.not_started"
    room.now = at("14:00")
    room.director("StartClock")
    assert room.no("ResumeClock").because == "clock.runs"
    room.director("PauseClock")
    assert room.no("PauseClock").because == "clock.stands"
    assert room.no("PauseClock", day="9").because == "tournament.no_such_day"
    room.director("ResumeClock")
    room.now = at("20:00")
    assert room.no("NextLevel").because == "clock.day_over"


def test_marking_a_level_sets_a_running_clock_there():
    """The director says that level 3 has begun: it has, in full, and goes on by itself."""
    room = hall()
    room.pass_time(10)
    room.director("MarkLevel", level=3)
    assert room.shown() == (3, False, 1200)
    room.pass_time(20)
    assert room.shown() == (4, False, 1200)


def test_undoing_a_pause_is_as_if_it_had_not_been():
    """Time that passed meanwhile counts again; and the log read anew gives the same state."""
    room = hall()
    room.pass_time(10)
    room.done("PauseClock", role="director", tournament="t1", key="pause")
    room.pass_time(10)
    assert room.shown() == (1, False, 1200)
    room.done("Undo", role="director", command_key="pause")
    assert room.shown() == (1, False, 600)
    live = room.house.world.live("tournament:t1")
    assert msgspec.to_builtins(fold(live.stream, live.facts), str_keys=True) == msgspec.to_builtins(live.state, str_keys=True)  # fmt: skip


def test_what_was_noticed_does_not_outlive_what_was_undone():
    """Level 2 by mistake, and a sale that noticed its break at 14:41; undone, the break begins at 15:00 and is noticed then."""
    room = hall(late_registration=4)
    room.now = at("14:11")
    room.done("NextLevel", role="director", tournament="t1", reason="engano", key="next")
    room.now = at("14:45")
    assert told(room.sell("e1", "p1"), "LevelMarked")[0]["in_break"]
    room.now = at("14:50")
    room.done("Undo", role="director", command_key="next")
    assert room.shown() == (2, False, 600)
    room.now = at("15:16")
    marks = [
        (one["level"], one["in_break"], one["at"]) for one in told(room.director("LookAtClock"), "LevelMarked")
    ]
    assert marks == [(2, True, at("15:00")), (3, False, at("15:15"))]


def test_a_start_taken_back_leaves_no_level_behind():
    """Sales noticed levels 2 and 3; without the start there is no clock, and the desk sells before the start."""
    room = Hall(**CUSTOM)
    room.now = at("14:00")
    room.done("StartClock", role="director", tournament="t1", key="start")
    room.now = at("14:40")
    room.sell("e1", "p1")
    room.done("Undo", role="director", command_key="start")
    assert room.shown() == (0, False, 0)


# After a crash


def test_after_a_crash_the_time_counts_or_is_given_back():
    """Dark from 14:10 to 14:25: the level has 5 minutes left, or the 20 that it had."""
    counted, given_back = hall(), hall()
    for room in (counted, given_back):
        room.now = at("14:25")
    dark = {"stopped_at": "2026-11-20T14:10:00-03:00"}
    counted.director("ResumeAfterCrash", count_the_time=True, **dark)
    assert counted.shown() == (1, False, 300)
    given_back.director("ResumeAfterCrash", count_the_time=False, **dark)
    assert given_back.shown() == (1, False, 1200)
    given_back.pass_time(20)
    assert given_back.shown() == (2, False, 1800)


def test_a_crash_is_between_the_last_setting_and_now():
    """Neither before the clock was set nor in the future; and a clock that stood still lost nothing."""
    room = hall()
    room.now = at("14:25")
    for hour in ("13:59", "14:26"):
        refused = room.no("ResumeAfterCrash", count_the_time=False, stopped_at=f"2026-11-20T{hour}:00-03:00")
        assert refused.because == "clock.crash_hour"
    room.director("PauseClock")
    dark = {"stopped_at": "2026-11-20T14:10:00-03:00", "count_the_time": True}
    assert room.no("ResumeAfterCrash", **dark).because == "clock.stands"


# The desk


@pytest.mark.parametrize("book", BOOKS)
def test_late_registration_closes_at_its_instant(book):
    """One second before level 2 ends the desk sells; at that instant it does not, though nobody looked at the clock."""
    room = hall(book)
    room.now = Instant(at("15:00") - SECOND)
    room.sell("e1", "p1")
    room.now = at("15:00")
    refused = room.refused("SellEntry", **room.sale("e2", "p2"))
    assert (refused.because, refused.values["level"]) == ("entry.registration_over", 2)


def test_the_break_after_late_registration_counts_where_the_sheet_says():
    """Sold until 15:15, when the break ends; an extra break in level 1 moves that by its length."""
    room = hall(late_registration_break=True)
    room.now = at("14:10")
    room.director("TakeBreak", minutes=10)
    room.now = Instant(at("15:25") - SECOND)
    room.sell("e1", "p1")
    room.now = at("15:25")
    assert room.refused("SellEntry", **room.sale("e2", "p2")).because == "entry.registration_over"


def test_an_extra_break_is_no_part_of_a_window_sold_only_in_breaks():
    """Late registration without its break: in an extra break of the last level entries are still sold."""
    room = hall()
    room.now = at("14:40")
    room.director("TakeBreak", minutes=10)
    room.now = at("14:45")
    room.sell("e1", "p1")
    assert room.state.entries["e1"].late is True
    assert room.shown() == (2, True, 300)


# Facts that nobody typed


@pytest.mark.clause("cgp-2024:2.8")
def test_a_missed_minimum_arises_when_the_level_ends():
    """Three entries at the end of level 1, a fourth two minutes later: missed at 14:30, with three, before that sale."""
    room = Hall(**CUSTOM)
    for number in range(1, 4):
        room.sell(f"e{number}", f"p{number}")
    room.now = at("14:00")
    room.director("StartClock")
    room.now = at("14:32")
    sold = room.sell("e4", "p4")
    assert told(sold, "LevelMarked") == [
        {"level": 2, "in_break": False, "day": "1", "at": at("14:30"), "by_itself": True}
    ]
    assert told(sold, "MinimumMissed") == [{"level": 1, "needed": 4, "sold": 3, "at": at("14:30")}]
    assert [one.name for one in sold.events][:3] == ["LevelMarked", "MinimumMissed", "EntrySold"]
    room.director("CallOff", level=1)


@pytest.mark.parametrize(("level", "needed"), [(1, 4), (2, 8), (3, 12), (4, 15)])
def test_a_house_may_count_the_minimum_when_the_level_begins(level, needed):
    """One short when level 1, 2, 3 or 4 begins and it is missed; at the mark it is not."""
    needs = {f"event.minimum_entries.level_{one}": entries for one, entries in ((1, 4), (2, 8), (3, 12), (4, 15))}
    for sold in (needed - 1, needed):
        room = Hall(book="adtp-2023", answers={**needs, "event.minimum_entries.checked_at": "start_of_level"})
        for number in range(sold):
            room.sell(f"e{number}", f"p{number}")
        for before in range(1, level):
            room.director("MarkLevel", level=before)
        done = room.director("MarkLevel", level=level)
        assert [one["level"] for one in told(done, "MinimumMissed")] == ([level] if sold < needed else [])


def test_looking_at_the_clock_twice_finds_nothing_new():
    """Each level and break is written down once, at its own instant, however late somebody looks."""
    from feltro.app.screens.clock import look

    room = hall(answers={})
    room.now = at("15:20")
    first = look(room.house, "t1", room.now)
    marks = [(one["level"], one["in_break"], one["at"]) for one in told(first, "LevelMarked")]
    assert marks == [(2, False, at("14:30")), (2, True, at("15:00")), (3, False, at("15:15"))]
    assert look(room.house, "t1", room.now) is None
    again = room.done("LookAtClock", role="floor", tournament="t1")
    assert again.events == ()
    assert room.shown() == (3, False, 900)


def test_a_level_played_twice_is_marked_twice():
    """Back to level 1 and on again: the log says both times that level 2 began."""
    room = hall()
    room.now = at("14:40")
    room.director("PreviousLevel")
    room.now = at("15:10")
    looked = room.director("LookAtClock")
    assert [one["at"] for one in told(looked, "LevelMarked")] == [at("15:10")]


def test_a_break_planned_before_the_start_does_not_start_the_clock():
    """The clock of the day is known by then, and still waits for its start: it starts once, and not twice."""
    room = Hall(**CUSTOM)
    room.director("PlanBreak", level=1, minutes=5)
    assert room.shown() == (0, False, 0)
    room.now = at("14:00")
    room.director("StartClock")
    assert room.shown() == (1, False, 1800)
    assert room.shown(when=at("14:32")) == (1, True, 180)
    assert room.no("StartClock").because == "clock.started"


def test_before_the_first_level_nothing_is_so_many_minutes_away():
    """A clock that has not started says no time until a level's end, also when a break was planned on it."""
    room = Hall(**CUSTOM)
    assert microseconds_until(room.state, "1", room.now, 2, in_break=False) is None
    room.director("PlanBreak", level=1, minutes=5)
    assert microseconds_until(room.state, "1", room.now, 2, in_break=False) is None
    room.now = at("14:00")
    room.director("StartClock")
    assert microseconds_until(room.state, "1", room.now, 1, in_break=False) == 30 * 60 * SECOND
    assert microseconds_until(room.state, "1", room.now, 1, in_break=True) == 35 * 60 * SECOND
    assert microseconds_until(room.state, "1", room.now, 2, in_break=False) == 65 * 60 * SECOND
    assert microseconds_until(room.state, "1", room.now, 3, in_break=False) == 100 * 60 * SECOND
    assert microseconds_until(room.state, "1", room.now, 3, in_break=True) == 100 * 60 * SECOND, "it has no break"
    later_on = at("14:40")
    assert microseconds_until(room.state, "1", later_on, 1, in_break=True) is None
    assert microseconds_until(room.state, "1", later_on, 6, in_break=False) is None
    assert microseconds_until(room.state, "1", at("23:00"), 5, in_break=False) is None


def test_a_table_that_closed_in_the_middle_of_a_hand_has_none():
    """Opened again, it begins with a hand of its own."""
    room = hall()
    room.seat(2, 2)
    room.director("StartHand", table=1)
    assert room.no("StartHand", table=1).because == "clock.hand_in_progress"
    room.close(1)
    assert room.state.clocks.hands == {}
    room.fact(TableOpened(table=1, chairs=9, day="1"))
    room.director("StartHand", table=1)


@pytest.mark.clause("cgp-2024:2.8")
@pytest.mark.parametrize(
    ("book", "counted", "missed"),
    [("cgp-2024", {}, []), ("adtp-2023", {"event.minimum_entries.counted": "players_alive"}, [3])],
)
def test_whoever_is_out_still_counts_towards_the_minimum_that_was_sold(book, counted, missed):
    """Four entries sold and one out when level 1 ends: enough where entries count, one short where players do."""
    room = Hall(
        book=book, answers={**counted, **({"event.minimum_entries.level_1": 4} if counted else {})}, **CUSTOM
    )
    for number in range(1, 5):
        room.sell(f"e{number}", f"p{number}")
    room.now = at("14:00")
    room.director("StartClock", reason="x")
    room.out("e4")
    room.now = at("14:31")
    looked = room.director("LookAtClock")
    assert [one["sold"] for one in told(looked, "MinimumMissed")] == missed


def test_one_clock_that_was_started_is_enough_to_have_begun():
    """A break planned for the second flight is no start; the first flight's clock is, whatever the second's shows."""
    two = (day("1A"), day("1B", "2026-11-21T14:00:00-03:00"))
    room = Hall(**CUSTOM, days=two)
    room.director("PlanBreak", day="1B", level=1, minutes=5)
    assert not has_started(room.state)
    room.now = at("14:00")
    room.director("StartClock", day="1A")
    assert has_started(room.state)
