"""What the funds pay: the index's examples, to the centavo, and every centavo of any fund."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.app.ranking.rules import settle_season
from feltro.app.world.tonight import house_control
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season.decide import decide
from feltro.season.events import RankingPrizeApproved, SeasonCreated, StageAnnounced
from feltro.season.evolve import apply
from feltro.season.now import Closing, SeasonNow
from feltro.season.ranking import commands as c
from feltro.season.ranking.funds import Tied, annual_due, annual_prizes, by_shares, hand_out
from feltro.season.results import Finisher
from feltro.season.state import SeasonState
from tests.season.league import field, finish, result, rules_of_book

CGP, NPS = rules_of_book("cgp-2024").book, rules_of_book("nps-2019").book
LAST_DAY = date(2024, 12, 15)


def season(year: int = 2024, stages: tuple[str, ...] = ("e1",)) -> SeasonState:
    state = SeasonState()
    apply(state, SeasonCreated(season="s", name="S", year=year))
    for stage in stages:
        told = {"name": stage, "venue": "x", "address": "", "first_day": LAST_DAY, "last_day": LAST_DAY, "at": 0}
        apply(state, StageAnnounced(stage=stage, **told))
    return state


def give(state: SeasonState, command: Any, book: Settled, **closing: Any) -> Any:
    now = SeasonNow(at=1, who="fin", closing=Closing(last_day=LAST_DAY, **closing), control=house_control())
    outcome = decide(command, state, book, now)
    if not isinstance(outcome, Refused):
        for event in outcome:
            apply(state, event)
    return outcome


def people(*names: str) -> tuple[tuple[str, ...], ...]:
    return tuple((name,) for name in names)


def reais(amounts) -> list[int]:
    return [amount.centavos // 100 for amount in amounts]


@pytest.mark.clause("cgp-2024:3.7")
def test_ten_reais_of_each_entry_are_seven_for_the_year_and_three_for_the_stage():
    """500 entries: R$ 5,000, of which 3,500 for the year and 1,500 for the stage champion."""
    fee = CGP["fund.entry_fee.amount"].value
    shares = (CGP["fund.annual.share"].value, CGP["fund.stage.share"].value)
    assert reais(by_shares(fee * 500, shares)) == [3500, 1500]


@pytest.mark.clause("cgp-2024:3.7.1", "cgp-2024:3.7.2")
def test_the_year_is_shared_60_30_10_and_due_when_the_last_stage_closes():
    """R$ 35,000: 21,000, 10,500 and 3,500, dated the last day."""
    state = season()
    groups = people("a", "b", "c", "d")
    give(state, c.CloseStage(season="s", stage="e1"), CGP, groups=groups, fund_centavos=150_000)
    (closed,) = give(state, c.CloseSeason(season="s"), CGP, groups=groups, fund_centavos=3_500_000)
    assert [(one.person, one.amount_centavos) for one in closed.prizes] == [
        ("a", 2_100_000),
        ("b", 1_050_000),
        ("c", 350_000),
    ]
    assert {one.due for one in closed.prizes} == {LAST_DAY}
    assert closed.cover_centavos == 0


@pytest.mark.clause("cgp-2024:3.7.1.1")
def test_the_best_of_the_stage_receives_the_stages_part():
    """R$ 1,500 to one."""
    closed = give(
        season(), c.CloseStage(season="s", stage="e1"), CGP, groups=people("a", "b"), fund_centavos=150_000
    )[0]
    assert [(one.person, one.amount_centavos) for one in closed.prizes] == [("a", 150_000)]


@pytest.mark.clause("cgp-2024:3.7.3")
def test_the_champions_hotel_is_taken_from_the_years_part_before_it_is_shared():
    """35,000 less 2,400: 19,560, 9,780 and 3,260; the stages' part is untouched."""
    state = season()
    charge = c.ChargeHotel(season="s", stage="e1", amount_centavos=240_000)
    (charged,) = give(state, charge, CGP, fund_centavos=3_500_000, stage_funds_centavos={"e1": 150_000})
    assert (charged.annual_centavos, charged.stage_centavos) == (240_000, 0)
    assert reais(annual_prizes(Money.reais(35_000 - 2_400), CGP)) == [19_560, 9_780, 3_260]
    short = give(state, charge, CGP, fund_centavos=100)
    assert short.because == "fund.short"


def test_a_result_that_lists_somebody_twice_says_whom():
    """The second and third line are the same person: that one is named, not whoever stands first."""
    listed = result(finishers=field("ana", "bia", "bia"), stage="e1")
    refused = give(season(), c.ImportResults(season="s", name="Main", result=listed), CGP)
    assert (refused.because, refused.values["person"]) == ("results.person_twice", "bia")


@pytest.mark.parametrize(
    ("changed", "because"),
    [
        ({"finishers": ()}, "results.nobody"),
        ({"entries": 2, "paid_places": 1}, "results.more_than_entries"),
        ({"paid_places": 251}, "results.more_than_entries"),
        ({"deal_left": 251}, "results.more_than_entries"),
        ({"finishers": (finish(1), Finisher(person="bia", place=3))}, "results.place_missing"),
        ({"finishers": (Finisher(person="bia", place=2),)}, "results.place_missing"),
        ({"stage": "outra"}, "stage.unknown"),
    ],
)
def test_a_result_that_cannot_be_is_not_taken(changed, because):
    """Nobody in it, more people than entries, a place that nobody has, a stage that was not announced."""
    wrong = result(**{"stage": "e1", **changed})
    assert give(season(), c.ImportResults(season="s", name="Main", result=wrong), CGP).because == because


def test_a_result_may_have_ties_and_is_taken_once():
    """Two share second place and the next is fourth; the same event again needs saying that it replaces the first."""
    tied = (
        finish(1),
        *(Finisher(person=one, place=2) for one in ("bia", "caio")),
        Finisher(person="dora", place=4),
    )
    state = season()
    told = c.ImportResults(season="s", name="Main", result=result(finishers=tied, stage="e1"))
    (imported,) = give(state, told, CGP)
    assert [one.place for one in imported.result.finishers] == [1, 2, 2, 4]
    assert give(state, told, CGP).because == "results.exist"
    (_,) = give(state, msgspec.structs.replace(told, replace=True), CGP)


def test_a_book_without_a_hotel_pays_none():
    """NPS says nothing of a hotel, so the fund does not pay one."""
    refused = give(season(), c.ChargeHotel(season="s", stage="e1", amount_centavos=100), NPS, fund_centavos=10_000)
    assert refused.because == "fund.no_hotel"


@pytest.mark.clause("nps-2019:P", "nps-2019:P~1", "nps-2019:P~2", "nps-2019:P~3")
@pytest.mark.parametrize(("fund", "cover"), [(60_000, 5_000), (62_000, 3_000), (65_000, 0), (0, 65_000)])
def test_the_guaranteed_prizes_are_paid_and_the_organiser_covers_what_is_missing(fund, cover):
    """50,000, 10,000 and 5,000 whatever was collected, due on the printed day, and the cover is shown."""
    state = season(2019, ())
    groups = people("a", "b", "c", "d")
    (closed,) = give(state, c.CloseSeason(season="s"), NPS, groups=groups, fund_centavos=fund * 100)
    assert [one.amount_centavos for one in closed.prizes] == [5_000_000, 1_000_000, 500_000]
    assert {one.due for one in closed.prizes} == {date(2020, 1, 15)}
    assert (closed.fund_centavos, closed.cover_centavos) == (min(fund, 65_000) * 100, cover * 100)


@pytest.mark.clause("nps-2019:P~demais")
def test_what_is_left_beyond_the_fixed_prizes_goes_to_fourth_and_below_as_the_organiser_decides():
    """R$ 72,000: seven thousand may be shared, not a centavo more."""
    state = season(2019, ())
    groups = people("a", "b", "c", "d", "e")
    assert reais(annual_prizes(Money.reais(72_000), NPS)) == [50_000, 10_000, 5_000]
    share = c.ShareSurplus(season="s", amounts_centavos=(500_000, 200_000))
    assert give(state, share, NPS, groups=groups, fund_centavos=7_200_000).because == "season.not_closed"
    give(state, c.CloseSeason(season="s"), NPS, groups=groups, fund_centavos=7_200_000)
    more = c.ShareSurplus(season="s", amounts_centavos=(500_000, 200_001))
    assert give(state, more, NPS, groups=groups, fund_centavos=700_000).because == "fund.short"
    (shared,) = give(state, share, NPS, groups=groups, fund_centavos=700_000)
    assert [(one.person, one.place, one.amount_centavos) for one in shared.prizes] == [
        ("d", 4, 500_000),
        ("e", 5, 200_000),
    ]
    fourth, fifth = (one.prize for one in shared.prizes)
    assert (fourth, fifth) == ("surplus-4-1", "surplus-4-2")
    pay = c.PayRankingPrize(season="s", prize=fourth, amount_centavos=500_000, method="bank_transfer")
    assert give(state, pay, NPS).because == "prize.needs_second_person"
    apply(state, RankingPrizeApproved(prize=fourth, amount_centavos=500_000, by="bia"))
    (paid,) = give(state, pay, NPS)
    assert (paid.person, paid.amount_centavos) == ("d", 500_000)
    assert give(state, pay, NPS).because == "fund.owes_less"
    more_than_that = msgspec.structs.replace(pay, prize=fifth, amount_centavos=200_001)
    assert give(state, more_than_that, NPS).because == "fund.owes_less"


def test_a_league_may_let_fixed_prizes_shrink_or_grow_with_the_fund():
    """Scaled down in proportion; or the surplus to the same winners."""
    answers = {"fund.annual.prize_form": "fixed", "fund.annual.fixed.first": "R$ 600"}
    answers |= {"fund.annual.fixed.second": "R$ 300", "fund.annual.fixed.third": "R$ 100"}
    book = settled(answers | {"fund.annual.short": "scale_down", "fund.annual.surplus": "first_places"})
    assert reais(annual_prizes(Money.reais(500), book)) == [300, 150, 50]
    assert reais(annual_prizes(Money.reais(2000), book)) == [1200, 600, 200]
    assert reais(annual_prizes(Money.reais(1000), book)) == [600, 300, 100]
    none = dict.fromkeys((f"fund.annual.fixed.{place}" for place in ("first", "second", "third")), "R$ 0")
    nothing = settled(answers | none | {"fund.annual.surplus": "first_places"})
    assert reais(annual_prizes(Money.reais(2000), nothing)) == [0, 0, 0], "nothing promised is nothing to grow"


def test_a_league_may_give_every_stage_an_equal_part_of_the_year():
    """Nothing at each stage; at the end both stages' money in two equal parts."""
    book = settled({"fund.stage.base": "equal_by_stage"})
    state = season(stages=("e1", "e2"))
    for stage, champion in (("e1", "a"), ("e2", "b")):
        closed = give(
            state, c.CloseStage(season="s", stage=stage), book, groups=people(champion), fund_centavos=10_000
        )[0]
        assert [one.amount_centavos for one in closed.prizes] == [0]
    funds = {"e1": 10_000, "e2": 20_001}
    (year,) = give(state, c.CloseSeason(season="s"), book, groups=people("a", "b"), stage_funds_centavos=funds)
    assert [(one.person, one.amount_centavos) for one in year.prizes] == [("a", 15_001), ("b", 15_000)]
    assert year.stage_funds_centavos == funds


def test_a_tie_in_the_stage_is_shared_where_the_league_says_so():
    """Two with the same points: half each."""
    book = settled({"fund.stage.tie": "shared"})
    closed = give(
        season(), c.CloseStage(season="s", stage="e1"), book, groups=(("a", "b"), ("c",)), fund_centavos=10_001
    )[0]
    assert [(one.person, one.amount_centavos) for one in closed.prizes] == [("a", 5001), ("b", 5000)]


def settled(answers: dict[str, Any]) -> Settled:
    book = settle_season("adtp-2023", (), answers)
    assert isinstance(book, Settled), book
    return book


def test_a_season_after_the_printed_one_is_due_on_the_same_day_a_year_after_it():
    """NPS prints 15 January 2020 for 2019."""
    assert annual_due(NPS, 2026, LAST_DAY) == date(2027, 1, 15)
    assert annual_due(CGP, 2026, LAST_DAY) == LAST_DAY


shares = st.lists(st.integers(1, 60), min_size=1, max_size=6)
ranked = st.lists(st.integers(1, 3), min_size=1, max_size=6)


@given(fund=st.integers(0, 10**9), weights=shares, sizes=ranked)
def test_no_centavo_is_lost_or_made_when_a_fund_is_handed_out(fund, weights, sizes):
    """However people tie, what they get together is what their places hold, and nobody gets more than those ahead."""
    amounts = by_shares(Money(fund), [Fraction(weight, sum(weights)) for weight in sorted(weights, reverse=True)])
    assert sum(amount.centavos for amount in amounts) == fund
    groups = [tuple(f"{number}-{one}" for one in range(size)) for number, size in enumerate(sizes)]
    handed = hand_out(amounts, groups, shared=True)
    assert not isinstance(handed, Tied)
    given_out = [amount.centavos for _, _, amount in handed]
    assert sum(given_out) == sum(amount.centavos for amount in amounts[: sum(sizes)])
    assert given_out == sorted(given_out, reverse=True)


def test_shares_that_are_less_than_the_whole_leave_the_rest_and_more_are_cut_in_proportion():
    """Half and a quarter of R$ 1000 leave R$ 250 in the fund; three quarters and a half share it three to two."""
    thousand = Money.reais(1000)
    assert reais(by_shares(thousand, [Fraction(1, 2), Fraction(1, 4)])) == [500, 250]
    assert reais(by_shares(thousand, [Fraction(3, 4), Fraction(1, 2)])) == [600, 400]
    assert [one.centavos for one in by_shares(thousand, [Fraction(2, 3), Fraction(1, 3)])] == [66667, 33333]


def test_fixed_prizes_that_only_shrink_do_not_grow_and_those_that_only_grow_do_not_shrink():
    """R$ 1000 are promised: R$ 500 too few are the organiser's where nothing shrinks, R$ 1000 too many stay in the fund."""
    answers = {"fund.annual.prize_form": "fixed", "fund.annual.fixed.first": "R$ 600"}
    answers |= {"fund.annual.fixed.second": "R$ 300", "fund.annual.fixed.third": "R$ 100"}
    shrinks = settled(
        answers | {"fund.annual.short": "scale_down", "fund.annual.surplus": "next_places_by_organiser"}
    )
    assert reais(annual_prizes(Money.reais(2000), shrinks)) == [600, 300, 100]
    grows = settled(answers | {"fund.annual.short": "organiser_covers", "fund.annual.surplus": "first_places"})
    assert reais(annual_prizes(Money.reais(500), grows)) == [600, 300, 100]
    assert reais(annual_prizes(Money.reais(2000), grows)) == [1200, 600, 200]


def by_name(
    amounts: list[int], group: tuple[str, ...], order: tuple[str, ...]
) -> list[tuple[int, str, int]] | Tied:
    found = hand_out([Money.reais(one) for one in amounts], [group], order)
    return found if isinstance(found, Tied) else [(place, who, part.centavos // 100) for place, who, part in found]


def test_of_a_tie_as_many_are_named_as_are_paid_and_the_last_is_who_is_left():
    """Three tie. One prize: one name. Three prizes: two names, and the third place is the third one's. Nothing paid: no name."""
    three = ("a", "b", "c")
    assert by_name([600], three, ("b",)) == [(1, "b", 600)]
    assert by_name([600], three, ()) == Tied(three)
    assert by_name([600, 0, 0], three, ("b",)) == [(1, "b", 600)], "a prize of nothing asks for no name"
    assert by_name([600, 300], three, ("c",)) == Tied(three)
    assert by_name([600, 300], three, ("c", "a")) == [(1, "c", 600), (2, "a", 300)]
    assert by_name([600, 300, 100], three, ("a", "b")) == [(1, "a", 600), (2, "b", 300), (3, "c", 100)]
    assert by_name([600, 300, 100], three, ("c", "a")) == [(1, "c", 600), (2, "a", 300), (3, "b", 100)]
    assert by_name([0, 0, 0], three, ()) == []
