"""The organiser cancels: every player gets all that the entry cost, however it was called off and in every book."""

from __future__ import annotations

import pytest

from feltro.app.desk.counter import book_of, refunds
from tests.tournament.room import BOOKS, Room, at

CAUSE = {"cause": "outside_control", "reason": "queda de energia"}
DIRECTOR = {"tournament": "t1", "role": "director"}


def sold(book: str) -> Room:
    """One entry by credit card with a rebuy by debit card, one in cash that is out already; where the book takes
    cash alone, all of it in cash."""
    room = Room(book=book)
    cards = book != "nps-2019"
    room.sell("e1", "p1", method="credit_card" if cards else "cash")
    room.sell("e2", "p2")
    room.sell("e3", "p3")
    room.done("MarkLevel", level=1, **DIRECTOR)
    paying = [{"method": "debit_card" if cards else "cash", "amount_centavos": 10000}]
    room.done("SellExtra", tournament="t1", sale="x1", entry="e1", item="rebuy", desk="d1", payments=paying)
    room.done("Eliminate", entry="e3", **DIRECTOR)
    return room


def call_off(room: Room) -> None:
    room.now = at("19:30")
    room.done("MarkLevel", level=5, **DIRECTOR)
    room.done("CallOff", level=4, **DIRECTOR)


def cancel(room: Room) -> None:
    room.done("StopTournament", action="cancel", **CAUSE, **DIRECTOR)


def refund_in_mid_play(room: Room) -> None:
    room.done("StopTournament", action="suspend", **CAUSE, **DIRECTOR)
    room.done("SettleStopped", way="refund", reason="não volta hoje", **DIRECTOR)


WAYS = [(book, way) for book in BOOKS for way in (cancel, refund_in_mid_play)] + [("cgp-2024", call_off)]


@pytest.mark.clause("cgp-2024:1.5", "cgp-2024:2.8", "nps-2019:E")
@pytest.mark.parametrize(("book", "way"), WAYS)
def test_the_card_surcharge_goes_back_too(book, way):
    """Price, rebuy and both surcharges: no account of the event or of the cards holds anything afterwards."""
    room = sold(book)
    fees = room.held("card_fees:credit") + room.held("card_fees:debit")
    listed = refunds(room.state, book_of(room.house, room.state, room.now), room.now)
    way(room)
    owed = refunds(room.state, book_of(room.house, room.state, room.now), room.now)
    price = 39000 if book == "nps-2019" else 62000
    assert (listed.total_centavos, owed.total_centavos) == (3 * price + 10000 + fees,) * 2
    for sale in ("e1", "e2", "e3", "x1"):
        room.done("PayRefund", tournament="t1", sale=sale, desk="d1", nsu="4711")
    empty = ("card_fees:credit", "card_fees:debit", "drawer:ana:credit", "drawer:ana:debit", "prize_pool:t1")
    assert {account: room.held(account) for account in (*empty, "rake:t1", "payable:p1")} == dict.fromkeys(
        (*empty, "rake:t1", "payable:p1"), 0
    )
    assert room.held("drawer:ana:cash") == 100000
    assert room.house.world.balances.sum().centavos == 0


@pytest.mark.clause("cgp-2024:1.5")
def test_a_house_may_settle_that_the_surcharge_stays():
    """Where the book is silent the organiser may answer otherwise."""
    room = Room(book="adtp-2023", answers={"event.stop.refund_surcharge": False})
    room.sell("e1", "p1", method="credit_card")
    cancel(room)
    fee = room.held("card_fees:credit")
    room.done("PayRefund", tournament="t1", sale="e1", desk="d1", nsu="4711")
    assert room.held("card_fees:credit") == fee


@pytest.mark.parametrize(("ground", "stays"), [("director", False), ("minor", True), ("false_identity", True)])
def test_a_voided_entry_gives_the_surcharge_back_where_the_house_undoes_it(ground, stays):
    """Not where the player should never have been let in."""
    room = Room()
    room.sell("e1", "p1", method="credit_card")
    fee = room.held("card_fees:credit")
    room.done("VoidEntry", entry="e1", ground=ground, reason="x", **DIRECTOR)
    room.done("PayRefund", tournament="t1", sale="e1", desk="d1", nsu="4711")
    assert (fee, room.held("card_fees:credit")) == (6200, 6200 if stays else 0)
