"""The pool: what entries bring, what the organiser covers, what is withheld, and what the table gives."""

from __future__ import annotations

from datetime import datetime

import msgspec
import pytest

from feltro.tournament.prizes.pool import pool_of
from feltro.tournament.sheet import Bounty, Day, Payout, PayoutColumn, SaleItem, Satellite, Withholding
from tests.tournament.prizes.hall import Hall, said
from tests.tournament.room import BOOKS, START, sheet

TOURS = pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
MANY = (Day(id="1", starts_at=datetime.fromisoformat(START), seats=1000),)
RANKING = {"ranking_fund": 700, "stage_champion_fund": 300}


def book_of(hall):
    return hall.house.books.settlement(hall.state, hall.now).book


def entry_of(**split):
    price = sum(split.values())
    return SaleItem(
        id="entry", kind="entry", label="Inscrição", price_centavos=price, split_centavos=split, chips=30000
    )


def hall_with(entries, book="cgp-2024", guarantee=None, **changes):
    """Few entries at a large price stand for many at a small one."""
    hall = Hall(book=book, guarantee_centavos=guarantee, days=MANY, **changes).fill(entries)
    return hall, pool_of(hall.state, book_of(hall))


@pytest.mark.clause("cgp-2024:3.1")
def test_cgp_splits_each_entry_and_keeps_three_percent_for_the_staff():
    """R$ 620 = 480 + 120 + 7 + 3 + 10; 3 % of the prizes are the staff's: 200 entries leave R$ 93.120."""
    hall = Hall(days=MANY).fill(10).close().announce()
    announced = hall.state.prizes.announced
    assert announced.collected_centavos == 480000
    assert announced.withheld_centavos == {"staff": 14400}
    assert announced.pool_centavos * 20 == 9312000
    assert hall.held("staff:t1") == 14400
    assert hall.held("prize_pool:t1") == announced.pool_centavos == sum(hall.prizes)
    assert (hall.held("rake:t1"), hall.held("ranking_fund:s26")) == (120000, 7000)
    assert (hall.held("stage_champion_fund:s26:e1"), hall.held("federation:s26")) == (3000, 10000)
    assert hall.balanced()


@pytest.mark.clause("nps-2019:M", "nps-2019:P")
def test_nps_keeps_three_percent_once_for_the_ranking():
    """R$ 390 = 300 + 70 + 20; 3 % of the prize part goes to the season's fund."""
    hall = Hall(book="nps-2019", days=MANY).fill(20).close().announce()
    announced = hall.state.prizes.announced
    assert announced.collected_centavos == 600000
    assert announced.withheld_centavos == {"ranking_fund": 18000}
    assert announced.pool_centavos == 582000
    assert len(hall.prizes) == 3
    assert hall.held("ranking_fund:s26") == 18000
    assert (hall.held("rake:t1"), hall.held("local_partners:s26:e1")) == (140000, 40000)
    assert hall.balanced()


@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023", "bpt-2015"])
def test_where_the_book_says_nothing_nothing_is_withheld(book):
    """The whole prize part is paid."""
    hall = Hall(book=book).fill(4).close().announce()
    assert hall.state.prizes.announced.withheld_centavos == {}
    assert hall.state.prizes.announced.pool_centavos == 4 * 48000


@pytest.mark.slow
def test_what_the_sheet_withholds_for_others_does_not_take_the_place_of_the_staffs_part():
    """Two per cent for the federation and one for local partners: the three that the house settled for its staff
    stand beside them."""
    others = (
        Withholding(account="federation", basis_points=200),
        Withholding(account="local_partners", basis_points=100),
    )
    settled = {"prizes.retention.share": 0.03, "prizes.retention.to": "staff"}
    _, pool = hall_with(10, "adtp-2023", withheld=others, answers=settled)
    assert {one.account: one.centavos for one in pool.withheld} == {
        "federation": 9600,
        "local_partners": 4800,
        "staff": 14400,
    }
    assert (pool.gross, pool.net) == (480000, 480000 - 28800)


@pytest.mark.clause("cgp-2024:3.1")
def test_a_side_event_keeps_the_staffs_part_too():
    """In every tournament, not only in the main event."""
    _, pool = hall_with(2, kind="side")
    assert pool.net == 2 * 48000 - 2880


def test_rebuys_and_reentries_count_and_a_cancelled_entry_does_not():
    """The pool is what is paid, item by item."""
    hall = Hall().fill(3)
    hall.done("MarkLevel", tournament="t1", level=1, role="director")
    hall.out(3)
    hall.sell("e9", "p3", item="reentry")
    paying = [{"method": "cash", "amount_centavos": 10000}]
    hall.done("SellExtra", tournament="t1", sale="x1", entry="e1", item="rebuy", desk="d1", payments=paying)
    pool = pool_of(hall.state, book_of(hall))
    assert pool.by_item == {"entry": 144000, "reentry": 48000, "rebuy": 10000}


# Guarantees


@TOURS
@pytest.mark.clause("cgp-2024:3.5", "nps-2019:K")
def test_the_organiser_covers_what_the_guarantee_lacks(book):
    """R$ 100.000 guaranteed, R$ 80.000 collected: cover 20.000, 3 % of all of it, R$ 97.000 to the players."""
    items = (entry_of(prize_pool=4000000, rake=1000, local_partners=1000, **RANKING),)
    hall = Hall(book=book, guarantee_centavos=10000000, items=items, kind="side").fill(2).close().announce()
    announced = hall.state.prizes.announced
    assert announced.cover_centavos == 2000000
    assert sum(announced.withheld_centavos.values()) == 300000
    assert announced.pool_centavos == 9700000
    assert hall.held("guarantee_cover:t1") == 2000000
    assert hall.held("prize_pool:t1") == 9700000
    assert hall.balanced()


@TOURS
@pytest.mark.clause("cgp-2024:3.5", "nps-2019:K")
def test_a_guarantee_that_is_met_costs_nothing(book):
    """R$ 112.000 collected for R$ 100.000: no cover, and the 3 % is of what was collected."""
    _, pool = hall_with(
        2, book, 10000000, items=(entry_of(prize_pool=5600000, rake=1000, local_partners=1000),), kind="side"
    )
    assert (pool.cover, pool.gross, sum(one.centavos for one in pool.withheld)) == (0, 11200000, 336000)


@pytest.mark.clause("cgp-2024:3.5", "cgp-2024:3.1")
def test_fifty_thousand_guaranteed_distribute_forty_eight_and_a_half():
    """R$ 38.400 collected: 3 % of the 50.000 go to the staff."""
    _, pool = hall_with(2, guarantee=5000000, items=(entry_of(prize_pool=1920000, **RANKING),), kind="side")
    assert (pool.withheld[0].centavos, pool.net) == (150000, 4850000)


@TOURS
@pytest.mark.clause("cgp-2024:3.5", "nps-2019:M")
@pytest.mark.parametrize("ground", ["fortuitous_event", "force_majeure", "public_authority"])
def test_what_prevents_the_tournament_voids_the_guarantee(book, ground):
    """Only what was collected is paid; the reason is asked for."""
    hall = Hall(book=book, guarantee_centavos=10000000).fill(2)
    fields = {"tournament": "t1", "ground": ground, "role": "director"}
    assert hall.refused("VoidGuarantee", reason=" ", **fields).because == "guarantee.needs_reason"
    hall.done("VoidGuarantee", reason="ordem judicial", **fields)
    pool = pool_of(hall.state, book_of(hall))
    assert (pool.guarantee, pool.cover) == (0, 0)
    clause = {"cgp-2024": "cgp-2024:3.5", "nps-2019": "nps-2019:M"}[book]
    assert clause in {str(cite) for cite in pool.cites}
    assert hall.refused("VoidGuarantee", reason="de novo", **fields).because == "guarantee.too_late"


def test_a_guarantee_is_voided_only_on_the_books_grounds_and_where_there_is_one():
    """An event of a house that admits force majeure alone."""
    fields = {"tournament": "t1", "ground": "fortuitous_event", "reason": "raio", "role": "director"}
    hall = Hall(book="bpt-2015", answers={"guarantee.void_on": ["force_majeure"]}, guarantee_centavos=5)
    assert hall.refused("VoidGuarantee", **fields).because == "guarantee.holds"
    assert Hall().refused("VoidGuarantee", **fields).because == "guarantee.none"


@pytest.mark.clause("cgp-2024:3.6")
def test_knockouts_count_toward_the_guarantee_and_stay_out_of_the_prizes():
    """300 entries of 200 + 100 + 50 against R$ 100.000: 90.000 count, the organiser covers 10.000."""
    item = entry_of(prize_pool=3000000, bounties=1500000, rake=750000)
    bounty = Bounty(kind="fixed", amount_centavos=1500000)
    _, pool = hall_with(2, guarantee=10000000, items=(item,), bounty=bounty, kind="side")
    assert (pool.collected, pool.knockouts, pool.cover) == (6000000, 3000000, 1000000)
    assert pool.gross == 7000000


def test_a_house_may_pay_what_was_collected_and_leave_knockouts_out():
    """Its own answers, settled when the event was made."""
    items = (entry_of(prize_pool=3000000, bounties=1500000),)
    bounty = Bounty(kind="fixed", amount_centavos=1500000)
    more = {"items": items, "bounty": bounty, "kind": "side"}
    _, pool = hall_with(2, "bpt-2015", 10000000, answers={"guarantee.knockouts_count": False}, **more)
    assert pool.cover == 4000000
    _, pool = hall_with(2, "bpt-2015", 10000000, answers={"guarantee.short": "pay_collected"}, **more)
    assert pool.cover == 0
    both = {"guarantee.deductions": [], "prizes.retention.share": 0.03}
    _, pool = hall_with(2, "bpt-2015", 10000000, answers=both, **more)
    assert pool.withheld[0].centavos == 180000


def test_a_retention_may_be_of_all_that_was_collected_or_of_the_main_event_alone():
    """As a house settles it."""
    answers = {"prizes.retention.share": 0.03, "prizes.retention.taken_from": "total_collected"}
    _, pool = hall_with(2, "bpt-2015", answers=answers)
    assert pool.withheld[0].centavos == 2 * 62000 * 3 // 100
    answers = {"prizes.retention.share": 0.03, "prizes.retention.events": "main"}
    assert hall_with(2, "bpt-2015", answers=answers, kind="side")[1].withheld == ()


# Seats that nobody used


@pytest.mark.clause("nps-2019:H~no-show")
def test_the_prize_part_of_an_unused_seat_joins_the_pool():
    """It has to lapse before the prizes are announced, so that no money is forgotten."""
    hall = Hall(book="nps-2019")
    ticket = {
        "season": "s26",
        "ticket": "k1",
        "owner": "p9",
        "value_centavos": 39000,
        "target": "t1",
        "source": "online",
    }
    hall.person("p9")
    hall.done("IssueTicket", role="organiser", **ticket)
    hall.fill(3).close()
    assert hall.refused("AnnouncePrizes", tournament="t1", role="director").because == "prizes.no_shows_open"
    hall.done("LapseNoShows", season="s26", tournament="t1", role="director")
    hall.announce()
    assert hall.state.prizes.announced.pool_centavos == (4 * 30000) * 97 // 100
    assert hall.held("prize_pool:t1") == sum(hall.prizes)
    assert hall.balanced()


# Announcing


@pytest.mark.parametrize("book", BOOKS)
def test_prizes_are_announced_once_and_after_registration_closed(book):
    """Before that nobody knows the pool; a second announcement needs the first to be undone."""
    hall = Hall(book=book).fill(3)
    announce = {"tournament": "t1", "role": "director"}
    assert hall.refused("AnnouncePrizes", **announce).because == "prizes.registration_open"
    hall.close().announce()
    assert sum(hall.prizes) == hall.state.prizes.announced.pool_centavos
    assert hall.refused("AnnouncePrizes", **announce).because == "prizes.announced_already"


def test_an_entry_that_is_not_paid_keeps_the_pool_open():
    """A PIX that has not come: the counts disagree."""
    hall = Hall(addenda=("pix-no-dia-cgp",)).fill(2)
    sale = hall.sale("e8", "p8", payments=[{"method": "pix", "amount_centavos": 62000, "txid": "T1"}])
    hall.done("SellEntry", **{**sale, "hand_over_receipt": False})
    hall.close()
    refused = hall.refused("AnnouncePrizes", tournament="t1", role="director")
    assert refused.because == "prizes.entries_pending"
    assert refused.values == {"sold": 3, "counted": 2}


def test_undoing_the_announcement_gives_cover_and_retention_back():
    """As if it had not happened, and it can be made again."""
    hall = Hall(guarantee_centavos=50000000).fill(3).close()
    before = hall.held("prize_pool:t1")
    hall.announce(key="anuncio")
    hall.done("Undo", command_key="anuncio", role="director")
    assert hall.state.prizes.announced is None
    assert hall.held("prize_pool:t1") == before
    assert hall.held("guarantee_cover:t1") == hall.held("staff:t1") == 0
    hall.announce()
    assert hall.balanced()


def test_an_announcement_that_was_paid_on_cannot_be_undone():
    """What was paid rests on it."""
    hall = Hall().fill(3).close().announce(key="anuncio").down_to(1)
    hall.pay("e1", 1000)
    assert hall.refused("Undo", command_key="anuncio", role="director").because == "undo.would_break"


@pytest.mark.clause("cgp-2024:3.2")
def test_the_sheets_unit_rounds_every_prize_but_the_first():
    """R$ 5 on the structure sheet, where the book lets it."""
    hall = Hall(payout=Payout(source="book", rounding_centavos=500)).fill(12).close().announce()
    assert hall.prizes[1] % 500 == 0
    assert sum(hall.prizes) == hall.state.prizes.announced.pool_centavos


def test_the_winner_may_take_all_and_the_sheet_may_have_its_own_columns():
    """Both by the organiser's choice."""
    hall = Hall().fill(12).close().announce(table="winner_takes_all")
    assert hall.prizes == (12 * 48000 * 97 // 100,)
    column = PayoutColumn(from_entries=3, until_entries=None, basis_points=(5000, 3000, 2000))
    hall = Hall(payout=Payout(source="sheet", columns=(column,))).fill(3).close().announce()
    assert hall.prizes[1:] == (41904, 27936)
    assert hall.state.prizes.announced.source == "sheet"


def test_the_organisers_table_replaces_the_books_and_is_checked():
    """Shares that miss the whole are refused; sound ones pay."""
    hall = Hall().fill(3)
    loading = {"tournament": "t1", "role": "director"}
    bad = [{"entries_from": 1, "shares": ["0.9", "0.9"]}]
    assert hall.refused("ReplacePayoutTable", columns=bad, **loading).because.startswith("payouts.")
    good = [{"entries_from": 2, "shares": ["0.7", "0.3"]}]
    hall.done("ReplacePayoutTable", columns=good, **loading)
    hall.close().announce()
    assert hall.prizes[1] == hall.state.prizes.announced.pool_centavos * 3 // 10
    assert hall.refused("ReplacePayoutTable", columns=good, **loading).because == "prizes.announced_already"


def test_a_house_may_keep_its_table_from_being_changed():
    """Then nobody loads another."""
    hall = Hall(book="bpt-2015", answers={"prizes.sheet_may_change": False}).fill(2)
    columns = [{"entries_from": 2, "shares": ["0.7", "0.3"]}]
    refused = hall.refused("ReplacePayoutTable", tournament="t1", columns=columns, role="director")
    assert refused.because == "prizes.table_is_the_books"


def test_a_table_that_is_not_there_is_refused():
    """NPS prints none, and the sheet has no columns."""
    hall = Hall(book="nps-2019").fill(3).close()
    for table in ("book", "sheet", "loaded"):
        refused = hall.refused("AnnouncePrizes", tournament="t1", table=table, role="director")
        assert refused.because == "prizes.no_table"
    assert said(refused)


def test_more_entries_than_the_loaded_table_are_the_directors_or_the_last_brackets():
    """As the house settles it; below the first bracket there is no guess either."""
    columns = [{"entries_from": 2, "entries_to": 3, "shares": ["0.7", "0.3"]}]
    for answer, outcome in (("director", "prizes.above_table"), ("last_bracket", None)):
        hall = Hall(book="bpt-2015", answers={"prizes.above_table": answer}).fill(5)
        hall.done("ReplacePayoutTable", tournament="t1", columns=columns, role="director")
        hall.close()
        found = hall.do("AnnouncePrizes", tournament="t1", role="director")
        assert getattr(found, "because", None) == outcome
        if outcome:
            assert found.values == {"entries": 5, "most": 3}
    hall = Hall(book="bpt-2015").fill(1)
    hall.done("ReplacePayoutTable", tournament="t1", columns=columns, role="director")
    refused = hall.close().refused("AnnouncePrizes", tournament="t1", role="director")
    assert (refused.because, refused.values) == ("prizes.below_table", {"entries": 1})


def test_people_may_be_counted_instead_of_entries():
    """Three entries of two people are a field of two."""
    hall = Hall(book="bpt-2015", answers={"prizes.field_counted": "people"}).fill(2)
    hall.done("MarkLevel", tournament="t1", level=1, role="director")
    hall.out(2)
    hall.sell("e9", "p2", item="reentry")
    assert hall.close().announce().state.prizes.announced.entries == 2


# Satellites


def satellite(seats=None, remainder="next_place"):
    return Satellite(target="main", seat_centavos=62000, seats=seats, remainder=remainder)


def sat(entries, **changes):
    item = entry_of(prize_pool=20000, rake=2000)
    more = {"kind": "satellite", "items": (item,), "book": "adtp-2023", "withheld": ()}
    hall = Hall(**{**more, "satellite": satellite(**changes)}).fill(entries)
    return hall.close().announce()


def test_a_satellite_buys_seats_and_the_rest_goes_to_the_next_place():
    """Seven entries, R$ 1.400: two seats of R$ 620 and R$ 160 for third."""
    hall = sat(7)
    assert hall.state.prizes.announced.seats == 2
    assert hall.prizes == (0, 0, 16000)
    hall.down_to(2)
    assert hall.amounts == {"e3": 16000}
    hall.done("EndSatellite", tournament="t1", winners=["e1", "e2"], role="director")
    assert hall.amounts == {"e3": 16000}
    hall.pay("e3", 16000)
    assert hall.held("prize_pool:t1") == 0
    assert hall.held("tickets:s26") == 124000
    assert hall.balanced()


def test_the_winners_of_a_satellite_may_share_the_rest():
    """Two seats, and R$ 160 between the two."""
    hall = sat(7, remainder="shared").down_to(2)
    hall.done("EndSatellite", tournament="t1", winners=["e1", "e2"], role="director")
    assert hall.amounts == {"e1": 8000, "e2": 8000}


def test_announced_seats_are_covered_by_the_organiser():
    """Three seats promised, R$ 1.400 collected: R$ 460 are missing."""
    hall = sat(7, seats=3)
    assert hall.held("guarantee_cover:t1") == 46000
    assert hall.prizes == ()
    assert hall.held("prize_pool:t1") == 3 * 62000


def test_no_seat_can_be_bought_and_the_pool_goes_to_the_first():
    """Two entries are not a seat."""
    assert sat(2).prizes == (40000,)


def test_a_winner_who_has_a_seat_is_paid_its_value_as_a_prize_of_its_own():
    """Where the sheet says money: owed when the satellite ends, paid like any prize, down to zero."""
    hall = Hall()
    prize = Satellite(target="t1", seat_centavos=62000, seats=2, already_seated="cash")
    made = msgspec.to_builtins(sheet(kind="satellite", satellite=prize))
    hall.done("CreateTournament", role="organiser", tournament="sat", season="s26", stage="e1", sheet=made)
    hall.sell("main1", "p1")
    for number in range(1, 5):
        hall.sell(f"s{number}", f"p{number}", tournament="sat")
    director = {"tournament": "sat", "role": "director"}
    hall.done("CloseRegistration", **director)
    hall.done("AnnouncePrizes", **director)
    for entry in ("s4", "s3"):
        hall.done("Eliminate", entry=entry, **director)
    hall.done("EndSatellite", winners=["s1", "s2"], **director)
    paying = hall.paying("s1", 62000, of="seat", tournament="sat")
    assert hall.refused("PayPrize", **{**paying, "amount_centavos": 62001}).because == "prize.more_than_due"
    hall.done("PayPrize", **paying)
    assert hall.held("payable:p1") == 0
    rest = 4 * 48000 * 97 // 100 - 2 * 62000
    assert hall.held("prize_pool:sat") == rest
    hall.done("PayPrize", **hall.paying("s3", rest, tournament="sat"))
    assert hall.held("prize_pool:sat") == 0
    assert hall.balanced()


@pytest.mark.parametrize(("book", "about", "paid", "told"), [
    ("nps-2019", 6, 2, True),
    ("nps-2019", 6, 5, False),
    ("nps-2019", 6, 12, True),
    ("cgp-2024", 4, 2, True),
    ("cgp-2024", 4, 4, False),
])  # fmt: skip
@pytest.mark.clause("nps-2019:M", "cgp-2024:3.1")
def test_a_table_that_pays_another_part_of_the_field_is_told_to_the_director(book, about, paid, told):
    """40 entries: about 15 % are 6, about 10 % are 4. An own table that pays 2 of 40 is announced with a notice."""
    from feltro.app.desk.notices import notices
    from feltro.app.money.payouts import wall

    hall = Hall(book=book, days=MANY).fill(40)
    shares = [f"{1 - 0.05 * (paid - 1):.2f}", *["0.05"] * (paid - 1)]
    columns = [{"entries_from": paid + 1, "entries_to": None, "shares": shares}]
    hall.done("ReplacePayoutTable", tournament="t1", columns=columns, role="director")
    shown = [one for one in wall(hall.state, book_of(hall)).notes if one.because == "prizes.paid_otherwise"]
    hall.close().announce()
    found = [one for one in notices(hall.state, book_of(hall), hall.now) if one.because == "prizes.paid_otherwise"]
    assert bool(found) == bool(shown) == told
    if told:
        assert (found[0].values["paid"], found[0].values["about"]) == (paid, about)
        assert found[0].values["percent"] == {"nps-2019": 15, "cgp-2024": 10}[book]
        assert [str(cite) for cite in found[0].cites] == [
            {"nps-2019": "nps-2019:M", "cgp-2024": "cgp-2024:3.1"}[book]
        ]
