"""A PIX of another amount, or that nobody paid in time: nothing that the bank credited is lost, no chair stays held."""

from __future__ import annotations

import pytest

from feltro.app.money.bank import expire
from feltro.kernel.instants import later
from tests.tournament.room import BOOKS, STATEMENT, Room, at

PIX = {"cgp-2024": ("pix-no-dia-cgp",), "nps-2019": ("pix-no-dia-nps",)}
ALL = pytest.mark.parametrize("book", BOOKS)


def waiting(book: str = "adtp-2023", **more) -> tuple[Room, int]:
    """A room where one entry waits for its PIX."""
    room = Room(book=book, addenda=PIX.get(book, ()), **more)
    price = room.state.sheet.items[0].price_centavos
    room.sell("e1", "p1", payments=[{"method": "pix", "amount_centavos": price, "txid": "T1"}])
    return room, price


def seen(centavos: int) -> dict[str, object]:
    return {"tournament": "t1", "sale": "e1", "txid": "T1", "amount_centavos": centavos, "as_seen": True}


def rest(centavos: int, method: str = "cash") -> dict[str, object]:
    paying = [{"method": method, "amount_centavos": centavos}]
    return {"tournament": "t1", "sale": "e1", "desk": "d1", "payments": paying}


@ALL
def test_a_short_pix_is_kept_and_the_rest_is_paid_in_cash(book):
    """R$ 20 short: the entry waits, R$ 20 in cash complete it with its receipt, and the player is owed nothing."""
    room, price = waiting(book)
    room.done("MatchPix", who="bia", **STATEMENT, **seen(price - 2000))
    assert room.state.entries["e1"].status == "pending"
    assert room.held("drawer:ana:pix") == price - 2000
    assert room.refused("PayRest", **rest(1000)).because == "payment.not_the_price"
    assert room.refused("PayRest", **rest(2000, "pix")).because == "payment.rest_by_pix"
    room.done("PayRest", **rest(2000))
    assert (room.state.entries["e1"].status, room.state.sales["e1"].receipt) == ("live", 1)
    assert room.held("payable:p1") == 0
    assert room.held("drawer:ana:cash") == 102000
    assert room.refused("PayRest", **rest(2000)).because == "payment.no_rest"


@ALL
def test_a_short_pix_goes_back_when_the_player_gives_up(book):
    """After the start too, because an entry that was never paid for is not final."""
    room, price = waiting(book)
    room.done("MatchPix", who="bia", **STATEMENT, **seen(price - 2000))
    room.now = later(room.state.starts["1"], seconds=60)
    room.done("CancelEntry", tournament="t1", entry="e1", desk="d1")
    assert room.state.entries["e1"].status == "cancelled"
    assert room.held("drawer:ana:pix") == 0
    assert room.held("payable:p1") == 0


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_an_entry_that_was_paid_and_lacks_only_its_receipt_is_final_as_any_other(book):
    """The price is in the drawer and the receipt is still at the printer: after the start nothing goes back."""
    room = Room(book=book)
    room.sell("e1", "p1", hand_over_receipt=False)
    assert (room.state.entries["e1"].status, room.state.sales["e1"].paid) == ("pending", True)
    room.now = later(room.state.starts["1"], seconds=60)
    assert room.refused("CancelEntry", tournament="t1", entry="e1", desk="d1").because == "cancel.too_late"


@ALL
def test_what_came_beyond_the_price_is_the_players_until_it_is_given_back(book):
    """R$ 10 over: the entry is paid, R$ 10 are owed and go back by PIX, once and for good."""
    room, price = waiting(book)
    room.done("MatchPix", who="bia", **STATEMENT, **seen(price + 1000))
    assert room.state.sales["e1"].paid
    assert room.held("drawer:ana:pix") == price + 1000
    assert room.held("payable:p1") == 1000
    back = {"tournament": "t1", "sale": "e1", "desk": "d1"}
    room.done("ReturnExcess", key="back", **back)
    assert (room.held("payable:p1"), room.held("drawer:ana:pix")) == (0, price)
    assert room.refused("ReturnExcess", **back).because == "payment.no_excess"
    assert room.refused("Undo", role="director", command_key="back").because == "undo.final"


def test_cash_that_is_not_in_the_drawer_is_not_given_back():
    """R$ 2.000 over against a drawer of R$ 1.000."""
    room, price = waiting()
    room.done("MatchPix", who="bia", **STATEMENT, **seen(price + 200000))
    back = {"tournament": "t1", "sale": "e1", "desk": "d1"}
    notes = {**back, "method": "cash", "role": "organiser", "reason": "sem conta no banco"}
    assert room.refused("ReturnExcess", **notes).because == "drawer.short"
    room.done("ReturnExcess", **back, method="pix")
    assert room.held("drawer:ana:pix") == price


def test_a_sale_that_lacks_papers_and_no_money_has_no_rest():
    """Paid ahead, it is counted as paid once: with its last paper, not at the counter before."""
    room = Room()
    room.now = at("18:00", "2026-11-19")
    room.done("SellAhead", **room.ahead("e1", "p1", credited_at="2026-11-19T10:00:00-03:00", received=()))
    assert room.refused("PayRest", **rest(0)).because == "payment.no_rest"
    room.done("CompleteAhead", tournament="t1", entry="e1", received=("payment_proof", "name", "cpf"))
    assert room.held("payable:p1") == 0


def test_a_pix_that_comes_after_the_price_was_paid_in_cash_is_owed_back():
    """The bank was slow: cash paid the entry, and all of the PIX is the player's."""
    room, price = waiting()
    room.done("PayRest", **rest(price))
    room.done("MatchPix", who="bia", **STATEMENT, **seen(price))
    assert room.state.sales["e1"].excess == {"p1": price}
    assert room.held("payable:p1") == price


def test_another_amount_is_taken_only_when_somebody_says_so():
    """Without that it is refused, and nothing seen is nothing taken."""
    room, price = waiting()
    other = room.refused("MatchPix", who="bia", **STATEMENT, **{**seen(price - 1), "as_seen": False})
    assert other.because == "payment.pix.other_amount"
    assert room.refused("MatchPix", who="bia", **STATEMENT, **seen(0)).because == "payment.pix.nothing_seen"
    assert room.refused("MatchPix", **STATEMENT, **seen(price - 1)).because == "payment.pix.second_person"


@pytest.mark.parametrize("minutes", [30, 5])
def test_a_pix_that_nobody_paid_in_time_frees_its_chair(minutes):
    """Not a second before; afterwards the chair is free, and the money, should it come, is owed back."""
    room, price = waiting(answers={"payment.pix.valid_minutes": minutes})
    room.now = later(room.now, seconds=60 * minutes - 1)
    assert expire(room.house, "tournament:t1", room.now) == 0
    early = room.refused("ExpirePix", tournament="t1", sale="e1")
    assert early.because == "payment.pix.still_valid"
    assert early.cites
    room.now = later(room.now, seconds=1)
    assert expire(room.house, "tournament:t1", room.now) == 1
    assert expire(room.house, "tournament:t1", room.now) == 0
    assert (room.state.entries["e1"].status, room.state.taken("1")) == ("cancelled", 0)
    room.done("MatchPix", who="bia", **STATEMENT, **seen(price))
    room.done("PayRefund", tournament="t1", sale="e1", desk="d1")
    assert room.held("payable:p1") == 0


def test_a_house_may_wait_for_ever_and_a_part_in_the_drawer_waits_for_people():
    """With 0 minutes nothing expires; nor does a sale of which a part was paid in cash."""
    room, _ = waiting(answers={"payment.pix.valid_minutes": 0})
    assert expire(room.house, "tournament:t1", later(room.now, seconds=86400)) == 0
    room, price = waiting()
    paying = [
        {"method": "cash", "amount_centavos": 2000},
        {"method": "pix", "amount_centavos": price - 2000, "txid": "T2"},
    ]
    room.sell("e2", "p2", payments=paying)
    assert expire(room.house, "tournament:t1", later(room.now, seconds=86400)) == 1
    assert room.state.entries["e2"].status == "pending"
