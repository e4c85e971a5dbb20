"""The examples of the clause index about the desk, prizes and the texts themselves, with their own figures."""

from __future__ import annotations

import json
import tomllib
from datetime import date, datetime
from pathlib import Path

import msgspec
import pytest

from feltro.app.desk.counter import book_of
from feltro.cli.main import main
from feltro.tournament.prizes.due import due
from feltro.tournament.sales.receipts import receipt_of
from feltro.tournament.sheet import Day, SaleItem, Window
from tests.rulings.cases import answered, last_ruling
from tests.tournament.prizes.hall import Hall, said
from tests.tournament.room import Room, at, sheet

TOURS = ("cgp-2024", "nps-2019")
PARTS = [
    (book, heading, parts)
    for book, headings in tomllib.loads((Path(__file__).parent / "parts.toml").read_text()).items()
    for heading, parts in headings.items()
]
"""Clauses that only head others, and which parts they have."""


# The desk


@pytest.mark.clause("adtp-2012:23", "adtp-2023:27")
@pytest.mark.parametrize(("book", "chips", "clause"), [("adtp-2012", 5000, "23"), ("adtp-2023", 10000, "27")])
def test_somebody_without_chips_announces_a_rebuy_before_the_riffle(book, chips, clause):
    """All chips lost, rebuy announced: the new chips play at once, one rebuy is owed, and there is no way back."""
    again = SaleItem(
        id="rebuy",
        kind="rebuy",
        label="Recompra",
        price_centavos=10000,
        split_centavos={"prize_pool": 10000},
        chips=chips,
        window=Window(until_level=6),
    )
    room = Room(book=book, items=(*sheet(book).items[:2], again))
    room.sell("e1", "p6")
    room.done("MarkLevel", role="director", tournament="t1", level=1)
    issued = room.state.chips_issued
    room.done("AnnounceRebuy", role="dealer", tournament="t1", sale="r1", entry="e1", item="rebuy")
    assert room.state.chips_issued == issued + chips
    assert room.state.entries["e1"].status == "live"
    assert [sale.id for sale in room.state.sales.values() if sale.owed] == ["r1"]
    withdrawn = room.refused("VoidSale", role="director", tournament="t1", sale="r1", desk="d1", reason="mudou")
    assert said(withdrawn) == {f"{book}:{clause}"}
    assert room.held("receivable:p6") == 10000


@pytest.mark.clause("adtp-2023:8.B")
def test_4200_chips_are_given_up_for_a_new_entry_of_30000():
    """An event of ADTP 2023 that allows it: of 600,000 in play 625,800 are left."""
    room = Room(book="adtp-2023", answers={"reentry.surrender": "allowed"})
    for number in range(20):
        room.sell(f"e{number}", f"p{number}")
    assert room.state.chips_issued - room.state.chips_removed == 600000
    room.sell("again", "p3", item="reentry", surrendered_chips=4200)
    assert room.state.chips_issued - room.state.chips_removed == 625800


@pytest.mark.clause("nps-2019:H")
def test_the_seat_that_a_sold_to_b_is_never_paid_back_in_money():
    """B owns it and A did; when the event is called off B has the seat again, and nobody has cash for it."""
    room = Room(book="nps-2019")
    for person in ("a", "b"):
        room.person(person)
    ticket = {"ticket": "k1", "owner": "a", "value_centavos": 39000, "target": "t1"}
    room.done("IssueTicket", role="organiser", season="s26", **ticket)
    room.done("TransferTicket", season="s26", ticket="k1", to="b", way="both_at_desk")
    seat = room.house.world.live("season:s26").state.tickets["k1"]
    assert (seat.owner, seat.owners) == ("b", ["a", "b"])
    paying = [{"method": "ticket", "amount_centavos": 39000, "ticket": "k1"}]
    room.done("SellEntry", **room.sale("e1", "b", payments=paying))
    stop = {"tournament": "t1", "action": "cancel", "cause": "outside_control", "reason": "chuva"}
    room.done("StopTournament", role="director", **stop)
    room.done("PayRefund", tournament="t1", sale="e1", desk="d1", method="cash")
    assert (seat.status, seat.owner) == ("open", "b")
    assert (room.held("drawer:ana:cash"), room.held("payable:a"), room.held("payable:b")) == (100000, 0, 0)


@pytest.mark.clause("nps-2019:H~no-show")
def test_three_online_seats_that_nobody_used():
    """The pool gains R$ 900, three times R$ 300, and all three seats have lapsed."""
    room = Room(book="nps-2019")
    for number in range(3):
        room.person(f"p{number}")
        ticket = {"ticket": f"k{number}", "owner": f"p{number}", "value_centavos": 39000, "target": "t1"}
        room.done("IssueTicket", role="organiser", season="s26", **ticket, source="online")
    room.done("CloseRegistration", role="director", tournament="t1")
    room.done("LapseNoShows", role="director", season="s26", tournament="t1")
    assert room.held("prize_pool:t1") == 90000
    tickets = room.house.world.live("season:s26").state.tickets.values()
    assert [one.status for one in tickets] == ["lapsed"] * 3


@pytest.mark.clause("cgp-2024:2.3")
def test_a_transfer_for_the_eighth_of_june_is_credited_by_two_on_the_seventh():
    """13:59 with proof, name and CPF is an advance entry; 14:01 is none; without the CPF it waits."""
    room = Room(days=(Day(id="1", starts_at=datetime.fromisoformat("2024-06-08T14:00:00-03:00")),))
    room.now = at("18:00", "2024-06-07")
    for entry, hour, papers, status in (
        ("e1", "13:59", ["payment_proof", "name", "cpf"], "live"),
        ("e2", "13:00", ["payment_proof", "name"], "pending"),
    ):
        moment = f"2024-06-07T{hour}:00-03:00"
        room.done("SellAhead", **room.ahead(entry, f"p-{entry}", credited_at=moment, received=papers))
        assert room.state.entries[entry].status == status
    late = room.refused("SellAhead", **room.ahead("e3", "p3", credited_at="2024-06-07T14:01:00-03:00"))
    assert late.because == "ahead.credited_late"


@pytest.mark.clause("nps-2019:DEF", "nps-2019:M")
def test_an_entry_of_nps_is_300_and_70_and_20():
    """R$ 390 out of the drawer: prizes, rake and local partners, to the centavo."""
    room = Room(book="nps-2019")
    room.sell("e1", "p1")
    held = [room.held(name) for name in ("prize_pool:t1", "rake:t1", "local_partners:s26:e1")]
    assert held == [30000, 7000, 2000]
    assert sum(held) == room.held("drawer:ana:cash") - 100000 == 39000


@pytest.mark.clause("cgp-2024:3.1")
def test_200_entries_of_the_main_event_of_cgp():
    """R$ 124,000: prizes 96,000, rake 24,000, ranking 1,400, champion 600, federation 2,000; 93,120 for players."""
    hall = Hall(days=(Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=200),))
    hall.fill(200).close().announce()
    assert hall.state.prizes.announced.collected_centavos == 9600000
    assert hall.held("rake:t1") == 2400000
    assert (hall.held("ranking_fund:s26"), hall.held("stage_champion_fund:s26:e1")) == (140000, 60000)
    assert (hall.held("federation:s26"), hall.held("staff:t1")) == (200000, 288000)
    assert hall.state.prizes.announced.pool_centavos == 9312000


@pytest.mark.clause("nps-2019:M")
def test_200_entries_of_the_main_event_of_nps():
    """R$ 78,000: prizes 60,000, rake 14,000, local 4,000, ranking 1,800; 58,200 for about thirty places."""
    day = Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=200)
    hall = Hall(book="nps-2019", days=(day,)).fill(200).close().announce()
    assert hall.state.prizes.announced.collected_centavos == 6000000
    assert (hall.held("rake:t1"), hall.held("local_partners:s26:e1")) == (1400000, 400000)
    assert hall.held("ranking_fund:s26") == 180000
    assert (hall.state.prizes.announced.pool_centavos, len(hall.prizes)) == (5820000, 30)


# Prizes


def three_left_for(book: str, prize_part: int) -> Hall:
    item = SaleItem(
        id="entry",
        kind="entry",
        label="Inscrição",
        price_centavos=prize_part + 2000,
        split_centavos={"prize_pool": prize_part, "rake": 1000, "local_partners": 1000},
        chips=30000,
    )
    hall = Hall(book=book, items=(item,), kind="side").fill(4)
    table = [{"entries_from": 3, "shares": ["0.5", "0.3", "0.2"]}]
    hall.done("ReplacePayoutTable", columns=table, tournament="t1", role="director")
    hall.close().announce().down_to(3)
    stacks = {"e1": 60000, "e2": 40000, "e3": 20000}
    hall.done("OpenDeal", deal="a1", stacks=stacks, tournament="t1", role="director")
    return hall


@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
@pytest.mark.parametrize("book", TOURS)
def test_a_deal_over_20000_leaves_2000_for_the_winner(book):
    """R$ 10,000, 6,000 and 4,000: 18,000 may be shared, 18,500 may not, because the reserve would be 1,500."""
    hall = three_left_for(book, 515464)
    assert hall.prizes == (1000000, 600000, 400000)
    assert hall.state.deals.deals["a1"].least_reserve_centavos == 200000
    offer = {"deal": "a1", "method": "typed", "tournament": "t1", "role": "director"}
    refused = hall.refused("ProposeDeal", amounts_centavos={"e1": 850000, "e2": 600000, "e3": 400000}, **offer)
    assert (refused.because, refused.values["reserve"].centavos) == ("deal.reserve_too_small", 150000)
    hall.done("ProposeDeal", amounts_centavos={"e1": 800000, "e2": 600000, "e3": 400000}, **offer)


@pytest.mark.clause("cgp-2024:3.3", "nps-2019:O")
@pytest.mark.parametrize(
    ("book", "won", "last_day"),
    [("cgp-2024", "2024-03-10", date(2024, 3, 15)), ("nps-2019", "2019-03-10", date(2019, 3, 19))],
)
def test_a_prize_waits_for_so_many_business_days_whatever_it_amounts_to(book, won, last_day):
    """Won on a Sunday: by Friday with five days, by Tuesday of the week after with seven; R$ 4.999,99 as R$ 5.000."""
    for share, entries, part in ((500000, 2, 257732), (499999, 3, 171821)):
        split = {"prize_pool": part, "rake": 1000, "local_partners": 1000}
        item = SaleItem(
            id="entry",
            kind="entry",
            label="Inscrição",
            price_centavos=sum(split.values()),
            split_centavos=split,
            chips=30000,
        )
        day = Day(id="1", starts_at=datetime.fromisoformat(f"{won}T14:00:00-03:00"))
        hall = Hall(book=book, items=(item,), kind="side", days=(day,))
        hall.now = at("13:30", won)
        hall.fill(entries)
        hall.now = at("20:00", won)
        hall.done("CloseRegistration", tournament="t1", role="director")
        hall.announce(table="winner_takes_all").down_to(1)
        assert hall.amounts == {"e1": share}
        hall.done("SchedulePrize", tournament="t1", entry="e1")
        assert due(hall.state)["e1"].scheduled == last_day


# Papers and texts


@pytest.mark.clause("cgp-2024:2.7", "nps-2019:L")
@pytest.mark.parametrize(("book", "day"), [("cgp-2024", "2024-03-08"), ("nps-2019", "2019-03-08")])
def test_the_receipt_of_ten_past_one_names_rulebook_and_time(book, day):
    """Entry 1042, sold at 13:10: the terms are the rulebook's, accepted at 13:10, to be signed where the book asks."""
    room = Room(book=book, days=(Day(id="1", starts_at=datetime.fromisoformat(f"{day}T14:00:00-03:00")),))
    room.now = at("13:10", day)
    sold = room.sell("e1042", "p1")
    paper = receipt_of("e1042", room.state, book_of(room.house, room.state, room.now))
    assert (paper.at, paper.terms[0].key) == (at("13:10", day), "terms.rules")
    assert msgspec.json.decode(sold.events[0].event)["terms"].startswith(f"{book}#")


@pytest.mark.clause(
    "adtp-2012:8",
    "adtp-2023:8",
    "adtp-2023:10",
    "adtp-2023:11",
    "adtp-2023:13",
    "adtp-2023:15",
    "adtp-2023:17",
    "adtp-2023:18",
    "adtp-2023:24",
    "adtp-2023:25",
    "adtp-2023:35",
    "adtp-2023:39",
    "adtp-2023:40",
    "adtp-2023:43",
    "adtp-2023:45",
    "adtp-2023:46",
    "adtp-2023:47",
    "adtp-2023:50",
    "adtp-2023:51",
    "adtp-2023:52",
    "adtp-2023:53",
    "adtp-2023:54",
    "adtp-2023:59",
    "adtp-2023:65",
    "adtp-2023:67",
)
@pytest.mark.parametrize(("book", "heading", "parts"), PARTS)
def test_citing_a_heading_lists_its_parts(book, heading, parts, capsys):
    """A clause that only heads others: asked for it, exactly its parts are listed, and the part chosen is stored."""
    assert main(["clause", f"{book}:{heading}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["parts"] == parts
    room = Room(book=book)
    ruled = {"tournament": "t1", "ruling": "r1", "remedy": "play_on"}
    refused = room.refused("KeepRuling", role="floor", **ruled, clause=heading)
    assert (refused.because, list(refused.values["parts"])) == ("ruling.which_part", parts)
    room.done("KeepRuling", role="floor", **ruled, clause=parts[-1])
    assert room.house.world.live("rulings:t1").state.rulings["r1"].final.cites == (f"{book}:{parts[-1]}",)


@pytest.mark.clause("adtp-2023:58")
def test_a_fold_behind_a_check_on_the_river_is_not_the_business_of_irregular_folds():
    """It is a fold, and the clause on folds before the last round is not cited for it."""
    acts = [{"player": "S2", "says": "check"}, {"player": "S5", "folds": True}]
    scene = {"game": "nlhe", "blinds": [100, 200], "pot": 600, "seats": ["S2", "S5", "S6"], "acts": acts}
    cited = {}
    for street in ("turn", "river"):
        ruling = last_ruling(answered({**scene, "street": street}, "adtp-2023"), 1)
        assert ruling.remedy == "fold"
        cited[street] = {cite.clause for cite in ruling.cites}
    assert "58" in cited["turn"]
    assert "58" not in cited["river"]
