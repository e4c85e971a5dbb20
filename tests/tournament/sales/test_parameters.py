"""A value of the desk that the organiser settles otherwise changes what the desk does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltro.app.desk.counter import book_of, refunds
from tests.tournament.room import Room, at, sheet

SILENT = "adtp-2012"


def settled(**answers: Any) -> Room:
    """A room under a book that leaves the desk to the organiser."""
    return Room(book=SILENT, answers={name.replace("__", "."): value for name, value in answers.items()})


@pytest.mark.parametrize(("kept", "held"), [("amount_paid", 0), ("credit", 62000)])
def test_what_a_timely_cancellation_gives_back(kept, held):
    """The money across the counter, or a credit that pays the player's next entry."""
    room = settled(cancel__refund=kept, cancel__until_minutes_before=10)
    room.sell("e1", "p1")
    room.done("CancelEntry", tournament="t1", entry="e1", desk="d1")
    assert (room.held("player_credit:p1"), room.held("payable:p1")) == (held, 0)
    assert room.held("drawer:ana:cash") == 100000 + held


@pytest.mark.parametrize("limits", [["number", "period"], ["number"], ["period"]])
def test_which_limits_of_the_sheet_hold_for_reentries(limits):
    """Only the limits that the book lets the sheet set are asked for."""
    items = list(sheet(SILENT).items)
    items[1] = msgspec.structs.replace(items[1], limit=msgspec.structs.replace(items[1].limit, per_person=1))
    room = Room(book=SILENT, items=tuple(items), answers={"reentry.limits": limits})
    room.sell("e1", "p1")
    for entry, level in (("e1", 2), ("e2", 9)):
        room.done("MarkLevel", role="director", tournament="t1", level=level)
        room.done("Eliminate", role="director", tournament="t1", entry=entry)
        outcome = room.do("SellEntry", **room.sale(f"e{int(entry[1]) + 1}", "p1", item="reentry"))
    expected = "reentry.period_over" if "period" in limits else "entry.limit_per_person"
    assert outcome.because == expected


@pytest.mark.parametrize(("seats", "status"), [("empty_seats", "live"), ("new_tables", "waiting")])
def test_whether_the_extension_fills_empty_seats(seats, status):
    """Who buys in the extension sits down, or waits for a new table."""
    room = settled(entry__late__seats=seats)
    room.sell("e1", "p1")
    room.done("MarkLevel", role="director", tournament="t1", level=11)
    room.done("ExtendRegistration", role="director", tournament="t1", until_level=12)
    room.sell("e2", "p2")
    assert [room.state.entries[one].status for one in ("e1", "e2")] == ["live", status]


@pytest.mark.clause("nps-2019:E.b")
@pytest.mark.parametrize("counts", [False, True])
def test_whether_a_seat_not_exchanged_is_on_the_refund_list(counts):
    """A seat is a credit and no entry, unless the book counts it as one."""
    room = settled(ticket__counts_as_entry=counts)
    room.sell("e1", "p1")
    ticket = {"season": "s26", "ticket": "k1", "owner": "q1", "target": "t1", "value_centavos": 62000}
    room.person("q1")
    room.done("IssueTicket", role="organiser", **ticket)
    seats = room.house.world.live("season:s26").state.open_tickets("t1")
    listed = refunds(room.state, book_of(room.house, room.state, room.now), room.now, seats)
    assert [line.sale for line in listed.lines] == (["e1", "k1"] if counts else ["e1"])


def test_a_rebuy_that_does_not_play_at_once_is_paid_first():
    """Where announced chips do not play, announcing is refused and the desk sells."""
    room = Room(book="cgp-2024", answers={"rebuy.chips_play_at_once": False})
    room.sell("e1", "p1")
    announce = {"tournament": "t1", "sale": "r1", "entry": "e1", "item": "rebuy"}
    assert room.refused("AnnounceRebuy", role="floor", **announce).because == "rebuy.pay_first"
    paying = [{"method": "cash", "amount_centavos": 10000}]
    room.done("SellExtra", tournament="t1", sale="r1", entry="e1", item="rebuy", desk="d1", payments=paying)


@pytest.mark.parametrize(
    ("minutes", "hour", "in_time"), [(60, "13:00", True), (30, "13:30", True), (30, "13:31", False)]
)
@pytest.mark.parametrize("included", [True, False])
def test_until_when_an_entry_is_cancelled_and_whether_the_limit_counts(minutes, hour, in_time, included):
    """Exactly at the limit is in time only where the limit is included."""
    room = settled(cancel__until_minutes_before=minutes, cancel__limit_included=included)
    room.now = at("13:00")
    room.sell("e1", "p1")
    room.now = at(hour)
    outcome = room.do("CancelEntry", tournament="t1", entry="e1", desk="d1")
    assert hasattr(outcome, "because") is not (in_time and included)
