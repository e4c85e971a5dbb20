"""What a rebuy puts on a head: there once it is paid, gone once it is given back, whatever is corrected afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from feltro.tournament.eliminations.bounties import head_of
from tests.tournament.eliminations.test_bounties import FIXED, PROGRESSIVE, SPLIT
from tests.tournament.play import Play
from tests.tournament.room import STATEMENT, sheet

if TYPE_CHECKING:
    from feltro.tournament.sheet import Bounty

CASH = [{"method": "cash", "amount_centavos": 62000}]
PIX = [{"method": "pix", "amount_centavos": 62000, "txid": "T1"}]


def with_rebuys(bounty: Bounty = PROGRESSIVE) -> Play:
    """Four players; an entry and a rebuy each bring R$ 100 for the head."""
    items = tuple(
        msgspec.structs.replace(item, price_centavos=62000, split_centavos=SPLIT) for item in sheet().items
    )
    return Play({1: 4}, book="adtp-2023", items=items, bounty=bounty, kind="side")


def rebuy(play: Play, payments: list[dict[str, Any]], entry: str = "e1") -> None:
    play.done("SellExtra", tournament="t1", sale="x1", entry=entry, item="rebuy", desk="d1", payments=payments)


def give_back(play: Play) -> None:
    back = {"reason": "engano", "receipt_returned": True, "chips_returned": True}
    play.done("VoidSale", tournament="t1", sale="x1", desk="d1", **back)


def correct_a_bust(play: Play) -> None:
    """e4 is out, by e1 and not by e2: all heads are counted again."""
    play.bust("e4", by=["e2"], key="wrong")
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e4", "by": ["e1"]}
    play.done("Correct", role="director", command_key="wrong", replacement=right, reason="vídeo")


@pytest.mark.parametrize("bounty", [FIXED, PROGRESSIVE])
def test_a_rebuy_that_is_given_back_leaves_the_head(bounty):
    """R$ 100 came with the entry and R$ 100 with the rebuy; the hundred given back is nobody's to win."""
    play = with_rebuys(bounty)
    rebuy(play, CASH)
    assert (head_of(play.state, "e1"), play.held("bounties:t1")) == (20000, 50000)
    give_back(play)
    assert (head_of(play.state, "e1"), play.held("bounties:t1")) == (10000, 40000)
    play.bust("e1", by=["e2"])
    assert play.held("payable:p2") == (10000 if bounty is FIXED else 5000)


def test_the_heads_of_an_event_with_a_rebuy_given_back_are_what_its_entries_brought():
    """Four entries brought R$ 400: that is what the winners have at the end, and the account is empty."""
    play = with_rebuys()
    rebuy(play, CASH)
    give_back(play)
    for loser in ("e1", "e2", "e3"):
        play.bust(loser, by=["e4"])
    play.direct("SettleBounties")
    assert (play.held("payable:p4"), play.held("bounties:t1")) == (40000, 0)


def test_a_correction_keeps_the_rebuy_on_the_head():
    """e1 brought R$ 100, bought R$ 100 and won R$ 50 of e4's head onto the own one."""
    play = with_rebuys()
    rebuy(play, CASH)
    correct_a_bust(play)
    assert (head_of(play.state, "e1"), head_of(play.state, "e2")) == (25000, 10000)
    assert (play.held("payable:p1"), play.held("payable:p2")) == (5000, 0)


def test_a_correction_does_not_bring_back_a_rebuy_that_was_given_back():
    """The head is R$ 100 of the entry and R$ 50 of e4's."""
    play = with_rebuys()
    rebuy(play, CASH)
    give_back(play)
    correct_a_bust(play)
    assert head_of(play.state, "e1") == 15000


def test_a_correction_puts_no_rebuy_on_a_head_before_its_pix_is_seen():
    """Ordered and not paid: R$ 150. Seen afterwards, the hundred comes on top, once."""
    play = with_rebuys()
    rebuy(play, PIX)
    correct_a_bust(play)
    assert head_of(play.state, "e1") == 15000
    play.done("MatchPix", who="bia", **STATEMENT, tournament="t1", sale="x1", txid="T1", amount_centavos=62000)
    assert head_of(play.state, "e1") == 25000
