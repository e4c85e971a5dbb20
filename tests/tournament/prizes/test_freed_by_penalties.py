"""What a penalty does to prizes by itself: the freed prize, the buy-in, and the places that move."""

from __future__ import annotations

import pytest

from feltro.tournament.prizes.due import due, prizes_by_place
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import MANY
from tests.tournament.room import BOOKS

DIRECTOR = {"tournament": "t1", "role": "director"}
STACK = 30000


def disqualify(hall: Hall, entry: str, **more):
    return hall.done(
        "GivePenalty",
        penalty=f"x-{entry}",
        entry=entry,
        kind="disqualification",
        reason="conluio",
        **more,
        **DIRECTOR,
    )


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "bpt-2015"])  # it disqualifies nobody
@pytest.mark.clause("cgp-2024:5.6.6.f", "nps-2019:47.f")
def test_a_disqualification_frees_the_prize_without_another_command(book):
    """Third of 21 when he goes: the prize of third place is shared by the two who are left."""
    hall = Hall(book=book, days=MANY).fill(21).close().announce().down_to(3)
    was, pool = hall.prizes, hall.held("prize_pool:t1")
    disqualify(hall, "e3", stack=STACK)
    now = prizes_by_place(hall.state)
    assert sum(now) == sum(was)
    assert now[2] == 0
    assert now[0] > was[0]
    assert "e3" not in hall.amounts
    hall.down_to(1)
    assert hall.amounts["e1"] == now[0]
    assert hall.amounts["e2"] == now[1]
    assert hall.held("prize_pool:t1") == pool
    assert hall.refused("ForfeitPrize", entry="e3", reason="x", **DIRECTOR).because == "forfeit.already"


def test_where_no_bounties_are_played_for_a_disqualification_speaks_of_none():
    """Out of the event and the prize lost, and nothing about a head that nobody has."""
    hall = Hall(days=MANY).fill(5)
    done = disqualify(hall, "e3", stack=STACK)
    assert "BountyFreed" not in [told.name for told in done.events]
    assert "EntryEliminated" in [told.name for told in done.events]


@pytest.mark.parametrize(("goes", "left", "place"), [("e3", 3, 3), ("e3", 1, 3), ("e2", 1, 2), ("e5", 2, 5)])
def test_the_place_that_is_forfeited_is_the_one_held(goes, left, place):
    """Still in with three: third. Out before: the place of then, however few are left."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(left)
    disqualify(hall, goes, stack=STACK if hall.state.entries[goes].status == "live" else 0)
    assert [(one.entry, one.place) for one in hall.state.prizes.forfeits] == [(goes, place)]


def test_before_the_prizes_are_announced_the_place_is_lost_all_the_same():
    """Disqualified with three left, announced afterwards."""
    hall = Hall(days=MANY).fill(21).close().down_to(3)
    disqualify(hall, "e3", stack=STACK)
    hall.announce().down_to(1)
    assert "e3" not in hall.amounts
    assert sum(hall.amounts.values()) == sum(hall.prizes)


def test_somebody_out_already_loses_the_prize_and_an_undo_gives_it_back():
    """Collusion found an hour later, and then found not to be any."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(1)
    was = hall.amounts
    disqualify(hall, "e2", key="dq")
    assert hall.amounts == {"e1": was["e1"] + was["e2"], "e3": was["e3"]}
    hall.done("Undo", role="director", command_key="dq")
    assert hall.amounts == was


def test_a_champions_freed_prize_goes_to_all_the_others():
    """Nobody stands above him: in proportion to their own prizes, and no centavo stays behind."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(2).out(1)
    champion = next(entry for entry, one in due(hall.state).items() if one.place == 1)
    hall.done("ForfeitPrize", entry=champion, reason="fraude", **DIRECTOR)
    assert champion not in hall.amounts
    assert sum(hall.amounts.values()) == sum(hall.prizes)


def test_the_place_of_a_forfeit_follows_a_correction():
    """Who stood third stands fourth once an earlier bust is taken back: the freed prize is that of fourth place."""
    hall = Hall(book="adtp-2023", days=MANY).fill(40).close().announce().down_to(4)
    hall.done("Eliminate", entry="e4", key="bust", **DIRECTOR)
    disqualify(hall, "e3", stack=STACK)
    assert prizes_by_place(hall.state)[2] == 0
    hall.done("Undo", role="director", command_key="bust")
    third, fourth = prizes_by_place(hall.state)[2:4]
    assert (third > hall.prizes[2], fourth) == (True, 0)
    assert sum(prizes_by_place(hall.state)) == sum(hall.prizes)


@pytest.mark.parametrize("after", [False, True])
def test_whoever_lost_a_prize_and_is_struck_off_holds_no_place_that_another_one_reaches(after):
    """The champion lost his prize and was a minor besides: the second is first, and loses that prize once."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(1)
    hall.done("ForfeitPrize", entry="e1", reason="conluio", **DIRECTOR)
    if after:
        hall.done("ForfeitPrize", entry="e2", reason="fraude", **DIRECTOR)
    hall.done("VoidEntry", entry="e1", ground="minor", **DIRECTOR)
    if not after:
        assert prizes_by_place(hall.state) == list(hall.prizes)
        hall.done("ForfeitPrize", entry="e2", reason="fraude", **DIRECTOR)
    first, second, third = prizes_by_place(hall.state)
    assert first == 0
    assert second + third == sum(hall.prizes)
    assert hall.amounts == {"e3": second, "e4": third}


def test_where_the_house_refunds_the_buy_in_it_leaves_the_pool_and_is_owed():
    """The price comes back from every account that it went to, and the place on the list stays."""
    hall = Hall(book="adtp-2023", answers={"penalty.disqualification.buy_in": "refunded"}, days=MANY).fill(5)
    pool = hall.held("prize_pool:t1")
    disqualify(hall, "e5", stack=STACK)
    assert hall.held("payable:p5") == 62000
    assert hall.held("prize_pool:t1") == pool - 48000
    assert hall.balanced()
    hall.close().announce()
    assert sum(hall.prizes) == 4 * 48000
    hall.done("PayRefund", tournament="t1", sale="e5", desk="d1", method="cash")
    assert hall.held("payable:p5") == 0


def test_what_was_agreed_in_a_deal_and_lost_goes_to_the_others_of_the_deal():
    """Disqualified after the signatures: no centavo of the pool is left without an owner."""
    hall = Hall(days=MANY).fill(21).close().announce().down_to(3)
    stacks = {"e1": 300000, "e2": 200000, "e3": 130000}
    hall.done("OpenDeal", deal="d", stacks=stacks, **DIRECTOR)
    hall.done("ProposeDeal", deal="d", method="icm", **DIRECTOR)
    for entry in stacks:
        hall.done("ConsentDeal", deal="d", entry=entry, agrees=True, **DIRECTOR)
    hall.done("CloseDeal", deal="d", **DIRECTOR)
    disqualify(hall, "e3", stack=130000)
    hall.down_to(1)
    assert set(hall.amounts) == {"e1", "e2"}
    assert sum(hall.amounts.values()) == sum(hall.prizes)
