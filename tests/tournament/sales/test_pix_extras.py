"""A PIX is taken for whatever is sold: the chips go out when it is seen, or at once with the price as a debt."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from feltro.app.money.bank import expire
from feltro.kernel.instants import later
from feltro.tournament.checks import complaints
from feltro.tournament.sheet import Limit, SaleItem
from feltro.tournament.sheet.items import ItemKind
from tests.tournament.room import BOOKS, STATEMENT, Room, sheet

PIX = {"cgp-2024": ("pix-no-dia-cgp",), "nps-2019": ("pix-no-dia-nps",)}
EVERY_BOOK = pytest.mark.parametrize("book", BOOKS)
KINDS = ("entry", "reentry", "rebuy", "addon", "time_chip", "staff_bonus", "courtesy")
EXTRAS = KINDS[2:]
PRICE, CHIPS = 10000, 30000


def open_room(book: str = "adtp-2023", **answers: Any) -> Room:
    """Everything that can be sold is on the sheet; p1 plays."""
    sold = [one for one in sheet(book).items if one.kind in KINDS[:2]]
    extras = [
        SaleItem(
            id=kind,
            kind=kind,
            label=kind,
            price_centavos=PRICE,
            split_centavos={"prize_pool": PRICE},
            chips=CHIPS,
            limit=Limit(per_person=1),
        )
        for kind in EXTRAS
    ]
    room = Room(book=book, addenda=PIX.get(book, ()), items=(*sold, *extras), answers=answers)
    room.sell("e1", "p1")
    return room


def buy(room: Room, kind: str, sale: str = "x1", **more: Any) -> Any:
    paying = [{"method": "pix", "amount_centavos": PRICE, "txid": "T1"}]
    fields = {"tournament": "t1", "sale": sale, "entry": "e1", "item": kind, "desk": "d1", "payments": paying}
    return room.do("SellExtra", **{**fields, **more})


def see(room: Room, centavos: int = PRICE, **more: Any) -> Any:
    return room.done(
        "MatchPix", who="bia", **STATEMENT, tournament="t1", sale="x1", txid="T1", amount_centavos=centavos, **more
    )


def sound(room: Room) -> bool:
    return complaints(room.state, room.house.books.settlement(room.state, room.now).book) == []


def test_every_kind_of_item_is_looked_at_here():
    assert set(get_args(ItemKind)) == set(KINDS)


@EVERY_BOOK
@pytest.mark.parametrize("kind", EXTRAS)
def test_chips_bought_by_pix_leave_the_tray_when_it_is_confirmed(book, kind):
    """Until then no chips, no pool and no receipt; then all three, with the sale's own number."""
    room = open_room(book)
    issued, pool = room.state.chips_issued, room.held("prize_pool:t1")
    buy(room, kind)
    sale = room.state.sales["x1"]
    assert (sale.ordered, sale.paid, sale.receipt, sale.price_centavos) == (True, False, 0, PRICE)
    assert (room.state.chips_issued, room.held("prize_pool:t1")) == (issued, pool)
    refused = buy(room, kind, "x2", payments=[{"method": "cash", "amount_centavos": PRICE}])
    assert refused.because == "entry.limit_per_person"
    see(room)
    sale = room.state.sales["x1"]
    assert (sale.ordered, sale.paid, sale.receipt > 0) == (False, True, True)
    assert room.state.chips_issued == issued + CHIPS
    assert room.held("prize_pool:t1") == pool + PRICE
    assert room.held("drawer:ana:pix") == PRICE
    assert sound(room)


@EVERY_BOOK
@pytest.mark.parametrize("kind", EXTRAS)
def test_where_the_house_trusts_the_chips_go_out_at_once_and_the_price_is_a_debt(book, kind):
    room = open_room(book, **{"payment.pix.extras": "at_once"})
    issued, pool = room.state.chips_issued, room.held("prize_pool:t1")
    buy(room, kind)
    sale = room.state.sales["x1"]
    assert (sale.owed, sale.paid, room.state.chips_issued) == (True, False, issued + CHIPS)
    assert room.held("prize_pool:t1") == pool + PRICE
    assert room.held("receivable:p1") == PRICE
    see(room)
    sale = room.state.sales["x1"]
    assert (sale.owed, sale.paid, sale.receipt > 0) == (False, True, True)
    assert room.held("receivable:p1") == 0
    assert sound(room)


@EVERY_BOOK
@pytest.mark.clause("adtp-2012:23", "adtp-2023:27")
def test_a_debt_made_at_the_table_is_paid_by_pix(book):
    """Announced before the hand, the chips play; the debt ends when the PIX is seen, not when it is asked for."""
    room = open_room(book, **({"rebuy.chips_play_at_once": True} if book == "bpt-2015" else {}))
    outcome = room.do("AnnounceRebuy", tournament="t1", sale="x1", entry="e1", item="rebuy")
    assert room.state.sales["x1"].owed, outcome
    paying = [{"method": "pix", "amount_centavos": PRICE, "txid": "T1"}]
    room.done("PayDebt", tournament="t1", sale="x1", desk="d1", payments=paying)
    assert (room.state.sales["x1"].owed, room.held("receivable:p1")) == (True, PRICE)
    see(room)
    assert (room.state.sales["x1"].paid, room.held("receivable:p1"), room.held("drawer:ana:pix")) == (
        True,
        0,
        PRICE,
    )


def test_a_short_pix_for_a_debt_leaves_the_rest_to_pay():
    room = open_room(**{"payment.pix.extras": "at_once"})
    buy(room, "rebuy")
    see(room, PRICE - 3000, as_seen=True)
    cash = [{"method": "cash", "amount_centavos": 3000}]
    room.done("PayDebt", tournament="t1", sale="x1", desk="d1", payments=cash)
    assert (room.state.sales["x1"].paid, room.held("receivable:p1"), room.held("payable:p1")) == (True, 0, 0)


def test_a_debt_paid_in_cash_while_its_pix_was_on_the_way_owes_the_pix_back():
    room = open_room(**{"payment.pix.extras": "at_once"})
    buy(room, "rebuy")
    cash = [{"method": "cash", "amount_centavos": PRICE}]
    room.done("PayDebt", tournament="t1", sale="x1", desk="d1", payments=cash)
    see(room)
    assert sum(room.state.sales["x1"].excess.values()) == PRICE


def test_a_short_pix_is_completed_across_the_counter_and_then_the_chips_go_out():
    room = open_room()
    issued = room.state.chips_issued
    buy(room, "addon")
    see(room, PRICE - 2000, as_seen=True)
    assert room.state.chips_issued == issued
    cash = [{"method": "cash", "amount_centavos": 2000}]
    room.done("PayRest", tournament="t1", sale="x1", desk="d1", payments=cash)
    assert (room.state.chips_issued, room.state.sales["x1"].paid) == (issued + CHIPS, True)


def test_a_pix_that_nobody_paid_lets_the_order_go():
    """By itself after the house's minutes, or given up at the counter; the limit is free again."""
    room = open_room()
    buy(room, "rebuy")
    room.now = later(room.now, seconds=30 * 60)
    assert expire(room.house, "tournament:t1", room.now) == 1
    assert room.state.sales["x1"].gone
    again = [{"method": "pix", "amount_centavos": PRICE, "txid": "T2"}]
    buy(room, "rebuy", "x2", payments=again)
    room.done("DropOrder", tournament="t1", sale="x2", desk="d1")
    assert (room.state.sales["x2"].gone, room.state.sold("rebuy")) == (True, 0)
    assert sound(room)


def test_a_pix_that_comes_for_somebody_who_is_out_is_owed_back():
    """The chips have nobody to go to: none leave the tray, and the money is on the list of what goes back."""
    room = open_room()
    room.sell("e2", "p2")
    buy(room, "rebuy")
    issued = room.state.chips_issued
    room.done("Eliminate", role="director", tournament="t1", entry="e1")
    see(room)
    sale = room.state.sales["x1"]
    assert (sale.gone, sale.paid, room.state.chips_issued) == (True, False, issued)
    room.done("PayRefund", tournament="t1", sale="x1", desk="d1", method="pix")
    assert (room.held("drawer:ana:pix"), room.held("payable:p1")) == (0, 0)
    assert sound(room)


def test_an_entry_that_should_not_have_been_sold_takes_its_order_with_it():
    room = open_room()
    buy(room, "rebuy")
    room.done("VoidEntry", role="director", tournament="t1", entry="e1", ground="minor", reason="documento")
    assert room.state.sales["x1"].gone
    see(room)
    assert room.held("payable:p1") == PRICE + room.state.sales["e1"].price_centavos
    assert sound(room)
