"""When an event is over no centavo of its pools is without an owner."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.upkeep.audit import verify_house
from feltro.sim.evening import simulate
from feltro.tournament.prizes.due import due
from feltro.tournament.sheet import Bounty, Payout, PayoutColumn, Satellite
from feltro.tournament.sheet.items import SaleItem
from tests.conftest import one_now_the_rest_slowly
from tests.tournament.deals.test_deals import DIRECTOR, consent, final, open_deal, propose
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import entry_of
from tests.tournament.room import BOOKS, STATEMENT, at, sheet

SEAT = 62000
PARTS = {
    **{book: {"prize_pool": 46500, "rake": 3500} for book in BOOKS},
    "nps-2019": {"prize_pool": 46500, "rake": 1500, "local_partners": 2000},
}
KEPT_OF_930 = {"cgp-2024": 2790, "nps-2019": 2790}
"""Three percent, where the book keeps them back."""


def sat(book, entries, announced=True, **prize):
    """A satellite of R$ 465 into the pool for each entry: four buy three seats exactly."""
    made = Satellite(**{"target": "main", "seat_centavos": SEAT, "seats": 3, **prize})
    item = entry_of(**PARTS[book])
    hall = Hall(book=book, kind="satellite", items=(item,), satellite=made).fill(entries).close()
    return hall.announce() if announced else hall


def end(hall, *winners):
    return hall.done("EndSatellite", tournament="t1", winners=list(winners), role="director")


def owners(hall):
    return sorted(one.owner for one in hall.house.world.live("season:s26").state.tickets.values())


def nobodys(hall):
    """Findings about money without an owner: there must be none."""
    return [one for one in verify_house(hall.house.store).findings if one.because.startswith("verify.ownerless")]


def two_at_one_table(book, announced=True):
    hall = sat(book, 4, announced)
    busts = [{"entry": "e3", "stack": 9000}, {"entry": "e4", "stack": 3000}]
    hall.done("BustHand", tournament="t1", role="director", hand=5, busts=busts)
    return hall


@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023", "bpt-2015"])
def test_where_the_book_is_silent_two_out_at_one_table_share_what_the_seat_is_worth(book):
    """Four left, three seats: nobody's stack is counted after the hand, R$ 310 for each of the two."""
    hall = two_at_one_table(book)
    end(hall)
    assert owners(hall) == ["p1", "p2"]
    assert (hall.held("payable:p3"), hall.held("payable:p4"), hall.held("prize_pool:t1")) == (31000, 31000, 0)
    assert not nobodys(hall)


@pytest.mark.parametrize("named", [(), ("e1", "e2"), ("e1", "e2", "e3")])
@pytest.mark.parametrize("announced", [True, False])
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
@pytest.mark.clause("cgp-2024:5.3.14.d", "nps-2019:23.d")
def test_two_out_at_one_table_on_the_bubble_the_bigger_stack_has_third_and_its_seat(book, announced, named):
    """Four left, three seats: e3 began the hand with 9,000, e4 with 3,000. e3 is third and has the seat."""
    hall = two_at_one_table(book, announced)
    end(hall, *named)
    assert owners(hall) == ["p1", "p2", "p3"]
    assert hall.held("tickets:s26") == 3 * SEAT
    assert hall.held("prize_pool:t1") == 0
    assert not nobodys(hall)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.3.14.c", "nps-2019:23.c")
def test_two_out_at_different_tables_on_the_bubble_share_what_the_seat_is_worth(book):
    """Four left, three seats: one goes at each table in the same hand. Two seats, and R$ 310 for each of the two."""
    hall = sat(book, 4)
    busts = [{"entry": "e3", "stack": 9000, "table": 1}, {"entry": "e4", "stack": 3000, "table": 2}]
    hall.done("BustHand", tournament="t1", role="director", round=1, busts=busts)
    end(hall, "e1", "e2")
    assert owners(hall) == ["p1", "p2"]
    assert (hall.held("payable:p3"), hall.held("payable:p4")) == (31000, 31000)
    assert hall.held("prize_pool:t1") == 0
    assert not nobodys(hall)
    hall.done("PayPrize", **hall.paying("e4", 31000, of="seat"))
    assert hall.held("payable:p4") == 0


def test_three_tied_for_two_seats_share_both():
    """Five left, three seats, one alive... of three tied each has a third of two seats, to the centavo."""
    hall = sat("cgp-2024", 4)
    busts = [{"entry": f"e{number}", "stack": 900, "table": number} for number in (2, 3, 4)]
    hall.done("BustHand", tournament="t1", role="director", round=1, busts=busts)
    end(hall, "e1")
    shares = [hall.held(f"payable:p{number}") for number in (2, 3, 4)]
    assert sorted(shares) == [41333, 41333, 41334]
    assert (owners(hall), hall.held("prize_pool:t1")) == (["p1"], 0)


@pytest.mark.parametrize("book", BOOKS)
def test_fewer_entries_than_seats_are_covered_for_those_who_win_one(book):
    """Two entries, three seats promised: two are awarded, R$ 1,240 less what came in are covered, no more."""
    hall = sat(book, 2)
    assert hall.state.prizes.announced.seats == 2
    assert hall.held("guarantee_cover:t1") == 124000 - 93000 + KEPT_OF_930.get(book, 0)
    end(hall, "e1", "e2")
    assert (owners(hall), hall.held("prize_pool:t1")) == (["p1", "p2"], 0)
    assert not nobodys(hall)


def test_a_remainder_without_a_next_place_is_the_winners():
    """Two people, three entries, two seats: R$ 113.15 are left and nobody is third."""
    hall = Hall(
        kind="satellite",
        items=(entry_of(prize_pool=46500, rake=3500), SaleItem(**_again())),
        satellite=Satellite(target="main", seat_centavos=SEAT, seats=2),
    ).fill(2)
    hall.out(2)
    hall.sell("e3", "p2", item="reentry")
    hall.close().announce()
    end(hall, "e1", "e3")
    assert sum(one.amount for one in due(hall.state).values()) == 135315 - 124000
    assert not nobodys(hall)


def _again():
    return {
        "id": "reentry",
        "kind": "reentry",
        "label": "Reentrada",
        "price_centavos": 50000,
        "split_centavos": {"prize_pool": 46500, "rake": 3500},
        "chips": 30000,
    }


def test_a_seat_that_nobody_is_left_to_be_passed_is_paid_to_who_won_it():
    """Everybody has a seat already: what two seats are worth goes to the two who won them."""
    hall = Hall()
    prize = Satellite(target="t1", seat_centavos=62000, seats=2, already_seated="next_place")
    made = msgspec.to_builtins(sheet(kind="satellite", satellite=prize))
    hall.done("CreateTournament", role="organiser", tournament="sat", season="s26", stage="e1", sheet=made)
    for number in (1, 2, 3):
        hall.sell(f"m{number}", f"p{number}")
        hall.sell(f"s{number}", f"p{number}", tournament="sat")
    director = {"tournament": "sat", "role": "director"}
    hall.done("CloseRegistration", **director)
    hall.done("AnnouncePrizes", **director)
    hall.done("Eliminate", entry="s3", **director)
    hall.done("EndSatellite", winners=["s1", "s2"], **director)
    assert (hall.held("payable:p1"), hall.held("payable:p2")) == (62000, 62000)
    assert not nobodys(hall)


def test_a_place_that_nobody_can_reach_is_not_paid():
    """Two people entered three times: the table's third place would be nobody's; first takes what is left."""
    hall = Hall(book="bpt-2015").fill(2)
    hall.out(2)
    hall.sell("e3", "p2", item="reentry")
    columns = [
        {"entries_from": 1, "entries_to": 2, "shares": ["1"]},
        {"entries_from": 3, "entries_to": None, "shares": ["0.5", "0.3", "0.2"]},
    ]
    hall.done("ReplacePayoutTable", tournament="t1", columns=columns, role="director")
    hall.close().announce()
    assert len(hall.prizes) == 2
    assert sum(hall.prizes) == hall.state.prizes.announced.pool_centavos
    hall.done("Eliminate", tournament="t1", entry="e3", role="director")
    assert not nobodys(hall)


@pytest.mark.parametrize("book", BOOKS)
def test_a_called_off_event_keeps_nothing(book):
    """Entries and a rebuy are the players' again; what the organiser had added is the organiser's."""
    hall = Hall(book=book).fill(3)
    bought = {"tournament": "t1", "sale": "r1", "entry": "e1", "item": "rebuy", "desk": "d1"}
    cash = [{"method": "cash", "amount_centavos": 10000}]
    hall.done("SellExtra", **bought, payments=cash)
    stop = {"tournament": "t1", "action": "cancel", "cause": "outside_control", "reason": "chuva"}
    hall.done("StopTournament", role="director", **stop)
    assert hall.held("prize_pool:t1") == 0
    assert hall.held("payable:p1") == hall.state.sales["e1"].price_centavos + 10000
    assert not nobodys(hall)


@pytest.mark.parametrize("book", one_now_the_rest_slowly(BOOKS))
def test_a_whole_simulated_event_leaves_nothing_to_nobody(book):
    """Sold, played, paid: `verify` looks at the pools too."""
    checks = simulate(book, 14, seed=3).checks
    assert checks["rules_kept"] is True
    assert set(checks.values()) == {True}, checks


@pytest.mark.parametrize("promised", [0, 500_000])
@pytest.mark.parametrize("book", BOOKS)
def test_knockouts_and_guarantees_end_without_a_remainder(book, promised):
    """Six entries with R$ 50 on each head, a guarantee or none; then all is paid."""
    items = (entry_of(**{**PARTS[book], "bounties": 5000}),)
    bounty = Bounty(kind="fixed", amount_centavos=5000)
    more = {"guarantee_centavos": promised} if promised else {}
    hall = Hall(book=book, items=items, bounty=bounty, **more).fill(6).close()
    hall.done("MarkLevel", tournament="t1", role="director", level=11)
    hall.announce()
    for number in range(6, 1, -1):
        hall.done("Eliminate", tournament="t1", role="director", entry=f"e{number}", by=["e1"])
    hall.done("SettleBounties", tournament="t1", role="director")
    assert hall.held("bounties:t1") == 0
    assert not nobodys(hall)
    assert sum(one.amount for one in due(hall.state).values()) == hall.held("prize_pool:t1")


@pytest.mark.parametrize("book", BOOKS)
def test_a_deal_leaves_nothing_over(book):
    """Two left share by their stacks and keep a part for the champion: then one is, and all is somebody's."""
    hall = open_deal(final(book, left=2), {"e1": 400000, "e2": 230000})
    propose(hall)
    consent(hall, "e1", "e2")
    hall.done("CloseDeal", deal="a1", **DIRECTOR)
    hall.done("Eliminate", entry="e2", **DIRECTOR)
    assert sum(one.amount for one in due(hall.state).values()) == hall.held("prize_pool:t1") > 0
    assert not nobodys(hall)


def test_money_without_an_owner_is_found():
    """R$ 1 more in the pool than anybody is owed: `verify` says so, with the amount."""
    from feltro.tournament.facts.prizes import PoolCovered
    from tests.tournament.hall import Hall as Facts

    hall = sat("cgp-2024", 3)
    end(hall, "e1", "e2", "e3")
    assert not nobodys(hall)
    Facts.fact(hall, PoolCovered(of="prize_pool", amount_centavos=100, at=at("21:00"), because="pool.covered"))
    (found,) = nobodys(hall)
    assert found.values["amount"].centavos == 100


# What a disqualified player leaves


THREE_PAID = Payout(
    source="sheet", columns=(PayoutColumn(from_entries=3, until_entries=None, basis_points=(5000, 3000, 2000)),)
)


def send_away(hall, entry):
    stack = 1000 if hall.state.entries[entry].status == "live" else 0
    given = {"penalty": f"x-{entry}", "entry": entry, "kind": "disqualification", "stack": stack}
    hall.done("GivePenalty", tournament="t1", role="director", infraction="conduct.assault", reason="x", **given)


@pytest.mark.parametrize(
    ("away", "heir"), [(("e1",), "e2"), (("e2", "e1"), "e3"), (("e1", "e2"), "e3"), (("e3", "e1", "e2"), "e4")]
)
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.6.6.f", "nps-2019:47.f")
def test_the_only_prize_of_a_disqualified_champion_is_the_next_ones(book, away, heir):
    """Five entries and one prize: whoever finished best and was not sent away has all of it, in whatever order it came out."""
    winner = {} if book == "cgp-2024" else {"table": "winner_takes_all"}
    hall = Hall(book=book).fill(5).close().announce(**winner).down_to(1)
    for entry in away:
        send_away(hall, entry)
    assert hall.amounts == {heir: hall.state.prizes.announced.pool_centavos}
    assert not nobodys(hall)


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "cgp-2024"])
def test_when_all_who_were_paid_are_disqualified_the_prizes_are_the_next_ones(book):
    """Three of five are paid and sent away, the champion last: fourth has it all; undone, the champion has it again."""
    hall = Hall(book=book, payout=THREE_PAID).fill(5).close().announce().down_to(1)
    for entry in ("e2", "e3"):
        send_away(hall, entry)
    pool = hall.state.prizes.announced.pool_centavos
    assert hall.amounts == {"e1": pool}
    away = {"penalty": "x", "entry": "e1", "kind": "disqualification", "stack": 1000, "reason": "x"}
    hall.done("GivePenalty", tournament="t1", role="director", infraction="conduct.assault", key="dq", **away)
    assert hall.amounts == {"e4": pool}
    assert not nobodys(hall)
    hall.done("Undo", role="director", command_key="dq")
    assert hall.amounts == {"e1": pool}


@pytest.mark.parametrize("freed", ["shared_in_proportion", "places_move_up"])
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.6.6.f", "nps-2019:47.f")
def test_who_gets_the_seat_of_a_disqualified_player_gets_no_money_behind_the_seats(book, freed):
    """Five entries, three seats, something left for fourth: e1 is sent away, e4 has the third seat and e5 the money."""
    made = Satellite(target="main", seat_centavos=SEAT, seats=3)
    answers = {"penalty.disqualification.freed_prize": freed}
    hall = Hall(book=book, kind="satellite", items=(entry_of(**PARTS[book]),), satellite=made, answers=answers)
    hall.fill(5).close().announce().out(5, 4)
    send_away(hall, "e1")
    end(hall, "e2", "e3")
    assert owners(hall) == ["p2", "p3", "p4"]
    assert hall.amounts == {"e5": hall.held("prize_pool:t1")}
    assert not nobodys(hall)


# Nothing comes into a pool that was announced


EXTRA = {"tournament": "t1", "entry": "e1", "item": "rebuy", "desk": "d1"}


def last_prize(book):
    return {} if book == "cgp-2024" else {"table": "winner_takes_all"}


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_that_feeds_the_prizes_is_sold_once_they_are_announced(book):
    """Not a rebuy, in cash or announced at the table; not an entry to somebody who stood in line; no registration again."""
    hall = Hall(book=book).fill(3)
    hall.person("p4")
    hall.now = at("20:00")
    hall.done("CloseRegistration", tournament="t1", role="director", queue=["p4"])
    hall.announce(**last_prize(book))
    cash = [{"method": "cash", "amount_centavos": 10000}]
    assert hall.refused("SellExtra", sale="x1", payments=cash, **EXTRA).because == "prizes.announced_already"
    rebuy = {"tournament": "t1", "sale": "x2", "entry": "e1", "item": "rebuy"}
    assert hall.refused("AnnounceRebuy", **rebuy).because == "prizes.announced_already"
    assert hall.refused("SellEntry", **hall.sale("e4", "p4", token=1)).because == "prizes.announced_already"
    again = {"tournament": "t1", "role": "director", "until_level": 12, "reason": "x"}
    assert hall.refused("ExtendRegistration", **again).because == "prizes.announced_already"
    hall.down_to(1)
    assert not nobodys(hall)


@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023", "bpt-2015"])
@pytest.mark.parametrize("way", ["seen", "given_up"])
def test_prizes_are_not_announced_while_a_pix_for_them_is_awaited(book, way):
    """A rebuy waits for its PIX: it is confirmed and counted, or given up, and then the prizes are known."""
    hall = Hall(book=book).fill(3)
    pix = [{"method": "pix", "amount_centavos": 10000, "txid": "T1"}]
    hall.done("SellExtra", sale="x1", payments=pix, **EXTRA)
    hall.close()
    refused = hall.refused("AnnouncePrizes", tournament="t1", role="director", **last_prize(book))
    assert (refused.because, refused.values["n"]) == ("prizes.orders_open", 1)
    if way == "seen":
        seen = {"tournament": "t1", "sale": "x1", "txid": "T1", "amount_centavos": 10000}
        hall.done("MatchPix", who="bia", **STATEMENT, **seen)
    else:
        hall.done("DropOrder", tournament="t1", sale="x1", desk="d1")
    hall.announce(**last_prize(book)).down_to(1)
    assert sum(hall.amounts.values()) == 3 * 48000 + (10000 if way == "seen" else 0)
    assert not nobodys(hall)


@pytest.mark.parametrize("book", BOOKS)
def test_once_a_prize_was_paid_a_voided_entry_changes_no_prize_and_the_organiser_covers_it(book):
    """A part of the prize is paid, then a minor is found: nobody is stuck, the rest is paid and nothing is left over."""
    hall = Hall(book=book).fill(4).close().announce(**last_prize(book)).down_to(1)
    prize = hall.amounts["e1"]
    hall.pay("e1", 10000)
    hall.done("VoidEntry", tournament="t1", role="director", entry="e3", ground="minor", reason="documento")
    part = hall.state.sales["e3"].split_centavos["prize_pool"]
    assert (hall.amounts, hall.held("guarantee_cover:t1")) == ({"e1": prize}, part)
    assert not nobodys(hall)
    hall.pay("e1", prize - 10000, method="bank_transfer", desk="", reference="T1")
    assert (hall.held("prize_pool:t1"), nobodys(hall), hall.balanced()) == (0, [], True)


@pytest.mark.parametrize("book", BOOKS)
def test_before_anything_was_paid_a_voided_entry_has_the_prizes_announced_again(book):
    """The pool is smaller: the announcement is taken back and made again, and nobody covers anything."""
    hall = Hall(book=book).fill(4).close()
    hall.done("AnnouncePrizes", tournament="t1", role="director", key="first", **last_prize(book))
    hall.done("VoidEntry", tournament="t1", role="director", entry="e4", ground="minor", reason="documento")
    hall.done("Undo", role="director", command_key="first")
    hall.announce(**last_prize(book)).down_to(1)
    assert hall.amounts == {"e1": hall.held("prize_pool:t1")}
    assert (hall.held("guarantee_cover:t1"), nobodys(hall)) == (0, [])
