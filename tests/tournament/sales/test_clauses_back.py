"""Going back: cancelled, voided, stopped, moved, called off; who gets what, and what is derived again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
import pytest

from feltro.app.desk.counter import book_of, refunds
from feltro.app.desk.notices import notices
from feltro.tournament.prizes.due import due
from feltro.tournament.sheet import Day, Satellite
from tests.tournament.room import BOOKS, Room, at, sheet

ALL = pytest.mark.parametrize("book", BOOKS)
PRICE = {"nps-2019": 39000}
STOP = {"tournament": "t1", "cause": "outside_control", "reason": "queda de energia"}


def cites(refused: Any) -> set[str]:
    return {str(cite) for cite in refused.cites}


def listed(room: Room) -> Any:
    return refunds(room.state, book_of(room.house, room.state, room.now), room.now)


def noticed(room: Room) -> list[str]:
    return [one.because for one in notices(room.state, book_of(room.house, room.state, room.now), room.now)]


# Cancelling and slips


@pytest.mark.clause("cgp-2024:2.6", "nps-2019:J")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_a_slip_of_the_desk_is_not_a_cancellation(book):
    """At 13:45 the player may not cancel; the director voids the slip with a reason while the seat is empty."""
    room = Room(book=book)
    room.sell("e1", "p1")
    room.now = at("13:45")
    assert room.refused("CancelEntry", tournament="t1", entry="e1", desk="d1").because == "cancel.too_late"
    slip = {"tournament": "t1", "sale": "e1", "desk": "d1"}
    assert room.refused("VoidSale", role="floor", **slip, reason="x").because == "permission.role_may_not"
    assert room.refused("VoidSale", role="director", **slip, reason=" ").because == "void.needs_reason"
    room.done("VoidSale", role="director", **slip, reason="pessoa errada", receipt_returned=True)
    assert (room.state.entries["e1"].status, room.held("drawer:ana:cash")) == ("void", 100000)
    room.sell("e2", "p2")
    room.done("CheckIdentity", tournament="t1", entry="e2", day="1")
    room.done("CheckIn", tournament="t1", entry="e2", day="1")
    taken = room.refused("VoidSale", role="director", **{**slip, "sale": "e2"}, reason="x", receipt_returned=True)
    assert taken.because == "void.seat_taken"


@pytest.mark.clause("cgp-2024:2.6")
def test_a_cancelled_card_gets_its_surcharge_back_too():
    """All that was paid goes back the way it came: price and fee."""
    room = Room(days=(Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T15:00:00-03:00")),))
    room.now = at("14:00")
    room.sell("e1", "p1", method="credit_card")
    room.done("CancelEntry", tournament="t1", entry="e1", desk="d1", nsu="4711")
    assert (room.held("drawer:ana:credit"), room.held("card_fees:credit"), room.held("payable:p1")) == (0, 0, 0)


@pytest.mark.clause("cgp-2024:2.6")
@pytest.mark.parametrize(("method", "box", "fee"), [("debit_card", "debit", 3100), ("credit_card", "credit", 6200)])
def test_a_card_fee_comes_back_from_the_account_that_it_went_to(method, box, fee):
    """Debit from debit, credit from credit: nothing is left in either, and none is short."""
    room = Room(days=(Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T15:00:00-03:00")),))
    room.now = at("14:00")
    room.sell("e1", "p1", method=method)
    assert (room.held(f"drawer:ana:{box}"), room.held(f"card_fees:{box}")) == (62000 + fee, fee)
    room.done("CancelEntry", tournament="t1", entry="e1", desk="d1", nsu="4711")
    for account in ("card_fees:debit", "card_fees:credit", "drawer:ana:debit", "drawer:ana:credit", "payable:p1"):
        assert room.held(account) == 0, account
    assert room.held("drawer:ana:cash") == 100000


@pytest.mark.clause("nps-2019:H", "cgp-2024:2.4")
@pytest.mark.parametrize("book", ["nps-2019", "cgp-2024"])
def test_a_seat_comes_back_as_a_seat_and_never_as_money(book):
    """An entry paid by a ticket and called off: whatever way is asked for, the ticket is open again."""
    room = Room(book=book)
    price = room.state.sheet.items[0].price_centavos
    ticket = {"season": "s26", "ticket": "k1", "owner": "a", "target": "t1", "value_centavos": price}
    room.person("a")
    room.done("IssueTicket", role="organiser", **ticket)
    paying = [{"method": "ticket", "amount_centavos": price, "ticket": "k1"}]
    room.done("SellEntry", **room.sale("e1", "a", payments=paying))
    room.done("StopTournament", role="director", action="cancel", **STOP)
    room.done("PayRefund", tournament="t1", sale="e1", desk="d1", method="cash")
    assert room.house.world.live("season:s26").state.tickets["k1"].status == "open"
    assert (room.held("drawer:ana:cash"), room.held("payable:a")) == (100000, 0)


# Stopping and moving


@pytest.mark.clause("cgp-2024:1.5", "nps-2019:E", "nps-2019:E.b")
@ALL
def test_the_refund_list_has_every_entry_before_and_after_cancelling(book):
    """37 entries: 37 lines with the price of each (R$ 22,940 in CGP, R$ 14,430 in NPS), and paid lines say so."""
    room = Room(book=book)
    for number in range(37):
        room.sell(f"e{number}", f"p{number}")
    ticket = {"season": "s26", "ticket": "k1", "owner": "q1", "target": "t1", "value_centavos": 100}
    room.person("q1")
    room.done("IssueTicket", role="organiser", **ticket)
    total = 37 * PRICE.get(book, 62000)
    before = listed(room)
    assert (before.of, len(before.lines), before.total_centavos) == ("if_cancelled", 37, total)
    room.done("StopTournament", role="director", action="cancel", **STOP)
    after = listed(room)
    assert (after.of, len(after.lines), after.total_centavos) == ("owed", 37, total)
    assert book not in {"cgp-2024", "nps-2019"} or total == {"cgp-2024": 2294000, "nps-2019": 1443000}[book]
    room.done("PayRefund", tournament="t1", sale="e5", desk="d1")
    assert sum(line.given_back_centavos for line in listed(room).lines) == total // 37


@pytest.mark.clause("nps-2019:E.a")
def test_a_receipt_after_the_date_of_the_cancellation_is_not_refunded():
    """Cancelled as of 10 June; receipts of the 9th and the 11th: only the first is on the list."""
    room = Room(book="nps-2019", days=(Day(id="1", starts_at=datetime.fromisoformat("2019-06-12T14:00:00-03:00")),))
    for day, entry in (("2019-06-09", "e1"), ("2019-06-11", "e2")):
        room.now = at("15:00", day)
        credited = f"{day}T12:00:00-03:00"
        room.done("SellAhead", **room.ahead(entry, f"p-{entry}", method="cash", credited_at=credited))
    since = "2019-06-10T23:59:00-03:00"
    room.done("StopTournament", role="director", action="cancel", **STOP, since=since)
    assert [line.sale for line in listed(room).lines] == ["e1"]


@pytest.mark.clause("cgp-2024:1.5", "nps-2019:E")
@ALL
@pytest.mark.parametrize("action", ["suspend", "end"])
def test_a_tournament_is_suspended_or_ended_for_a_cause_and_owes_nothing_for_it(book, action):
    """Nothing is sold meanwhile; a suspended one resumes, an ended one does not; nothing is owed by itself."""
    room = Room(book=book)
    room.sell("e1", "p1")
    assert room.refused("StopTournament", action=action, **STOP).because == "permission.role_may_not"
    room.done("StopTournament", role="director", key="stop", action=action, **STOP)
    assert room.house.store.kept("reason", "stop").body == b"queda de energia"
    assert room.refused("SellEntry", **room.sale("e2", "p2")).because == "tournament.stopped"
    assert room.held("payable:p1") == 0
    outcome = room.do("ResumeTournament", role="director", tournament="t1")
    if action == "end":
        assert outcome.because == "stop.not_suspended"
    else:
        room.sell("e2", "p2")


@pytest.mark.clause("cgp-2024:1.3", "nps-2019:C", "cgp-2024:1.5", "nps-2019:E")
@ALL
def test_a_moved_tournament_keeps_both_times_and_moves_its_limits(book):
    """From 14:00 to 17:00: old and new time and the reason are kept, and cancelling is possible until 16:00."""
    room = Room(book=book)
    room.sell("e1", "p1")
    move = {"tournament": "t1", "day": "1", "starts_at": "2026-11-20T17:00:00-03:00", "reason": "chuva"}
    assert room.refused("MoveStart", **move).because == "permission.role_may_not"
    event = msgspec.json.decode(room.done("MoveStart", role="director", key="moved", **move).events[0].event)
    assert (event["was"], event["starts_at"], event["reason"]) == (at("14:00"), at("17:00"), "moved")
    room.now = at("16:00")
    limit = book_of(room.house, room.state, room.now)["cancel.until_minutes_before"].value
    outcome = room.do("CancelEntry", tournament="t1", entry="e1", desk="d1")
    assert hasattr(outcome, "because") is (limit > 60)
    room.done("StopTournament", role="director", action="cancel", **STOP)
    again = {**move, "starts_at": "2026-11-20T18:00:00-03:00"}
    assert room.refused("MoveStart", role="director", **again).because == "tournament.stopped"


# Minimum entries


@pytest.mark.clause("cgp-2024:2.8", "cgp-2024:2.8.4")
def test_level_four_with_fourteen_entries_owes_8680():
    """14 entries when level 4 ends: the director is asked, calls it off, and R$ 8,680 are owed."""
    room = Room()
    for number in range(14):
        room.sell(f"e{number}", f"p{number}")
    room.done("MarkLevel", role="director", tournament="t1", level=4)
    assert "notice.too_few_entries" not in noticed(room)
    room.done("MarkLevel", role="director", tournament="t1", level=5)
    assert "notice.too_few_entries" in noticed(room)
    room.done("CallOff", role="director", tournament="t1", level=4)
    assert listed(room).total_centavos == 868000
    assert "notice.too_few_entries" not in noticed(room)


@pytest.mark.clause("cgp-2024:2.8", "cgp-2024:2.8.3")
def test_entries_count_and_not_the_players_alive():
    """12 entries sold and 9 still alive when level 3 ends: it goes on."""
    room = Room()
    for number in range(12):
        room.sell(f"e{number}", f"p{number}")
    room.done("MarkLevel", role="director", tournament="t1", level=3)
    for number in range(3):
        room.done("Eliminate", role="director", tournament="t1", entry=f"e{number}")
    done = room.done("MarkLevel", role="director", tournament="t1", level=4)
    assert "MinimumMissed" not in [told.name for told in done.events]


@pytest.mark.clause("cgp-2024:2.8", "cgp-2024:2.8.4")
def test_the_fifteenth_entry_sold_during_level_four_is_in_time():
    """Level 4 begins with 14 and ends with 15: it goes on."""
    room = Room()
    for number in range(14):
        room.sell(f"e{number}", f"p{number}")
    room.done("MarkLevel", role="director", tournament="t1", level=4)
    room.sell("e14", "p14")
    done = room.done("MarkLevel", role="director", tournament="t1", level=5)
    assert "MinimumMissed" not in [told.name for told in done.events]


@pytest.mark.parametrize("book", BOOKS[1:])
def test_books_without_minimums_call_nothing_off(book):
    """Nobody entered and level 5 began: no prompt, and calling off is refused, for none is asked for."""
    room = Room(book=book)
    room.done("MarkLevel", role="director", tournament="t1", level=5)
    assert "notice.too_few_entries" not in noticed(room)
    assert room.refused("CallOff", role="director", tournament="t1", level=4).because == "minimum.none_asked"


@pytest.mark.clause("cgp-2024:2.8", "cgp-2024:2.8.1", "cgp-2024:2.8.4")
def test_a_minimum_is_not_said_to_be_met_before_its_level_ended():
    """Three entries in level 1, which asks for four: too early to say; level 5 asks for none."""
    room = Room()
    for number in range(3):
        room.sell(f"e{number}", f"p{number}")
    room.done("MarkLevel", role="director", tournament="t1", level=1)
    told = room.refused("CallOff", role="director", tournament="t1", level=1)
    assert (told.because, told.values) == ("minimum.not_counted_yet", {"level": 1, "needed": 4, "sold": 3})
    assert room.refused("CallOff", role="director", tournament="t1", level=5).because == "minimum.none_asked"
    room.sell("e3", "p3")
    room.done("MarkLevel", role="director", tournament="t1", level=2)
    assert room.refused("CallOff", role="director", tournament="t1", level=1).because == "minimum.was_met"
    assert room.refused("CallOff", role="director", tournament="t1", level=2).because == "minimum.not_counted_yet"


# Found out later


@pytest.mark.clause("cgp-2024:2.1", "nps-2019:F")
@ALL
def test_a_minor_found_later_leaves_no_trace_in_any_count(book):
    """Both entries, a rebuy paid and one owed: pool, chips, places, counts and seats are as if never sold."""
    room = Room(book=book)
    room.sell("a1", "a")
    before = {name: room.held(name) for name in ("prize_pool:t1", "rake:t1")}
    chips = room.state.chips_issued - room.state.chips_removed
    room.sell("m1", "m")
    paying = [{"method": "cash", "amount_centavos": 10000}]
    room.done("SellExtra", tournament="t1", sale="r1", entry="m1", item="rebuy", desk="d1", payments=paying)
    room.done("Eliminate", role="director", tournament="t1", entry="m1")
    room.sell("m2", "m", item="reentry")
    room.done("AnnounceRebuy", role="floor", tournament="t1", sale="r2", entry="m2", item="rebuy")
    room.done("VoidEntry", role="director", tournament="t1", entry="m2", ground="minor", reason="documento")
    state = room.state
    assert [state.entries[one].status for one in ("a1", "m1", "m2")] == ["live", "void", "void"]
    assert {name: room.held(name) for name in before} == before
    assert (state.entries_sold, state.sold("rebuy"), state.out_order, state.taken("1")) == (1, 0, [], 1)
    price = PRICE.get(book, 62000)
    assert (room.held("payable:m"), room.held("receivable:m")) == (2 * price + 10000, 0)
    for sale in ("m1", "m2", "r1"):
        room.done("PayRefund", tournament="t1", sale=sale, desk="d1")
    assert room.held("payable:m") == 0
    assert not room.house.world.balances.sum()
    left = state.chips_issued - state.chips_removed
    assert left - chips == 40000  # what m1 had when eliminated plays on in other stacks; m2's chips left the tables


def satellite(room: Room, **fields: Any) -> None:
    prize = Satellite(target="t1", seat_centavos=62000, **fields)
    made = msgspec.to_builtins(sheet("adtp-2023", kind="satellite", satellite=prize))
    room.done("CreateTournament", role="organiser", tournament="sat", season="s26", stage="e1", sheet=made)


@pytest.mark.parametrize("remainder", ["next_place", "shared", "travel"])
def test_what_the_seats_leave_of_the_pool_goes_where_the_sheet_says(remainder):
    """Four entries, R$ 1,920: three seats and R$ 60 over, for the fourth, or R$ 20 for each winner."""
    room = Room()
    satellite(room, remainder=remainder)
    for number in range(1, 5):
        room.sell(f"s{number}", f"p{number}", tournament="sat")
    room.done("Eliminate", role="director", tournament="sat", entry="s4")
    room.done("EndSatellite", role="director", tournament="sat", winners=["s1", "s2", "s3"])
    room.done("CloseRegistration", role="director", tournament="sat")
    room.done("AnnouncePrizes", role="director", tournament="sat")
    owed = {one.entry: one.amount for one in due(room.house.world.live("tournament:sat").state).values()}
    assert owed == ({"s4": 6000} if remainder == "next_place" else {"s1": 2000, "s2": 2000, "s3": 2000})
    assert not room.house.world.balances.sum()


def test_a_satellite_that_guarantees_more_than_its_pool_owes_no_remainder():
    """Three seats promised, R$ 1,440 in the pool: three tickets, nothing in money, and the house covers the rest."""
    room = Room()
    satellite(room, seats=3)
    for number in range(1, 4):
        room.sell(f"s{number}", f"p{number}", tournament="sat")
    room.done("EndSatellite", role="director", tournament="sat", winners=["s1", "s2", "s3"])
    assert (room.held("prize_pool:sat"), room.held("guarantee_cover:sat")) == (0, 3 * 62000 - 3 * 48000)
    room.done("CloseRegistration", role="director", tournament="sat")
    room.done("AnnouncePrizes", role="director", tournament="sat")
    assert room.held("prize_pool:sat") == 0
    assert not due(room.house.world.live("tournament:sat").state)


def test_a_seat_won_by_a_minor_goes_back_to_the_pool_of_its_satellite():
    """The ticket is open no more, its value is the pool's, and nobody who is void gets the next seat."""
    room = Room()
    satellite(room, seats=1)
    for number in (1, 2):
        room.sell(f"s{number}", f"p{number}", tournament="sat")
    room.done("Eliminate", role="director", tournament="sat", entry="s2")
    room.done("EndSatellite", role="director", tournament="sat", winners=["s1"])
    assert room.held("tickets:s26") == 62000
    room.done("VoidEntry", role="director", tournament="sat", entry="s1", ground="minor", reason="x")
    assert room.held("tickets:s26") == 0
    assert room.house.world.live("season:s26").state.tickets["sat-s1"].status == "lapsed"
    room.done("VoidEntry", role="director", tournament="sat", entry="s2", ground="minor", reason="x")
    assert room.held("prize_pool:sat") == 0
    assert not room.house.world.balances.sum()


@pytest.mark.clause("cgp-2024:2.6")
def test_a_rebuy_given_back_gets_its_card_surcharge_back_though_the_terminal_reverses_it_later():
    """The slip is voided at the table, the card reversed an hour later: price and fee, and nothing is left owed."""
    room = Room()
    room.sell("e1", "p1")
    sale = {"tournament": "t1", "sale": "x1", "desk": "d1"}
    paying = [{"method": "credit_card", "amount_centavos": 10000}]
    room.done("SellExtra", **sale, entry="e1", item="rebuy", payments=paying)
    assert (room.held("drawer:ana:credit"), room.held("card_fees:credit")) == (11000, 1000)
    room.done("VoidSale", **sale, reason="engano", receipt_returned=True, chips_returned=True)
    room.done("PayRefund", **sale, nsu="4711")
    assert (room.held("drawer:ana:credit"), room.held("card_fees:credit"), room.held("payable:p1")) == (0, 0, 0)
