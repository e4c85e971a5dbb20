"""The champion who is sent away afterwards: his knockouts go to the best of those who were not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.tournament.eliminations.test_bounties import FIXED, knockout

if TYPE_CHECKING:
    from tests.tournament.play import Play


def sent_away(play: Play, entry: str, **more):
    fields = {"penalty": f"x-{entry}", "entry": entry, "kind": "disqualification", "reason": "conluio", **more}
    return [one.name for one in play.direct("GivePenalty", **fields).events]


def test_knockouts_of_a_champion_who_is_sent_away_go_past_whoever_was_sent_away_before():
    """Five at R$ 100 a head. e1 wins with five heads; e2, second, is sent away and then e1: the third has them all."""
    play = knockout(FIXED)
    for out in ("e5", "e4", "e3", "e2"):
        play.bust(out, by=["e1"])
    play.direct("SettleBounties")
    assert play.held("payable:p1") == 50000
    sent_away(play, "e2")
    assert "BountyFreed" in sent_away(play, "e1", stack=150_000)
    assert {one: play.held(f"payable:p{one}") for one in range(1, 6)} == {1: 0, 2: 0, 3: 50000, 4: 0, 5: 0}
