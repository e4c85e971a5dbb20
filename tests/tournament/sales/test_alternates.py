"""Whoever bought an entry sits, or waits in line, or is told what becomes of it: nobody falls between the chairs."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

import pytest

from feltro.tournament.checks import complaints
from feltro.tournament.sales.alternates import unseated
from feltro.tournament.sheet import Day
from tests.tournament.room import BOOKS, START, at
from tests.tournament.seats import Floor

OPEN_ENDED = (Day(id="1", starts_at=datetime.fromisoformat(START)),)
"""The sheet names no number of seats: the tables in the room are what there is."""
TWO_FLIGHTS = (
    Day(id="1A", starts_at=datetime.fromisoformat(START), until_level=12),
    Day(id="1B", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), until_level=12),
    Day(id="2", starts_at=datetime.fromisoformat("2026-11-22T14:00:00-03:00"), from_level=13),
)
EVERY_BOOK = pytest.mark.parametrize("book", BOOKS)
LISTED = pytest.mark.clause("cgp-2024:2.5", "nps-2019:I")


def full_room(book: str = "nps-2019", **more: Any) -> Floor:
    """Two tables of three, all taken, and three who bought after that."""
    floor = Floor(book, days=OPEN_ENDED, **more)
    floor.open((1, 3), (2, 3))
    floor.fill(6)
    for number in (7, 8, 9):
        floor.sell(f"e{number}", f"p{number}")
    floor.order("SetBalancing", mode="off")
    return floor


def call(floor: Floor, entry: str) -> None:
    floor.done("CallAlternate", tournament="t1", entry=entry)


def skip(floor: Floor, entry: str) -> None:
    floor.done("SkipAlternate", tournament="t1", entry=entry)


def start(floor: Floor, level: int = 1, day: str = "1") -> None:
    floor.now = at("14:00")
    floor.order("StartClock", day=day)
    if level > 1:
        floor.order("GoToLevel", day=day, level=level, reason="teste")


@EVERY_BOOK
@LISTED
def test_with_every_chair_taken_the_next_buyer_waits_in_order_of_sale(book):
    """The sheet has no `seats`: the room's chairs are the limit, in every book."""
    floor = full_room(book)
    assert floor.state.waiting == ["e7", "e8", "e9"]
    assert {floor.state.entries[one].status for one in floor.state.waiting} == {"waiting"}
    assert floor.refused("SeatAlternate", tournament="t1", entry="e7").because == "alternate.no_seat"


@EVERY_BOOK
@LISTED
def test_a_chair_that_falls_free_is_the_first_ones_and_a_new_buyer_does_not_jump_the_line(book):
    floor = full_room(book)
    floor.bust(floor.at(1, 2))
    floor.sell("e10", "p10")
    assert floor.state.waiting == ["e7", "e8", "e9", "e10"]
    assert floor.refused("SeatAlternate", tournament="t1", entry="e8").because == "alternate.not_first"
    floor.done("SeatAlternate", tournament="t1", entry="e7")
    assert floor.at(1, 2) == "e7"
    assert floor.state.entries["e7"].chips == 30000


@EVERY_BOOK
@LISTED
def test_who_is_called_and_does_not_come_lets_one_by_and_stays_first_then_goes_last(book):
    """Five minutes from the call; passed over once he is still next, after the second call he is the last."""
    floor = full_room(book)
    floor.bust(floor.at(1, 2))
    assert floor.refused("SkipAlternate", tournament="t1", entry="e7").because == "alternate.not_called"
    floor.now = at("14:10")
    call(floor, "e7")
    floor.now = at("14:14")
    refused = floor.refused("SkipAlternate", tournament="t1", entry="e7")
    assert (refused.because, refused.values["minutes"]) == ("alternate.still_time", 5)
    assert floor.refused("SeatAlternate", tournament="t1", entry="e8").because == "alternate.not_first"
    floor.now = at("14:15")
    skip(floor, "e7")
    floor.done("SeatAlternate", tournament="t1", entry="e8")
    assert floor.state.waiting == ["e7", "e9"]
    floor.bust(floor.at(2, 1))
    assert floor.refused("SeatAlternate", tournament="t1", entry="e9").because == "alternate.not_first"
    call(floor, "e7")
    floor.now = at("14:20")
    skip(floor, "e7")
    assert floor.state.waiting == ["e9", "e7"]
    floor.sell("e10", "p10")
    assert floor.state.waiting == ["e9", "e7", "e10"]
    floor.done("SeatAlternate", tournament="t1", entry="e9")
    floor.bust(floor.at(2, 2))
    floor.done("SeatAlternate", tournament="t1", entry="e7")


def test_two_free_chairs_call_two_at_once():
    """Whoever of the first two comes first sits down; the third has to wait."""
    floor = full_room()
    floor.bust(floor.at(1, 2))
    floor.bust(floor.at(2, 2))
    call(floor, "e7")
    call(floor, "e8")
    assert floor.refused("CallAlternate", tournament="t1", entry="e9").because == "alternate.not_first"
    floor.done("SeatAlternate", tournament="t1", entry="e8")
    floor.done("SeatAlternate", tournament="t1", entry="e7")


def test_the_whole_line_absent_starts_again_with_the_first():
    """Both were passed over: the first one is asked once more, and nobody is stuck."""
    floor = full_room(answers={"alternates.call_minutes": 0, "alternates.calls": 9})
    floor.bust(floor.at(1, 2))
    for entry in ("e7", "e8", "e9"):
        call(floor, entry)
        skip(floor, entry)
    assert floor.refused("SeatAlternate", tournament="t1", entry="e8").because == "alternate.not_first"
    floor.done("SeatAlternate", tournament="t1", entry="e7")


def test_a_table_that_is_opened_takes_the_line_in():
    """`SeatEntries` seats those who wait too, first come first, and leaves the rest in line."""
    floor = full_room()
    floor.open((3, 2), draw="mais")
    floor.order("SeatEntries", day="1")
    assert floor.state.waiting == ["e9"]
    assert {"e7", "e8"} <= floor.state.floor.chair_of.keys()
    assert not complaints(floor.state, floor.book_now)


def test_sold_before_the_tables_opened_and_no_chair_left_is_waiting_not_lost():
    """Ten sold, six chairs in the room: whoever bought last waits."""
    floor = Floor("nps-2019", days=OPEN_ENDED)
    for number in range(1, 11):
        floor.sell(f"e{number}", f"p{number}")
    floor.open((1, 3), (2, 3))
    floor.order("SeatEntries", day="1")
    assert floor.state.waiting == ["e7", "e8", "e9", "e10"]
    assert not complaints(floor.state, floor.book_now)


def test_who_came_through_to_the_next_day_waits_in_no_line_for_want_of_a_table():
    """Two bagged, one chair open on day 2: the other is still in, without a chair, until a table is opened."""
    floor = Floor("nps-2019", days=TWO_FLIGHTS)
    floor.open((1, 3), day="1A")
    for number in (1, 2, 3):
        floor.sell(f"e{number}", f"p{number}", day="1A")
    start(floor, 12, "1A")
    for number in (1, 2, 3):
        floor.order("Bag", entry=f"e{number}", chips=30000)
    floor.open((7, 2), draw="d2", day="2")
    floor.order("SeatEntries", day="2")
    assert floor.state.waiting == []
    assert {one.status for one in floor.state.entries.values()} == {"bagged"}
    assert not complaints(floor.state, floor.book_now)


@EVERY_BOOK
@LISTED
def test_after_entries_close_the_line_is_served_two_more_levels_and_then_given_back(book):
    """House default: two levels; then all that was paid goes back, though the player may not cancel himself."""
    floor = full_room(book)
    start(floor, 10)
    for how in ("", "refund"):
        told = floor.no("SettleAlternates", how=how)
        assert (told.because, told.values) == ("alternate.entries_open", {"count": 3})
    floor.order("CloseRegistration")
    told = floor.no("SettleAlternates")
    assert (told.because, told.values) == ("alternate.line_served", {"count": 3, "level": 12})
    assert floor.no("SettleAlternates", entry="e1").because == "alternate.nobody_left"
    floor.bust(floor.at(1, 2))
    floor.done("SeatAlternate", tournament="t1", entry="e7")
    floor.order("GoToLevel", day="1", level=12, reason="teste")
    floor.bust(floor.at(1, 1))
    floor.done("SeatAlternate", tournament="t1", entry="e8")
    floor.order("GoToLevel", day="1", level=13, reason="teste")
    floor.bust(floor.at(1, 3))
    assert floor.refused("SeatAlternate", tournament="t1", entry="e9").because == "alternate.line_closed"
    assert floor.no("AnnouncePrizes").because == "prizes.alternates_wait"
    assert floor.refused("CancelEntry", tournament="t1", entry="e9", desk="d1").because in {
        "cancel.alternate",
        "cancel.too_late",
    }
    floor.order("SettleAlternates")
    assert (floor.state.waiting, floor.state.entries["e9"].status) == ([], "cancelled")
    before = floor.held("drawer:ana:cash")
    floor.done("PayRefund", tournament="t1", sale="e9", desk="d1")
    price = floor.state.sales["e9"].price_centavos
    assert before - floor.held("drawer:ana:cash") == price
    assert not complaints(floor.state, floor.book_now)


def test_where_the_event_refunds_at_once_nobody_is_seated_after_the_close():
    floor = full_room(answers={"alternates.unseated_at_close": "refund"})
    start(floor)
    floor.order("CloseRegistration")
    floor.bust(floor.at(1, 2))
    assert floor.refused("SeatAlternate", tournament="t1", entry="e7").because == "alternate.line_closed"
    floor.order("SettleAlternates")
    assert floor.state.waiting == []


def test_the_next_flight_takes_over_an_entry_that_found_no_chair():
    """Sold for 1A, played on 1B, with its number and its price; the counters of both days agree."""
    answers = {"alternates.unseated_at_close": "next_flight"}
    floor = Floor("nps-2019", days=TWO_FLIGHTS, answers=answers)
    floor.open((1, 2), day="1A")
    for number in (1, 2, 3):
        floor.sell(f"e{number}", f"p{number}", day="1A")
    assert floor.state.waiting == ["e3"]
    start(floor, 11, "1A")
    floor.order("SettleAlternates")
    moved = floor.state.entries["e3"]
    assert (moved.day, moved.status, moved.number) == ("1B", "live", 3)
    floor.open((7, 2), draw="b", day="1B")
    floor.order("SeatEntries", day="1B")
    assert floor.state.floor.chair_of["e3"].table == 7
    assert not complaints(floor.state, floor.book_now)


def test_one_who_waits_for_a_flight_that_is_over_holds_nobody_up():
    """One list for the whole event: a line that is closed stands before nobody of the next flight."""
    floor = Floor("nps-2019", days=TWO_FLIGHTS)
    floor.open((1, 2), day="1A")
    floor.open((7, 2), draw="b", day="1B")
    for number in (1, 2, 3):
        floor.sell(f"e{number}", f"p{number}", day="1A")
    start(floor, 11, "1A")
    floor.now = at("13:30", "2026-11-21")
    for number in (4, 5, 6):
        floor.sell(f"e{number}", f"p{number}", day="1B")
    assert floor.state.waiting == ["e3", "e6"]
    floor.order("SetBalancing", mode="off")
    floor.bust(floor.at(7, 1))
    floor.done("SeatAlternate", tournament="t1", entry="e6")


@EVERY_BOOK
@pytest.mark.parametrize("seed", range(4))
@LISTED
def test_nobody_who_bought_is_neither_seated_nor_waiting_nor_told(book, seed):
    """Random rooms: tables opened, locked and closed, sales, busts, calls; and the close. Nobody is ever lost."""
    pick = random.Random(f"{book}{seed}")
    floor = Floor(book, days=OPEN_ENDED, answers={"alternates.call_minutes": 0})
    floor.open((1, 3), (2, 2))
    floor.order("SetBalancing", mode="off")
    bought = 0
    for step in range(40):
        state = floor.state
        seated = sorted(state.floor.chair_of)
        match pick.choice(["sell", "sell", "sell", "bust", "seat", "call", "skip", "open", "all", "lock"]):
            case "sell":
                bought += 1
                floor.enter(bought) if not _is_full(floor) else floor.sell(f"e{bought}", f"p{bought}")
            case "bust" if len(seated) > 2:
                floor.bust(pick.choice(seated))
            case "seat" | "call" | "skip" as act if state.waiting:
                name = {"seat": "SeatAlternate", "call": "CallAlternate", "skip": "SkipAlternate"}[act]
                floor.do(name, tournament="t1", entry=pick.choice(state.waiting))
            case "open" if step % 9 == 0:
                floor.open((10 + step, 2), draw=f"d{step}")
            case "all":
                floor.do("SeatEntries", role="director", tournament="t1", day="1")
            case "lock":
                free = [(one.number, chair) for one in state.floor.tables.values() for chair in one.free()]
                if free:
                    table, seat = pick.choice(free)
                    floor.order("LockChair", table=table, seat=seat, why="broken")
        assert _lost(floor) == []
        assert not complaints(floor.state, floor.book_now)
    start(floor, 13)
    floor.order("CloseRegistration")
    assert {one.id for one in unseated(floor.state, floor.book_now, floor.now)} == set(floor.state.waiting)
    if floor.state.waiting:
        floor.order("SettleAlternates")
    assert _lost(floor) == []


def _is_full(floor: Floor) -> bool:
    hall = floor.state.floor.halls["1"]
    return bool(floor.state.waiting) or hall.chairs <= floor.state.taken("1")


def _lost(floor: Floor) -> list[str]:
    """Live without a chair, though a chair is what a live player has; or waiting and not on the list."""
    state = floor.state
    return [
        one.id
        for one in state.entries.values()
        if (one.status == "live" and one.id not in state.floor.chair_of)
        or (one.status == "waiting") != (one.id in state.waiting)
    ]
