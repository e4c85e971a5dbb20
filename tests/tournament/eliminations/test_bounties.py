"""Bounties: whole centavos, progressive heads, sealed envelopes, and money that follows a correction."""

from __future__ import annotations

import msgspec
import pytest

from feltro.kernel.draws import Proof, check
from feltro.tournament.eliminations.bounties import head_of
from feltro.tournament.eliminations.envelopes import envelope_deck
from feltro.tournament.sheet import Bounty, MysteryPrize
from tests.tournament.play import Play, told
from tests.tournament.room import sheet

SPLIT = {"prize_pool": 40000, "bounties": 10000, "rake": 12000}


def knockout(bounty: Bounty, players: int = 5) -> Play:
    entry, again, rebuy = sheet().items
    items = tuple(
        msgspec.structs.replace(item, price_centavos=62000, split_centavos=SPLIT) for item in (entry, again)
    )
    return Play({1: players}, book="adtp-2023", items=(*items, rebuy), bounty=bounty, kind="side")


FIXED = Bounty(kind="fixed", amount_centavos=10000)
PROGRESSIVE = Bounty(kind="progressive", amount_centavos=10000, won_basis_points=5000)
MYSTERY = Bounty(
    kind="mystery",
    amount_centavos=10000,
    envelopes=(
        MysteryPrize(amount_centavos=30000, envelopes=1),
        MysteryPrize(amount_centavos=5000, envelopes=3),
    ),
)


def test_a_bounty_is_owed_to_whoever_won_it():
    """R$ 100 leave the bounties for the winner; the ledger stays at zero."""
    play = knockout(FIXED)
    play.bust("e1", by=["e2"])
    assert play.held("payable:p2") == 10000
    assert play.held("bounties:t1") == 40000
    assert play.house.world.balances.sum().centavos == 0


def test_a_shared_bounty_is_shared_to_the_centavo():
    """Three win a pot together: 33.34, 33.33 and 33.33."""
    play = knockout(FIXED)
    play.bust("e1", by=["e2", "e3", "e4"])
    assert [play.held(f"payable:p{n}") for n in (2, 3, 4)] == [3334, 3333, 3333]


def test_whoever_has_no_centavo_of_a_shared_bounty_has_won_nothing():
    """One centavo for two: one of them has it, and there is no line of R$ 0,00 for the other."""
    play = knockout(msgspec.structs.replace(MYSTERY, envelopes=(MysteryPrize(amount_centavos=1, envelopes=5),)))
    play.direct("SealEnvelopes")
    won = told(play.bust("e1", by=["e2", "e3"]), "BountyWon")
    assert [(one["winner"], one["amount_centavos"]) for one in won] == [("e2", 1)]


def test_half_of_a_progressive_bounty_goes_on_the_winners_head():
    """e2 takes e1's 100: 50 now, a head of 150; e3 then takes e2: 75 now, a head of 175."""
    play = knockout(PROGRESSIVE)
    play.bust("e1", by=["e2"])
    assert (play.held("payable:p2"), head_of(play.state, "e2")) == (5000, 15000)
    play.bust("e2", by=["e3"])
    assert (play.held("payable:p3"), head_of(play.state, "e3")) == (7500, 17500)


def test_a_corrected_knockout_moves_the_bounties_that_stand_on_it():
    """e1 was taken out by e4, not by e2: what e3 later won with e2's head is counted again."""
    play = knockout(PROGRESSIVE)
    play.bust("e1", by=["e2"], key="wrong")
    play.bust("e2", by=["e3"])
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e1", "by": ["e4"]}
    play.done("Correct", role="director", command_key="wrong", replacement=right, reason="vídeo")
    assert [play.held(f"payable:p{n}") for n in (2, 3, 4)] == [0, 5000, 5000]
    assert (head_of(play.state, "e3"), head_of(play.state, "e4")) == (15000, 15000)
    assert play.house.world.balances.sum().centavos == 0
    fresh = type(play.house)(play.house.store)
    assert fresh.world.live("tournament:t1").state == play.state


def test_a_correction_moves_what_stands_on_a_head_where_no_money_moves():
    """The whole of a bounty goes on the winner's head: e3 carries e2's hundred and own, no more e1's."""
    play = knockout(msgspec.structs.replace(PROGRESSIVE, won_basis_points=0))
    play.bust("e1", by=["e2"], key="wrong")
    play.bust("e2", by=["e3"])
    assert head_of(play.state, "e3") == 30000
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e1", "by": ["e4"]}
    play.done("Correct", role="director", command_key="wrong", replacement=right, reason="vídeo")
    assert [head_of(play.state, entry) for entry in ("e3", "e4")] == [20000, 20000]
    assert [play.held(f"payable:p{n}") for n in (2, 3, 4)] == [0, 0, 0]
    assert play.house.world.balances.sum().centavos == 0


def test_a_correction_moves_money_of_the_champion_where_nothing_more_stands_on_the_head():
    """Nobody was named for e1 and e2, so e3 took both heads with the own one; half of e1's was e2's all the time."""
    play = knockout(PROGRESSIVE, players=3)
    play.bust("e1", key="wrong")
    play.bust("e2")
    play.direct("SettleBounties", unclaimed_to_champion=True)
    assert play.held("payable:p3") == 30000
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e1", "by": ["e2"]}
    play.done("Correct", role="director", command_key="wrong", replacement=right, reason="vídeo")
    assert (play.held("payable:p2"), play.held("payable:p3"), play.held("bounties:t1")) == (5000, 25000, 0)


def test_a_correction_writes_nothing_about_those_whose_bounties_were_right():
    """e3 took e5 out, which nobody doubts: only what e2's head carried is written anew."""
    play = knockout(PROGRESSIVE)
    play.bust("e5", by=["e3"])
    play.bust("e1", by=["e2"], key="wrong")
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e1", "by": ["e4"]}
    answer = play.done("Correct", role="director", command_key="wrong", replacement=right, reason="vídeo")
    assert told(answer, "BountyCorrected") == []


def test_undoing_is_refused_while_a_later_bounty_stands_on_that_head():
    """The winner's head was won since: the bust is corrected, not undone."""
    play = knockout(PROGRESSIVE)
    play.bust("e1", by=["e2"], key="first")
    play.bust("e2", by=["e3"])
    assert play.refused("Undo", role="director", command_key="first").because == "undo.depended_on"


def test_the_champion_takes_the_own_head_once():
    """All the money of the heads is paid when one player is left."""
    play = knockout(PROGRESSIVE, players=3)
    assert play.no("SettleBounties").because == "bounty.still_played_for"
    play.bust("e1", by=["e2"])
    play.bust("e2", by=["e3"])
    play.direct("SettleBounties")
    assert play.held("bounties:t1") == 0
    assert sum(play.held(f"payable:p{n}") for n in (1, 2, 3)) == 30000
    assert play.no("SettleBounties").because == "bounty.settled_before"


def test_mystery_envelopes_are_sealed_drawn_in_order_and_can_be_checked():
    """The commitment comes first, each bust opens the next envelope, and the secret proves the order."""
    play = knockout(MYSTERY)
    commitment = told(play.direct("SealEnvelopes"), "EnvelopesSealed")[0]["commitment"]
    assert play.no("SealEnvelopes").because == "bounty.sealed_before"
    opened = []
    for loser, winner in (("e1", "e2"), ("e2", "e3")):
        opened += told(play.bust(loser, by=[winner]), "BountyWon")
    assert play.no("RevealEnvelopes").because == "bounty.still_played_for"
    for loser, winner in (("e3", "e4"), ("e4", "e5")):
        opened += told(play.bust(loser, by=[winner]), "BountyWon")
    order = tuple(one["envelope"] for one in opened)
    assert [one["drawn"] for one in opened] == [1, 2, 3, 4]
    assert sum(one["amount_centavos"] for one in opened) == 45000
    secret = told(play.direct("RevealEnvelopes"), "EnvelopesRevealed")[0]["secret"]
    assert check(Proof(envelope_deck(play.state), commitment, bytes.fromhex(secret), "", order)) == []
    assert not play.house.store.secrets()


def test_a_corrected_mystery_bust_keeps_its_envelope():
    """What was opened was seen: the right winner gets that very envelope, and the next stays the next."""
    play = knockout(MYSTERY)
    play.direct("SealEnvelopes")
    first = told(play.bust("e1", by=["e2"], key="wrong"), "BountyWon")[0]
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e1", "by": ["e3"]}
    done = play.done("Correct", role="director", command_key="wrong", replacement=right, reason="x")
    again = told(done, "BountyWon")[0]
    assert (again["envelope"], again["winner"]) == (first["envelope"], "e3")
    assert (play.held("payable:p2"), play.held("payable:p3")) == (0, first["amount_centavos"])
    assert told(play.bust("e2", by=["e3"]), "BountyWon")[0]["drawn"] == 2


@pytest.mark.parametrize("kind", ["SealEnvelopes", "RevealEnvelopes"])
def test_without_mystery_bounties_there_are_no_envelopes(kind):
    """A sheet that has none says so."""
    play = knockout(FIXED)
    assert play.no(kind).because in {"bounty.no_envelopes", "bounty.not_sealed"}
