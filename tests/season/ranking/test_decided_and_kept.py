"""What the ranking decides and keeps: tables, books and results from elsewhere, payments, and lists that are counted anew."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from feltro.app.ranking.rules import rules_under, settle_season
from feltro.kernel.instants import Instant
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season import events as e
from feltro.season.evolve import apply
from feltro.season.now import Closing, SeasonNow
from feltro.season.points.table import PointsRow
from feltro.season.ranking import champions
from feltro.season.ranking import commands as c
from feltro.season.ranking.decide import choose_book, import_results, load_table
from feltro.season.ranking.evolve import merged
from feltro.season.results import Finisher
from feltro.season.standings import Standings
from feltro.season.state import SeasonState
from tests.season.league import result, rules_of_book
from tests.season.ranking.test_stage_decisions import LAST, at_the_desk, because, owing, pay, state

NOW = SeasonNow(at=Instant(2), key="k")
ROWS = tuple(
    PointsRow(entries_from=1, entries_to=1_000_000, place_from=place, place_to=place, points=100 // place)
    for place in (1, 2)
)


def settled(book: str, **answers) -> Settled:
    found = settle_season(book, (), answers)
    assert isinstance(found, Settled), found
    return found


def test_a_table_is_loaded_where_the_book_prints_none_and_a_book_is_chosen_while_the_year_is_open():
    asked = c.LoadPointsTable(season="s26", scored_as="main", rows=ROWS)
    printed = load_table(asked, state(), settled("cgp-2024"), NOW)
    assert because(printed) == "points.table_is_printed"
    assert printed.cites
    for book in (settled("nps-2019"), settled("bpt-2015"), None):
        (loaded,) = load_table(asked, state(), book, NOW)
        assert (loaded.kind, loaded.rows) == ("main", ROWS)
    chosen = c.ChooseRankingBook(season="s26", book="nps-2019")
    assert because(choose_book(chosen, state(closed_at=Instant(5)), None, NOW)) == "season.closed"
    assert choose_book(chosen, state(), None, NOW)[0].book == "nps-2019"


@pytest.mark.parametrize(("most", "fits"), [(1_000_000, True), (1_000_001, False)])
def test_a_row_reaches_a_million_players_at_most(most, fits):
    told = {"entries_from": 1, "entries_to": most, "place_from": 1, "place_to": 1, "points": 10}
    if fits:
        assert msgspec.convert(told, PointsRow).entries_to == 1_000_000
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(told, PointsRow)


def test_a_prize_that_is_paid_in_full_is_owed_nothing_more_and_says_so():
    asked = c.ApproveRankingPrize(season="s26", prize="annual-1")
    refused = champions.approve_prize(asked, owing(paid=50_000), None, at_the_desk())
    assert refused == Refused("fund.owes_less", {"left": Money(0)})


def test_a_payment_is_kept_with_its_tax_and_its_reason_and_comes_back_with_the_tax():
    """R$ 500 paid, of which R$ 70 withheld; R$ 200 come back, and R$ 28 of the tax with them."""
    was = owing()
    [paid] = pay(was, at_the_desk(tax_centavos=7_000), reason="acordo")
    assert paid.reason == "k"
    assert pay(owing(), at_the_desk())[0].reason == ""
    apply(was, paid)
    (kept,) = was.ranking.payments
    assert (kept.prize, kept.method, kept.amount_centavos, kept.tax_centavos) == (
        "annual-1",
        "bank_transfer",
        50_000,
        7_000,
    )
    asked = c.TakeBackRankingPrize(season="s26", prize="annual-1", amount_centavos=20_000, reason="conta errada")
    [back] = champions.take_back_prize(asked, was, None, at_the_desk())
    assert back.tax_centavos == 2_800
    apply(was, back)
    owed = was.ranking.owed["annual-1"]
    assert (owed.paid_centavos, owed.tax_centavos, owed.left_centavos) == (30_000, 4_200, 20_000)


def by_place(*people: str):
    return tuple(Finisher(person=person, place=place) for place, person in enumerate(people, 1))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, ""),
        ({"finishers": ()}, "results.nobody"),
        ({"finishers": by_place("ana", "bia", "ana")}, "results.person_twice"),
        ({"entries": 2}, "results.more_than_entries"),
        ({"entries": 3, "paid_places": 3}, ""),
        ({"entries": 3, "paid_places": 4}, "results.more_than_entries"),
        ({"entries": 3, "deal_left": 4}, "results.more_than_entries"),
        (
            {"finishers": (Finisher(person="ana", place=1), Finisher(person="bia", place=3))},
            "results.place_missing",
        ),
        ({"finishers": (Finisher(person="ana", place=1), Finisher(person="bia", place=1))}, ""),
    ],
)
def test_a_result_from_elsewhere_adds_up(changes, told):
    fields = {
        "entries": 10,
        "paid_places": 2,
        "finishers": by_place("ana", "bia", "caio"),
        "stage": "e1",
        **changes,
    }
    asked = c.ImportResults(season="s26", name="Etapa antiga", result=result("old", **fields))
    done = import_results(asked, state(), None, NOW)
    assert (done.because if isinstance(done, Refused) else "") == told


def test_two_records_of_one_person_are_one_line_of_an_imported_result_too():
    was = SeasonState()
    apply(
        was,
        e.ResultsImported(event="old", name="x", result=result("old", finishers=by_place("ana", "velho", "bia"))),
    )
    apply(was, e.ResultsImported(event="other", name="x", result=result("other", finishers=by_place("bia"))))
    apply(was, e.OwnerMerged(person="velho", into="ana"))
    found = was.ranking.imported["old"].result.finishers
    assert [(one.person, one.place, one.entries) for one in found] == [("ana", 1, 2), ("bia", 3, 1)]
    assert [one.person for one in was.ranking.imported["other"].result.finishers] == ["bia"]
    alone = result("x", finishers=by_place("ana", "bia"))
    assert merged(alone, "velho", "ana") == alone


def test_of_two_finishes_of_one_person_the_better_place_stands_with_what_both_brought():
    """Third with a prize and a knockout after day 2 under one name; fifth, twice entered, with a deal under the other."""
    third = Finisher(
        person="velho",
        place=3,
        entries=1,
        day2=True,
        final_table=True,
        prize_centavos=90_000,
        bounties_centavos=5_000,
    )
    fifth = Finisher(
        person="ana", place=5, entries=2, started_day2=True, prize_centavos=40_000, deal=True, bounties_centavos=500
    )
    others = tuple(
        Finisher(person=name, place=place, prize_centavos=1)
        for name, place in (("bia", 1), ("caio", 2), ("davi", 4))
    )
    was = result(finishers=(*others[:2], third, others[2], fifth))
    for one, other in (("velho", "ana"), ("ana", "velho")):
        found = merged(was, one, other).finishers
        assert [(each.person, each.place) for each in found] == [("bia", 1), ("caio", 2), (other, 3), ("davi", 4)]
        kept = found[2]
        assert (kept.entries, kept.prize_centavos, kept.bounties_centavos) == (3, 130_000, 5_500)
        assert (kept.day2, kept.started_day2, kept.final_table, kept.deal) == (True, True, True, True)
        assert found[0] == others[0]
    plain = result(finishers=(Finisher(person="velho", place=1), Finisher(person="ana", place=2)))
    (kept,) = merged(plain, "velho", "ana").finishers
    assert (kept.day2, kept.started_day2, kept.final_table, kept.deal, kept.entries) == (
        False,
        False,
        False,
        False,
        2,
    )


def test_a_year_in_which_nothing_was_played_closes_with_nothing_owed():
    closing = Closing(held=False, last_day=LAST)
    asked = c.CloseSeason(season="s26")
    [closed] = champions.close_season(
        asked, state(), settled("bpt-2015"), SeasonNow(at=Instant(2), closing=closing)
    )
    assert (closed.fund_centavos, closed.cover_centavos, closed.prizes) == (0, 0, ())


def test_a_stage_without_a_fund_pays_not_a_centavo_of_a_hotel():
    """Of three centavos the stages have one to pay, and this one has collected nothing."""
    shares = {"fund.annual.share": Decimal("0.7"), "fund.stage.share": Decimal("0.3")}
    book = settled("bpt-2015", **{"fund.annual.champion_hotel": "whole_fund", **shares})
    asked = c.ChargeHotel(season="s26", stage="e1", amount_centavos=3)
    rich = SeasonNow(at=Instant(2), closing=Closing(fund_centavos=100, last_day=LAST))
    assert because(champions.charge_hotel(asked, state(), book, rich)) == "fund.short"


def test_a_prize_that_was_paid_by_two_people_is_not_listed_as_paid_alone():
    assert owing().ranking.owed["annual-1"].alone is False


# Who stands where


def criteria(**answers):
    return rules_under(settled("bpt-2015", **answers), {}).criteria


def test_only_a_league_that_counts_the_best_results_leaves_others_out():
    assert criteria(**{"ranking.order": "total_points"}).best is None
    best = criteria(**{"ranking.order": "best_results", "ranking.best_results.count": 2})
    assert best.best == 2


@pytest.mark.parametrize(("shared", "first_places"), [(False, {"ana"}), (True, {"ana", "bia", "caio"})])
def test_a_deal_of_three_is_a_first_place_for_each_only_where_the_book_shares_it(shared, first_places):
    found = Standings(rules_of_book("cgp-2024").criteria._replace(shared_win=shared))
    finishers = by_place("ana", "bia", "caio", "davi")
    found.put(result(finishers=finishers, deal_left=3), [900, 900, 900, 900])
    assert {one for one in ("ana", "bia", "caio", "davi") for t in found.tallies(one).values() if t.place == 1} == (
        first_places
    )


def test_who_was_sent_away_without_points_has_no_place_that_separates_and_who_kept_them_has():
    """Disqualified in second place: the place counts in a tie only where the points were left to them."""
    found = Standings(rules_of_book("cgp-2024").criteria)
    away = (Finisher(person="ana", place=1), Finisher(person="bia", place=2, disqualified=True))
    found.put(result("a", finishers=away), [900, 0])
    found.put(result("b", finishers=away), [900, 700])
    assert {event: one.place for event, one in found.tallies("bia").items()} == {"a": 0, "b": 2}


def test_an_event_that_was_scored_elsewhere_is_put_in_the_place_of_what_was_known_of_it():
    """Bia first, then corrected: it was Caio. Whoever looks in between sees each list as it is."""
    found = Standings(rules_of_book("cgp-2024").criteria)
    found.put_plain("e1", [("ana", (900, 2, True, 1, "e1")), ("bia", (1_000, 1, True, 1, "e1"))])
    assert [(one.person, one.points) for one in found.page()] == [("bia", 1_000), ("ana", 900)]
    assert [(one.rank, one.tied) for one in found.page()] == [(1, False), (2, False)]
    found.put_plain("e2", [("ana", (200, 1, False, 1, "e2"))])
    assert [(one.person, one.points) for one in found.page()] == [("ana", 1_100), ("bia", 1_000)]
    found.put_plain("e1", [("ana", (900, 2, True, 1, "e1")), ("caio", (1_000, 1, True, 1, "e1"))])
    assert [(one.person, one.points) for one in found.page()] == [("ana", 1_100), ("caio", 1_000)]
    assert found.everybody() == {"ana", "caio"}
    found.drop("e2")
    assert [(one.person, one.points) for one in found.page()] == [("caio", 1_000), ("ana", 900)]
