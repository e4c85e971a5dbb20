"""Hand for hand: tables in step, the clock by hands, all-ins one by one, and no bubble announced too early."""

from __future__ import annotations

import pytest

from feltro.procedures.hand_for_hand import level_ends_in_hand, seconds_after
from feltro.tournament.days.end import playing_in
from feltro.tournament.facts.floor import TableOpened
from feltro.tournament.pace.hand_for_hand import goal_kind
from feltro.tournament.pace.tables import tables_in_step
from feltro.tournament.sheet import Level
from tests.tournament.days.test_days import hall as flights_hall
from tests.tournament.days.test_days import play
from tests.tournament.hall import BOOKS, Hall, at, cites, told
from tests.tournament.prizes.hall import Hall as PrizeHall

TOURS = {"cgp-2024": "5.3.14", "nps-2019": "23"}
LEVELS = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n, break_minutes=15 if n == 3 else 0) for n in range(1, 9))  # fmt: skip


def bubble(book: str = "cgp-2024", players: int = 11, tables: int = 5, left: int = 10) -> Hall:
    """So many players at so many tables, and the clock of level 1 with so many minutes left."""
    room = Hall(book=book, levels=LEVELS)
    room.seat(players, tables)
    room.now = at("14:00")
    room.director("StartClock")
    room.pass_time(30 - left)
    return room


def step(room: Hall, *tables: int) -> None:
    for table in tables or tuple(tables_in_step(room.state, "1")):
        room.hand(table)


@pytest.mark.clause("cgp-2024:5.3.14", "nps-2019:23")
@pytest.mark.parametrize("book", BOOKS)
def test_the_next_hand_waits_for_every_table(book):
    """41 left, 40 paid, 5 tables, 4 done: the next hand is held until the fifth reports done; one bust in it ends it."""
    room = bubble(book, players=41)
    started = room.director("StartHandForHand", paid=40)
    assert told(started, "HandForHandStarted")[0]["tables"] == [1, 2, 3, 4, 5]
    step(room, 1, 2, 3, 4)
    refused = room.no("ReleaseHand")
    assert (refused.because, refused.values["tables"]) == ("pace.tables_playing", (5,))
    if book in TOURS:
        assert cites(refused) == {f"{book}:{TOURS[book]}"}
    assert tables_in_step(room.state, "1") == {1: "done", 2: "done", 3: "done", 4: "done", 5: "playing"}
    step(room, 5)
    room.director("ReleaseHand")
    assert set(tables_in_step(room.state, "1").values()) == {"playing"}
    room.out("e1")
    step(room)
    assert room.no("ReleaseHand").because == "pace.in_the_money"
    ended = told(room.director("EndHandForHand", counted=40), "HandForHandEnded")[0]
    assert (ended["players_left"], ended["because"]) == (40, "pace.money_reached")
    assert tables_in_step(room.state, "1") == {}
    if book in TOURS:
        assert ended["cites"] == [f"{book}:{TOURS[book]}"]


def test_a_table_between_two_hands_reports_that_it_stopped():
    """It has no hand to end; once a hand was released it has one, and must end it."""
    room = bubble()
    room.director("StartHandForHand", paid=10)
    for table in (1, 2, 3, 4, 5):
        room.done("ReportTable", role="dealer", tournament="t1", table=table)
    assert room.no("ReportTable", role="dealer", table=1).because == "pace.table_done"
    room.director("ReleaseHand")
    assert room.no("ReportTable", role="dealer", table=1).because == "pace.end_the_hand"
    assert room.shown() == (1, False, 600)


@pytest.mark.clause("cgp-2024:5.3.14", "nps-2019:23")
@pytest.mark.parametrize("book", BOOKS)
def test_a_table_that_is_done_starts_no_hand(book):
    """Neither before the first release nor after its hand of this release."""
    room = bubble(book)
    room.director("StartHandForHand", paid=10)
    assert room.no("StartHand", role="dealer", table=1).because == "pace.wait"
    step(room)
    room.director("ReleaseHand")
    room.done("StartHand", role="dealer", tournament="t1", table=1)
    step(room, 1)
    assert room.no("StartHand", role="dealer", table=1).because == "pace.wait"


@pytest.mark.clause("cgp-2024:5.3.14.a", "nps-2019:23.a")
@pytest.mark.parametrize("book", BOOKS)
def test_each_hand_takes_two_minutes_off_whatever_it_lasts(book):
    """10:00 left and five hands of 11 minutes each: the level is over, and the sixth hand is in the new one."""
    room = bubble(book)
    room.director("StartHandForHand", paid=10)
    step(room)
    assert room.shown() == (1, False, 600)
    for hand in range(1, 6):
        room.director("ReleaseHand")
        room.pass_time(11)
        step(room)
        assert room.shown() == ((1, False, seconds_after(600, hand, 2)) if hand < 5 else (2, False, 1800))
    assert level_ends_in_hand(600, 2) == 5
    looked = told(room.director("ReleaseHand"), "LevelMarked")
    assert [(one["level"], one["at"]) for one in looked] == [(2, room.now)]
    room.done("StartHand", role="dealer", tournament="t1", table=1)
    assert room.state.clocks.hands[1].level == 2


def test_the_clock_takes_no_time_by_itself_hand_for_hand():
    """It is not resumed, paused or moved by minutes; when it is over it goes on from where hands brought it."""
    room = bubble(players=11)
    room.director("StartHandForHand", paid=10)
    refused = room.no("ResumeClock")
    assert (refused.because, cites(refused)) == ("clock.goes_by_hands", {"cgp-2024:5.3.14.a"})
    step(room)
    room.director("ReleaseHand")
    room.pass_time(40)
    room.out("e1")
    step(room)
    assert room.shown() == (1, False, 480)
    room.director("EndHandForHand", counted=10)
    room.pass_time(3)
    assert room.shown() == (1, False, 300)


def test_a_break_that_hands_lead_to_is_taken_in_full():
    """Level 3 ends by hands: the break waits, runs when the director says so, and no hand is released in it."""
    room = bubble(left=1)
    room.director("GoToLevel", level=3, seconds_left=60)
    room.director("StartHandForHand", paid=10)
    step(room)
    room.director("ReleaseHand")
    step(room)
    assert room.shown() == (3, True, 900)
    assert room.no("ReleaseHand").because == "clock.in_break"
    room.director("ResumeClock")
    room.pass_time(10)
    assert room.shown() == (3, True, 300)
    room.pass_time(60)
    assert room.shown() == (4, False, 1800)
    room.director("ReleaseHand")
    step(room)
    assert room.shown() == (4, False, 1680)


def test_an_extra_break_takes_no_time_off_the_level():
    """Between two hands the director gives five minutes; after them the level is as hands had left it."""
    room = bubble()
    room.director("StartHandForHand", paid=10)
    step(room)
    room.director("TakeBreak", minutes=5)
    room.pass_time(4)
    assert room.shown() == (1, True, 60)
    assert room.no("ReleaseHand").because == "clock.in_break"
    room.pass_time(50)
    assert room.shown() == (1, False, 600)
    room.director("ReleaseHand")


@pytest.mark.clause("cgp-2024:5.3.14.b", "nps-2019:23.b")
@pytest.mark.parametrize("book", BOOKS)
def test_called_all_ins_wait_and_are_run_one_by_one(book):
    """Tables 2 and 5 hold, 4 still plays: both wait; after 4 a floor runs 2 and then 5."""
    room = bubble(book)
    room.director("StartHandForHand", paid=10)
    step(room)
    room.director("ReleaseHand")
    step(room, 1, 3)
    for table in (2, 5):
        room.done("HoldAllIn", role="dealer", tournament="t1", table=table)
    refused = room.no("RunAllIn", role="floor", table=2)
    assert (refused.because, refused.values["tables"]) == ("pace.others_playing", (4,))
    step(room, 4)
    run = told(room.done("RunAllIn", who="rui", role="floor", tournament="t1", table=2), "AllInRun")[0]
    assert run["floor"] == "rui"
    assert tables_in_step(room.state, "1")[2] == "all_in_runs"
    one_by_one = room.no("RunAllIn", role="floor", table=5)
    assert (one_by_one.because, one_by_one.values["table"]) == ("pace.one_at_a_time", 2)
    step(room, 2)
    room.done("RunAllIn", role="floor", tournament="t1", table=5)
    assert room.no("ReleaseHand").because == "pace.tables_playing"
    step(room, 5)
    room.director("ReleaseHand")
    if book in TOURS:
        assert cites(refused) == cites(one_by_one) == {f"{book}:{TOURS[book]}.b"}
        assert run["cites"] == [f"{book}:{TOURS[book]}.b"]


def test_the_dealer_does_not_run_an_all_in():
    """A floor attends: the dealer's role is refused."""
    room = bubble()
    room.director("StartHandForHand", paid=10)
    step(room)
    room.director("ReleaseHand")
    assert room.no("RunAllIn", role="floor", table=1).because == "pace.no_all_in"
    room.done("HoldAllIn", role="dealer", tournament="t1", table=1)
    assert room.no("HoldAllIn", role="dealer", table=1).because == "pace.all_in_held"
    assert room.no("RunAllIn", role="dealer", table=1).because == "permission.role_may_not"


@pytest.mark.parametrize("book", BOOKS)
def test_the_bubble_is_not_announced_one_player_too_early(book):
    """Two all-ins in the last hand, one bust reported: 11 left for 10 prizes, whoever counts otherwise is refused."""
    room = bubble(book, players=12)
    room.director("StartHandForHand", paid=10)
    step(room)
    room.director("ReleaseHand")
    room.out("e1")
    assert room.no("EndHandForHand", counted=11).because == "pace.tables_playing"
    step(room)
    early = room.no("EndHandForHand", counted=10)
    assert (early.because, early.values) == ("pace.count_differs", {"counted": 10, "left": 11})
    assert room.no("EndHandForHand", counted=11).because == "pace.not_in_the_money"
    room.director("ReleaseHand")
    room.out("e2", "e3")
    step(room)
    room.director("EndHandForHand", counted=9)


def test_a_bust_taken_back_brings_the_bubble_back():
    """The bust was reported on the wrong hand: undone, 11 are left again and the room goes on."""
    room = bubble()
    room.director("StartHandForHand", paid=10)
    step(room)
    room.director("ReleaseHand")
    room.done("Eliminate", role="director", tournament="t1", entry="e1", key="bust")
    step(room)
    assert playing_in(room.state, room.state.the_sheet.day("1")) == 10
    room.done("Undo", role="director", command_key="bust")
    assert room.no("EndHandForHand", counted=10).because == "pace.count_differs"
    room.director("ReleaseHand")


def test_a_table_that_breaks_holds_nobody_up():
    """The last table that played is closed: the hand is over, and has cost its time."""
    room = bubble(players=11, tables=2)
    room.director("StartHandForHand", paid=10)
    step(room)
    room.director("ReleaseHand")
    step(room, 1)
    room.close(2)
    assert room.shown() == (1, False, 480)
    room.director("ReleaseHand")
    assert tables_in_step(room.state, "1") == {1: "playing"}


def test_what_those_who_are_left_reach_is_a_prize_where_prizes_and_no_seats_were_announced():
    room = PrizeHall().fill(9).close()
    assert goal_kind(None, room.state) == "prizes"
    room.announce()
    assert room.state.prizes.announced is not None
    assert goal_kind(None, room.state) == "prizes"


def test_hand_for_hand_needs_a_reason_to_exist():
    """Not in the money, not twice, not without tables, not before the clock was started."""
    room = Hall(levels=LEVELS)
    assert room.no("StartHandForHand", paid=1).because == "clock.not_started"
    room.now = at("14:00")
    room.director("StartClock")
    assert room.no("StartHandForHand", paid=1).because == "pace.no_tables"
    room.seat(4, 2)
    assert room.no("StartHandForHand", paid=4).because == "pace.in_the_money"
    assert room.no("ReleaseHand").because == "pace.hand_for_hand_off"
    room.director("StartHandForHand", paid=3)
    assert room.no("StartHandForHand", paid=3).because == "pace.hand_for_hand_on"


def test_a_table_without_players_is_not_waited_for():
    """A fourth table is open and empty: hand for hand asks the three where somebody sits."""
    room = bubble(players=9, tables=3)
    room.fact(TableOpened(table=4, chairs=9, day="1"))
    started = room.director("StartHandForHand", paid=8)
    assert told(started, "HandForHandStarted")[0]["tables"] == [1, 2, 3]
    assert set(tables_in_step(room.state, "1")) == {1, 2, 3}


def test_the_bubble_of_a_flight_that_ends_by_percentage_is_the_last_who_does_not_go_on():
    """12 % of 17 entries: three go on. With four left the tables play hand for hand, and nobody types a number."""
    room = flights_hall(until_percent=12)
    play(room, "1A", "2026-11-20", 17)
    room.director("OpenTables", day="1A", draw="d", tables=[{"number": n, "chairs": 9} for n in (1, 2)])
    room.director("SeatEntries", day="1A")
    room.out(*(f"e{number}" for number in range(1, 14)))
    started = told(room.director("StartHandForHand", day="1A"), "HandForHandStarted")[0]
    assert started["paid"] == 3


def test_the_direction_ends_it_before_the_money_and_says_why():
    """Six from the money: without a reason it is refused, with one it ends, whoever is still playing."""
    room = bubble("bpt-2015", players=46)
    room.director("StartHandForHand", paid=40)
    assert room.no("EndHandForHand", counted=46).because == "pace.tables_playing"
    ended = told(room.director("EndHandForHand", counted=46, reason="cedo demais"), "HandForHandEnded")[0]
    assert ended["because"] == "pace.ended_by_direction"
    assert ended["reason"]
    assert "cedo demais" not in str(ended)


def test_it_ends_by_itself_at_one_table():
    """Two tables of two; the players of one join the other, and the clock goes on."""
    room = bubble("bpt-2015", players=4, tables=2)
    room.director("StartHandForHand", paid=3)
    step(room)
    for seat, entry in enumerate(list(room.state.floor.tables[2].players.values()), 1):
        room.director("MovePlayer", entry=entry, table=1, seat=10 - seat, reason="x")
    (ended,) = told(room.director("CloseTable", table=2), "HandForHandEnded")
    assert ended["because"] == "pace.one_table"
    assert tables_in_step(room.state, "1") == {}
