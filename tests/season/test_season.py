"""A season as it is played: tournaments give points, corrections give them again, stages and the year pay."""

from __future__ import annotations

import pytest

from feltro.app.ranking.explanation import points_of
from feltro.kernel.money import Money
from feltro.season.points.scheme import WHOLE
from tests.season.league import NPS_TABLE, League

PEOPLE = [f"p{number}" for number in range(1, 13)]


def played(book: str = "cgp-2024") -> League:
    """The main event of twelve, and everybody registered for the ranking."""
    league = League(book)
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    return league


@pytest.mark.clause("cgp-2024:4.1", "cgp-2024:4.3.a")
def test_a_tournament_that_is_over_gives_its_points():
    """Twelve entries pay two: 600 and 510 of the table, 45 for the money, 45 for the final table."""
    league = played()
    assert league.table()[:3] == [(1, "p1", 690), (2, "p2", 600), (3, "p3", 45)]
    assert league.table()[-1] == (12, "p12", 1)


def test_a_tournament_that_is_played_gives_none_yet():
    """Until one is left there is no result, and the ranking says what it waits for."""
    league = League()
    league.enter("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    league.bust("t1", "p3")
    league.close("t1")
    assert league.table() == []
    assert league.ranking.unfinished() == ("t1",)
    league.bust("t1", "p2")
    assert [person for _, person, _ in league.table()] == ["p1", "p2", "p3"]


def test_who_reenters_finishes_with_the_last_entry():
    """Out first, back in, and second in the end: one finish, two entries."""
    league = League()
    league.enter("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    league.bust("t1", "p3")
    league.sell("again", "p3", item="reentry")
    league.close("t1")
    league.bust("t1", "p2")
    league.done("Eliminate", role="director", tournament="t1", entry="again")
    result = league.ranking.events["t1"].result
    assert result is not None
    assert [(one.person, one.place, one.entries) for one in result.finishers] == [
        ("p1", 1, 1),
        ("p3", 2, 2),
        ("p2", 3, 1),
    ]
    assert result.entries == 4


@pytest.mark.clause("cgp-2024:4.3.b")
def test_the_ladies_event_gives_no_points():
    """Its winner has none, and the clause that leaves it out is cited."""
    league = League()
    league.tournament("ladies", kind="ladies", points="none")
    league.play("ladies", "p1", "p2")
    league.join("p1", "p2")
    assert league.table() == []
    counted = league.ranking.events["ladies"]
    assert counted.status == "excluded"
    assert [str(cite) for cite in counted.cites] == ["cgp-2024:4.3.b"]


@pytest.mark.clause("cgp-2024:2.1.1.a")
def test_only_people_with_a_profile_are_ranked():
    """Fifth without a profile: the result stands, no points are listed, and the flag cites the clause."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*(person for person in PEOPLE if person != "p5"))
    assert "p5" not in [person for _, person, _ in league.table()]
    found = points_of("p5", league.ranking, league.season)
    assert (found.points, found.standing) == (0, None)
    assert [str(cite) for cite in found.flagged] == ["cgp-2024:2.1.1.a"]
    assert [event.place for event in found.events] == [5]
    league.join("p5")
    assert (5, "p5", 45) in league.table()


def test_everybody_is_ranked_where_the_book_asks_for_no_profile():
    """NPS: nobody registers, and the organiser's table scores the paid places."""
    league = League("nps-2019")
    league.done("LoadPointsTable", role="director", season="s26", scored_as="main", rows=NPS_TABLE)
    league.play("t1", *PEOPLE)
    assert league.table() == [(1, "p1", 100), (2, "p2", 70)]


def test_a_person_sees_where_each_point_came_from():
    """The lines of an event add up to its points, each with a clause; and adjustments stand apart."""
    league = played()
    league.done("AdjustPoints", role="director", season="s26", person="p1", points=-90, reason="erro de súmula")
    found = points_of("p1", league.ranking, league.season)
    (event,) = found.events
    assert [(line.because, line.points // WHOLE) for line in event.lines] == [
        ("points.line.table", 600),
        ("points.line.itm", 45),
        ("points.line.final_table", 45),
    ]
    assert all(line.cites for line in event.lines)
    assert [line.points // WHOLE for line in found.adjustments] == [-90]
    assert found.points == 600 * WHOLE
    assert found.standing is not None
    assert found.standing.tied is False
    assert league.table()[0] == (1, "p1", 600)


def test_bagging_on_day_one_is_worth_the_day_two_bonus_whatever_follows():
    """The bag counts even when its owner is the first one out of the next day."""
    league = League()
    league.enter("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.done("Bag", role="director", tournament="t1", entry="t1-p1", chips=5000)
    league.close("t1")
    for person in reversed(PEOPLE[1:]):
        league.bust("t1", person)
    found = points_of("p1", league.ranking, league.season)
    assert "points.line.day2" in [line.because for line in found.events[0].lines]


def test_the_director_counts_and_excludes_events():
    """A side event that its sheet leaves out counts, a counted one does not, each by the director's word."""
    league = played()
    league.tournament("extra", points="none")
    league.play("extra", "p9", "p8")
    before = league.table()
    league.done(
        "CountEvent", role="director", season="s26", tournament="extra", scored_as="side", reason="anunciado"
    )
    assert league.table() != before
    league.done("ExcludeEvent", role="director", season="s26", tournament="extra", reason="engano")
    assert league.table() == before
    refused = league.refused("ExcludeEvent", role="director", season="s26", tournament="t9", reason="x")
    assert refused.because == "tournament.unknown"


def test_a_correction_of_an_early_result_gives_the_standings_it_would_have_given_from_the_start():
    """The bust of the wrong player is corrected after the event, and everything follows."""
    right, wrong = League(), League()
    for league in (right, wrong):
        league.enter("t1", "p1", "p2", "p3", "p4")
        league.close("t1")
        league.join("p1", "p2", "p3", "p4")
        league.tournament("later")
    right.bust("t1", "p4")
    wrong.bust("t1", "p3", key="slip")
    wrong.bust("t1", "p2")
    right.bust("t1", "p2")
    for league in (right, wrong):
        league.play("later", "p4", "p1")
        league.table()
    fixed = {"type": "Eliminate", "tournament": "t1", "entry": "t1-p4"}
    wrong.done("Correct", role="director", command_key="slip", replacement=fixed, reason="jogador errado")
    right.bust("t1", "p3")
    wrong.bust("t1", "p3")
    assert wrong.table() == right.table()
    assert wrong.table()[0][1] == "p1"


def test_undoing_an_elimination_takes_the_points_back():
    """The ranking follows the log: undone, the event is not over, and its points are gone."""
    league = played()
    league.done("Undo", role="director", command_key="t1-out-p2")
    assert league.table() == []
    league.bust("t1", "p2")
    assert league.table()[0] == (1, "p1", 690)


def test_merged_people_have_one_line_with_the_points_of_both():
    """Two records of one person: the points of both events are the one's."""
    league = League()
    league.play("t1", "p1", "p2", "p3")
    league.tournament("side")
    league.play("side", "x1", "p2", "p3")
    league.join("p1", "p2", "p3", "x1")
    before = {person: points for _, person, points in league.table()}
    league.done("MergePeople", role="director", person="x1", into="p1")
    after = {person: points for _, person, points in league.table()}
    assert after == {"p1": before["p1"] + before["x1"], "p2": before["p2"], "p3": before["p3"]}


def test_a_person_who_joined_under_another_record_has_joined():
    """Only the record that goes had joined the ranking: the one that stays has, from the same moment."""
    league = League()
    league.person("p1")
    league.play("t1", "x1", "p2", "p3")
    league.join("x1", "p2", "p3")
    since = league.season.ranking.joined["x1"]
    league.done("MergePeople", role="director", person="x1", into="p1")
    assert set(league.season.ranking.joined) == {"p1", "p2", "p3"}
    assert league.season.ranking.joined["p1"] == since
    assert league.table()[0] == (1, "p1", 690)


def test_merging_somebody_who_never_joined_changes_nobodys_joining():
    """Neither record is in the ranking: the merge goes through and nobody is in it."""
    league = League()
    league.play("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    before = dict(league.season.ranking.joined)
    league.person("x1")
    league.person("x2")
    league.done("MergePeople", role="director", person="x1", into="x2")
    assert league.season.ranking.joined == before


def test_merging_takes_adjustments_debts_and_titles_along():
    """What was given by hand, what the fund paid and who was champion are the one's, and nobody else's."""
    league = League()
    league.person("p1")
    league.play("t1", "x1", "p2", "p3")
    league.join("x1", "p2", "p3")
    league.done("AdjustPoints", role="director", season="s26", person="x1", points=-1000, reason="atraso")
    league.done("AdjustPoints", role="director", season="s26", person="p2", points=500, reason="erro")
    league.done("CloseStage", role="director", season="s26", stage="e1")
    (prize,) = league.season.ranking.owed
    owed = league.refused("MergePeople", role="director", person="x1", into="p1")
    assert (owed.because, owed.values["amount"]) == ("person.merge.owed", Money(900))
    paid = {"season": "s26", "prize": prize, "amount_centavos": 900, "method": "bank_transfer"}
    league.done("PayRankingPrize", key="paid", role="finance", **paid)
    assert league.refused("Undo", role="director", command_key="paid").values["way"] == "TakeBackRankingPrize"
    back = {"season": "s26", "prize": prize, "reason": "conta errada", "role": "finance"}
    assert league.refused("TakeBackRankingPrize", **back, amount_centavos=901).because == "fund.paid_less"
    league.done("TakeBackRankingPrize", **back, amount_centavos=900)
    assert league.season.ranking.owed[prize].left_centavos == 900
    league.done("PayRankingPrize", role="finance", **paid)
    league.done("MergePeople", role="director", person="x1", into="p1")
    kept = league.season.ranking
    assert [(one.person, one.points) for one in kept.adjustments] == [("p1", -1000), ("p2", 500)]
    assert kept.champions == {"e1": ("p1",)}
    assert {one.prize.person for one in kept.owed.values()} == {"p1"}


# Money


@pytest.mark.clause("cgp-2024:3.7", "cgp-2024:3.7.1.1")
def test_the_stage_champion_takes_all_that_the_stage_collected_for_it():
    """Every entry of the stage brings three reais; the champion is the one with most points of the stage."""
    league = played()
    league.tournament("side")
    league.play("side", "p2", "p1", "p3")
    assert league.held("ranking_fund:s26") == 15 * 700
    assert league.held("stage_champion_fund:s26:e1") == 15 * 300
    league.done("CloseStage", role="director", season="s26", stage="e1")
    assert league.held("stage_champion_fund:s26:e1") == 0
    (prize,) = league.season.ranking.owed.values()
    assert (prize.prize.person, prize.prize.amount_centavos) == (league.table()[0][1], 4500)
    assert str(prize.prize.due) == "2026-01-15"
    assert league.refused("CloseStage", role="director", season="s26", stage="e1").because == "stage.closed"


def test_a_stage_is_not_closed_while_an_event_is_played():
    """The events that are waited for are named."""
    league = League()
    league.enter("t1", "p1", "p2")
    refused = league.refused("CloseStage", role="director", season="s26", stage="e1")
    assert (refused.because, refused.values) == ("ranking.unfinished", {"events": ("t1",)})


@pytest.mark.clause("cgp-2024:3.7.1", "cgp-2024:3.7.2", "cgp-2024:3.7.3")
def test_the_annual_fund_pays_the_first_three_after_the_champions_hotel():
    """60/30/10 of what is left of the seven reais, due on the last day of the last stage, paid to zero. Equal points
    in third are separated by the better place."""
    league = played()
    league.done("CloseStage", role="director", season="s26", stage="e1")
    fund = league.held("ranking_fund:s26")
    league.done("ChargeHotel", role="organiser", season="s26", stage="e1", amount_centavos=2400)
    league.done("CloseSeason", role="organiser", season="s26")
    annual = [one.prize for key, one in league.season.ranking.owed.items() if key.startswith("annual")]
    left = fund - 2400
    assert [one.amount_centavos for one in annual] == [left * 6 // 10, left * 3 // 10, left // 10]
    assert [one.person for one in annual] == ["p1", "p2", "p3"]
    assert {str(one.due) for one in annual} == {"2026-01-15"}
    assert league.held("ranking_fund:s26") == 0
    for key, one in list(league.season.ranking.owed.items()):
        pay = {"prize": key, "method": "bank_transfer", "amount_centavos": one.left_centavos}
        league.done("PayRankingPrize", role="finance", season="s26", **pay)
    assert all(league.held(f"payable:{person}") == 0 for person in PEOPLE)
    assert league.house.world.balances.sum().centavos == 0


def test_a_ranking_prize_is_paid_in_parts_and_never_more_than_is_owed():
    """Cash comes out of a drawer that holds it; a way that the book does not name is refused with its clause."""
    league = played()
    league.done("CloseStage", role="director", season="s26", stage="e1")
    pay = {"season": "s26", "prize": "stage-e1-1", "amount_centavos": 1000}
    assert league.refused("PayRankingPrize", method="cash", **pay).because == "fund.cash_needs_desk"
    assert league.refused("PayRankingPrize", method="cheque", **pay).because == "fund.not_this_way"
    drawer = league.held("drawer:ana:cash")
    league.done("PayRankingPrize", method="cash", desk="d1", **pay)
    assert league.held("drawer:ana:cash") == drawer - 1000
    refused = league.refused("PayRankingPrize", method="pix", **{**pay, "amount_centavos": 10_000})
    assert (refused.because, refused.values["left"].centavos) == ("fund.owes_less", 2600)
    assert league.refused("Undo", role="director", command_key=closing_key(league)).because == "undo.depended_on"


def closing_key(league: League) -> str:
    facts = league.house.world.live("season:s26").facts
    return next(fact.meta.key for fact in facts if type(fact.event).__name__ == "StageClosed")


def test_a_tie_for_stage_champion_is_the_directors_to_break():
    """Both are named; the director says who, and only one of them will do."""
    league = League()
    league.tournament("a")
    league.tournament("b")
    league.play("a", "p1", "p2")
    league.play("b", "p2", "p1")
    league.done("ExcludeEvent", role="director", season="s26", tournament="t1", reason="não houve")
    league.join("p1", "p2")
    refused = league.refused("CloseStage", role="director", season="s26", stage="e1")
    assert (refused.because, set(refused.values["people"])) == ("stage.tied", {"p1", "p2"})
    league.refused("CloseStage", role="director", season="s26", stage="e1", champion="p9")
    league.done("CloseStage", role="director", season="s26", stage="e1", champion="p2")
    assert league.season.ranking.champions == {"e1": ("p2",)}


def test_a_season_is_not_closed_before_its_stages():
    """Stages that are still open are named."""
    league = played()
    refused = league.refused("CloseSeason", role="organiser", season="s26")
    assert (refused.because, refused.values) == ("season.stages_open", {"stages": ("e1",)})


def test_a_late_registration_is_undone_by_its_director():
    """Undoing a registration for the ranking takes the person out of the list."""
    league = played()
    league.done("Undo", role="director", command_key=f"k{league.count}")
    assert "p12" not in [person for _, person, _ in league.table()]


# What the tables agree


@pytest.mark.clause("cgp-2024:4.3.e")
def test_a_deal_at_the_final_table_gives_everybody_in_it_the_points_of_the_next_out():
    """Two of twelve agree: both score as second, 510, and the winner of the last hand no more."""
    league = League()
    league.enter("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.close("t1")
    for person in reversed(PEOPLE[2:]):
        league.bust("t1", person)
    office = {"role": "director", "tournament": "t1"}
    league.done("AnnouncePrizes", **office)
    stacks = {"t1-p1": 200_000, "t1-p2": 160_000}
    league.done("OpenDeal", deal="a1", stacks=stacks, **office)
    league.done("ProposeDeal", deal="a1", method="even", **office)
    for entry in stacks:
        league.done("ConsentDeal", deal="a1", entry=entry, agrees=True, **office)
    league.done("CloseDeal", deal="a1", **office)
    league.bust("t1", "p2")
    assert league.table()[:2] == [(1, "p1", 600), (2, "p2", 600)]
    first = league.ranking.standings.page(0, 1)[0]
    assert first.ahead is not None
    assert first.ahead.because == "standings.ahead.best_places"
    lines = points_of("p1", league.ranking, league.season).events[0].lines
    assert lines[0].because == "points.line.deal"


@pytest.mark.clause("cgp-2024:4.3.d")
def test_a_bubble_saved_at_the_table_gives_money_and_no_placing_points():
    """Twelve pay two; the third is paid by agreement, and scores the final table only."""
    league = League()
    league.enter("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.close("t1")
    for person in reversed(PEOPLE[3:]):
        league.bust("t1", person)
    office = {"role": "director", "tournament": "t1"}
    league.done("AnnouncePrizes", **office)
    agreed = [f"t1-{person}" for person in PEOPLE[:3]]
    league.done("SaveBubble", amount_centavos=62_000, agreed=agreed, **office)
    league.bust("t1", "p3")
    league.bust("t1", "p2")
    lines = points_of("p3", league.ranking, league.season).events[0].lines
    assert [line.because for line in lines] == ["points.line.unpaid", "points.line.final_table"]
    result = league.ranking.events["t1"].result
    assert result is not None
    assert (result.paid_places, result.bubble_places) == (2, 1)


def test_a_stage_may_last_one_day_and_not_end_before_it_begins():
    league = League(stages=0)
    stage = {"season": "s26", "name": "Noite", "venue": "Clube", "first_day": "2026-05-10"}
    refused = league.refused("AnnounceStage", role="organiser", stage="a", last_day="2026-05-09", **stage)
    assert refused.because == "stage.ends_before_it_starts"
    league.done("AnnounceStage", role="organiser", stage="b", last_day="2026-05-10", **stage)
