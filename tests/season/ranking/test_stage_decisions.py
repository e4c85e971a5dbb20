"""Closing a stage, decided on what is said: its fund, its champion, ties, and stages that nothing is paid for."""

from __future__ import annotations

import pytest

from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.season.events import StageClosed
from feltro.season.ranking import champions
from feltro.season.ranking import commands as c
from tests.season.ranking.test_closing_decisions import now, paid_out, settled, state


def close(book, at, was=None, **more):
    season = was or state()
    season.ranking.closed_stages.pop("e1", None)
    return champions.close_stage(c.CloseStage(season="s26", stage="e1", **more), season, book, at)


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
    if fund:
        assert paid_out(close(shared, tied)) == [("ana", 1, 25_000), ("bia", 1, 25_000)]


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
    assert because(champions.close_stage(closing, state(), book, now())) == "stage.closed"
    other = c.CloseStage(season="s26", stage="e9")
    assert because(champions.close_stage(other, state(), book, now())) == "stage.unknown"


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
