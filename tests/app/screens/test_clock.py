"""What a room's screen is told: everything about the clock in one view."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.screens.clock import clock_view, look
from feltro.kernel.outcome import Refused
from feltro.tournament.sheet import Games, Level
from tests.tournament.hall import BOOKS, Hall, at, day

LEVELS = (
    Level(minutes=30, small_blind=100, big_blind=200, ante=200),
    Level(minutes=30, small_blind=200, big_blind=400, ante=400, break_minutes=15),
    Level(minutes=20, small_blind=300, big_blind=600, ante=600),
    Level(minutes=20, small_blind=400, big_blind=800, ante=800, break_minutes=10),
    Level(minutes=20, small_blind=500, big_blind=1000, ante=1000),
)
DAYS = (day("1", until_level=4, closes_at=None), day("2", "2026-11-21T14:00:00-03:00", from_level=5))


def hall(book: str = "cgp-2024", **changes) -> Hall:
    return Hall(book=book, levels=LEVELS, days=DAYS, ante_from="big_blind", **changes)


def view(room: Hall, day_id: str = ""):
    return clock_view(room.state, room.now, room.book, day_id)


@pytest.mark.parametrize("book", BOOKS)
def test_the_screen_has_all_it_shows(book):
    """Level, blinds, what comes next, break and its hour, late registration and its hour, players, average, end of day."""
    room = hall(book)
    for number in range(1, 5):
        room.sell(f"e{number}", f"p{number}", day="1")
    before = view(room)
    assert (before.level, before.next_level.number, before.running, before.paused) == (None, 1, False, False)
    room.now = at("14:00")
    room.director("StartClock")
    room.now = at("14:10")
    room.out("e1")
    shown = view(room)
    assert (shown.day, shown.level.number, shown.level.posted.big_blind, shown.level.games) == (
        "1",
        1,
        200,
        ("nlhe",),
    )
    assert (shown.seconds_left, shown.running, shown.paused, shown.in_break) == (1200, True, False, False)
    assert shown.next_level.posted.small_blind == 200
    assert (shown.next_break.after_level, shown.next_break.minutes, shown.next_break.at) == (2, 15, at("15:00"))
    assert (shown.registration_open, shown.registration_ends.at) == (True, at("15:00"))
    assert (shown.entries, shown.players_left, shown.chips, shown.average) == (4, 3, 120000, 40000)
    assert (shown.day_end.after_level, shown.day_end.at) == (4, at("15:55"))
    assert msgspec.json.decode(msgspec.json.encode(shown))["seconds_left"] == 1200


def test_a_paused_clock_knows_how_long_but_not_until_when():
    """Seconds to the break and to the end of registration stay; hours are only told while it runs."""
    room = hall()
    room.now = at("14:00")
    room.director("StartClock")
    room.now = at("14:10")
    room.director("PauseClock")
    room.now = at("14:40")
    shown = view(room)
    assert (shown.paused, shown.seconds_left) == (True, 1200)
    assert (shown.next_break.seconds, shown.next_break.at) == (3000, None)
    assert (shown.registration_ends.seconds, shown.registration_ends.at) == (3000, None)


def test_the_end_of_a_level_waits_to_be_written_down():
    """`due` says so; once somebody looked, it does not, and the missed minimum is on the screen."""
    room = hall()
    room.now = at("14:00")
    room.director("StartClock")
    room.now = at("14:31")
    assert view(room).due
    look(room.house, "t1", room.now)
    shown = view(room)
    assert not shown.due
    assert shown.minimums_missed == (1,)


def test_breaks_and_the_end_of_the_day_are_told_apart():
    """In the break of level 2, in an extra break, and after the last level."""
    room = hall()
    room.now = at("14:00")
    room.director("StartClock")
    room.now = at("15:05")
    assert (view(room).in_break, view(room).extra_break, view(room).registration_open) == (True, False, False)
    assert view(room).next_break is None
    room.now = at("15:20")
    room.director("TakeBreak", minutes=5)
    assert (view(room).in_break, view(room).extra_break, view(room).seconds_left) == (False, True, 300)
    room.now = at("18:00")
    assert view(room).day_end.over_because == "days.over.level"
    assert (view(room).running, view(room).paused, view(room).seconds_left) == (False, False, 0)


def test_hand_for_hand_and_last_hands_are_on_the_screen():
    """Each table as playing or done; the commitment before the card, and then the hands that are left."""
    room = hall()
    room.seat(4, 2)
    room.now = at("14:00")
    room.director("StartClock")
    room.director("StartHandForHand", paid=3)
    room.hand(1)
    assert view(room).hand_for_hand.tables == {1: "done", 2: "playing"}
    room.hand(2)
    room.out("e1")
    room.director("EndHandForHand", counted=3)
    room.director("GoToLevel", level=4, seconds_left=600)
    room.director("StopForLastHands")
    assert len(view(room).last_hands.commitment) == 64
    room.director("DrawLastHands", entry="e2", card="5d")
    assert view(room).last_hands.left == {1: 5, 2: 5}
    assert view(room).day_end.over_because == ""
    for table in (1, 2) * 5:
        room.hand(table)
    assert view(room).day_end.over_because == "days.over.last_hands"


def test_every_reason_on_the_screen_has_words():
    """In three languages, with the values that it comes with."""
    from feltro.tournament.days.end import Over
    from feltro.words.languages import LANGUAGES
    from feltro.words.sentences import say

    for key in ("level", "players", "percent", "last_hands"):
        told = Over(f"days.over.{key}", 9)
        assert all(say(told.because, lang, players=told.players) for lang in LANGUAGES)


def test_a_day_that_is_not_on_the_sheet_is_refused():
    """And so is a tournament that nobody created."""
    room = hall()
    assert view(room, "9").because == "tournament.no_such_day"
    assert isinstance(look(room.house, "t9", room.now), Refused)


def test_a_rotation_by_hands_shows_all_its_games():
    """The screen cannot say which one a table is in."""
    room = hall("adtp-2023", games=Games(codes=("nlhe", "plo"), by="hands", every=8))
    room.now = at("14:00")
    room.director("StartClock")
    assert view(room).level.games == ("nlhe", "plo")


def test_the_end_of_registration_is_shown_only_while_entries_are_sold():
    """Closed by the director in mid-level: nobody reads on the wall until when one could still buy."""
    room = hall(late_registration=2)
    room.now = at("14:00")
    room.director("StartClock")
    assert (view(room).registration_open, view(room).registration_ends is None) == (True, False)
    room.director("CloseRegistration")
    assert (view(room).registration_open, view(room).registration_ends) == (False, None)


def test_a_first_day_shows_what_came_into_it_and_the_second_all_that_there_is():
    """Two players on day 1A and one on 1B, 30,000 each: 60,000 on the screen of 1A, 90,000 on that of day 2."""
    days = (
        day("1A", until_level=4, closes_at=None),
        day("1B", "2026-11-20T14:20:00-03:00", until_level=4, closes_at=None),
        day("2", "2026-11-21T14:00:00-03:00", from_level=5),
    )
    room = Hall(levels=LEVELS, days=days, ante_from="big_blind")
    for number, first in enumerate(("1A", "1A", "1B"), 1):
        room.sell(f"e{number}", f"p{number}", day=first)
    assert [(one.entries, one.chips) for one in (view(room, "1A"), view(room, "1B"), view(room, "2"))] == [
        (2, 60_000),
        (1, 30_000),
        (3, 90_000),
    ]
    assert view(room, "1A").next_break is None
    room.now = at("14:00")
    room.director("StartClock", day="1A")
    (before, after) = (view(room, "1B").next_break, view(room, "1A").next_break)
    assert before is None
    assert (after.after_level, after.seconds, after.minutes) == (2, 3600, 15)
