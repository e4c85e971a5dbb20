"""Closing a year and paying it, decided on what is said: ties, whom it passes over, funds to the last centavo."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from feltro.app.ranking.rules import settle_season
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.procedures.control import Control
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.season.events import OwnerMerged, RankingPrizePaid, SeasonClosed, StageAnnounced
from feltro.season.evolve import apply
from feltro.season.now import Closing, SeasonNow
from feltro.season.points.table import PointsRow
from feltro.season.ranking import champions
from feltro.season.ranking import commands as c
from feltro.season.ranking.decide import adjust, import_results, load_table
from feltro.season.ranking.evolve import merged
from feltro.season.results import Finisher, FundPrize
from feltro.season.standings import Standings
from feltro.season.state import Banned, OwedPrize, SeasonState, SelfExclusion
from tests.season.league import result, rules_of_book

LAST = date(2026, 12, 20)


def settled(book: str = "bpt-2015", **answers) -> Settled:
    found = settle_season(book, (), answers)
    assert isinstance(found, Settled), found
    return found


FIXED = {
    "fund.annual.prize_form": "fixed",
    "fund.annual.fixed.first": "R$ 500",
    "fund.annual.fixed.second": "R$ 300",
    "fund.annual.fixed.third": "R$ 200",
    "fund.annual.surplus": "next_places_by_organiser",
}


def state(**more) -> SeasonState:
    stage = StageAnnounced(
        stage="e1", name="x", venue="x", address="", first_day=LAST, last_day=LAST, at=Instant(1)
    )
    made = SeasonState(season="s26", year=2026, stages={"e1": [stage]})
    made.ranking.closed_stages["e1"] = Instant(1)
    for name, value in more.items():
        setattr(made.ranking, name, value)
    return made


def now(groups=(("ana",), ("bia",), ("caio",)), fund=100_000, **more) -> SeasonNow:
    usual = {"groups": groups, "everybody": groups, "fund_centavos": fund, "last_day": LAST}
    return SeasonNow(at=Instant(2), who="olga", role="organiser", key="k", closing=Closing(**{**usual, **more}))


def closed(book: Settled, at: SeasonNow, was: SeasonState | None = None, **more):
    return champions.close_season(c.CloseSeason(season="s26", **more), was or state(), book, at)


def paid_out(events) -> list[tuple[str, int, int]]:
    return [(one.person, one.place, one.amount_centavos) for one in events[0].prizes]


def test_two_who_are_tied_for_a_paid_place_are_named_until_somebody_says_the_order():
    """And the director's order pays the one before the other."""
    book, tied = settled(**FIXED), now((("ana",), ("bia", "caio"), ("davi",)))
    refused = closed(book, tied)
    assert isinstance(refused, Refused)
    assert (refused.because, refused.values["people"]) == ("season.tied", ("bia", "caio"))
    done = closed(book, tied, order=("caio",))
    assert paid_out(done) == [("ana", 1, 50_000), ("caio", 2, 30_000), ("bia", 3, 20_000)]


def test_a_tie_below_the_money_holds_nobody_up():
    done = closed(settled(**FIXED), now((("ana",), ("bia",), ("caio",), ("davi", "eva"))))
    assert paid_out(done) == [("ana", 1, 50_000), ("bia", 2, 30_000), ("caio", 3, 20_000)]


@pytest.mark.parametrize(
    ("fund", "short", "amounts", "cover"),
    [
        (100_000, "scale_down", (50_000, 30_000, 20_000), 0),
        (99_990, "scale_down", (49_995, 29_997, 19_998), 0),
        (99_990, "organiser_covers", (50_000, 30_000, 20_000), 10),
        (100_010, "organiser_covers", (50_000, 30_000, 20_000), 0),
    ],
)
def test_a_fund_that_is_short_shrinks_the_prizes_or_is_made_up(fund, short, amounts, cover):
    """R$ 500, 300 and 200 are promised: to the centavo, what the fund has not the organiser has to give."""
    done = closed(settled(**FIXED, **{"fund.annual.short": short}), now(fund=fund))
    assert isinstance(done[0], SeasonClosed)
    assert tuple(one.amount_centavos for one in done[0].prizes) == amounts
    assert (done[0].cover_centavos, done[0].fund_centavos) == (cover, sum(amounts) - cover)


def test_whom_the_year_passes_over_is_read_out_where_something_is_paid_and_nowhere_else():
    """Eva stands second and has no profile. With an empty fund nobody loses anything, and nobody is asked."""
    book = settled(
        **{
            "fund.annual.prize_form": "shares",
            "fund.annual.places": 3,
            "fund.annual.shares": [Decimal("0.5"), Decimal("0.25"), Decimal("0.25")],
        }
    )
    everybody = (("ana",), ("eva",), ("bia",), ("caio",))
    refused = closed(book, now(everybody=everybody))
    assert isinstance(refused, Refused)
    assert (refused.because, refused.values["people"]) == ("season.passed_over", ("eva",))
    assert not isinstance(closed(book, now(everybody=everybody), passed_over=True), Refused)
    assert not isinstance(closed(book, now(everybody=everybody, fund=0)), Refused)
    assert not isinstance(closed(book, now(everybody=(("ana",), ("bia",), ("caio",), ("eva",)))), Refused)


BASE = {**FIXED, "fund.stage.base": "equal_by_stage"}


def test_each_stage_has_an_equal_part_of_the_year_and_its_champions_share_it():
    """R$ 100,01 over two stages, of which the second has two champions."""
    was = state(
        champions={"e1": ("ana",), "e2": ("bia", "caio")}, closed_stages={"e1": Instant(1), "e2": Instant(1)}
    )
    at = now(stage_funds_centavos={"e1": 9_000, "e2": 1_001})
    done = closed(settled(**BASE), at, was)
    stages = [(one.prize, one.person, one.place, one.amount_centavos) for one in done[0].prizes[3:]]
    assert stages == [
        ("stage-e1-1", "ana", 1, 5_001),
        ("stage-e2-1", "bia", 1, 2_500),
        ("stage-e2-2", "caio", 1, 2_500),
    ]
    assert done[0].stage_funds_centavos == {"e1": 9_000, "e2": 1_001}


@pytest.mark.parametrize(
    ("base", "funds", "who"),
    [
        ("that_stage", {"e1": 0}, {"e1": ("ana",)}),
        ("equal_by_stage", {"e1": 0}, {"e1": ("ana",)}),
        ("equal_by_stage", {"e1": 9_000}, {}),
    ],
)
def test_at_the_end_of_the_year_no_stage_is_paid_that_was_paid_or_has_nothing_or_nobody(base, funds, who):
    answers = {**FIXED, "fund.stage.base": base}
    done = closed(settled(**answers), now(stage_funds_centavos=funds), state(champions=who))
    assert [one.prize for one in done[0].prizes] == ["annual-1", "annual-2", "annual-3"]
    assert done[0].stage_funds_centavos == {}


@pytest.mark.parametrize(("base", "stage"), [("that_stage", "e1"), ("that_stage", "e9"), ("equal_by_stage", "e9")])
def test_the_year_does_not_close_over_what_a_stage_still_holds(base, stage):
    """R$ 90 of a stage that was closed before they came (e1), or that nobody announced (e9): it is named, with them."""
    refused = closed(
        settled(**{**FIXED, "fund.stage.base": base}), now(stage_funds_centavos={stage: 9_000}), state()
    )
    assert isinstance(refused, Refused)
    assert (refused.because, refused.values["stages"]) == ("season.stages_open", (stage,))


@pytest.mark.parametrize(("cost", "fits"), [(100_000, True), (100_001, False)])
def test_a_champions_hotel_costs_all_that_the_fund_has_and_not_a_centavo_more(cost, fits):
    book = settled(**{"fund.annual.champion_hotel": "annual_part"})
    done = champions.charge_hotel(
        c.ChargeHotel(season="s26", stage="e1", amount_centavos=cost), state(), book, now()
    )
    assert isinstance(done, Refused) is not fits


def surplus(at: SeasonNow, *amounts: int, **more):
    owed = {f"annual-{n}": OwedPrize(prize=FundPrize(prize=f"annual-{n}", person="x", place=n, amount_centavos=1, due=LAST)) for n in (1, 2, 3)}  # fmt: skip
    was = state(owed=owed, closed_at=Instant(3))
    asked = c.ShareSurplus(season="s26", amounts_centavos=amounts, **more)
    return champions.share_surplus(asked, was, settled(**FIXED), at)


FIVE = (("ana",), ("bia",), ("caio",), ("davi",), ("eva",))


def test_a_surplus_goes_to_the_next_places_in_their_order():
    """Three were paid: fourth and fifth get what the organiser says, if the fund has it."""
    done = surplus(now(FIVE), 600, 400)
    assert paid_out(done) == [("davi", 4, 600), ("eva", 5, 400)]
    assert not isinstance(surplus(now(FIVE, fund=1000), 600, 400), Refused)
    assert surplus(now(FIVE, fund=999), 600, 400).because == "fund.short"
    assert surplus(now(FIVE), 1, 1, 1).because == "fund.fewer_people"


def test_a_surplus_names_whom_it_passes_over_and_who_is_tied():
    passed = surplus(now(FIVE, everybody=(*FIVE[:3], ("fabio",), *FIVE[3:])), 600)
    assert (passed.because, passed.values["people"]) == ("season.passed_over", ("fabio",))
    tied = surplus(now((*FIVE[:3], ("davi", "eva"))), 600)
    assert (tied.because, tied.values["people"]) == ("season.tied", ("davi", "eva"))


CONTROL = Control("team", frozenset(), 10**9, 0, 0, Sourced(0, None), ())


@pytest.mark.parametrize(
    ("method", "account", "because"),
    [
        ("pix", "own", ""),
        ("pix", "another", "prize.account_another"),
        ("bank_transfer", "another", ""),
        ("cash", "own", "fund.cash_needs_desk"),
    ],
)
def test_a_prize_by_pix_goes_to_the_winners_own_key(method, account, because):
    prize = FundPrize(prize="annual-1", person="ana", place=1, amount_centavos=500, due=LAST)
    was = state(owed={"annual-1": OwedPrize(prize=prize)})
    book = settled(**{"fund.annual.methods": ["bank_transfer", "pix", "cash"]})
    at = SeasonNow(
        at=Instant(2),
        who="olga",
        role="organiser",
        key="k",
        account=account,
        control=CONTROL,
        closing=Closing(last_day=LAST),
    )
    asked = c.PayRankingPrize(season="s26", prize="annual-1", method=method, amount_centavos=500)
    done = champions.pay_prize(asked, was, book, at)
    assert (done.because if isinstance(done, Refused) else "") == because


def test_what_is_withheld_of_each_part_adds_up_and_nothing_is_owed_of_nothing():
    was = state()
    prizes = tuple(
        FundPrize(prize=f"annual-{n}", person="ana", place=n, amount_centavos=amount, due=LAST)
        for n, amount in ((1, 1000), (2, 0))
    )
    closing = SeasonClosed(
        season="s26", fund_centavos=1000, cover_centavos=0, stage_funds_centavos={}, prizes=prizes, at=Instant(2)
    )
    apply(was, closing)
    assert list(was.ranking.owed) == ["annual-1"]
    for amount, tax in ((400, 60), (600, 90)):
        part = {"prize": "annual-1", "person": "ana", "method": "pix", "cashier": "", "reason": ""}
        apply(was, RankingPrizePaid(**part, amount_centavos=amount, tax_centavos=tax, at=Instant(3)))
    owed = was.ranking.owed["annual-1"]
    assert (owed.paid_centavos, owed.tax_centavos, owed.left_centavos) == (1000, 150, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "holds"),
    [(None, 5, 5), (5, None, 5), (9, 5, 9), (5, 9, 9), (7, 7, 7), ("asked", 5, 5), (5, "asked", 5)],
)
def test_of_two_who_are_one_person_the_longer_self_exclusion_holds(mine, theirs, holds):
    """`asked`: from a phone, and not confirmed yet: it does not shorten what holds."""
    was = SeasonState()
    for person, until in (("p1", mine), ("p2", theirs)):
        if until == "asked":
            was.self_excluded[person] = SelfExclusion(asked_months=1)
        elif until:
            was.self_excluded[person] = SelfExclusion(since=Instant(1), until=Instant(until))
    apply(was, OwnerMerged(person="p1", into="p2"))
    assert list(was.self_excluded) == ["p2"]
    assert was.self_excluded["p2"].until == holds


def test_of_two_finishes_of_one_person_the_better_stands_with_what_either_reached():
    first = Finisher(person="p1", place=3, day2=True, started_day2=True, prize_centavos=10, bounties_centavos=1)
    second = Finisher(
        person="p2", place=8, entries=2, final_table=True, deal=True, prize_centavos=5, bounties_centavos=2
    )
    other = Finisher(person="p3", place=5)
    both = merged(result(finishers=(first, other, second)), "p2", "p1")
    kept = Finisher(person="p1", place=3, entries=3, day2=True, started_day2=True, final_table=True, deal=True, prize_centavos=15, bounties_centavos=3)  # fmt: skip
    assert both.finishers == (kept, other)
    alone = result(finishers=(first, other))
    assert merged(alone, "p9", "p1") == alone
    assert merged(result(finishers=(second, other)), "p2", "p1").finishers[0].person == "p1"


@pytest.mark.parametrize(
    ("places", "missing"),
    [
        ((1, 2, 3), 0),
        ((1, 1, 3), 0),
        ((1, 2, 2), 0),
        ((2, 3), 1),
        ((1, 1, 2), 3),
        ((1, 3), 2),
        ((1, 2, 2, 4), 0),
        ((1, 2, 2, 3), 4),
    ],
)
def test_places_brought_from_elsewhere_follow_one_another(places, missing):
    finishers = tuple(Finisher(person=f"p{n}", place=place) for n, place in enumerate(places))
    event = result(entries=9, paid_places=2, finishers=finishers)
    done = import_results(c.ImportResults(season="s26", name="x", result=event), SeasonState(), None, now())
    assert (done.values["place"] if isinstance(done, Refused) else 0) == missing


def test_a_table_with_a_hole_is_not_loaded_and_no_points_are_no_adjustment():
    hole = (PointsRow(entries_from=5, entries_to=9, place_from=1, place_to=3, points=10),)
    refused = load_table(c.LoadPointsTable(season="s26", scored_as="main", rows=hole), state(), None, now())
    assert isinstance(refused, Refused)
    assert refused.because == "points.table.field_hole"
    nothing = c.AdjustPoints(season="s26", person="ana", points=0, reason="x")
    assert adjust(nothing, state(), None, now()) == Refused("ranking.adjusts_nothing")


CRITERIA = rules_of_book("cgp-2024").criteria


@pytest.mark.parametrize(
    ("test", "entry"), [("main_events_played", "main_by_entry"), ("side_events_played", "side_by_entry")]
)
def test_entries_or_events_of_one_kind_separate_and_those_of_the_other_do_not(test, entry):
    """Ana played one event of the kind with three entries; Bia one with one entry, and one of the other with five."""
    kind, other = ("main", "side") if test == "main_events_played" else ("side", "main")
    cites = {**CRITERIA.cites, test: ()}
    found = Standings(CRITERIA._replace(tests=(test,), cites=cites, **{entry: True}))
    found.put(result("a", kind=kind, finishers=(Finisher(person="ana", place=9, entries=3),)), [500])
    found.put(result("b", kind=kind, finishers=(Finisher(person="bia", place=9, entries=1),)), [500])
    found.put(result("c", kind=other, finishers=(Finisher(person="bia", place=9, entries=5),)), [0])
    first, second = found.page()
    assert (first.person, second.person) == ("ana", "bia")
    assert first.ahead is not None
    assert (first.ahead.values["mine"], first.ahead.values["other"]) == (3, 1)


def test_somebody_is_found_by_what_was_finished_or_by_points_that_were_given():
    found = Standings(CRITERIA)
    found.put(result(finishers=(Finisher(person="ana", place=1),)), [900])
    found.adjust("bia", 400)
    one, two = found.standing("ana"), found.standing("bia")
    assert one is not None
    assert two is not None
    assert [(one.person, one.rank, one.points), (two.person, two.rank, two.points)] == [
        ("ana", 1, 900),
        ("bia", 2, 400),
    ]
    assert found.standing("caio") is None


def test_who_was_sent_away_from_one_stage_plays_the_others():
    was = SeasonState(disqualified={"ana": {"t1": "e1", "t2": "e2"}})
    assert (was.disqualified_in("ana", "e1"), was.disqualified_in("ana", "e3")) == (("t1",), ())


@pytest.mark.parametrize(("at", "holds"), [(8, True), (9, False), (10, False)])
def test_what_holds_until_a_moment_is_over_at_that_moment(at, holds):
    """A ban and a self-exclusion alike; one without an end has none."""
    was = SeasonState()
    was.bans["ana"] = Banned(person="ana", ground="x", since=Instant(1), until=Instant(9))
    was.bans["bia"] = Banned(person="bia", ground="x", since=Instant(1), until=None)
    was.self_excluded["ana"] = SelfExclusion(since=Instant(1), until=Instant(9))
    assert (was.ban_of("ana", Instant(at)) is not None) is holds
    assert (was.self_excluded_until("ana", Instant(at)) is not None) is holds
    assert was.ban_of("bia", Instant(at)) is not None
