"""Closing a stage and a year: with a champion, without one, not held at all; and nobody is passed over unnamed."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.tournament.sheet import Day, SaleItem
from tests.season.league import NPS_TABLE, League
from tests.tournament.room import BOOKS

CLOSE = {"role": "director", "season": "s26", "stage": "e1"}
YEAR = {"role": "organiser", "season": "s26"}
STOP = {"role": "director", "action": "cancel", "cause": "outside_control", "reason": "sem luz"}
PEOPLE = tuple(f"p{number}" for number in range(1, 13))
WITHOUT = [book for book in BOOKS if book != "cgp-2024"]
PLAIN = {
    "prize_pool": 30000,
    "rake": 7000,
    "local_partners": 2000,
}
ENTRY = SaleItem(
    id="entry", kind="entry", label="Inscrição", price_centavos=39000, split_centavos=PLAIN, chips=30000
)


def league_of(book: str, stages: int = 1) -> League:
    """Prices without a part for stage champions, where the book has none; points by the organiser's table."""
    if book == "cgp-2024":
        return League(book, stages=stages)
    league = League(book, stages=stages, items=(ENTRY,))
    for kind in ("main", "side"):
        league.do("LoadPointsTable", role="director", season="s26", scored_as=kind, rows=NPS_TABLE)
    return league


@pytest.mark.clause("cgp-2024:3.7.1.1")
def test_the_best_of_the_stage_is_its_champion_without_a_profile():
    """p1 won and has no profile: the stage's R$ 36 are p1's, not the second's."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE[1:])
    fund = league.held("stage_champion_fund:s26:e1")
    league.done("CloseStage", **CLOSE)
    assert (fund, league.held("payable:p1"), league.held("payable:p2")) == (3600, 3600, 0)
    assert league.season.ranking.champions == {"e1": ("p1",)}


@pytest.mark.clause("cgp-2024:2.1.1.a", "cgp-2024:3.7.1")
def test_closing_the_year_names_whom_it_passes_over_before_it_is_done():
    """p1 and p3 stand in paid places without a profile: both are named, with the clause; then the next are paid."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*(person for person in PEOPLE if person not in {"p1", "p3", "p9"}))
    league.done("CloseStage", **CLOSE)
    refused = league.refused("CloseSeason", **YEAR)
    assert (refused.because, refused.values["people"]) == ("season.passed_over", ("p1", "p3"))
    assert len(refused.values["names"]) == 2
    assert [str(cite) for cite in refused.cites] == ["cgp-2024:2.1.1.a"]
    assert league.ranking.passed_over() == ("p1", "p3")
    league.done("CloseSeason", passed_over=True, **YEAR)
    paid = [one.prize.person for key, one in league.season.ranking.owed.items() if key.startswith("annual")]
    assert paid == ["p2", "p4", "p5"]


def test_nobody_is_named_where_nobody_is_passed_over():
    """All in paid places have a profile; who has none further down does not stop the closing."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE[:3])
    league.done("CloseStage", **CLOSE)
    league.done("CloseSeason", **YEAR)
    assert league.ranking.passed_over() == ()
    paid = [one.prize.person for key, one in league.season.ranking.owed.items() if key.startswith("annual")]
    assert paid == ["p1", "p2", "p3"]


@pytest.mark.clause("cgp-2024:3.7.1.1", "cgp-2024:5.6.6.a")
def test_an_excluded_champion_is_named_before_the_stage_goes_to_the_next():
    """p1 won the stage and was excluded in the next one: both closings name p1 and the clause, then p2 is next."""
    league = League(stages=2)
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.tournament("t2", stage="e2")
    league.enter("t2", "p1", "p2", "p3")
    state = league.house.world.live("tournament:t2").state
    entry = next(one.id for one in state.entries.values() if one.person == "p1")
    penalty = {"penalty": "x1", "entry": entry, "kind": "exclusion", "stack": 30000, "reason": "documento falso"}
    league.done("GivePenalty", role="director", tournament="t2", infraction="conduct.identity_fraud", **penalty)
    assert league.ranking.barred == {"p1"}
    refused = league.refused("CloseStage", **CLOSE)
    assert (refused.because, refused.values["excluded"]) == ("season.passed_excluded", ("p1",))
    assert refused.values["people"] == ()
    assert refused.cites
    league.done("CloseStage", passed_over=True, **CLOSE)
    assert league.season.ranking.champions == {"e1": ("p2",)}
    assert league.ranking.passed_over() == ("p1",)


# Books without a champion of the stage


@pytest.mark.clause("nps-2019:P")
@pytest.mark.parametrize("book", WITHOUT)
def test_under_a_book_without_stage_champions_a_stage_simply_closes(book):
    """Two with equal points in first, and nobody is asked who is champion; the season closes after it."""
    league = league_of(book)
    league.play("t1", "p1", "p2", "p3")
    league.tournament("t2", book=book, items=(ENTRY,))
    league.play("t2", "p2", "p1", "p3")
    league.done("CloseStage", **CLOSE)
    assert league.season.ranking.champions == {}
    assert "e1" in league.season.ranking.closed_stages
    league.do("CloseSeason", order=["p1", "p2", "p3"], **YEAR)
    assert league.season.ranking.closed_at is not None


# Not held


@pytest.mark.parametrize("book", BOOKS)
def test_a_stage_that_was_only_announced_closes_as_not_held(book):
    """The second stage never took place: it closes, and so does the season."""
    league = league_of(book, stages=2)
    league.play("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    league.done("CloseStage", **CLOSE)
    assert league.refused("CloseSeason", **YEAR).because == "season.stages_open"
    league.done("CloseStage", **{**CLOSE, "stage": "e2"})
    assert league.season.ranking.not_held == {"e2"}
    league.done("CloseSeason", **YEAR)


@pytest.mark.parametrize("entered", [(), ("p1", "p2")])
def test_a_stage_whose_events_were_cancelled_closes_as_not_held(entered):
    """With everybody's money given back there is nothing to play for."""
    league = League()
    league.enter("t1", *entered)
    league.done("StopTournament", tournament="t1", **STOP)
    league.done("CloseStage", **CLOSE)
    assert league.season.ranking.not_held == {"e1"}
    league.done("CloseSeason", **YEAR)
    assert league.held("ranking_fund:s26") == league.held("stage_champion_fund:s26:e1") == 0


def test_an_event_that_nobody_entered_does_not_hold_its_stage_open():
    """Its hour passed without an entry; before that hour it is still to be played."""
    league = League()
    later = (Day(id="1", starts_at=datetime.fromisoformat("2026-12-20T14:00:00-03:00")),)
    league.tournament("t2", days=later)
    league.play("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    assert league.refused("CloseStage", **CLOSE).values["events"] == ("t2",)
    league.done("StopTournament", tournament="t2", **STOP)
    league.done("CloseStage", **CLOSE)
    assert league.season.ranking.champions == {"e1": ("p1",)}


def test_a_stage_that_is_being_played_is_not_called_not_held():
    """Two players are in: no result, and no closing."""
    league = League()
    league.enter("t1", "p1", "p2")
    assert league.refused("CloseStage", **CLOSE).because == "ranking.unfinished"
