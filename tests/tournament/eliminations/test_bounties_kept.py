"""No bounty is lost: a bust that nobody claimed, one before the clock, one without an envelope; and the last centavo."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.app.desk.notices import notices
from feltro.kernel.draws import Proof, check
from feltro.tournament.eliminations.envelopes import envelope_deck
from feltro.tournament.sheet import Bounty, MysteryPrize, SaleItem
from tests.tournament.eliminations.test_bounties import FIXED, MYSTERY, PROGRESSIVE, knockout
from tests.tournament.play import Play, told
from tests.tournament.prizes.hall import Hall

SCARCE = Bounty(kind="mystery", amount_centavos=10000, envelopes=(MysteryPrize(amount_centavos=5000, envelopes=1),))


def said(play: Play | Hall) -> dict[str, dict]:
    book = play.house.books.settlement(play.state, play.now).book
    return {one.because: one.values for one in notices(play.state, book, play.now)}


@pytest.mark.clause("cgp-2024:3.6")
@pytest.mark.parametrize("bounty", [FIXED, PROGRESSIVE])
def test_a_bust_without_a_hunter_asks_who_it_was(bounty):
    """The head stays on the notice board until somebody is named, and is then theirs."""
    play = knockout(bounty)
    play.bust("e1")
    assert said(play)["notice.bounty_without_hunter"]["amount"].centavos == 10000
    play.direct("NameHunters", entry="e1", by=["e2"])
    assert play.held("payable:p2") == (10000 if bounty is FIXED else 5000)
    assert "notice.bounty_without_hunter" not in said(play)
    assert play.no("NameHunters", entry="e1", by=["e3"]).because == "bounty.claimed_before"
    assert play.house.world.balances.sum().centavos == 0


def test_a_hunter_named_late_moves_the_heads_that_stand_on_it():
    """e2 took e1 out and was then taken out by e3: e3 wins half of what e2 should have carried."""
    play = knockout(PROGRESSIVE)
    play.bust("e1")
    play.bust("e2", by=["e3"])
    assert play.held("payable:p3") == 5000
    play.direct("NameHunters", entry="e1", by=["e2"])
    assert (play.held("payable:p2"), play.held("payable:p3")) == (5000, 7500)
    assert play.house.world.balances.sum().centavos == 0


def test_a_bust_before_the_clock_started_keeps_its_bounty_and_is_told():
    """Somebody forgot to start the clock: R$ 100 are won all the same."""
    split = {"prize_pool": 20000, "bounties": 10000, "rake": 5000}
    item = SaleItem(id="entry", kind="entry", label="x", price_centavos=35000, split_centavos=split, chips=30000)
    hall = Hall(items=(item,), kind="side", bounty=FIXED).fill(3)
    hall.done("Eliminate", entry="e1", by=["e2"], tournament="t1", role="director")
    assert hall.state.eliminations.outs["e1"].level == 0
    assert hall.held("payable:p2") == 10000
    assert said(hall)["notice.bounty_before_start"] == {"count": 1}


def test_only_players_are_named():
    """Nobody hunts himself, twice, or from outside."""
    play = knockout(FIXED)
    play.bust("e1")
    assert play.no("NameHunters", entry="e1", by=["e1"]).because == "bust.winner_not_playing"
    assert play.no("NameHunters", entry="e1", by=["e9"]).because == "bust.winner_not_playing"
    assert play.no("NameHunters", entry="e1", by=["e2", "e2"]).because == "bust.named_twice"
    assert play.no("NameHunters", entry="e2", by=["e3"]).because == "prize.not_out"


@pytest.mark.clause("cgp-2024:3.6")
def test_bounties_are_not_settled_over_a_head_without_an_owner():
    """It is refused with the amount; on the director's word the champion takes it, and nothing is left."""
    play = knockout(FIXED, players=3)
    play.bust("e1")
    play.bust("e2", by=["e3"])
    refused = play.no("SettleBounties")
    assert (refused.because, refused.values["amount"].centavos) == ("bounty.unclaimed", 10000)
    play.direct("SettleBounties", unclaimed_to_champion=True)
    assert (play.held("bounties:t1"), play.held("payable:p3")) == (0, 30000)


# Envelopes


def test_too_few_envelopes_never_refuse_a_bust():
    """They ask for more: sealed, shown, and opened in the order of the busts."""
    play = knockout(SCARCE)
    play.bust("e1", by=["e2"])
    assert said(play)["notice.envelopes_missing"] == {"count": 1}
    play.direct("SealEnvelopes")
    assert said(play)["notice.envelopes_to_open"] == {"count": 1}
    assert [one["entry"] for one in told(play.direct("OpenEnvelopes"), "BountyWon")] == ["e1"]
    play.bust("e2", by=["e3"])
    play.bust("e3", by=["e4"])
    assert said(play)["notice.envelopes_missing"] == {"count": 2}
    assert play.no("OpenEnvelopes").because == "bounty.no_envelopes_left"
    more = told(play.direct("AddEnvelopes", amounts_centavos=[20000, 5000, 5000]), "EnvelopesSealed")[0]
    opened = told(play.bust("e4", by=["e5"]), "BountyWon")
    assert [(one["entry"], one["winner"], one["box"], one["drawn"]) for one in opened] == [
        ("e2", "e3", 2, 1),
        ("e3", "e4", 2, 2),
        ("e4", "e5", 2, 3),
    ]
    shown = told(play.direct("RevealEnvelopes"), "EnvelopesRevealed")
    secret = next(one["secret"] for one in shown if one["commitment"] == more["commitment"])
    order = tuple(one["envelope"] for one in opened)
    proof = Proof(envelope_deck(play.state, 2), more["commitment"], bytes.fromhex(secret), "", order)
    assert check(proof) == []
    assert not play.house.store.secrets()


def test_the_money_of_closed_envelopes_goes_with_the_champion():
    """Five entries brought R$ 500, the box held R$ 50: nothing stays behind, and nobody waits."""
    play = knockout(SCARCE, players=3)
    play.direct("SealEnvelopes")
    play.bust("e1", by=["e2"])
    play.bust("e2", by=["e3"])
    assert play.no("SettleBounties").because == "bounty.waits_for_envelopes"
    play.direct("AddEnvelopes", amounts_centavos=[2000])
    assert play.no("SettleBounties").because == "bounty.waits_to_open"
    play.direct("OpenEnvelopes")
    play.direct("SettleBounties")
    assert play.held("bounties:t1") == 0
    assert sum(play.held(f"payable:p{number}") for number in (1, 2, 3)) == 30000


@pytest.mark.parametrize(("outs", "because"), [(1, "bounty.still_played_for"), (2, "")])
def test_envelopes_that_nobody_will_open_are_shown_at_the_end(outs, because):
    """Three players, four envelopes: with two left nobody may look; with a champion the two closed ones are shown."""
    play = knockout(MYSTERY, players=3)
    play.direct("SealEnvelopes")
    for loser, winner in (("e1", "e2"), ("e2", "e3"))[:outs]:
        play.bust(loser, by=[winner])
    if because:
        assert play.no("RevealEnvelopes").because == because
    else:
        assert len(told(play.direct("RevealEnvelopes"), "EnvelopesRevealed")) == 1
        assert play.no("RevealEnvelopes").because == "bounty.revealed_before"


def test_envelopes_of_a_stopped_event_are_shown_unless_somebody_waits_for_one():
    """Stopped for good: nobody opens another. But an envelope that was won is opened first."""
    play = knockout(SCARCE, players=4)
    play.bust("e1", by=["e2"])
    play.direct("SealEnvelopes")
    play.direct("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    assert play.no("RevealEnvelopes").because == "bounty.still_played_for"
    play.direct("OpenEnvelopes")
    assert len(told(play.direct("RevealEnvelopes"), "EnvelopesRevealed")) == 1


def test_envelopes_are_added_only_where_there_are_any():
    """A fixed bounty hangs on a head."""
    play = knockout(FIXED)
    assert play.no("AddEnvelopes", amounts_centavos=[100]).because == "bounty.not_mystery"
    assert play.no("OpenEnvelopes").because == "bounty.nobody_waits"
    assert play.no("NameHunters", entry="e1", by=["e2"]).because == "prize.not_out"


@pytest.mark.parametrize("bounty", [FIXED, PROGRESSIVE, MYSTERY])
def test_bounties_of_an_event_stopped_for_good_are_those_of_the_players_left(bounty):
    """The pool is shared by stacks; each keeps the own head, and what hangs on nobody's is shared evenly."""
    play = knockout(bounty, players=4)
    play.bust("e1")
    play.direct("StopTournament", action="suspend", cause="technical_failure", reason="sem luz")
    assert play.no("SettleBounties").because == "bounty.still_played_for"
    pool = play.held("prize_pool:t1")
    amounts = {"e2": pool - 2, "e3": 1, "e4": 1}
    stacks = dict.fromkeys(amounts, 30000)
    play.direct(
        "SettleStopped", way="icm_among_survivors", stacks=stacks, amounts_centavos=amounts, reason="não volta"
    )
    play.direct("SettleBounties", unclaimed_to_champion=True)
    assert play.held("bounties:t1") == 0
    assert play.held("payable:p3") == play.held("payable:p4")
    assert sum(play.held(f"payable:p{number}") for number in (2, 3, 4)) == pool + 40000
    assert play.held("payable:p4") in {13333 + 1, 13334 + 1}


# Whatever happens


@settings(max_examples=40, deadline=None)
@given(
    bounty=st.sampled_from([FIXED, PROGRESSIVE, MYSTERY, SCARCE]),
    players=st.integers(2, 7),
    seed=st.integers(0, 10**6),
)
def test_every_centavo_of_the_bounties_ends_with_somebody(bounty, players, seed):
    """Hunters named, shared, forgotten or named late: at the end the account is empty and the ledger at zero."""
    chance, play = random.Random(seed), knockout(bounty, players=players)
    alive = [f"e{number}" for number in range(1, players + 1)]
    if bounty.kind == "mystery":
        play.direct("SealEnvelopes")
    while len(alive) > 1:
        loser = alive.pop(chance.randrange(len(alive)))
        hunters = chance.sample(alive, chance.randint(0, min(2, len(alive))))
        play.bust(loser, by=hunters)
        silent = [one for one in play.state.eliminations.outs.values() if not one.by]
        if silent and chance.random() < 0.5:
            out = chance.choice(silent)
            play.direct("NameHunters", entry=out.entry, by=[chance.choice(alive)])
        assert play.held("bounties:t1") >= 0
    if bounty.kind == "mystery":
        play.direct("AddEnvelopes", amounts_centavos=[100] * players)
        play.do("OpenEnvelopes", tournament="t1", role="director", who="dora")
    play.direct("SettleBounties", unclaimed_to_champion=True)
    assert play.held("bounties:t1") == 0
    won = sum(play.held(f"payable:p{number}") for number in range(1, players + 1))
    assert won == players * 10000 + play.held("guarantee_cover:t1")
    assert play.house.world.balances.sum().centavos == 0
