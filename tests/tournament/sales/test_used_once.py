"""The number of a sale, a payment or a ticket is used once: what was taken back stays in the books under it."""

from __future__ import annotations

import pytest

from tests.tournament.prizes.hall import Hall
from tests.tournament.room import BOOKS, Room

EXTRA = {"tournament": "t1", "item": "rebuy", "desk": "d1"}
CASH = {"payments": [{"method": "cash", "amount_centavos": 10000}]}


@pytest.mark.parametrize("book", BOOKS)
def test_a_second_rebuy_under_the_number_of_the_first_is_refused(book):
    """The same number again would take the first one's place, and its money with it."""
    room = Room(book=book)
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    room.done("SellExtra", sale="x1", entry="e1", **EXTRA, **CASH)
    taken = room.held("prize_pool:t1")
    for entry, sale in (("e1", "x1"), ("e2", "x1"), ("e2", "e1")):
        refused = room.refused("SellExtra", sale=sale, entry=entry, **EXTRA, **CASH)
        assert (refused.because, refused.values["id"]) == ("sale.id_used", sale)
    assert room.refused("SellEntry", **room.sale("x1", "p3")).because == "sale.id_used"
    assert room.held("prize_pool:t1") == taken


def test_a_number_that_was_undone_is_used_all_the_same():
    """An order that waited for its PIX, and was given up with undo."""
    room = Room(book="adtp-2023")
    room.sell("e1", "p1")
    pix = {"payments": [{"method": "pix", "amount_centavos": 10000, "txid": "T1"}]}
    room.done("SellExtra", sale="x1", entry="e1", key="ordered", **EXTRA, **pix)
    room.done("Undo", role="director", command_key="ordered")
    assert "x1" not in room.state.sales
    assert room.refused("SellExtra", sale="x1", entry="e1", **EXTRA, **CASH).because == "sale.id_used"
    room.done("SellExtra", sale="x2", entry="e1", **EXTRA, **CASH)


def test_a_payment_of_a_prize_has_its_own_number():
    hall = Hall(book="adtp-2023").fill(4).close().announce(table="winner_takes_all").down_to(1)
    hall.pay("e1", 100, payment="a1")
    assert hall.refuse("e1", 100, payment="a1").because == "prize.payment_used"
    hall.pay("e1", 100, payment="a2")
