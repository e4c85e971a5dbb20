"""The published cases about prizes and deals, answered by the running house."""

from __future__ import annotations

import json
from datetime import date

import pytest

from feltro.app.money.business_days import business_day_after
from feltro.app.sheets.payout_tables import book_table
from feltro.kernel.money import Money
from feltro.procedures.places import Bust, finishes, shared_prizes
from feltro.rulebook.library import shipped
from feltro.tournament.prizes.amounts import Terms, pay_out
from feltro.tournament.prizes.tables import proposed
from feltro.tournament.sheet import SaleItem
from tests.conftest import shared
from tests.tournament.deals.test_deals import DIRECTOR, consent, final, open_deal, propose
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import MANY, book_of

CGP = book_table(shipped()["cgp-2024"])


def expected(case_id):
    path = shared("cases/cases.jsonl")
    if path is None:
        pytest.skip("the shared cases are not beside the project")
    return next(
        case["expected"] for case in map(json.loads, path.read_text().splitlines()) if case["id"] == case_id
    )


def centavos(reais):
    return round(reais * 100)


@pytest.mark.clause("cgp-2024:3.1", "cgp-2024:3.2")
@pytest.mark.parametrize(("case_id", "entries"), [("prize-005", 27), ("prize-007", 95), ("prize-009", 300)])
def test_the_published_payouts(case_id, entries):
    """Net pool, paid places, prizes and printed shares of CGP's main event."""
    case = expected(case_id)
    net = entries * 48000 * 97 // 100
    assert net == centavos(case["net"])
    column = CGP.column(entries)
    amounts = pay_out(net, column, Terms()).amounts
    assert len(amounts) == case["places"]
    for place, prize in case.get("prizes", {}).items():
        assert amounts[int(place) - 1] == centavos(prize)
    for place, share in case.get("pct", {}).items():
        band = next(one for one in column.bands if one.first <= int(place) <= one.last)
        assert float(band.share) == share


@pytest.mark.clause("cgp-2024:3.2")
def test_the_cell_that_was_lost_is_read_as_the_note_says():
    """120 entries, 13 places, 0.02725 for 12th and 13th."""
    case = expected("prize-008")
    column = CGP.column(120)
    assert column.paid == case["places"]
    assert float(column.bands[-1].share) == case["pct_12_estimate"]
    assert float(column.bands[0].share) == case["pct"]["1"]


@pytest.mark.clause("cgp-2024:3.5", "cgp-2024:3.1")
def test_the_published_guarantee():
    """R$ 50.000 guaranteed, R$ 38.400 collected: what is distributed."""
    case = expected("prize-010")
    item = SaleItem(
        id="entry",
        kind="entry",
        label="Inscrição",
        price_centavos=49000,
        split_centavos={"prize_pool": 48000, "ranking_fund": 700, "stage_champion_fund": 300},
        chips=30000,
    )
    hall = Hall(guarantee_centavos=centavos(case["total"]), items=(item,), kind="side", days=MANY)
    announced = hall.fill(80).close().announce().state.prizes.announced
    assert announced.collected_centavos == 3840000
    assert announced.withheld_centavos == {"staff": centavos(case["deduction_staff"])}
    assert sum(announced.prizes_centavos) == centavos(case["distributed"])


@pytest.mark.clause("cgp-2024:3.4", "nps-2019:N")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_the_published_deal(book):
    """Three of four agree, the fourth refuses."""
    case = expected("prize-016")
    hall = open_deal(final(book, left=4, entries=5), dict.fromkeys(["e1", "e2", "e3", "e4"], 37500))
    propose(hall)
    consent(hall, "e1", "e2", "e3")
    consent(hall, "e4", agrees=False)
    allowed = getattr(hall.do("CloseDeal", deal="a1", **DIRECTOR), "because", "") != "deal.not_unanimous"
    assert allowed == case["allowed"]


@pytest.mark.clause("nps-2019:O", "nps-2019:M")
def test_the_published_days_and_places_of_nps():
    """Seven business days; about 30 of 200 paid."""
    book = book_of(Hall(book="nps-2019"))
    assert book["prizes.payment.business_days"].value == expected("prize-018")["business_days"]
    assert business_day_after(date(2019, 3, 10), book["prizes.payment.business_days"].value) == date(2019, 3, 19)
    places = proposed(200, book["prizes.paid_share"].value).columns[0].paid
    assert places == expected("prize-020")["places_approx"]


@pytest.mark.clause("cgp-2024:5.3.14.c", "nps-2019:23.c", "cgp-2024:5.3.14.d", "nps-2019:23.d")
@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_the_published_bubbles(book):
    """Two tables: tied, and the prizes shared. One table: the larger stack takes the last prize."""
    said = book_of(Hall(book=book))
    rules = [said[f"hand_for_hand.busts.{which}"].value for which in ("same_table", "different_tables")]
    (tied,) = finishes([Bust("A", "1"), Bust("B", "2")], 50, *rules)
    case = expected("tournament-004")
    prizes = {49: Money.reais(1200), 50: Money.reais(1000)}
    assert tied.place == case["tied_place"]
    assert set(shared_prizes(tied, prizes).values()) == {Money.reais(case["each"])}
    case = expected("tournament-002")
    found = finishes([Bust("A", "1", 18000), Bust("B", "1", 11000)], 51, *rules)
    for finish in found:
        (player,) = finish.players
        assert finish.place == case[player]["place"]
        assert shared_prizes(finish, {50: Money.reais(1000)})[player] == Money.reais(case[player]["prize"])
