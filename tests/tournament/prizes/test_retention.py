"""What is kept back of the prizes: of which sum, out of whose money, and never the same ten twice."""

from __future__ import annotations

from datetime import datetime

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.app.money.payouts import wall
from feltro.tournament.prizes.pool import pool_of
from feltro.tournament.prizes.retention import brought
from feltro.tournament.sheet import Bounty, Day, SaleItem
from feltro.tournament.state import Sale
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import RANKING, book_of, entry_of
from tests.tournament.room import BOOKS, START, sheet

MANY = (Day(id="1", starts_at=datetime.fromisoformat(START), seats=1000),)


def knockout_hall(prize, head, guarantee, book="cgp-2024", **changes):
    """Two entries stand for many."""
    split = {"prize_pool": prize // 2, "bounties": head // 2, "rake": 1000, "local_partners": 1000, **RANKING}
    bounty = Bounty(kind="fixed", amount_centavos=head // 2)
    more = {"days": MANY, "items": (entry_of(**split),), "bounty": bounty, "kind": "side", **changes}
    return Hall(book=book, guarantee_centavos=guarantee, **more).fill(2)


def staff(hall):
    return pool_of(hall.state, book_of(hall)).kept_for.get("staff", 0)


@pytest.mark.clause("cgp-2024:3.1", "cgp-2024:3.5", "cgp-2024:3.6")
def test_three_percent_of_a_missed_guarantee_is_of_the_total_with_knockouts():
    """R$ 10.000 guaranteed, R$ 4.000 of it knockouts: R$ 300 for the staff, out of what the places get; bounties whole."""
    hall = knockout_hall(prize=500000, head=400000, guarantee=1000000).close().announce()
    announced = hall.state.prizes.announced
    assert (announced.cover_centavos, announced.withheld_centavos) == (100000, {"staff": 30000})
    assert announced.pool_centavos == 600000 - 30000
    assert (hall.held("staff:t1"), hall.held("bounties:t1")) == (30000, 400000)
    assert hall.held("prize_pool:t1") == sum(hall.prizes) == 570000
    assert hall.balanced()


@pytest.mark.clause("cgp-2024:3.6")
@pytest.mark.parametrize("guarantee", [None, 900000, 500000])
def test_without_a_missed_guarantee_the_event_settles_what_the_share_is_of(guarantee):
    """R$ 5.000 and R$ 4.000 of knockouts: R$ 150 of the places by default, R$ 270 of everything if it was settled so."""
    assert staff(knockout_hall(500000, 400000, guarantee)) == 15000
    answers = {"prizes.knockout.retention": "total"}
    hall = knockout_hall(500000, 400000, guarantee, answers=answers)
    assert staff(hall) == 27000
    assert hall.close().announce().held("bounties:t1") == 400000


@pytest.mark.clause("cgp-2024:3.5", "cgp-2024:3.6")
def test_the_wall_shows_both_figures_before_and_after_the_announcement():
    """Whoever announces sees R$ 300 of everything beside R$ 180 of the places."""
    hall = knockout_hall(prize=500000, head=400000, guarantee=1000000)
    for shown in (wall(hall.state, book_of(hall)), wall(hall.close().announce().state, book_of(hall))):
        note = next(one for one in shown.notes if one.because == "payouts.retention_read")
        said = {name: note.values[name].centavos for name in ("all", "placing", "taken")}
        assert said == {"all": 30000, "placing": 18000, "taken": 30000}


@pytest.mark.clause("nps-2019:K")
def test_the_ranking_of_nps_gets_its_share_of_the_whole_guarantee_too():
    """Its three per cent are the ranking's, of the announced total; nothing is deducted beside them."""
    hall = knockout_hall(500000, 400000, 1000000, book="nps-2019")
    assert pool_of(hall.state, book_of(hall)).kept_for == {"ranking_fund": 30000}


# The ranking's part of a guarantee


def guaranteed(split, book="cgp-2024", entries=10, **changes):
    hall = Hall(
        book=book, guarantee_centavos=1000000, days=MANY, items=(entry_of(**split),), kind="side", **changes
    )
    return hall.fill(entries)


@pytest.mark.clause("cgp-2024:3.5")
def test_the_ranking_is_deducted_from_a_missed_guarantee_where_no_price_holds_it():
    """Ten entries without the fee: R$ 100 leave the guarantee, 70 for the year and 30 for the stage."""
    hall = guaranteed({"prize_pool": 50000, "rake": 5000}).close().announce()
    kept = hall.state.prizes.announced.withheld_centavos
    assert kept == {"staff": 30000, "ranking_fund": 7000, "stage_champion_fund": 3000}
    assert hall.state.prizes.announced.pool_centavos == 1000000 - 40000
    assert (hall.held("ranking_fund:s26"), hall.held("stage_champion_fund:s26:e1")) == (7000, 3000)
    assert {one.because for one in wall(hall.state, book_of(hall)).notes} == {"payouts.ranking_deducted"}
    assert hall.balanced()


@pytest.mark.clause("cgp-2024:3.5", "cgp-2024:3.1")
def test_the_same_ten_is_never_taken_twice():
    """Each price holds 7 + 3: the guarantee pays the staff alone."""
    hall = guaranteed({"prize_pool": 50000, "rake": 5000, **RANKING}).close().announce()
    assert hall.state.prizes.announced.withheld_centavos == {"staff": 30000}
    assert (hall.held("ranking_fund:s26"), hall.held("stage_champion_fund:s26:e1")) == (7000, 3000)
    assert {one.because for one in wall(hall.state, book_of(hall)).notes} == {"payouts.ranking_in_price"}


@pytest.mark.clause("cgp-2024:3.5")
def test_the_ranking_is_deducted_for_entries_that_are_in_and_for_nothing_else():
    """A rebuy owes no fee, a PIX that has not come none yet; and a price that holds part of it is not asked again."""
    rebuy = sheet().items[2]
    split = {"prize_pool": 50000, "rake": 5000}
    hall = Hall(
        guarantee_centavos=1000000,
        days=MANY,
        items=(entry_of(**split), rebuy),
        kind="side",
        addenda=("pix-no-dia-cgp",),
    ).fill(2)
    hall.done("SellEntry", **hall.awaiting("e9", "p9"))
    cash = [{"method": "cash", "amount_centavos": rebuy.price_centavos}]
    hall.done("SellExtra", tournament="t1", sale="x1", entry="e1", item="rebuy", desk="d1", payments=cash)
    kept = pool_of(hall.state, book_of(hall)).kept_for
    assert (kept["ranking_fund"], kept["stage_champion_fund"]) == (1400, 600)
    half = guaranteed({**split, "ranking_fund": 700}, entries=3)
    assert set(pool_of(half.state, book_of(half)).kept_for) == {"staff"}


@pytest.mark.clause("cgp-2024:3.5")
def test_an_event_may_settle_that_its_guarantee_pays_no_ranking():
    """The organiser's answer; and a guarantee that was reached pays none at all."""
    hall = guaranteed({"prize_pool": 50000, "rake": 5000}, answers={"guarantee.ranking_part": "never"})
    assert pool_of(hall.state, book_of(hall)).kept_for == {"staff": 30000}
    hall = guaranteed({"prize_pool": 100000, "rake": 5000})
    assert pool_of(hall.state, book_of(hall)).kept_for == {"staff": 30000}


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "cgp-2024"])
def test_no_other_book_takes_the_ranking_out_of_a_guarantee(book):
    """They know no fee for each entry."""
    hall = guaranteed({"prize_pool": 50000, "rake": 5000, "local_partners": 1000}, book)
    assert "stage_champion_fund" not in pool_of(hall.state, book_of(hall)).kept_for


# Whatever the sums


HALLS: dict[str, Hall] = {}


@settings(max_examples=150, deadline=None)
@given(
    book=st.sampled_from(BOOKS),
    prize=st.integers(0, 10**7),
    head=st.integers(0, 10**7),
    guarantee=st.integers(0, 3 * 10**7),
    ranking=st.booleans(),
    entries=st.integers(0, 40),
    answer=st.sampled_from(["placing_pool", "total"]),
)
def test_every_centavo_of_a_pool_has_an_owner(book, prize, head, guarantee, ranking, entries, answer):
    """What came in and what the organiser adds is prizes, bounties at their face, or kept back; nothing is negative."""
    name = f"{book}-{answer}"
    hall = HALLS.setdefault(name, Hall(book=book, answers={"prizes.knockout.retention": answer}))
    split = {"prize_pool": prize, "bounties": head, **(RANKING if ranking else {})}
    sale = Sale(
        id="x",
        person="p",
        item="entry",
        price_centavos=sum(split.values()),
        covered_centavos=0,
        split_centavos=split,
        sold_at=hall.now,
        sold_by="",
        paid=True,
    )
    item = SaleItem(id="entry", kind="entry", label="x", price_centavos=1, split_centavos={}, chips=1)
    sheet = msgspec.structs.replace(hall.state.the_sheet, guarantee_centavos=guarantee, items=(item,), kind="side")
    sales = dict.fromkeys(map(str, range(entries)), sale)
    state = msgspec.structs.replace(hall.state, sheet=sheet, sales=sales)
    pool = pool_of(state, book_of(hall))
    assert pool.net + pool.kept_back == prize * entries + pool.cover
    assert pool.net >= 0
    assert pool.knockouts == head * entries
    assert min((one.centavos for one in pool.withheld), default=0) >= 0
    short = guarantee - (prize + head) * entries
    assert pool.cover == max(0, short)


def test_a_share_of_all_that_was_collected_is_of_the_whole_price_of_what_is_paid_or_owed():
    """A tenth of two entries at R$ 620 and of a rebuy of R$ 100 that is announced and not yet paid: R$ 134."""
    answers = {
        "prizes.retention.taken_from": "total_collected",
        "prizes.retention.share": 0.1,
        "prizes.retention.events": "all",
    }
    hall = Hall(book="adtp-2023", answers=answers).fill(2)
    [(account, kept)] = pool_of(hall.state, book_of(hall)).kept_for.items()
    assert kept == 12_400
    hall.done("AnnounceRebuy", role="floor", tournament="t1", sale="x1", entry="e1", item="rebuy")
    assert pool_of(hall.state, book_of(hall)).kept_for == {account: 13_400}


def test_an_account_that_no_price_feeds_has_no_line():
    """Entries that put nothing on heads are not listed there with nothing."""
    hall = Hall().fill(2)
    assert brought(hall.state, "bounties") == {}
    assert list(brought(hall.state, "prize_pool")) == ["entry"]
