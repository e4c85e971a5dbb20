"""Sales at their edges: papers that come one by one, receipts handed over late, transfers and extras when it is too late."""

from __future__ import annotations

import msgspec
import pytest

from feltro.tournament.sheet import Window
from tests.tournament.deals.test_deals import DIRECTOR, final
from tests.tournament.prizes.hall import Hall
from tests.tournament.room import Room, at, sheet, told


def test_papers_that_come_one_by_one_are_noted_one_by_one():
    """Of three that are missing the CPF comes: two are still missing, and the entry waits."""
    room = Room()
    room.done("SellAhead", **{**room.ahead("e1", "p1"), "received": []})
    (came,) = told(room.done("CompleteAhead", tournament="t1", entry="e1", received=["cpf"]), "AheadReceived")
    assert (came["received"], sorted(came["missing"])) == (["cpf"], ["name", "payment_proof"])
    assert room.state.entries["e1"].status == "pending"
    rest = told(
        room.done("CompleteAhead", tournament="t1", entry="e1", received=["name", "payment_proof"]), "AheadReceived"
    )
    assert (sorted(rest[0]["received"]), rest[0]["missing"]) == (["name", "payment_proof"], [])
    assert room.state.entries["e1"].status == "live"
    assert (
        room.refused("CompleteAhead", tournament="t1", entry="e1", received=["cpf"]).because
        == "ahead.nothing_missing"
    )


def test_a_receipt_that_is_handed_over_late_makes_an_entry_count_once():
    """The entry counts from its receipt where the book says so; the receipt of a rebuy makes nothing count."""
    room = Room()
    room.sell("e1", "p1", hand_over_receipt=False)
    assert room.state.entries["e1"].effective_at is None
    names = [one.name for one in room.done("IssueReceipt", tournament="t1", sale="e1").events]
    assert names.count("EntryEffective") == 1
    assert room.refused("IssueReceipt", tournament="t1", sale="e1").because == "receipt.already_issued"


def test_an_entry_is_not_passed_on_once_registration_is_closed():
    """Before the start, and although the hour has not come."""
    room = Room()
    room.sell("e1", "p1")
    room.person("p2")
    room.done("CloseRegistration", role="director", tournament="t1")
    move = {"tournament": "t1", "entry": "e1", "to": "p2", "reason": "doença"}
    assert room.refused("TransferEntry", role="director", **move).because == "transfer.too_late"


def test_when_prizes_are_announced_only_what_feeds_them_is_sold_no_more():
    """A rebuy would put money into a pool that is shared out; a time chip that goes to the staff does not."""
    entry, again, rebuy = sheet().items
    chip = msgspec.structs.replace(
        rebuy,
        id="time",
        kind="time_chip",
        label="Ficha de tempo",
        split_centavos={"staff": 10000},
        window=Window(until_level=20),
    )
    hall = Hall(items=(entry, again, rebuy, chip)).fill(12)
    hall.now = at("14:00")
    hall.done("StartClock", role="director", tournament="t1", day="1")
    hall.close().announce()
    paid = [{"method": "cash", "amount_centavos": 10000}]
    fields = {"tournament": "t1", "entry": "e1", "desk": "d1", "payments": paid}
    assert hall.refused("SellExtra", sale="x1", item="rebuy", **fields).because == "prizes.announced_already"
    outcome = hall.do("SellExtra", sale="x2", item="time", **fields)
    assert getattr(outcome, "because", "") == ""


@pytest.mark.parametrize(("less", "because"), [(0, ""), (-1, "bubble.too_much")])
def test_the_bubble_takes_as_much_of_first_prize_as_leaves_it_what_second_has(less, because):
    """Or as much as the last paid place has, whichever is less: that much, and not a centavo more."""
    hall = final(left=4, entries=5)
    first, second, last = hall.prizes[0], hall.prizes[1], hall.prizes[-1]
    most = min(last, first - second)
    everybody = ["e1", "e2", "e3", "e4"]
    outcome = hall.do("SaveBubble", agreed=everybody, amount_centavos=most - less, **DIRECTOR)
    assert getattr(outcome, "because", "") == because


def test_two_payments_of_one_sale_do_not_name_the_same_pix_or_ticket():
    room = Room(book="adtp-2023")
    price = room.state.sheet.items[0].price_centavos
    half = price // 2
    twice = [
        {"method": "pix", "amount_centavos": half, "txid": "T1"},
        {"method": "pix", "amount_centavos": price - half, "txid": "T1"},
    ]
    assert room.refused("SellEntry", **room.sale("e1", "p1", payments=twice)).because == "payment.named_twice"
    other = [twice[0], {**twice[1], "txid": "T2"}]
    outcome = room.do("SellEntry", **room.sale("e1", "p1", payments=other))
    assert getattr(outcome, "because", "") != "payment.named_twice"


@pytest.mark.parametrize("item", ["rebuy", "reentry", "nada"])
def test_ahead_of_the_event_only_an_entry_is_sold(item):
    room = Room()
    refused = room.refused("SellAhead", **{**room.ahead("e1", "p1"), "item": item})
    assert (refused.because, refused.values["item"]) == ("entry.no_such_item", item)
