"""Attacks on money that was taken or paid: undone, sent back another way, or said to have come when nobody saw it."""

from __future__ import annotations

from typing import Any

import pytest

from feltro.app.world.history import KINDS
from feltro.app.world.postings import POSTINGS
from feltro.tournament.now import Now
from feltro.tournament.sales.refunds import refuse_other_way
from tests.tournament.room import STATEMENT, Room, at

SLIP = {"tournament": "t1", "sale": "e1", "desk": "d1", "reason": "engano"}
BACK = {**SLIP, "receipt_returned": True}
REBUY = {"tournament": "t1", "sale": "x1", "entry": "e1", "item": "rebuy", "desk": "d1"}
CASH_REBUY = {**REBUY, "payments": [{"method": "cash", "amount_centavos": 10000}]}


def told(refused: Any) -> tuple[str, Any]:
    return refused.because, refused.values.get("way")


# Undo is not a way around


@pytest.mark.parametrize("role", ["cashier", "director", "organiser"])
def test_a_sale_with_a_receipt_is_not_undone_by_anybody(role):
    """The notes would leave the drawer without a paper: undoing says to void it, and the entry stays."""
    room = Room()
    room.done("SellEntry", key="sale", **room.sale("e1", "p1"))
    assert told(room.refused("Undo", role=role, command_key="sale")) == ("undo.own_way", "VoidSale")
    assert room.held("drawer:ana:cash") == 162000


def test_cash_without_a_receipt_is_not_undone_either():
    """A cashier who sells and hands no receipt over cannot make the sale vanish."""
    room = Room()
    room.done("SellEntry", key="sale", **room.sale("e1", "p1", hand_over_receipt=False))
    assert told(room.refused("Undo", command_key="sale")) == ("undo.own_way", "VoidSale")


def test_a_pix_that_is_only_awaited_may_be_undone_and_one_that_was_seen_may_not():
    room = Room(addenda=("pix-no-dia-cgp",))
    pix = [{"method": "pix", "amount_centavos": 62000, "txid": "T1"}]
    room.done("SellEntry", key="one", **room.sale("e1", "p1", payments=pix))
    room.done("Undo", command_key="one")
    assert "e1" not in room.state.entries
    other = [{"method": "pix", "amount_centavos": 62000, "txid": "T2"}]
    room.sell("e2", "p2", payments=other)
    seen = {"tournament": "t1", "sale": "e2", "txid": "T2", "amount_centavos": 62000, **STATEMENT}
    room.done("MatchPix", key="seen", who="bia", **seen)
    assert told(room.refused("Undo", role="director", command_key="seen")) == ("undo.own_way", "VoidSale")


def test_every_fact_by_which_cash_leaves_or_enters_a_drawer_is_final():
    """Of all that is posted: what takes a payment or pays one out cannot be undone, whoever asks."""
    named = {
        *("PaymentTaken", "ReceiptIssued", "ExcessTaken", "ExcessReturned", "RefundPaid"),
        *("PrizePaid", "PrizeTakenBack", "OverpaymentRepaid", "StaffSharePaid", "StaffShareTakenBack"),
        *("RankingPrizePaid", "RankingPrizeTakenBack"),
    }
    events = {one.__name__: one for kind in ("tournament", "season") for one in KINDS[kind].events}
    assert {name for name in named if not events[name].final} == set()
    moving = {one.__name__ for one in POSTINGS if "method" in one.__struct_fields__}
    assert moving - named == set(), "a new fact that moves money: is it final?"


def test_of_all_that_is_posted_only_a_slip_that_was_told_by_mistake_is_undone_in_a_drawer():
    """Every fact that posts anything: final, or it moves only what people are owed inside the house. The one that is told
    of a drawer and undone is that too much was handed over: no money goes anywhere, and the PIN is asked as for the telling."""
    inside = {
        *("BountyCorrected", "BountyFreed", "BountyWon", "DebtPaid", "EntryTransferred", "HotelCharged"),
        *("PoolCovered", "PrizesAnnounced", "SaleOwed", "SalePaid", "SaleReversed", "SeasonClosed"),
        *("SeatPaidInMoney", "StageClosed", "SurplusShared", "SurvivorPaid", "TicketIssued", "TicketLapsed"),
    }
    assert {one.__name__ for one in POSTINGS if not one.final} == {*inside, "PrizeOverpaid"}
    touching = {one.__name__ for one in POSTINGS if one.__name__ in inside and "cashier" in one.__struct_fields__}
    assert touching == set(), "whoever names a cashier moves a drawer"


# Voiding


def test_a_cashier_voids_her_own_last_sale_with_the_receipt_in_hand():
    """Not without a reason, not without the paper, not the one before, not somebody else's."""
    room = Room()
    room.done("OpenDrawer", who="bia", desk="d2", cashier="bia", float_centavos=100000)
    room.sell("e0", "p0")
    room.sell("e1", "p1")
    assert room.refused("VoidSale", **{**BACK, "reason": " "}).because == "void.needs_reason"
    paper = room.refused("VoidSale", **SLIP)
    assert (paper.because, paper.values) == ("void.needs_receipt", {"number": 2})
    assert room.refused("VoidSale", **{**BACK, "sale": "e0"}).because == "void.not_your_last"
    other = room.refused("VoidSale", who="bia", **{**BACK, "desk": "d2"})
    assert other.because == "void.not_your_last"
    room.done("VoidSale", **BACK)
    assert (room.state.entries["e1"].status, room.held("drawer:ana:cash")) == ("void", 162000)
    room.done("VoidSale", **{**BACK, "sale": "e0"})
    assert room.held("drawer:ana:cash") == 100000


def test_a_seat_that_was_taken_is_not_voided_by_its_cashier():
    room = Room()
    room.sell("e1", "p1")
    room.done("CheckIdentity", tournament="t1", entry="e1", day="1")
    room.done("CheckIn", tournament="t1", entry="e1", day="1")
    assert room.refused("VoidSale", **BACK).because == "void.seat_taken"


def test_a_rebuy_is_voided_when_its_chips_are_back():
    """R$ 100 and 10.000 chips return; chips in play are as if the rebuy had never been."""
    room = Room()
    room.sell("e1", "p1")
    room.done("SellExtra", **CASH_REBUY)
    before = room.state.chips_issued
    void = {**BACK, "sale": "x1"}
    out = room.refused("VoidSale", **void)
    assert (out.because, out.values) == ("void.chips_out", {"chips": 10000})
    room.done("VoidSale", **void, chips_returned=True)
    assert (room.state.chips_issued, room.held("drawer:ana:cash")) == (before - 10000, 162000)
    assert room.held("prize_pool:t1") == 48000
    assert room.refused("VoidSale", **void, chips_returned=True).because == "sale.unknown"


# The way it came


@pytest.mark.parametrize("method", ["debit_card", "credit_card"])
def test_a_card_goes_back_only_as_a_reversal_with_its_number(method):
    """Cancelled without the terminal's number the money is owed; notes for it are refused, also to the director."""
    room = Room()
    room.sell("e1", "p1", method=method)
    room.done("VoidSale", **BACK)
    assert room.held("payable:p1") == 62000
    owed = {"tournament": "t1", "sale": "e1", "desk": "d1"}
    assert room.refused("PayRefund", **owed).because == "refund.needs_nsu"
    for role in ("cashier", "director"):
        refused = room.refused("PayRefund", role=role, **owed, method="cash", reason="x")
        assert (refused.because, refused.values) == ("refund.same_way", {"ways": (method,)})
    room.done("PayRefund", **owed, nsu="4711")
    assert (room.held("payable:p1"), room.held("drawer:ana:cash")) == (0, 100000)


def test_the_organiser_gives_a_card_back_in_notes_with_a_reason_and_it_is_seen():
    room = Room()
    room.sell("e1", "p1", method="debit_card")
    room.done("VoidSale", **BACK)
    owed = {"tournament": "t1", "sale": "e1", "desk": "d1", "method": "cash", "role": "organiser"}
    assert room.refused("PayRefund", **owed).because == "refund.other_way_needs_reason"
    done = room.done("PayRefund", **owed, reason="cartão cancelado")
    paid = next(one for one in room.house.world.live("tournament:t1").facts if one.meta.key == done.key).event
    assert (paid.method, paid.fee_method, paid.reason) == ("cash", "debit_card", done.key)


def test_two_ways_of_one_sale_go_back_each_by_its_own():
    """R$ 320 in notes at once; R$ 300 of the card when the terminal's number is there."""
    room = Room()
    half = [{"method": "credit_card", "amount_centavos": 30000}, {"method": "cash", "amount_centavos": 32000}]
    room.sell("e1", "p1", payments=half)
    room.done("VoidSale", **BACK)
    assert (room.held("payable:p1"), room.held("drawer:ana:cash")) == (30000, 100000)
    assert room.state.sales["e1"].refunded is False
    room.done("PayRefund", tournament="t1", sale="e1", desk="d1", nsu="99")
    assert (room.held("payable:p1"), room.held("drawer:ana:credit")) == (0, 0)


def test_what_came_over_by_pix_does_not_leave_in_notes():
    """A PIX of R$ 640 for R$ 620: the R$ 20 go back by PIX, or in notes by the organiser's word."""
    room = Room(addenda=("pix-no-dia-cgp",))
    pix = [{"method": "pix", "amount_centavos": 62000, "txid": "T1"}]
    room.sell("e1", "p1", payments=pix)
    seen = {"tournament": "t1", "sale": "e1", "txid": "T1", "amount_centavos": 64000, "as_seen": True}
    room.done("MatchPix", who="bia", **STATEMENT, **seen)
    over = {"tournament": "t1", "sale": "e1", "desk": "d1"}
    assert room.refused("ReturnExcess", **over, method="cash", reason="x").because == "refund.same_way"
    room.done("ReturnExcess", **over)
    assert (room.held("payable:p1"), room.held("drawer:ana:cash")) == (0, 100000)


# Money nobody saw


def test_a_transfer_at_the_counter_counts_when_finance_has_seen_it():
    """The cashier types its number and the entry waits; the cashier's and the director's word do not make it money."""
    room = Room(answers={"payment.methods": ["cash", "bank_transfer"]}, book="adtp-2023")
    price = room.state.sheet.items[0].price_centavos
    paying = {"method": "bank_transfer", "amount_centavos": price}
    assert room.refused("SellEntry", **room.sale("e1", "p1", payments=[paying])).because == (
        "payment.needs_bank_reference"
    )
    room.sell("e1", "p1", payments=[{**paying, "txid": "TED1"}])
    assert room.state.entries["e1"].status == "pending"
    seen = {"tournament": "t1", "sale": "e1", "txid": "TED1", "amount_centavos": price, **STATEMENT}
    for who, role in (("bia", "cashier"), ("dora", "director")):
        assert room.refused("MatchPix", who=who, role=role, **seen).because == "payment.transfer_by_finance"
    room.done("MatchPix", who="fabio", role="finance", **seen)
    assert (room.state.sales["e1"].paid, room.held("drawer:ana:transfer")) == (True, price)


def test_an_advance_entry_of_a_cashier_waits_for_finance():
    """The papers are complete and the number is there: it is paid when finance says that the bank has it."""
    room = Room()
    room.now = at("18:00", "2026-11-19")
    claimed = {**room.ahead("e1", "p1", credited_at="2026-11-19T10:00:00-03:00"), "who": "ana", "role": "cashier"}
    assert room.refused("SellAhead", **{**claimed, "reference": ""}).because == "payment.needs_bank_reference"
    room.done("SellAhead", **claimed)
    assert (room.state.entries["e1"].status, room.held("payable:p1")) == ("pending", 0)
    seen = {"tournament": "t1", "sale": "e1", "txid": "TEDe1", "amount_centavos": 62000, **STATEMENT}
    room.done("MatchPix", who="fabio", role="finance", **seen)
    assert (room.state.sales["e1"].paid, room.held("prize_pool:t1")) == (True, 48000)
    assert room.state.sales["e1"].receipt == 1
    assert room.state.entries["e1"].status == "live"


def test_papers_that_come_after_the_money_pay_the_entry_once():
    room = Room()
    room.now = at("18:00", "2026-11-19")
    claimed = {
        **room.ahead("e1", "p1", credited_at="2026-11-19T10:00:00-03:00", received=[]),
        "who": "ana",
        "role": "cashier",
    }
    room.done("SellAhead", **claimed)
    seen = {"tournament": "t1", "sale": "e1", "txid": "TEDe1", "amount_centavos": 62000, **STATEMENT}
    room.done("MatchPix", who="olga", role="organiser", **seen)
    assert room.held("prize_pool:t1") == 0
    room.done("CompleteAhead", tournament="t1", entry="e1", received=("payment_proof", "name", "cpf"))
    assert (room.held("prize_pool:t1"), room.held("payable:p1")) == (48000, 0)


def test_papers_that_come_after_the_entry_was_cancelled_complete_nothing():
    """The player asked for the money back: the CPF that arrives then seats nobody."""
    room = Room()
    room.now = at("10:00", "2026-11-19")
    room.done("SellAhead", **room.ahead("e1", "p1", received=[]))
    room.done("CancelEntry", tournament="t1", entry="e1", desk="d1")
    late = room.refused("CompleteAhead", tournament="t1", entry="e1", received=("payment_proof", "name", "cpf"))
    assert late.because == "ahead.nothing_missing"
    assert (room.state.entries["e1"].status, room.held("prize_pool:t1")) == ("cancelled", 0)


def test_cash_of_an_earlier_day_is_not_told_by_a_cashier():
    """A back-dated payment would slip under the limits of the day: finance or the organiser tells it."""
    room = Room(answers={"payment.advance.methods": ["cash", "bank_transfer"]}, book="adtp-2023")
    room.now = at("18:00", "2026-11-19")
    claimed = {**room.ahead("e1", "p1"), "method": "cash", "who": "ana", "role": "cashier"}
    assert room.refused("SellAhead", **claimed).because == "ahead.backdated"
    room.done("SellAhead", **{**claimed, "who": "fabio", "role": "finance"})


# A PIX as it is really checked


def seen_by(room: Room, **more: Any) -> dict[str, Any]:
    return {"tournament": "t1", "sale": "e1", "txid": "T1", "amount_centavos": 62000, **more}


def pix_room() -> Room:
    room = Room(addenda=("pix-no-dia-cgp",))
    room.sell("e1", "p1", payments=[{"method": "pix", "amount_centavos": 62000, "txid": "T1"}])
    return room


def test_a_pix_needs_the_statement_or_the_terminals_slip():
    """Somebody's word, or a picture, is neither: who paid and at what hour is asked, or the slip's number."""
    room = pix_room()
    assert room.refused("MatchPix", who="bia", **seen_by(room)).because == "payment.pix.needs_payer"
    only_name = seen_by(room, payer="X")
    assert room.refused("MatchPix", who="bia", **only_name).because == "payment.pix.needs_payer"
    assert room.refused("MatchPix", **seen_by(room, source="terminal")).because == "payment.pix.needs_nsu"


def test_the_slip_of_the_terminal_confirms_a_pix_once_and_by_its_cashier():
    room = pix_room()
    room.done("MatchPix", **seen_by(room, source="terminal", nsu="555"))
    assert room.state.sales["e1"].paid
    room.sell("e2", "p2", payments=[{"method": "pix", "amount_centavos": 62000, "txid": "T2"}])
    again = {**seen_by(room, source="terminal", nsu="555"), "sale": "e2", "txid": "T2"}
    assert room.refused("MatchPix", **again).because == "payment.nsu_used"


@pytest.mark.parametrize(("payer", "noted"), [("X", "own"), ("Outra Pessoa", "other")])
def test_a_payer_other_than_the_player_is_noted_and_not_named(payer, noted):
    room = pix_room()
    done = room.done("MatchPix", who="bia", **seen_by(room, **{**STATEMENT, "payer": payer}))
    taken = next(one for one in done.events if one.name == "PaymentTaken")
    assert f'"payer":"{noted}"'.encode() in bytes(taken.event)
    assert b"Outra" not in bytes(taken.event)


@pytest.mark.parametrize(
    ("came", "method", "same"),
    [
        (["cash"], "cash", True),
        (["cash", "ticket"], "cash", True),
        (["cash", "credit_card"], "cash", False),
        (["credit_card", "cash"], "credit_card", False),
        (["pix"], "cash", False),
        (["pix"], "pix", True),
        (["pix", "cash"], "", True),
        (["cash"], "balance", True),
        (["cash", "pix"], "balance", False),
    ],
)
def test_a_sale_paid_in_two_ways_does_not_go_back_whole_in_one_of_them(came, method, same):
    """Half in notes and half by card, returned all in notes: the card has become money. Only the organiser, with a word."""
    room = Room()
    book = room.house.books.settlement(room.state, room.now).book

    def asked(role, reason):
        refused = refuse_other_way(method, came, reason, book, Now(at=room.now, role=role))
        return refused.because if refused else ""

    assert asked("finance", "o banco caiu") == ("" if same else "refund.same_way")
    assert asked("organiser", " ") == ("" if same else "refund.other_way_needs_reason")
    assert asked("organiser", "o banco caiu") == ""
