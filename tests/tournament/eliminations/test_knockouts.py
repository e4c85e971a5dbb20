"""Bounties: what an elimination is worth, who wins it, and when it is paid."""

from __future__ import annotations

import pytest

from feltro.tournament.prizes.due import due_apart, remaining
from feltro.tournament.prizes.receipts import prize_receipt
from feltro.tournament.sheet import Bounty, SaleItem
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import MANY

DIRECTOR = {"tournament": "t1", "role": "director"}


def knockout(bounty, book="cgp-2024", entries=6, **changes):
    """R$ 200 + 100 + 50."""
    split = {"prize_pool": 20000, "bounties": 10000, "rake": 5000, "local_partners": 1000}
    item = SaleItem(
        id="entry", kind="entry", label="Inscrição", price_centavos=36000, split_centavos=split, chips=30000
    )
    hall = Hall(book=book, days=MANY, items=(item,), kind="side", bounty=bounty, **changes).fill(entries)
    hall.done("MarkLevel", level=1, **DIRECTOR)
    return hall


FIXED = Bounty(kind="fixed", amount_centavos=10000)


def bust(hall, entry, *winners):
    hall.done("Eliminate", entry=entry, by=list(winners), **DIRECTOR)


@pytest.mark.clause("cgp-2024:3.6")
def test_each_elimination_pays_its_knockout():
    """Four opponents out are R$ 400, paid at once and out of the knockouts, not of the prizes."""
    hall = knockout(FIXED)
    pool = hall.held("prize_pool:t1")
    for entry in ("e6", "e5", "e4", "e3"):
        bust(hall, entry, "e1")
    assert hall.state.eliminations.won == {"e1": 40000}
    assert remaining(hall.state).now == 40000
    receipt = prize_receipt(hall.pay("e1", 40000, of="knockouts"), hall.state)
    assert (receipt.amount_centavos, receipt.remaining_centavos, receipt.place) == (40000, 0, 0)
    assert hall.held("bounties:t1") == 20000
    assert hall.held("prize_pool:t1") == pool
    assert hall.refuse("e1", 1, of="knockouts").because == "prize.paid_already"
    assert hall.refuse("e2", 1, of="knockouts").because == "prize.none_due"
    assert hall.balanced()


def test_the_champion_is_paid_the_own_head_and_nothing_stays():
    """Two winners share a head; the last one goes to whoever is left."""
    hall = knockout(FIXED, entries=3).close().announce()
    bust(hall, "e3", "e1", "e2")
    bust(hall, "e2", "e1")
    hall.done("SettleBounties", **DIRECTOR)
    assert hall.state.eliminations.won == {"e1": 25000, "e2": 5000}
    for entry, amount in hall.state.eliminations.won.items():
        hall.pay(entry, amount, of="knockouts")
    assert hall.held("bounties:t1") == 0


def test_a_house_may_pay_knockouts_at_the_end():
    """As settled."""
    hall = knockout(FIXED, "bpt-2015", 3, answers={"prizes.knockout.paid_for": "end_of_event"})
    bust(hall, "e3", "e1")
    assert hall.refuse("e1", 10000, of="knockouts").because == "knockout.paid_at_the_end"
    hall.out(2)
    hall.pay("e1", 10000, of="knockouts")


def test_the_knockouts_of_whoever_is_held_are_held_and_nobody_elses():
    """A file is open against e1: prize and knockouts wait; e2's are paid."""
    hall = knockout(FIXED)
    bust(hall, "e6", "e1")
    bust(hall, "e5", "e2")
    hall.done("HoldPrize", entry="e1", reason="apuração", **DIRECTOR)
    assert {one.entry: one.held for one in due_apart(hall.state)} == {"e1": True, "e2": False}
    hall.done("ReleasePrize", entry="e1", reason="nada apurado", **DIRECTOR)
    assert {one.entry: one.held for one in due_apart(hall.state)} == {"e1": False, "e2": False}
    assert {one.provisional for one in due_apart(hall.state)} == {False}, (
        "a head that was taken is won, whatever the pool"
    )
