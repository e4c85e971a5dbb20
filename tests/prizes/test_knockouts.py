"""Bounties: what an elimination is worth, who wins it, and when it is paid."""

from __future__ import annotations

import pytest

from feltro.tournament.prizes.due import remaining
from feltro.tournament.prizes.receipts import prize_receipt
from feltro.tournament.sheet import Bounty, MysteryPrize, SaleItem
from tests.prizes.hall import Hall
from tests.prizes.test_pool import MANY

DIRECTOR = {"tournament": "t1", "role": "director"}


def knockout(bounty, book="cgp-2024", entries=6, **changes):
    """R$ 200 + 100 + 50."""
    split = {"prize_pool": 20000, "bounties": 10000, "rake": 5000, "local_partners": 1000}
    item = SaleItem(
        id="entry", kind="entry", label="Inscrição", price_centavos=36000, split_centavos=split, chips=30000
    )
    return Hall(book=book, days=MANY, items=(item,), kind="side", bounty=bounty, **changes).fill(entries)


FIXED = Bounty(kind="fixed", amount_centavos=10000)


def award(hall, entry, *winners, **more):
    hall.done("AwardKnockout", entry=entry, winners=list(winners), **more, **DIRECTOR)


@pytest.mark.clause("cgp-2024:3.6")
def test_each_elimination_pays_its_knockout():
    """Four opponents out are R$ 400, paid at once and out of the knockouts, not of the prizes."""
    hall = knockout(FIXED).out(6, 5, 4, 3)
    pool = hall.held("prize_pool:t1")
    for entry in ("e6", "e5", "e4", "e3"):
        award(hall, entry, "e1")
    assert hall.state.prizes.knockouts == {"e1": 40000}
    assert remaining(hall.state).now == 40000
    receipt = prize_receipt(hall.pay("e1", 40000, of="knockouts"), hall.state)
    assert (receipt.amount_centavos, receipt.remaining_centavos, receipt.place) == (40000, 0, 0)
    assert hall.held("bounties:t1") == 20000
    assert hall.held("prize_pool:t1") == pool
    assert hall.refuse("e1", 1, of="knockouts").because == "prize.paid_already"
    assert hall.refuse("e2", 1, of="knockouts").because == "prize.none_due"
    assert hall.balanced()


def test_a_shared_pot_shares_the_knockout_and_the_champion_takes_the_own():
    """Two winners, half each; the last head goes to whoever is left, and nothing stays."""
    hall = knockout(FIXED, entries=3).close().announce()
    hall.out(3)
    award(hall, "e3", "e1", "e2")
    hall.out(2)
    award(hall, "e2", "e1")
    award(hall, "e1", "e1")
    assert hall.state.prizes.knockouts == {"e1": 25000, "e2": 5000}
    for entry, amount in hall.state.prizes.knockouts.items():
        hall.pay(entry, amount, of="knockouts")
    assert hall.held("bounties:t1") == 0


def test_a_progressive_head_pays_half_and_grows_by_the_other_half():
    """The head of who took a head is worth more."""
    bounty = Bounty(kind="progressive", amount_centavos=10000, won_basis_points=5000)
    hall = knockout(bounty, entries=3).out(3)
    award(hall, "e3", "e2")
    assert hall.state.prizes.heads == {"e2": 15000}
    hall.close().announce().out(2)
    award(hall, "e2", "e1")
    award(hall, "e1", "e1")
    assert hall.state.prizes.knockouts == {"e2": 5000, "e1": 7500 + 17500}


def test_a_mystery_envelope_is_opened_once():
    """From its level on, and only while there is one of it in the box."""
    prizes = (MysteryPrize(amount_centavos=50000, envelopes=1), MysteryPrize(amount_centavos=5000, envelopes=2))
    bounty = Bounty(kind="mystery", amount_centavos=10000, from_level=2, envelopes=prizes)
    hall = knockout(bounty).out(6, 5)
    opening = {"entry": "e6", "winners": ["e1"], "envelope_centavos": 50000, **DIRECTOR}
    assert hall.refused("AwardKnockout", **opening).because == "knockout.too_early"
    for level in (1, 2):
        hall.done("MarkLevel", level=level, **DIRECTOR)
    hall.done("AwardKnockout", **opening)
    refused = hall.refused("AwardKnockout", **{**opening, "entry": "e5"})
    assert refused.because == "knockout.not_in_the_box"
    award(hall, "e5", "e2", envelope_centavos=5000)
    assert hall.state.prizes.knockouts == {"e1": 50000, "e2": 5000}


def test_a_knockout_is_awarded_once_for_somebody_who_is_out():
    """Nobody takes their own head while others play, nor one twice."""
    hall = knockout(FIXED).out(6)
    asking = {"entry": "e6", "winners": ["e1"], **DIRECTOR}
    assert hall.refused("AwardKnockout", **{**asking, "entry": "e5"}).because == "prize.not_out"
    for winners in (["e6"], ["e1", "e1"], ["e99"]):
        refused = hall.refused("AwardKnockout", **{**asking, "winners": winners})
        assert refused.because == "knockout.winners_wrong"
    refused = hall.refused("AwardKnockout", envelope_centavos=5, **asking)
    assert refused.because == "knockout.no_envelopes"
    hall.done("AwardKnockout", **asking)
    assert hall.refused("AwardKnockout", **asking).because == "knockout.already"
    plain = Hall().fill(2).out(2)
    refused = plain.refused("AwardKnockout", entry="e2", winners=["e1"], **DIRECTOR)
    assert refused.because == "knockout.none"


def test_a_house_may_pay_knockouts_at_the_end():
    """As settled."""
    hall = knockout(FIXED, "bpt-2015", 3, answers={"prizes.knockout.paid_for": "end_of_event"}).out(3)
    award(hall, "e3", "e1")
    assert hall.refuse("e1", 10000, of="knockouts").because == "knockout.paid_at_the_end"
    hall.out(2)
    hall.pay("e1", 10000, of="knockouts")
