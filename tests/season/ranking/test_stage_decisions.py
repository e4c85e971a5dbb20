"""Closing a stage, decided on what is said: its fund, its champion, ties, and stages that nothing is paid for."""

from __future__ import annotations

from decimal import Decimal

import pytest

from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.procedures.control import Control
from feltro.rulebook.book import Sourced
from feltro.season.events import StageClosed
from feltro.season.now import Closing, SeasonNow
from feltro.season.ranking import champions, stages
from feltro.season.ranking import commands as c
from feltro.season.results import FundPrize
from feltro.season.state import OwedPrize
from tests.season.ranking.test_closing_decisions import FIXED, LAST, now, paid_out, settled, state


def close(book, at, was=None, **more):
    season = was or state()
    season.ranking.closed_stages.pop("e1", None)
    return stages.close_stage(c.CloseStage(season="s26", stage="e1", **more), season, book, at)


def because(outcome):
    assert isinstance(outcome, Refused), outcome
    return outcome.because


@pytest.mark.clause("cgp-2024:3.7.1.1")
def test_the_best_of_the_stage_has_its_fund():
    [closed] = close(settled("cgp-2024"), now(fund=50_000))
    assert isinstance(closed, StageClosed)
    assert paid_out([closed]) == [("ana", 1, 50_000)]
    assert closed.held


def test_a_stage_without_a_fund_has_a_champion_all_the_same():
    """Nothing is paid, and the title is there."""
    done = close(settled("cgp-2024"), now(fund=0))
    assert paid_out(done) == [("ana", 1, 0)]


@pytest.mark.parametrize("fund", [0, 50_000])
def test_of_two_whom_no_test_separates_the_director_names_the_champion(fund):
    """Both are named first; where the house shares such a title, each has half and nobody is asked."""
    tied = now((("ana", "bia"), ("caio",)), fund=fund)
    refused = close(settled("cgp-2024"), tied)
    assert (because(refused), refused.values["people"]) == ("stage.tied", ("ana", "bia"))
    assert paid_out(close(settled("cgp-2024"), tied, champion="bia")) == [("bia", 1, fund)]
    shared = settled("bpt-2015", **{"fund.stage.tie": "shared", "fund.stage.champion": "most_stage_points"})
    assert paid_out(close(shared, tied)) == [("ana", 1, fund // 2), ("bia", 1, fund // 2)]


def test_a_fund_that_nobody_stands_for_goes_to_whom_the_director_names_or_to_nobody():
    book, nobody = settled("cgp-2024"), now((), fund=50_000)
    assert because(close(book, nobody)) == "stage.nobody"
    assert paid_out(close(book, nobody, champion="davi")) == [("davi", 1, 50_000)]


def test_a_stage_that_nobody_stands_for_and_that_has_no_fund_simply_closes():
    """Also where somebody is named: nothing is handed to anybody."""
    for named in ("", "davi"):
        assert paid_out(close(settled("cgp-2024"), now((), fund=0), champion=named)) == []


def test_a_stage_that_was_never_played_closes_as_not_held():
    [closed] = close(settled("cgp-2024"), now(fund=0, held=False))
    assert (closed.held, closed.prizes) == (False, ())


def test_a_book_without_champions_of_stages_closes_one_without_asking():
    """NPS knows no champion of a stage: two who are tied hold nobody up. With a fund somebody has to have it."""
    book, tied = settled("nps-2019"), (("ana", "bia"),)
    assert paid_out(close(book, now(tied, fund=0))) == []
    assert because(close(book, now(tied, fund=50_000))) == "stage.tied"
    assert paid_out(close(book, now(tied, fund=0), champion="bia")) == [("bia", 1, 0)]


def test_a_stage_closes_once_and_only_one_that_was_announced():
    book = settled("cgp-2024")
    closing = c.CloseStage(season="s26", stage="e1")
    assert because(stages.close_stage(closing, state(), book, now(fund=0))) == "stage.closed"
    other = c.CloseStage(season="s26", stage="e9")
    assert because(stages.close_stage(other, state(), book, now())) == "stage.unknown"


def test_a_stage_with_an_event_in_play_and_a_year_with_one_do_not_close():
    """And the events are named."""
    book, playing = settled("cgp-2024"), now(unfinished=("t7",))
    refused = close(book, playing)
    assert (because(refused), refused.values["events"]) == ("ranking.unfinished", ("t7",))
    refused = champions.close_season(c.CloseSeason(season="s26"), state(), book, playing)
    assert (because(refused), refused.values["events"]) == ("ranking.unfinished", ("t7",))


def test_a_year_closes_once_and_when_all_its_stages_are_closed():
    book = settled("cgp-2024")
    year = c.CloseSeason(season="s26")
    still = state()
    del still.ranking.closed_stages["e1"]
    refused = champions.close_season(year, still, book, now())
    assert (because(refused), refused.values["stages"]) == ("season.stages_open", ("e1",))
    over = state(closed_at=Instant(5))
    assert because(champions.close_season(year, over, book, now())) == "season.closed"


def test_where_stages_share_the_year_a_stage_closes_with_a_champion_and_not_a_centavo():
    """What each is worth is known when the year closes."""
    book = settled(**{"fund.stage.base": "equal_by_stage", "fund.stage.champion": "most_stage_points"})
    assert paid_out(close(book, now(fund=50_000))) == [("ana", 1, 0)]


def test_whoever_won_the_stage_and_is_passed_over_is_read_out_first():
    at = now(fund=50_000, everybody=(("eva",), ("ana",)))
    refused = close(settled("cgp-2024"), at)
    assert (because(refused), refused.values["people"]) == ("season.passed_over", ("eva",))
    assert paid_out(close(settled("cgp-2024"), at, passed_over=True)) == [("ana", 1, 50_000)]


def test_a_name_does_not_set_aside_who_stands_first_alone():
    """Nobody is tied: the champion is the best of the stage, whoever is named."""
    assert paid_out(close(settled("cgp-2024"), now(fund=50_000), champion="caio")) == [("ana", 1, 50_000)]


# The champion's hotel


def hotel(book, at, was=None, stage="e1", cost=10_000):
    asked = c.ChargeHotel(season="s26", stage=stage, amount_centavos=cost)
    return champions.charge_hotel(asked, was or state(), book, at)


def test_a_hotel_is_charged_to_the_year_or_to_both_parts_in_their_proportion():
    """The stages have 30 of each 100 and the year the rest: R$ 100 of hotel are R$ 70 and R$ 30 where both pay."""
    of_year = settled(**{"fund.annual.champion_hotel": "annual_part"})
    [done] = hotel(of_year, now(fund=10_000))
    assert (done.stage, done.annual_centavos, done.stage_centavos) == ("e1", 10_000, 0)
    shares = {"fund.annual.share": Decimal("0.7"), "fund.stage.share": Decimal("0.3")}
    both = settled(**{"fund.annual.champion_hotel": "whole_fund", **shares})
    [done] = hotel(both, now(fund=7_000, stage_funds_centavos={"e1": 3_000}))
    assert (done.annual_centavos, done.stage_centavos) == (7_000, 3_000)
    assert because(hotel(both, now(fund=6_999, stage_funds_centavos={"e1": 3_000}))) == "fund.short"
    assert because(hotel(both, now(fund=7_000, stage_funds_centavos={"e1": 2_999}))) == "fund.short"
    assert because(hotel(both, now(fund=7_000, stage_funds_centavos={"e2": 3_000}))) == "fund.short"


def test_a_hotel_is_of_a_stage_that_there_is_while_the_year_is_open_and_where_the_book_pays_one():
    pays = settled(**{"fund.annual.champion_hotel": "annual_part"})
    assert because(hotel(pays, now(), stage="e9")) == "stage.unknown"
    assert because(hotel(pays, now(), state(closed_at=Instant(5)))) == "season.closed"
    assert because(hotel(settled(**{"fund.annual.champion_hotel": "not_paid"}), now())) == "fund.no_hotel"


# A year

IN_SHARES = {
    "fund.annual.prize_form": "shares",
    "fund.annual.places": 2,
    "fund.annual.shares": [Decimal("0.5"), Decimal("0.5")],
}


def test_a_year_in_which_nothing_was_played_closes_empty_unless_its_fund_holds_something():
    """With money in the fund it is closed as any other: somebody is owed it."""
    year, book = c.CloseSeason(season="s26"), settled(**FIXED)
    [closed] = champions.close_season(year, state(), book, now(fund=0, held=False))
    assert (closed.prizes, closed.fund_centavos, closed.cover_centavos) == ((), 0, 0)
    [closed] = champions.close_season(year, state(), book, now(fund=0))
    assert (len(closed.prizes), closed.fund_centavos, closed.cover_centavos) == (3, 0, 100_000)
    [closed] = champions.close_season(year, state(), book, now(fund=100_000, held=False))
    assert [one.amount_centavos for one in closed.prizes] == [50_000, 30_000, 20_000]


@pytest.mark.parametrize(
    ("everybody", "excluded", "told"),
    [
        ((("ana",), ("eva",), ("bia",), ("caio",)), (), ("season.passed_over", ("eva",), ())),
        ((("ana",), ("eva",), ("bia",), ("caio",)), ("eva",), ("season.passed_excluded", (), ("eva",))),
        ((("ana",), ("eva", "fabio"), ("bia",)), ("eva",), ("season.passed_both", ("fabio",), ("eva",))),
        ((("ana",), ("bia",), ("caio",), ("eva",)), (), None),
    ],
)
def test_whoever_stands_in_one_of_three_paid_places_and_is_passed_over_is_read_out(everybody, excluded, told):
    """For want of a profile, by exclusion, or one of each; the fourth loses nothing and is not named."""
    at = now(everybody=everybody, excluded=excluded)
    outcome = champions.close_season(c.CloseSeason(season="s26"), state(), settled(**FIXED), at)
    if told is None:
        assert paid_out(outcome)[0] == ("ana", 1, 50_000)
        return
    assert (because(outcome), outcome.values["people"], outcome.values["excluded"]) == told
    assert bool(outcome.cites)
    heard = champions.close_season(c.CloseSeason(season="s26", passed_over=True), state(), settled(**FIXED), at)
    assert paid_out(heard) == [("ana", 1, 50_000), ("bia", 2, 30_000), ("caio", 3, 20_000)]


def test_a_surplus_is_shared_after_the_year_and_only_where_prizes_are_fixed():
    asked = c.ShareSurplus(season="s26", amounts_centavos=(100,))
    over = state(closed_at=Instant(3))
    assert because(champions.share_surplus(asked, state(), settled(**FIXED), now())) == "season.not_closed"
    in_shares = {**IN_SHARES, "fund.annual.surplus": "next_places_by_organiser"}
    for found in (settled(**{**FIXED, "fund.annual.surplus": "first_places"}), settled(**in_shares)):
        assert because(champions.share_surplus(asked, over, found, now())) == "fund.no_surplus_rule"
    [shared] = champions.share_surplus(asked, over, settled(**FIXED), now())
    assert [(one.prize, one.person, one.place) for one in shared.prizes] == [("surplus-1-1", "ana", 1)]


def test_a_surplus_counts_on_from_the_prizes_of_the_year_and_not_from_those_of_stages():
    """One annual prize and a stage's are owed: the second of the year is next, and a place left out is left out."""
    stage = FundPrize(prize="stage-e1-1", person="x", place=1, amount_centavos=1, due=LAST)
    was = owing()
    was.ranking.owed["stage-e1-1"] = OwedPrize(prize=stage)
    was.ranking.closed_at = Instant(3)
    asked = c.ShareSurplus(season="s26", amounts_centavos=(0, 100))
    [shared] = champions.share_surplus(asked, was, settled(**FIXED), now())
    assert [(one.prize, one.person, one.place) for one in shared.prizes] == [("surplus-2-1", "caio", 3)]


# What is owed


def owing(amount=50_000, paid=0, tax=0, approved=()):
    prize = FundPrize(prize="annual-1", person="ana", place=1, amount_centavos=amount, due=LAST)
    owed = OwedPrize(prize=prize, paid_centavos=paid, tax_centavos=tax, approved_by=list(approved))
    return state(owed={"annual-1": owed})


def at_the_desk(limit=10**9, **more):
    control = Control("team", frozenset(), limit, 0, 0, Sourced(0, None), ())
    usual = {"at": Instant(2), "who": "olga", "role": "organiser", "key": "k", "control": control}
    return SeasonNow(**{**usual, "closing": Closing(last_day=LAST), **more})


def pay(was, at, amount=50_000, method="bank_transfer", prize="annual-1", **more):
    book = settled(**{"fund.annual.methods": ["bank_transfer", "cash"]})
    asked = c.PayRankingPrize(season="s26", prize=prize, method=method, amount_centavos=amount, **more)
    return champions.pay_prize(asked, was, book, at)


def test_a_prize_of_the_year_is_paid_up_to_what_is_owed_in_a_way_that_is_allowed():
    [done] = pay(owing(), at_the_desk(cashier="ana", tax_centavos=700))
    assert (done.person, done.method, done.cashier, done.amount_centavos) == ("ana", "bank_transfer", "", 50_000)
    assert done.tax_centavos == 700
    [notes] = pay(owing(paid=20_000), at_the_desk(cashier="caixa"), 30_000, "cash")
    assert (notes.cashier, notes.amount_centavos) == ("caixa", 30_000)
    assert because(pay(owing(paid=20_000), at_the_desk(), 30_001)) == "fund.owes_less"
    assert because(pay(owing(), at_the_desk(), method="pix")) == "fund.not_this_way"
    assert because(pay(owing(), at_the_desk(), prize="annual-9")) == "fund.no_such_prize"


def test_an_excluded_winner_is_paid_only_with_a_directors_reason():
    """The organiser says why; a cashier's reason does not do, and a blank one is none."""
    gone = {"excluded": ("ana",)}
    assert isinstance(pay(owing(), at_the_desk(**gone)), Refused)
    assert isinstance(pay(owing(), at_the_desk(**gone), reason="  "), Refused)
    assert isinstance(pay(owing(), at_the_desk(**gone, role="cashier"), reason="acordo"), Refused)
    assert not isinstance(pay(owing(), at_the_desk(**gone), reason="acordo"), Refused)


@pytest.mark.parametrize(
    ("limit", "approved", "told"),
    [
        (50_001, (), ""),
        (50_000, (), "prize.needs_second_person"),
        (50_000, ("olga",), "prize.needs_second_person"),
        (50_000, ("olga", "rita"), ""),
    ],
)
def test_from_the_houses_limit_on_somebody_else_has_approved_the_whole_prize(limit, approved, told):
    """However small the part that is paid now."""
    outcome = pay(owing(approved=approved), at_the_desk(limit), 100)
    assert (outcome.because if isinstance(outcome, Refused) else "") == told


def test_a_prize_is_approved_while_something_of_it_is_owed():
    asked = c.ApproveRankingPrize(season="s26", prize="annual-1")
    [done] = champions.approve_prize(asked, owing(paid=49_999), None, at_the_desk())
    assert (done.amount_centavos, done.by) == (50_000, "olga")
    assert because(champions.approve_prize(asked, owing(paid=50_000), None, at_the_desk())) == "fund.owes_less"
    assert because(champions.approve_prize(asked, state(), None, at_the_desk())) == "fund.no_such_prize"


def test_what_was_paid_comes_back_with_a_reason_to_a_drawer_or_through_the_bank():
    def back(was, at, amount=20_000, reason="conta errada"):
        asked = c.TakeBackRankingPrize(season="s26", prize="annual-1", amount_centavos=amount, reason=reason)
        return champions.take_back_prize(asked, was, None, at)

    [notes] = back(owing(paid=20_000), at_the_desk(cashier="caixa"))
    assert (notes.method, notes.cashier, notes.amount_centavos, notes.person) == ("cash", "caixa", 20_000, "ana")
    [bank] = back(owing(paid=20_000), at_the_desk())
    assert (bank.method, bank.cashier) == ("bank_transfer", "")
    assert because(back(owing(paid=20_000), at_the_desk(), 20_001)) == "fund.paid_less"
    assert because(back(owing(paid=20_000), at_the_desk(), reason="  ")) == "prize.back_needs_reason"
    assert because(back(state(), at_the_desk())) == "fund.no_such_prize"
