"""Parts of a price that differ from the book are named with its figure; a fund that gets less waits for the organiser."""

from __future__ import annotations

import pytest

from feltro.app.sheets.settlement import faults_of
from feltro.tournament.sheet import Withholding
from tests.tournament.sheet.sheets import change, template, with_item

CGP, SIDE, NPS = template("cgp-main"), template("cgp-side"), template("nps-main")


def found(sheet, because):
    return [one for one in faults_of(sheet) if one.because == because]


@pytest.mark.parametrize(
    ("part", "says", "book"),
    [("rake", 15000, 12000), ("prize_pool", 45000, 48000), ("federation", 0, 1000)],
)
@pytest.mark.clause("cgp-2024:3.1")
def test_a_part_of_the_main_event_that_differs_is_named_with_the_books_figure(part, says, book):
    """R$ 150 of rake: the rulebook says R$ 120. A stage may announce otherwise, so it is a doubt."""
    item = CGP.item("entry")
    split = {**item.split_centavos, part: says}
    (fault,) = found(
        with_item(CGP, "entry", split_centavos=split, price_centavos=sum(split.values())), "sheet.part_differs"
    )
    assert (fault.values["sheet"].centavos, fault.values["book"].centavos) == (says, book)
    assert fault.weight == "doubt"
    assert [str(cite) for cite in fault.cites] == ["cgp-2024:3.1"]


@pytest.mark.clause("nps-2019:M")
def test_the_local_partners_of_the_other_tour_are_named_too():
    """R$ 10 for local partners, where the book says R$ 20."""
    item = NPS.item("entry")
    split = {**item.split_centavos, "local_partners": 1000}
    (fault,) = found(
        with_item(NPS, "entry", split_centavos=split, price_centavos=sum(split.values())), "sheet.part_differs"
    )
    assert (fault.values["part"], fault.values["book"].centavos) == ("local_partners", 2000)


@pytest.mark.parametrize("base", [CGP, SIDE], ids=["main", "side"])
@pytest.mark.parametrize(("account", "fee"), [("ranking_fund", 700), ("stage_champion_fund", 300)])
@pytest.mark.clause("cgp-2024:3.7")
def test_starving_a_fund_is_wrong_until_the_organiser_settles_it(base, account, fee):
    """R$ 7 for the year and R$ 3 for the stage of every entry: R$ 1 less is an error; settled, a doubt that stays."""
    item = base.item("entry")
    split = {**item.split_centavos, account: fee - 100}
    less = with_item(base, "entry", split_centavos=split, price_centavos=sum(split.values()))
    (fault,) = found(less, "sheet.ranking_fee_missing")
    assert (fault.weight, fault.values["fee"].centavos, fault.values["paid"].centavos) == ("wrong", fee, fee - 100)
    assert "cgp-2024:3.7" in [str(cite) for cite in fault.cites]
    (settled,) = found(change(less, fees_settled=(account,)), "sheet.ranking_fee_missing")
    assert settled.weight == "doubt"


def test_more_than_the_book_asks_starves_nobody():
    split = {**CGP.item("entry").split_centavos, "ranking_fund": 800}
    more = with_item(CGP, "entry", split_centavos=split, price_centavos=sum(split.values()))
    (fault,) = found(more, "sheet.ranking_fee_missing")
    assert fault.weight == "doubt"


@pytest.mark.parametrize(("base", "account"), [(CGP, "staff"), (NPS, "ranking_fund")], ids=["cgp", "nps"])
@pytest.mark.clause("cgp-2024:3.1", "nps-2019:M")
def test_less_than_three_percent_is_wrong_until_settled(base, account):
    less = change(base, withheld=(Withholding(account=account, basis_points=200),))
    (fault,) = found(less, "sheet.fee_differs")
    assert fault.weight == "wrong"
    (settled,) = found(change(less, fees_settled=(account,)), "sheet.fee_differs")
    assert settled.weight == "doubt"
