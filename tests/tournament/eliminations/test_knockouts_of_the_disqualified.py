"""A disqualified player is paid no knockouts, and what is on his own head is never lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.tournament.prizes.due import due_apart
from feltro.tournament.sheet import Bounty, MysteryPrize
from tests.tournament.eliminations.test_knockouts import DIRECTOR, FIXED, bust, knockout
from tests.tournament.prizes.hall import Hall, said

PROGRESSIVE = Bounty(kind="progressive", amount_centavos=10000, won_basis_points=5000)


def disqualify(hall: Hall, entry: str) -> None:
    live = hall.state.entries[entry].status == "live"
    given = {"penalty": f"x-{entry}", "entry": entry, "kind": "disqualification", "stack": 1000 if live else 0}
    conduct = {"infraction": "conduct.assault"}
    hall.done("GivePenalty", reason="conluio", **given, **conduct, **DIRECTOR)


def won(hall: Hall) -> dict[str, int]:
    return {entry: amount for entry, amount in hall.state.eliminations.won.items() if amount}


@pytest.mark.clause("cgp-2024:3.6", "cgp-2024:5.6.6.f")
def test_he_is_paid_none_and_the_champion_gets_them_with_the_own_head():
    """Two knockouts of R$ 100 won, then sent away: those two, his head and the champion's are R$ 400."""
    hall = knockout(FIXED, entries=5).close().announce()
    bust(hall, "e5", "e3")
    bust(hall, "e4", "e3")
    disqualify(hall, "e3")
    assert won(hall) == {}
    refused = hall.refuse("e3", 20000, of="knockouts")
    assert refused.because == "rights.disqualified"
    assert any("5.6.6.f" in one for one in said(refused))
    bust(hall, "e2", "e1")
    hall.done("SettleBounties", **DIRECTOR)
    assert won(hall) == {"e1": 50000}
    assert hall.held("bounties:t1") == 0
    assert hall.held("payable:p3") == 0
    assert hall.balanced()


def test_what_was_handed_to_him_before_stays_paid():
    """Paid at the table for the first; the second was not paid yet and is not his any more."""
    hall = knockout(FIXED, entries=5, book="adtp-2023").close().announce()
    bust(hall, "e5", "e3")
    hall.pay("e3", 10000, of="knockouts")
    bust(hall, "e4", "e3")
    disqualify(hall, "e3")
    assert won(hall) == {"e3": 10000}
    bust(hall, "e2", "e1")
    hall.done("SettleBounties", **DIRECTOR)
    assert (won(hall), hall.held("bounties:t1")) == ({"e3": 10000, "e1": 40000}, 0)


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015"])
def test_where_the_house_says_so_those_still_in_share_them_at_once(book):
    """R$ 100 won and R$ 100 on the head, three still in: 66,67, 66,67 and 66,66."""
    answers = {"penalty.disqualification.bounty": "still_in"}
    hall = knockout(FIXED, entries=5, book=book, answers=answers).close().announce()
    bust(hall, "e5", "e4")
    disqualify(hall, "e4")
    assert sorted(won(hall).values()) == [6666, 6667, 6667]
    assert hall.held("bounties:t1") == 50000 - 20000


def test_after_the_end_they_go_to_the_best_who_was_not_sent_away():
    """The champion himself is disqualified once everything was settled."""
    hall = knockout(FIXED, entries=4).close().announce()
    for entry in ("e4", "e3", "e2"):
        bust(hall, entry, "e1")
    hall.done("SettleBounties", **DIRECTOR)
    disqualify(hall, "e1")
    assert won(hall) == {"e2": 40000}
    assert (hall.held("payable:p1"), hall.held("bounties:t1")) == (0, 0)


def test_a_hunter_who_was_sent_away_is_not_named_later():
    """Nobody saw who took e4 out; that it was the one disqualified since does not pay him."""
    hall = knockout(FIXED, entries=5).close().announce()
    bust(hall, "e4")
    disqualify(hall, "e3")
    named = hall.refused("NameHunters", entry="e4", by=["e3"], **DIRECTOR)
    assert named.because == "rights.disqualified"
    hall.done("NameHunters", entry="e4", by=["e1"], **DIRECTOR)


def test_undoing_the_disqualification_gives_them_back():
    """It was not he."""
    hall = knockout(FIXED, entries=5).close().announce()
    bust(hall, "e5", "e3")
    given = {"penalty": "x", "entry": "e3", "kind": "disqualification", "stack": 1000, "reason": "engano"}
    hall.done("GivePenalty", key="dq", **given, **DIRECTOR)
    assert won(hall) == {}
    hall.done("Undo", role="director", command_key="dq")
    assert won(hall) == {"e3": 10000}


@given(st.data())
@settings(max_examples=30)
def test_every_centavo_of_the_knockouts_finds_somebody_who_may_have_it(data):
    """Fixed or progressive, either way of the house, people out with and without a hunter, some sent away."""
    bounty = data.draw(st.sampled_from([FIXED, PROGRESSIVE]))
    way = data.draw(st.sampled_from(["champion", "still_in"]))
    answers = {"penalty.disqualification.bounty": way}
    hall = knockout(bounty, entries=6, book="adtp-2023", answers=answers).close().announce()
    sent_away = set()
    while True:
        alive = [entry.id for entry in hall.state.entries.values() if entry.status == "live"]
        if len(alive) == 1:
            break
        going = data.draw(st.sampled_from(alive))
        out = [one.id for one in hall.state.entries.values() if one.status == "out" and one.id not in sent_away]
        what = data.draw(st.sampled_from(["bust", "bust", "unseen", "disqualified", "late"]))
        if what == "late" and out:
            late = data.draw(st.sampled_from(out))
            disqualify(hall, late)
            sent_away.add(late)
        elif what == "disqualified":
            disqualify(hall, going)
            sent_away.add(going)
        else:
            hunters = [one for one in alive if one != going]
            bust(hall, going, *([data.draw(st.sampled_from(hunters))] if what == "bust" else []))
    hall.done("SettleBounties", unclaimed_to_champion=True, **DIRECTOR)
    assert hall.held("bounties:t1") == 0
    assert sum(won(hall).values()) == 60000
    assert not {one.entry for one in due_apart(hall.state) if one.remaining} & sent_away
    assert hall.balanced()


@pytest.mark.parametrize("bounty", [FIXED, PROGRESSIVE])
@pytest.mark.parametrize("paid", [False, True])
def test_a_minor_who_is_struck_off_has_won_no_knockouts(bounty, paid):
    """Nobody may pay him: unpaid, they go where those of a disqualified player go; what he was handed stays handed."""
    hall = knockout(bounty, entries=6)
    bust(hall, "e6", "e5")
    mine = won(hall)["e5"]
    if paid:
        hall.pay("e5", mine, of="knockouts")
    hall.person("p5", born="2010-01-01")
    hall.done("VoidEntry", entry="e5", ground="minor", reason="16 anos", **DIRECTOR)
    assert won(hall) == ({"e5": mine} if paid else {})
    assert hall.held("payable:p5") == 36000
    for entry in ("e4", "e3", "e2"):
        bust(hall, entry, "e1")
    hall.close().announce()
    hall.done("SettleBounties", **DIRECTOR)
    assert won(hall) == ({"e5": mine, "e1": 50000 - mine} if paid else {"e1": 50000})
    assert hall.held("bounties:t1") == 0
    assert hall.balanced()


def test_an_entry_that_the_director_takes_back_keeps_what_its_player_won():
    """He may play, and another entry of his does: it was a slip of the desk."""
    hall = knockout(FIXED, entries=6)
    bust(hall, "e6", "e5")
    hall.done("VoidEntry", entry="e5", ground="director", reason="vendida duas vezes", **DIRECTOR)
    assert won(hall) == {"e5": 10000}


MYSTERY = Bounty(
    kind="mystery", amount_centavos=10000, envelopes=(MysteryPrize(amount_centavos=10000, envelopes=5),)
)


@pytest.mark.parametrize("way", ["disqualified", "out and disqualified", "minor"])
@pytest.mark.parametrize("hunters", [("e5",), ("e5", "e4")])
def test_no_envelope_is_opened_for_a_hunter_who_was_sent_away(way, hunters):
    """The bust waited for its envelope; by then he was gone. The other hunter opens it, or it is the champion's."""
    hall = knockout(MYSTERY, entries=6)
    bust(hall, "e6", *hunters)
    if way == "out and disqualified":
        bust(hall, "e5", "e1")
    if way != "minor":
        disqualify(hall, "e5")
    else:
        hall.person("p5", born="2010-01-01")
        hall.done("VoidEntry", entry="e5", ground="minor", reason="16 anos", **DIRECTOR)
    hall.done("SealEnvelopes", **DIRECTOR)
    opening = hall.do("OpenEnvelopes", **DIRECTOR)
    mine = {"e1": 10000} if way == "out and disqualified" else {}
    assert won(hall) == ({"e4": 10000, **mine} if len(hunters) == 2 else mine)
    assert getattr(opening, "because", "") == ("" if len(hunters) == 2 or mine else "bounty.nobody_waits")
    for entry in ("e4", "e3", "e2"):
        bust(hall, entry, "e1")
    hall.close().announce()
    hall.done("SettleBounties", **DIRECTOR)
    assert "e5" not in won(hall)
    assert sum(won(hall).values()) == (50000 if way == "minor" else 60000)
    assert hall.held("bounties:t1") == 0
    assert hall.balanced()
