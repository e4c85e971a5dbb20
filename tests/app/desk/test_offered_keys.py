"""What the console offers with one key is done when it is pressed; where something is still to be said, it opens the form."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.app.event_view import EventView
from feltro.app.needs import needs
from feltro.app.world.plan import Done
from feltro.kernel.instants import later
from feltro.tournament.checks import complaints
from feltro.tournament.sheet import Day
from feltro.web.director.console import view_of
from tests.app.desk.test_reminders import running
from tests.tournament.room import BOOKS, START, at, sheet
from tests.tournament.seats import Floor

EVERY_BOOK = pytest.mark.parametrize("book", BOOKS)
TWO_DAYS = (
    Day(id="1", starts_at=datetime.fromisoformat(START), until_level=2),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), from_level=3),
)


def asked(floor):
    found = EventView(floor.house, floor.house.world.live("tournament:t1"), floor.now)
    return {one.key: one for one in needs(found, view_of(found), None)}


def press(floor, deed):
    return floor.do(deed.command, role="director", who="dt", tournament="t1", **deed.fields)


@pytest.mark.clause("bpt-2015:3")
def test_whoever_missed_a_whole_level_leaves_by_the_form_that_asks_for_his_chips():
    """The stack leaves play with him, so that a key without it could only be refused."""
    floor = running("bpt-2015")
    floor.order("MarkAway", entry="e2", from_level_start=True)
    floor.now = later(floor.now, seconds=30 * 60)
    prompt = asked(floor)["director.need.absent"]
    assert prompt.deeds == ()
    assert (prompt.spot.which, prompt.spot.given) == ("EliminateAbsent", (("entry", "e2"),))
    floor.order("EliminateAbsent", entry="e2", stack=30000)
    assert "director.need.absent" not in asked(floor)


@pytest.mark.parametrize(
    ("book", "by_cards"),
    [*((book, True) for book in BOOKS), *((book, False) for book in ("cgp-2024", "adtp-2012", "bpt-2015"))],
)
@pytest.mark.clause("cgp-2024:2.5", "nps-2019:I")
def test_an_alternate_gets_the_chair_that_fell_free_where_chairs_are_given_by_hand(book, by_cards):
    """Players pull a card, or the direction seats whoever comes late (NPS and ADTP 2023 draw): the list goes on."""
    floor = Floor(
        book,
        days=(Day(id="1", starts_at=datetime.fromisoformat(START)),),
        answers={} if by_cards else {"entry.late.draw": "director"},
    )
    floor.open((1, 2), (2, 2), by_cards=by_cards)
    floor.fill(4)
    chairs = [(1, 1), (1, 2), (2, 1), (2, 2)]
    for number, (table, seat) in enumerate(chairs if by_cards else (), 1):
        floor.done("SeatByCard", role="floor", tournament="t1", entry=f"e{number}", table=table, seat=seat)
    floor.sell("e5", "p5")
    assert floor.state.waiting == ["e5"]
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    gone = floor.state.floor.chair_of["e4"]
    floor.bust("e4")
    floor.done("SeatAlternate", tournament="t1", entry="e5")
    assert (floor.state.waiting, floor.state.entries["e5"].status) == ([], "live")
    prompt = asked(floor)["director.need.unseated"]
    assert prompt.deeds == ()
    by_card = ("act", "SeatByCard", (("entry", "e5"),))
    assert (prompt.spot.name, prompt.spot.which, prompt.spot.given) == (
        by_card if by_cards else ("player", "e5", ())
    )
    act, more = ("SeatByCard", {}) if by_cards else ("SeatPlayer", {"reason": "lista de espera"})
    floor.order(act, entry="e5", table=gone.table, seat=gone.seat, **more)
    assert floor.at(gone.table, gone.seat) == "e5"
    assert not complaints(floor.state, floor.book_now)


@EVERY_BOOK
def test_on_the_second_day_chairs_are_drawn_at_its_own_tables(book):
    """Six bagged; yesterday's tables are still open: nobody is sent there, by the key or by hand."""
    floor = Floor(book, days=TWO_DAYS, items=sheet(book).items[:1], late_registration=1)
    floor.open((1, 3), (2, 3), day="1")
    floor.fill(6)
    floor.now = at("14:00")
    floor.order("StartClock", day="1")
    floor.now = at("15:01")
    for number in range(1, 7):
        floor.done("Bag", role="floor", tournament="t1", entry=f"e{number}", chips=30000)
        floor.done("VerifyBag", role="director", who="x", tournament="t1", entry=f"e{number}", chips=30000)
    floor.order("EndDay")
    floor.now = at("13:50", "2026-11-21")
    floor.order("StartDay", day="2")
    floor.open((5, 6), draw="d2", day="2")
    assert floor.no("SeatEntries", day="1").because == "days.ended"
    late = [{"number": 9, "chairs": 6}]
    assert floor.no("OpenTables", day="1", draw="d9", tables=late).because == "days.ended"
    floor.done("CheckIdentity", tournament="t1", entry="e1", day="1")
    floor.done("CheckIn", tournament="t1", entry="e1", day="1")
    assert floor.state.floor.chair_of == {}
    assert floor.no("SeatPlayer", entry="e1", table=1, seat=1, reason="teste").because == "days.ended"
    (key,) = asked(floor)["director.need.unseated"].deeds
    assert isinstance(press(floor, key), Done)
    assert {chair.table for chair in floor.state.floor.chair_of.values()} == {5}


def test_entries_are_extended_to_a_level_that_is_not_past():
    """CGP wanted fifteen by the end of level 4; it is level 12, and entries had closed after level 10."""
    floor = running("cgp-2024")
    floor.order("MarkLevel", level=5)
    floor.order("GoToLevel", day="1", level=12, reason="teste")
    (key,) = asked(floor)["notice.too_few_entries"].deeds
    assert key.fields == {"until_level": 12}
    assert isinstance(press(floor, key), Done)


def test_a_suspended_tournament_is_resumed_and_not_its_clock_alone():
    floor = running("nps-2019")
    floor.order("PauseClock", day="1")
    assert "director.need.paused" in asked(floor)
    floor.order("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    listed = asked(floor)
    assert "director.need.paused" not in listed
    assert listed["director.need.suspended"].spot.which == "ResumeTournament"
    floor.order("ResumeTournament", reason="a luz voltou")
    assert "director.need.paused" in asked(floor)
