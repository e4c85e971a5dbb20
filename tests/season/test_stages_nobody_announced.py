"""What is kept back for the champion of a stage is somebody's before the year closes, whoever announced the stage."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.world.codec import codec
from feltro.season.events import SeasonClosed
from feltro.store.port import Append, Appended, Meta, Transaction
from tests.season.league import League
from tests.tournament.room import sheet

DIRECTOR = {"role": "director", "season": "s26"}
YEAR = {"role": "organiser", "season": "s26"}
PEOPLE = tuple(f"p{number}" for number in range(1, 13))
clauses = pytest.mark.clause("cgp-2024:3.7", "cgp-2024:3.7.1.1")


def put_into(league: League, stage: str) -> None:
    """An event of that stage; without one, it is the season's own."""
    made = msgspec.to_builtins(sheet("cgp-2024", points="side", kind="side"), str_keys=True)
    where = {"stage": stage} if stage else {}
    league.done("CreateTournament", role="organiser", tournament="t2", season="s26", sheet=made, **where)


@clauses
@pytest.mark.parametrize(("stage", "is_called"), [("", "2026"), ("e9", "e9")])
def test_money_of_a_stage_that_nobody_announced_has_an_owner_when_the_year_closes(stage, is_called):
    """Twelve entries keep R$ 3 each: the year waits for the stage, and the best of it has the R$ 36."""
    league = League()
    league.play("t1", *PEOPLE)
    put_into(league, stage)
    league.play("t2", *reversed(PEOPLE))
    league.join(*PEOPLE)
    league.done("CloseStage", stage="e1", **DIRECTOR)
    refused = league.refused("CloseSeason", **YEAR)
    assert (refused.because, refused.values["stages"]) == ("season.stages_open", (stage or "s26",))
    assert league.season.stage_name(stage or "s26") == is_called
    league.done("CloseStage", stage=stage or "s26", **DIRECTOR)
    league.done("CloseSeason", **YEAR)
    assert [one.prize.person for key, one in league.season.ranking.owed.items() if key.startswith("stage")] == [
        "p1",
        "p12",
    ]
    assert league.house.world.balances.total("stage_champion_fund", season="s26").centavos == 0


@clauses
def test_what_is_sold_after_a_stage_was_closed_is_its_champions_too():
    """Another event of the stage, after its closing: R$ 39 more for p1, who is its champion, and nobody loses them."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.done("CloseStage", stage="e1", **DIRECTOR)
    assert league.refused("CloseStage", stage="e1", **DIRECTOR).because == "stage.closed"
    league.tournament("t2")
    league.play("t2", "p13", *PEOPLE)
    assert league.refused("CloseSeason", **YEAR).because == "season.stages_open"
    league.done("CloseStage", stage="e1", **DIRECTOR)
    owed = {key: (one.prize.person, one.prize.amount_centavos) for key, one in league.season.ranking.owed.items()}
    assert owed == {"stage-e1-1": ("p1", 3600), "stage-e1-2": ("p1", 3900)}
    assert league.season.ranking.champions == {"e1": ("p1",)}
    assert league.refused("CloseStage", stage="e1", **DIRECTOR).because == "stage.closed"
    league.done("CloseSeason", passed_over=True, **YEAR)
    assert league.house.world.balances.total("stage_champion_fund", season="s26").centavos == 0


@clauses
def test_a_house_that_closed_its_year_over_such_money_still_closes_the_stage():
    """Written by an earlier version: the year is closed and R$ 36 wait for the champion of a stage nobody announced."""
    league = League()
    put_into(league, "e9")
    league.play("t2", *PEOPLE)
    over = SeasonClosed(
        season="s26", fund_centavos=0, cover_centavos=0, stage_funds_centavos={}, prizes=(), at=league.now
    )
    written = Append("season:s26", league.house.store.version("season:s26"), (codec().encode(over),))
    meta = Meta("olga", "organiser", "test", league.now, "old", "CloseSeason")
    assert isinstance(league.house.store.commit(Transaction(meta, (written,), b"{}")), Appended)
    league.done("CloseStage", stage="e9", **DIRECTOR)
    assert league.held("payable:p1") == 3600
    assert league.house.world.balances.total("stage_champion_fund", season="s26").centavos == 0


@clauses
def test_the_year_waits_for_an_event_without_points_that_still_sells():
    """The Ladies Event scores nothing and keeps its R$ 10 back like every other: it is named while its desk is open."""
    league = League()
    league.tournament("ladies", kind="ladies", points="none")
    league.enter("ladies", "p1", "p2")
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.done("CloseStage", stage="e1", **DIRECTOR)
    refused = league.refused("CloseSeason", **YEAR)
    assert (refused.because, refused.values["events"]) == ("ranking.unfinished", ("ladies",))
    league.close("ladies")
    league.done("CloseSeason", **YEAR)


def test_no_event_begins_in_a_season_that_is_closed():
    """What it sold would come into funds that were given out."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.done("CloseStage", stage="e1", **DIRECTOR)
    league.done("CloseSeason", **YEAR)
    made = msgspec.to_builtins(sheet("cgp-2024"), str_keys=True)
    refused = league.refused("CreateTournament", role="organiser", tournament="t9", season="s26", sheet=made)
    assert refused.because == "season.closed"


def test_a_stage_that_neither_an_event_nor_an_announcement_names_does_not_exist():
    """Closing it is refused; so is one that is only misspelt."""
    league = League()
    league.play("t1", *PEOPLE)
    assert league.refused("CloseStage", stage="e8", **DIRECTOR).because == "stage.unknown"


@pytest.mark.clause("cgp-2024:3.7.1")
@pytest.mark.parametrize(
    ("word", "paid", "left"),
    [("spread", [("p1", 2800), ("p2", 1400)], 0), ("kept", [("p1", 2520), ("p2", 1260)], 420)],
)
def test_the_share_of_a_place_in_which_nobody_stands_is_asked_about(word, paid, left):
    """Two people in the ranking and R$ 42: the third's 10 % go to them, two parts to one, or stay; never unasked."""
    league = League()
    league.play("t1", *PEOPLE[:6])
    league.join("p1", "p2")
    league.done("CloseStage", stage="e1", **DIRECTOR)
    refused = league.refused("CloseSeason", passed_over=True, **YEAR)
    assert (refused.because, refused.values["places"], str(refused.values["left"])) == (
        "season.places_unheld",
        1,
        "R$ 4,20",
    )
    assert {str(cite) for cite in refused.cites} == {"cgp-2024:3.7.1"}
    league.done("CloseSeason", passed_over=True, unheld=word, **YEAR)
    annual = [one.prize for key, one in league.season.ranking.owed.items() if key.startswith("annual")]
    assert [(one.person, one.amount_centavos) for one in annual] == paid
    assert league.held("ranking_fund:s26") == left


def test_a_fund_that_nobody_can_be_given_stays_only_by_the_organisers_word():
    """Nobody has a profile: there is no proportion to spread it in."""
    league = League()
    league.play("t1", *PEOPLE[:6])
    league.done("CloseStage", stage="e1", **DIRECTOR)
    for word in ("", "spread"):
        refused = league.refused("CloseSeason", passed_over=True, unheld=word, **YEAR)
        assert (refused.because, refused.values["places"]) == ("season.places_unheld", 3)
    league.done("CloseSeason", passed_over=True, unheld="kept", **YEAR)
    assert league.held("ranking_fund:s26") == 4200
