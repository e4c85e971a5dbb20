"""Disqualified after a closed deal: the share is spread once, over what was agreed, and nothing changes again."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.tournament.prizes.due import due
from tests.tournament.deals.test_deals import consent, final, open_deal, propose
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import MANY
from tests.tournament.room import BOOKS

DIRECTOR = {"tournament": "t1", "role": "director"}


def dealt(left: int, amounts: dict[str, int] | None = None, away: tuple[str, ...] = (), **changes) -> Hall:
    """CGP, forty entries, a deal among those left: by the stacks, or as typed. `away` were sent away before it."""
    hall = Hall(days=MANY, **changes).fill(40).close().announce().down_to(left)
    for entry in away:
        disqualify(hall, entry)
    stacks = {f"e{n}": 100000 * (left + 1 - n) + 10000 for n in range(1, left + 1)}
    hall.done("OpenDeal", deal="d", stacks=stacks, **DIRECTOR)
    typed = {"method": "typed", "amounts_centavos": amounts} if amounts else {"method": "icm"}
    hall.done("ProposeDeal", deal="d", **typed, **DIRECTOR)
    for entry in stacks:
        hall.done("ConsentDeal", deal="d", entry=entry, agrees=True, **DIRECTOR)
    hall.done("CloseDeal", deal="d", **DIRECTOR)
    return hall


def disqualify(hall: Hall, entry: str) -> None:
    live = hall.state.entries[entry].status == "live"
    given = {"penalty": f"x-{entry}", "entry": entry, "kind": "disqualification", "stack": 1000 if live else 0}
    hall.done("GivePenalty", infraction="conduct.assault", reason="conluio", **given, **DIRECTOR)


def owed(hall: Hall) -> dict[str, int]:
    return {entry: one.amount for entry, one in due(hall.state).items()}


@pytest.mark.clause("cgp-2024:3.4", "cgp-2024:5.6.6.f")
def test_the_share_is_spread_over_the_agreed_amounts_and_the_champion_changes_nothing():
    """Three agree on 4.000, 2.000 and 1.000 with 3.000 to play for; the third is sent away: 667 and 333 are theirs."""
    pool = dealt(3)
    total = sum(pool.prizes[:3])
    reserve = total - 700000
    hall = dealt(3, {"e1": 400000, "e2": 200000, "e3": 100000})
    disqualify(hall, "e3")
    before = owed(hall)
    assert (before["e1"], before["e2"]) == (400000 + 66667, 200000 + 33333)
    hall.out(1)
    after = owed(hall)
    assert after["e1"] == before["e1"]
    assert after["e2"] == before["e2"] + reserve
    assert sum(after.values()) == sum(hall.prizes)


@pytest.mark.parametrize("book", BOOKS)
def test_what_was_lost_before_the_deal_is_in_what_they_agreed_on_and_nowhere_else(book):
    """The last in the money is sent away, then three agree on all that is left: nobody has more than the own signature says."""
    paid = len(dealt(3, book=book).prizes)
    hall = dealt(3, away=(f"e{paid}",), book=book)
    agreed = hall.state.deals.agreed.amounts_centavos
    assert {entry: owed(hall)[entry] for entry in ("e1", "e2", "e3")} == dict(agreed)
    hall.down_to(1)
    assert sum(owed(hall).values()) == sum(hall.prizes)


@pytest.mark.clause("cgp-2024:3.4", "cgp-2024:5.6.6.f")
def test_what_was_approved_and_paid_before_the_champion_is_known_stays_right():
    """The second person approved that very amount; the cashier pays it after the last hand."""
    hall = dealt(3)
    disqualify(hall, "e3")
    amount = owed(hall)["e2"]
    hall.done("ApprovePrize", who="rita", role="finance", tournament="t1", entry="e2")
    hall.out(2)
    assert owed(hall)["e2"] == amount
    hall.pay("e2", amount, method="bank_transfer", reference="T1", desk="")
    assert due(hall.state)["e2"].remaining == 0


def test_a_champion_who_is_sent_away_leaves_the_reserve_to_the_others_of_the_deal():
    """And nothing of it to places that had no part in it."""
    hall = dealt(3)
    behind = {entry: amount for entry, amount in owed(hall).items() if entry not in {"e1", "e2", "e3"}}
    hall.down_to(1)
    disqualify(hall, "e1")
    after = owed(hall)
    assert sum(after.values()) == sum(hall.prizes)
    assert {entry: after[entry] for entry in behind} == behind


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("away", [("e1", "e2"), ("e2", "e1"), ("e3", "e1", "e2")])
def test_what_everybody_of_a_deal_lost_is_the_next_ones(book, away):
    """Two of a deal are sent away, then the other: the best behind them, who was not, has it all with the own prize."""
    hall = open_deal(final(book, left=2, entries=5), {"e1": 400000, "e2": 200000})
    propose(hall)
    consent(hall, "e1", "e2")
    hall.done("CloseDeal", deal="a1", **DIRECTOR)
    for entry in away:
        disqualify(hall, entry)
    heir = "e4" if "e3" in away else "e3"
    assert owed(hall) == {heir: sum(hall.prizes)}


def test_a_place_behind_the_deal_that_is_forfeited_later_reaches_those_of_the_deal():
    """Fourth is disqualified after the signatures: his prize is shared by the three, by what they agreed."""
    hall = dealt(3)
    was = owed(hall)
    disqualify(hall, "e4")
    now = owed(hall)
    assert sum(now[one] - was[one] for one in ("e1", "e2", "e3")) == was["e4"]
    hall.down_to(1)
    assert sum(owed(hall).values()) == sum(hall.prizes)


def test_of_a_shared_place_only_the_part_of_whoever_lost_it_goes():
    """Two tie for third and fourth; one is sent away: the other keeps half of both prizes."""
    hall = Hall(days=MANY).fill(40).close().announce().down_to(4)
    busts = [{"entry": "e4", "stack": 5000}, {"entry": "e3", "stack": 5000}]
    hall.done("BustHand", busts=busts, hand=7, **DIRECTOR)
    was = owed(hall)
    disqualify(hall, "e4")
    now = owed(hall)
    assert now["e3"] == was["e3"]
    hall.down_to(1)
    assert sum(owed(hall).values()) == sum(hall.prizes)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=25)
def test_no_centavo_is_lost_and_nobodys_amount_changes_but_by_a_disqualification(data):
    """Any deal, people sent away at any moment, of it or behind it, and the rest busting in any order."""
    freed = data.draw(st.sampled_from(["shared_in_proportion", "places_move_up"]))
    left = data.draw(st.integers(2, 5))
    hall = dealt(left, book="adtp-2023", answers={"penalty.disqualification.freed_prize": freed})
    total, gone = sum(hall.prizes), 0
    while True:
        alive = [entry.id for entry in hall.state.entries.values() if entry.status == "live"]
        out = [f"e{n}" for n in range(1, left + 3) if hall.state.entries[f"e{n}"].status == "out"]
        fresh = [one for one in out if not any(f.entry == one for f in hall.state.prizes.forfeits)]
        before = owed(hall)
        if gone < left - 1 and data.draw(st.integers(0, 2)) == 0:
            chosen = data.draw(st.sampled_from([*(alive if len(alive) > 1 else ()), *fresh] or [""]))
            if chosen:
                disqualify(hall, chosen)
                gone += 1
                assert chosen not in owed(hall)
                assert all(owed(hall).get(one, 0) >= before[one] for one in before if one != chosen)
                continue
        if len(alive) == 1:
            break
        hall.out(int(data.draw(st.sampled_from(alive))[1:]))
        after = owed(hall)
        champion = [one.id for one in hall.state.entries.values() if one.status == "live"]
        same = [one for one in before if one not in champion or len(champion) > 1]
        assert all(after[one] == before[one] for one in same)
    assert sum(owed(hall).values()) == total
    assert hall.balanced()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("gone", "ground"), [("e2", "minor"), ("e1", "false_identity"), ("e3", "director")])
def test_an_entry_of_the_deal_that_is_struck_off_leaves_its_part_to_the_others_of_it(book, gone, ground):
    """Whoever is out behind them keeps the own prize, and has no part in what three agreed: it goes to the other two."""
    hall = Hall(book=book, days=MANY).fill(40).close().announce().down_to(3)
    behind = {entry: amount for entry, amount in owed(hall).items() if entry not in {"e1", "e2", "e3"}}
    assert behind
    stacks = {"e1": 410000, "e2": 310000, "e3": 210000}
    hall.done("OpenDeal", deal="d", stacks=stacks, **DIRECTOR)
    hall.done("ProposeDeal", deal="d", method="icm", **DIRECTOR)
    for entry in stacks:
        hall.done("ConsentDeal", deal="d", entry=entry, agrees=True, **DIRECTOR)
    hall.done("CloseDeal", deal="d", **DIRECTOR)
    hall.done("VoidEntry", entry=gone, ground=ground, reason="x", **DIRECTOR)
    left = [entry for entry in stacks if entry != gone]
    hall.out(int(left[1][1:]))
    after = owed(hall)
    assert gone not in after
    assert sum(after[entry] for entry in left) == sum(hall.prizes[:3])
    assert {entry: amount for entry, amount in after.items() if entry not in left} == behind
    assert sum(after.values()) == sum(hall.prizes)


def struck_and_sent(freed: str, gone: str, sent: tuple[str, ...]) -> tuple[Hall, dict[str, int]]:
    """Three agreed, one of them should never have been sold an entry, and then somebody behind them is sent away."""
    hall = dealt(3, book="adtp-2023", answers={"penalty.disqualification.freed_prize": freed})
    hall.done("VoidEntry", entry=gone, ground="minor", reason="x", **DIRECTOR)
    before = owed(hall)
    for entry in sent:
        disqualify(hall, entry)
    return hall, before


@pytest.mark.parametrize("gone", ["e1", "e2", "e3"])
@pytest.mark.parametrize("sent", [("e4",), ("e5",), ("e4", "e5"), ("e5", "e4")])
def test_a_prize_lost_behind_a_deal_with_one_struck_off_reaches_the_better_ones_and_keeps_the_rest(gone, sent):
    """Fourth loses the fourth prize, fifth the fifth, though one place before them is empty now; nobody behind is touched."""
    hall, before = struck_and_sent("shared_in_proportion", gone, sent)
    after = owed(hall)
    better = {f"e{n}" for n in range(1, int(max(sent)[1:]))} - {gone, *sent}
    behind = {one for one in before if one not in better and one not in sent}
    assert behind
    assert {one: after[one] for one in behind} == {one: before[one] for one in behind}
    assert sum(after[one] - before[one] for one in better) == sum(before[one] for one in sent)
    assert all(after[one] >= before[one] for one in better)
    hall.down_to(1)
    assert sum(owed(hall).values()) == sum(hall.prizes)


@pytest.mark.parametrize("gone", ["e1", "e3"])
def test_behind_a_deal_with_one_struck_off_everybody_moves_up_by_one_where_the_book_says_so(gone):
    """Fourth is sent away: fifth has the fourth prize, sixth the fifth, and what three agreed is theirs."""
    hall, before = struck_and_sent("places_move_up", gone, ("e4",))
    after = owed(hall)
    assert [after[f"e{n}"] for n in (5, 6)] == [before[f"e{n}"] for n in (4, 5)]
    hall.down_to(1)
    assert sum(owed(hall).values()) == sum(hall.prizes)
