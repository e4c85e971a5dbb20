"""Prizes, guarantees, deals, knockouts and satellites, asked anew of the texts and answered by the running house."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.desk.notices import notices
from feltro.tournament.prizes.due import due
from feltro.tournament.sheet import Bounty, Satellite
from tests.tournament.prizes.hall import Hall, said
from tests.tournament.prizes.test_pool import MANY, entry_of
from tests.tournament.room import BOOKS

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dora"}


def because(outcome):
    return getattr(outcome, "because", "done")


def told(hall):
    book = hall.house.books.settlement(hall.state, hall.now).book
    return {one.because: one for one in notices(hall.state, book, hall.now)}


# The table of CGP 3.2, from the first sale to the announcement


@pytest.mark.parametrize(("entries", "paid", "last"), [
    (10, 1, 465600),      # 4.656,00: all of it
    (11, 2, 179256),      # 35 % of 5.121,60
    (20, 2, 325920),      # 35 % of 9.312,00
    (21, 3, 224885),      # 23 % of 9.777,60 = 2.248,848
    (30, 3, 321264),      # 23 % of 13.968,00
    (31, 4, 187637),      # 13 % of 14.433,60 = 1.876,368
    (40, 4, 242112),      # 13 % of 18.624,00
    (41, 5, 217621),      # 11,4 % of 19.089,60 = 2.176,2144
])  # fmt: skip
def test_places_and_last_prize_of_a_main_event(entries, paid, last):
    """R$ 480 an entry, 3 % kept for dealers and staff, the last place's printed share to the centavo."""
    hall = Hall(days=MANY).fill(entries).close().announce()
    assert len(hall.prizes) == paid
    assert sum(hall.prizes) == entries * 46560
    assert hall.prizes[-1] == last


@pytest.mark.parametrize(("entries", "guaranteed", "staff", "shared"), [
    (10, 1000000, 30000, 970000),   # short: 3 % of the guarantee
    (30, 1000000, 43200, 1396800),  # reached: 3 % of 14.400
])  # fmt: skip
def test_a_guarantee_of_ten_thousand(entries, guaranteed, staff, shared):
    """CGP 3.5: the announced value is the total, and the deductions come off it."""
    hall = Hall(days=MANY, guarantee_centavos=guaranteed).fill(entries).close().announce()
    assert hall.state.prizes.announced.withheld_centavos == {"staff": staff}
    assert sum(hall.prizes) == shared
    assert hall.held("guarantee_cover:t1") == max(0, guaranteed - entries * 48000)


def test_a_guarantee_of_nps_keeps_three_percent_for_the_ranking():
    """NPS K and M: R$ 10.000 guaranteed, 20 entries bring 6.000; 300 go to the year."""
    hall = Hall(book="nps-2019", days=MANY, guarantee_centavos=1000000).fill(20).close().announce()
    assert sum(hall.prizes) == 970000
    assert hall.held("ranking_fund:s26") == 30000
    assert hall.held("guarantee_cover:t1") == 400000


def test_few_entries_are_no_ground_to_void_a_guarantee():
    """CGP 3.5: an act of God or the public authority; nothing else is even understood."""
    hall = Hall(days=MANY, guarantee_centavos=1000000).fill(5)
    with pytest.raises(msgspec.ValidationError):
        hall.do("VoidGuarantee", ground="few_entries", reason="x", **DIRECTOR)


def test_knockouts_are_part_of_the_guaranteed_total():
    """CGP 3.5 and 3.6: 10.000 guaranteed; 20 entries of 200 + 200: 4.000 + 4.000 came in, 2.000 are covered, staff 300."""
    split = {"prize_pool": 20000, "bounties": 20000, "rake": 5000, "ranking_fund": 700, "stage_champion_fund": 300}
    item = entry_of(**split)
    bounty = Bounty(kind="fixed", amount_centavos=20000)
    hall = Hall(days=MANY, items=(item,), kind="side", bounty=bounty, guarantee_centavos=1000000)
    hall.fill(20).close().announce()
    assert hall.held("guarantee_cover:t1") == 200000
    assert hall.state.prizes.announced.withheld_centavos == {"staff": 30000}
    assert sum(hall.prizes) == 600000 - 30000
    assert hall.held("bounties:t1") == 400000


# Who is paid what


@pytest.mark.parametrize(("book", "days"), [("cgp-2024", 5), ("nps-2019", 7)])
def test_working_days_of_the_organiser(book, days):
    hall = Hall(book=book, days=MANY)
    known = hall.house.books.settlement(hall.state, hall.now).book["prizes.payment.business_days"]
    assert (known.value, known.clause.book) == (days, book)


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_two_tables_on_the_bubble_share_the_last_prize_and_one_table_does_not(book):
    """21 entries, three paid in CGP: with four left two go at once."""
    for tables, shared in ((("1", "2"), True), (("1", "1"), False)):
        hall = Hall(book=book, days=MANY).fill(21).close().announce()
        paid = len(hall.prizes)
        hall.down_to(paid + 1)
        last = hall.prizes[-1]
        busts = [
            {"entry": f"e{paid}", "stack": 9000, "table": int(tables[0])},
            {"entry": f"e{paid + 1}", "stack": 4000, "table": int(tables[1])},
        ]
        hall.done("BustHand", busts=busts, round=1, **DIRECTOR)
        got = [due(hall.state)[one].amount if one in due(hall.state) else 0 for one in (f"e{paid}", f"e{paid + 1}")]
        assert sorted(got) == (sorted([last // 2, last - last // 2]) if shared else [0, last])


@pytest.mark.parametrize("book", BOOKS)
def test_equal_stacks_at_one_table_tie(book):
    """Neither began with more: both hold the place and share what it pays."""
    hall = Hall(book=book, days=MANY).fill(21).close().announce()
    hall.down_to(3)
    both = hall.prizes[1] + hall.prizes[2]
    busts = [{"entry": "e2", "stack": 5000, "table": 1}, {"entry": "e3", "stack": 5000, "table": 1}]
    hall.done("BustHand", busts=busts, hand=9, **DIRECTOR)
    got = [due(hall.state)[one].amount for one in ("e2", "e3")]
    assert (sum(got), max(got) - min(got) <= 1) == (both, True)


# Deals


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:3.4"), ("nps-2019", "nps-2019:N")])
@pytest.mark.parametrize(("kept", "stands"), [(0, True), (1, False)])
def test_exactly_a_tenth_for_the_champion_is_enough(book, clause, kept, stands):
    """What is left and one centavo less."""
    hall = Hall(book=book, days=MANY).fill(21).close().announce().down_to(2)
    total = sum(hall.prizes[:2])
    tenth = -(-total // 10)
    hall.done("OpenDeal", deal="d", stacks={"e1": 400000, "e2": 230000}, **DIRECTOR)
    typed = {"e1": total - tenth + kept - 100, "e2": 100}
    outcome = hall.do("ProposeDeal", deal="d", method="typed", amounts_centavos=typed, **DIRECTOR)
    assert (because(outcome) == "done") is stands
    if not stands:
        assert said(outcome) == {clause}


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_the_champion_of_the_last_hand_takes_the_reserve_whoever_had_more_chips(book):
    hall = Hall(book=book, days=MANY).fill(21).close().announce().down_to(2)
    total = sum(hall.prizes[:2])
    hall.done("OpenDeal", deal="d", stacks={"e1": 400000, "e2": 230000}, **DIRECTOR)
    hall.done("ProposeDeal", deal="d", method="icm", **DIRECTOR)
    for one in ("e1", "e2"):
        hall.done("ConsentDeal", deal="d", entry=one, agrees=True, **DIRECTOR)
    hall.done("CloseDeal", deal="d", **DIRECTOR)
    agreed = hall.state.deals.agreed
    hall.out(1)
    amounts = hall.amounts
    assert amounts["e2"] == agreed.amounts_centavos["e2"] + agreed.reserve_centavos
    assert amounts["e1"] == agreed.amounts_centavos["e1"]
    assert agreed.reserve_centavos >= total / 10


@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:3.4"), ("nps-2019", "nps-2019:N")])
def test_a_deal_is_made_at_the_final_table(book, clause):
    """Twelve left at a nine-handed event are not at one."""
    hall = Hall(book=book, days=MANY, final_table_size=9).fill(40).close().announce().down_to(12)
    stacks = {f"e{number}": 100000 for number in range(1, 13)}
    refused = hall.refused("OpenDeal", deal="d", stacks=stacks, **DIRECTOR)
    assert clause in said(refused)


# Satellites


def satellite(book, entries, seats=None, price=20000, **more):
    made = Satellite(target="main", seat_centavos=62000, seats=seats, **more)
    parts = (
        {"prize_pool": price, "rake": 1500, "local_partners": 2000}
        if book == "nps-2019"
        else {"prize_pool": price, "rake": 3500}
    )
    return Hall(book=book, kind="satellite", days=MANY, items=(entry_of(**parts),), satellite=made).fill(entries)


def test_as_many_seats_as_the_pool_buys_and_the_rest_is_the_next_places():
    """ADTP: ten entries of R$ 200: three seats of 620 and R$ 140 for fourth."""
    hall = satellite("adtp-2023", 10).close().announce().down_to(3)
    hall.done("EndSatellite", winners=["e1", "e2", "e3"], **DIRECTOR)
    owners = {one.owner for one in hall.house.world.live("season:s26").state.tickets.values()}
    assert owners == {"p1", "p2", "p3"}
    assert hall.amounts == {"e4": 14000}


def test_the_staffs_three_percent_comes_off_a_satellite_too():
    """CGP 3.1, every tournament: 2.000 less 60: three seats and R$ 80 for fourth."""
    hall = satellite("cgp-2024", 10).close().announce().down_to(3)
    hall.done("EndSatellite", winners=["e1", "e2", "e3"], **DIRECTOR)
    assert hall.amounts == {"e4": 8000}


def test_with_more_alive_than_seats_it_is_not_over():
    hall = satellite("cgp-2024", 10).close().announce().down_to(4)
    refused = hall.refused("EndSatellite", winners=["e1", "e2", "e3", "e4"], **DIRECTOR)
    assert refused.because == "satellite.too_many_alive"


# Knockouts


def knockout(book="cgp-2024", entries=6, kind="fixed", **changes):
    split = {"prize_pool": 20000, "bounties": 10000, "rake": 5000, "local_partners": 1000}
    bounty = Bounty(kind=kind, amount_centavos=10000, won_basis_points=5000 if kind == "progressive" else 10000)
    hall = Hall(book=book, days=MANY, items=(entry_of(**split),), kind="side", bounty=bounty, **changes).fill(
        entries
    )
    hall.done("MarkLevel", level=1, **DIRECTOR)
    return hall


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019", "adtp-2023"])
@pytest.mark.parametrize("kind", ["fixed", "progressive"])
def test_who_is_eliminated_by_a_penalty_keeps_the_knockouts_won(book, kind):
    """CGP 5.6.6.e, NPS 47.e: place and prize stay; only a disqualification takes prizes."""
    hall = knockout(book, kind=kind)
    hall.done("Eliminate", entry="e6", by=["e2"], **DIRECTOR)
    won = hall.state.eliminations.won["e2"]
    given = {"penalty": "x", "entry": "e2", "kind": "elimination", "infraction": "conduct.assault", "stack": 1000}
    hall.done("GivePenalty", reason="hotel", **given, **DIRECTOR)
    assert hall.state.eliminations.won["e2"] == won
    hall.pay("e2", won, of="knockouts")
    for number in (5, 4, 3):
        hall.done("Eliminate", entry=f"e{number}", by=["e1"], **DIRECTOR)
    done = hall.do("SettleBounties", **DIRECTOR)
    if because(done) != "done":
        hall.done("SettleBounties", unclaimed_to_champion=True, **DIRECTOR)
    assert hall.held("bounties:t1") == 0
    assert hall.balanced()


@pytest.mark.parametrize("kind", ["ban", "exclusion", "elimination"])
def test_the_head_of_whoever_is_sent_away_is_not_lost(kind):
    """Nobody knocked him out: a notice, or it goes on; at the end the account is empty."""
    hall = knockout()
    given = {"penalty": "x", "entry": "e6", "kind": kind, "infraction": "conduct.assault", "stack": 1000}
    hall.done("GivePenalty", reason="briga", **given, **DIRECTOR)
    for number in (5, 4, 3, 2):
        hall.done("Eliminate", entry=f"e{number}", by=["e1"], **DIRECTOR)
    first = hall.do("SettleBounties", **DIRECTOR)
    if because(first) != "done":
        assert first.because == "bounty.unclaimed"
        hall.done("SettleBounties", unclaimed_to_champion=True, **DIRECTOR)
    assert hall.held("bounties:t1") == 0
    assert hall.state.eliminations.won["e1"] == 60000


def test_three_hunters_share_a_head_to_the_centavo():
    hall = knockout()
    hall.done("Eliminate", entry="e6", by=["e1", "e2", "e3"], **DIRECTOR)
    assert sorted(hall.state.eliminations.won.values()) == [3333, 3333, 3334]
