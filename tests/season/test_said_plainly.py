"""What a season pays, keeps and forgets, said in single cases that a person would ask about."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from feltro.app.ranking.rules import rules_under, settle_season
from feltro.house.room_events import RoomState
from feltro.house.rooms import table_back
from feltro.kernel.instants import Instant
from feltro.kernel.money import Money
from feltro.rulebook.settle import Settled
from feltro.season import commands as s
from feltro.season import events as e
from feltro.season.decide import decide
from feltro.season.events import OwnerMerged
from feltro.season.evolve import apply
from feltro.season.now import SeasonNow
from feltro.season.points.table import PointsRow, PointsTable
from feltro.season.ranking import commands as c
from feltro.season.ranking.evolve import merged
from feltro.season.ranking.funds import hand_out
from feltro.season.results import Finisher
from feltro.season.standings import Standings
from feltro.season.state import SeasonState
from tests.season.league import League, field, finish, result
from tests.season.test_closings import CLOSE, PEOPLE
from tests.season.test_funds import CGP, give, people, season
from tests.season.test_ticket_clauses import with_ticket
from tests.tournament.room import Room, at, sheet


def rules(answers: dict[str, Any], rows: list[PointsRow] | None = None) -> Any:
    book = settle_season("adtp-2023", (), answers)
    assert isinstance(book, Settled), book
    table = PointsTable(rows or [PointsRow(entries_from=1, entries_to=9999, place_from=1, place_to=1, points=100)])
    return rules_under(book, {"main": table, "side": table})


# Closing


def test_a_stage_with_money_and_without_results_goes_to_whom_the_director_names():
    """Nobody has points and R$ 36 wait: without a name it is refused, with one it is all theirs."""
    close = c.CloseStage(season="s", stage="e1")
    refused = give(season(), close, CGP, fund_centavos=3600)
    assert (refused.because, refused.values["stage"]) == ("stage.nobody", "e1")
    (closed,) = give(season(), c.CloseStage(season="s", stage="e1", champion="z"), CGP, fund_centavos=3600)
    assert [(one.place, one.person, one.amount_centavos) for one in closed.prizes] == [(1, "z", 3600)]


def test_a_named_champion_breaks_the_tie_and_takes_nothing_from_the_second():
    """Where the first two of a stage are paid, 70 and 30 per cent: b is named first of a tie, and a is second."""
    book = rules(
        {"fund.stage.shares": [Decimal("0.7"), Decimal("0.3")], "fund.stage.champion": "most_stage_points"}
    ).book
    tied = (("a", "b"), ("c",))
    assert give(season(), c.CloseStage(season="s", stage="e1"), book, groups=tied, fund_centavos=1000).because == (
        "stage.tied"
    )
    named = c.CloseStage(season="s", stage="e1", champion="b")
    (closed,) = give(season(), named, book, groups=tied, fund_centavos=1000)
    assert [(one.place, one.person, one.amount_centavos) for one in closed.prizes] == [(1, "b", 700), (2, "a", 300)]


def test_places_after_a_tie_that_was_broken_count_on():
    """a and b tie for second and b is put before: first a win, then second and third."""
    found = hand_out([Money(600), Money(300), Money(100)], (("x",), ("a", "b")), ("b",))
    assert [(place, person, amount.centavos) for place, person, amount in found] == [
        (1, "x", 600),
        (2, "b", 300),
        (3, "a", 100),
    ]
    shared = hand_out([Money(600), Money(300)], (("a", "b", "c"),), shared=True)
    assert [(place, person, amount.centavos) for place, person, amount in shared] == [
        (1, "a", 300),
        (1, "b", 300),
        (1, "c", 300),
    ]


def test_a_year_in_which_nothing_was_played_closes_with_nothing():
    """A season that was only announced: no tournament, no book, no prize."""
    room = Room()
    room.done("CreateSeason", role="organiser", season="s27", name="Circuito 2027", year=2027)
    created = room.house.world.live("season:s27").state
    assert (created.season, created.name, created.year) == ("s27", "Circuito 2027", 2027)
    room.done("CloseSeason", role="organiser", season="s27")
    closed = room.house.world.live("season:s27").state
    assert closed.ranking.closed_at == room.now
    assert closed.ranking.owed == {}
    assert room.refused("CloseSeason", role="organiser", season="s27").because == "season.closed"


def test_a_stage_closes_once():
    """The second time is refused, and so is a stage that nobody announced."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.done("CloseStage", **CLOSE)
    assert league.refused("CloseStage", **CLOSE).because == "stage.closed"
    assert league.refused("CloseStage", **{**CLOSE, "stage": "e9"}).because == "stage.unknown"


def test_nobody_is_entered_in_the_ranking_twice():
    """The counter is told that the person is in already; an unknown name is unknown."""
    league = League()
    league.person("p1")
    league.join("p1")
    again = league.refused("RegisterForRanking", role="director", season="s26", person="p1")
    assert (again.because, again.values["person"]) == ("ranking.already_in", "p1")


def test_a_ranking_prize_in_cash_comes_out_of_a_drawer():
    """Without a desk no notes are handed over; a prize that nobody is owed is not paid at all."""
    state = season()
    give(state, c.CloseStage(season="s", stage="e1"), CGP, groups=people("a"), fund_centavos=150_000)
    pay = c.PayRankingPrize(season="s", prize="stage-e1-1", amount_centavos=150_000, method="cash")
    assert give(state, pay, CGP).because == "fund.cash_needs_desk"
    nobody = c.PayRankingPrize(season="s", prize="stage-e9-1", amount_centavos=1, method="cash")
    assert give(state, nobody, CGP).because == "fund.no_such_prize"


def test_an_event_is_counted_and_left_out_once():
    """Counted as a main event it may still be counted as a side event, and not as a main event again."""
    league = League()
    league.play("t1", "p1", "p2", "p3")
    event = {"role": "director", "season": "s26", "tournament": "t1", "reason": "x"}
    league.done("CountEvent", scored_as="main", **event)
    assert league.refused("CountEvent", scored_as="main", **event).because == "ranking.already_counted"
    league.done("CountEvent", scored_as="side", **event)
    assert league.season.ranking.counted == {"t1": "side"}
    league.done("ExcludeEvent", **event)
    assert league.refused("ExcludeEvent", **event).because == "ranking.already_excluded"


def test_an_exclusion_takes_a_person_off_a_list_that_was_looked_at_and_lifting_it_brings_them_back():
    """p1 leads, is excluded in the second stage and is not on the list; lifted, p1 leads again."""
    league = League(stages=2)
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    assert league.table()[0][1] == "p1"
    league.tournament("t2", stage="e2")
    league.enter("t2", "p1", "p2", "p3")
    assert league.table()[0][1] == "p1"
    penalty = {"penalty": "x1", "entry": "t2-p1", "kind": "exclusion", "stack": 30000, "reason": "documento falso"}
    league.done("GivePenalty", role="director", tournament="t2", infraction="conduct.identity_fraud", **penalty)
    assert league.table()[0][1] == "p2"
    assert "p1" not in {person for _, person, _ in league.table()}
    league.done("LiftBan", role="director", season="s26", person="p1")
    assert league.table()[0][1] == "p1"


def test_two_changes_between_two_looks_are_both_seen():
    """Forty points and an event left out, or counted again, or a person who joins: nothing hides the other."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE[1:])
    event = {"role": "director", "season": "s26", "tournament": "t1", "reason": "x"}
    extra = {"role": "director", "season": "s26", "person": "p2", "points": 40, "reason": "x"}
    assert league.table()[0][1] == "p2"
    league.done("AdjustPoints", **extra)
    league.join("p1")
    assert "p1" in {person for _, person, _ in league.table()}
    league.done("AdjustPoints", **extra)
    league.done("ExcludeEvent", **event)
    assert league.table() == [(1, "p2", 80)]
    league.done("AdjustPoints", **extra)
    league.done("CountEvent", scored_as="main", **event)
    assert {person for _, person, _ in league.table()} == set(PEOPLE)


def test_another_book_of_the_ranking_holds_at_once():
    """Looked at under CGP; chosen by the organiser, NPS has no table yet, and nobody has points."""
    league = League()
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    assert league.table()[0][1] == "p1"
    league.done("ChooseRankingBook", role="organiser", season="s26", book="nps-2019")
    assert league.season.ranking.book.book == "nps-2019"
    assert league.ranking.rules.book["ranking.requires_profile"].value is False


@pytest.mark.parametrize(("stages", "because"), [(1, "stage.unknown"), (0, "")])
def test_results_from_elsewhere_belong_to_a_stage_that_was_announced(stages, because):
    """Where stages were announced theirs is one of them; where none was, any name will do."""
    league = League(stages=stages)
    league.person("p1")
    finishers = [{"person": "p1", "place": 1}]
    made = {"event": "x1", "stage": "natal", "kind": "side", "entries": 9, "paid_places": 1, "finishers": finishers}
    said = league.do("ImportResults", role="director", season="s26", name="Natal", result=made)
    assert getattr(said, "because", "") == because


# Points


def test_only_the_largest_bonus_counts_where_bonuses_do_not_add_up():
    """Day two 10, the money 20, the final table 50: fifty, and the line says what was left out."""
    bonuses = {"day2": 10, "itm": 20, "main_final_table": 50}
    answers = {f"points.bonus.{name}": worth for name, worth in bonuses.items()}
    event = result(entries=30, paid_places=3)
    one = finish(1, day2=True, started_day2=True, final_table=True)
    totals = {}
    for adds in (True, False):
        scheme = rules({**answers, "points.bonus.add_up": adds}).scheme
        totals[adds] = sum(line.points for line in scheme.lines(event, one)) // 100
        lone = sum(line.points for line in scheme.lines(event, finish(1))) // 100
        assert lone == 120, "one bonus alone is never cut"
        both = sum(line.points for line in scheme.lines(event, finish(1, final_table=True))) // 100
        assert both == (170 if adds else 150), "of the money and the final table"
    assert totals == {True: 180, False: 150}


def test_a_formula_without_a_value_for_a_field_gives_no_points():
    """It divides by nothing where exactly 77 entered: nothing, not a hundredth."""
    answers = {"points.table_source": "formula", "points.formula": "100 / (entries - 77)"}
    scheme = rules(answers).scheme
    for entries, points in ((87, 10_00), (77, 0), (67, 0)):
        event = result(entries=entries, paid_places=3)
        assert scheme.lines(event, finish(1))[0].points == points


def test_a_formula_asks_the_field_the_money_and_the_price_in_reais():
    """R$ 620 a head, 30 entries of three people, two paid places, and the third place."""
    event = result(entries=30, paid_places=2, buy_in_centavos=62_000)
    for formula, points in (
        ("buy_in", 620_00),
        ("entries", 30_00),
        ("people", 3_00),
        ("paid_places", 2_00),
        ("place", 2_00),
        ("buy_in / 1000", 62),
        ("1 - place", 0),
    ):
        scheme = rules({"points.table_source": "formula", "points.formula": formula}).scheme
        assert scheme.lines(event, finish(2))[0].points == points


def test_a_disqualified_player_scores_where_the_book_lets_him():
    """Where points stay his, his place counts in ties as well; where they do not, neither does the place."""
    for kept, first in (("kept", "A"), ("none", "B")):
        book = rules({})
        found = Standings(book.criteria)
        one = Finisher(person="A", place=1, disqualified=True)
        found.put(result("a", finishers=(one,)), [500] if kept == "kept" else [0])
        found.put(result("b", finishers=(Finisher(person="B", place=2),)), [500])
        if kept == "none":
            found.adjust("A", 500)
        assert found.page()[0].person == first


def test_a_shared_win_is_a_win():
    """Two share a deal where the league shares the win: second in the last hand stands level with a winner elsewhere."""
    book = rules({"ranking.tiebreak.place_after_deal": "shared", "ranking.tiebreak.order": ["best_places"]})
    found = Standings(book.criteria)
    found.put(result("a", deal_left=2, finishers=field("ana", "bia")), [100, 100])
    found.put(result("b", finishers=field("caio")), [100])
    assert [(one.rank, one.person, one.tied) for one in found.page()] == [
        (1, "ana", True),
        (1, "bia", True),
        (1, "caio", True),
    ]


def test_a_page_of_the_list_is_as_long_as_asked():
    """From the second, two of four; and no more than there are."""
    found = Standings(rules({}).criteria)
    for person, points in (("a", 400), ("b", 300), ("c", 200), ("d", 100)):
        found.adjust(person, points)
    assert [one.person for one in found.page(1, 2)] == ["b", "c"]
    assert [one.person for one in found.page(3, 2)] == ["d"]
    assert [one.person for one in found.page()] == ["a", "b", "c", "d"]


def test_a_result_that_is_put_again_stands_in_the_place_of_the_first():
    """Ana won with 100 and was second all along: 60, not 160; left out, nothing; her other event stays."""
    found = Standings(rules({}).criteria)
    found.put(result("a", finishers=field("ana", "bia")), [100, 60])
    found.put(result("b", finishers=field("ana")), [5])
    found.put(result("a", finishers=field("bia", "ana")), [100, 60])
    assert (found.points("ana"), found.points("bia")) == (65, 100)
    found.drop("a")
    assert (found.points("ana"), found.points("bia")) == (5, 0)


# Two who are one


def banned(person: str, ground: str, until: Instant | None) -> e.PersonBanned:
    return e.PersonBanned(person=person, ground=ground, since=Instant(1), until=until, reason="k")


@pytest.mark.parametrize(
    ("gone", "stays", "holds"),
    [
        (None, 5, "gone"),
        (5, None, "stays"),
        (9, 5, "gone"),
        (5, 9, "stays"),
        (5, 5, "stays"),
        (None, None, "stays"),
    ],
)
def test_of_two_bans_on_one_person_the_longer_holds(gone, stays, holds):
    """One without an end is the longest; of two that end together the one of the record that stays."""
    state = SeasonState()
    apply(state, banned("p8", "gone", gone))
    apply(state, banned("p7", "stays", stays))
    apply(state, OwnerMerged(person="p8", into="p7"))
    assert {name: (one.person, one.ground) for name, one in state.bans.items()} == {"p7": ("p7", holds)}


def test_a_seat_remembers_its_owners_by_the_name_that_stays():
    """p8 gave the seat to p9 and is p7 since: p7, then p9; a sending away follows as well."""
    state = SeasonState()
    issued = {"value_centavos": 100, "target": "t1", "online": False, "won_in": "", "at": Instant(1)}
    apply(state, e.TicketIssued(ticket="k1", owner="p8", **issued))
    apply(state, e.TicketTransferred(ticket="k1", was="p8", owner="p9", way="both_at_desk", at=Instant(2)))
    apply(state, e.PersonDisqualified(person="p8", tournament="t1", stage="e1", at=Instant(2), cites=()))
    apply(state, OwnerMerged(person="p8", into="p7"))
    assert (state.tickets["k1"].owner, state.tickets["k1"].owners) == ("p9", ["p7", "p9"])
    assert state.disqualified == {"p7": {"t1": "e1"}}


def test_two_finishes_of_one_person_are_one_and_all_others_stay():
    """Second and fourth are the same person: second with the entries and the money of both, first and third as before."""
    two = Finisher(person="p8", place=2, prize_centavos=100, entries=2)
    four = Finisher(person="p7", place=4, prize_centavos=10, day2=True, bounties_centavos=5)
    first, third = Finisher(person="a", place=1), Finisher(person="b", place=3)
    event = result(finishers=(first, two, third, four))
    kept = Finisher(person="p7", place=2, prize_centavos=110, entries=3, day2=True, bounties_centavos=5)
    assert merged(event, "p8", "p7").finishers == (first, kept, third)
    assert merged(event, "z", "p7") == event, "who is merged did not play here"


# Seats


def test_a_seat_that_comes_back_was_used_for_nothing():
    """The entry was refunded: the seat is open, and no sale is written on it."""
    state = SeasonState()
    issued = {"value_centavos": 100, "target": "t1", "online": False, "won_in": "", "at": Instant(1)}
    apply(state, e.TicketIssued(ticket="k1", owner="p8", **issued))
    apply(state, e.TicketUsed(ticket="k1", tournament="t1", sale="e1"))
    assert (state.tickets["k1"].status, state.tickets["k1"].used_for) == ("used", "e1")
    apply(state, e.TicketReturned(ticket="k1", tournament="t1", sale="e1"))
    assert (state.tickets["k1"].status, state.tickets["k1"].used_for) == ("open", "")


@pytest.mark.clause("nps-2019:H~no-show")
def test_only_seats_of_the_event_whose_registration_closed_are_lost():
    """One for the main event and one for a side event: the main event closes, and the other seat stays."""
    room = with_ticket("nps-2019", source="online")
    made = msgspec.to_builtins(sheet("nps-2019"), str_keys=True)
    room.done(
        "CreateTournament", role="organiser", tournament="t2", season="s26", stage="e1", sheet=made, answers={}
    )
    other = {"ticket": "k2", "owner": "b", "value_centavos": 39000, "target": "t2", "source": "online"}
    room.done("IssueTicket", role="organiser", season="s26", **other)
    room.done("CloseRegistration", role="director", tournament="t1")
    room.done("LapseNoShows", role="director", season="s26", tournament="t1")
    tickets = room.house.world.live("season:s26").state.tickets
    assert {name: one.status for name, one in tickets.items()} == {"k1": "lapsed", "k2": "open"}


def test_a_seat_that_nobody_has_is_not_passed_on():
    """The number on the paper is wrong: it says that there is no such seat."""
    room = with_ticket("nps-2019")
    refused = room.refused("TransferTicket", season="s26", ticket="k9", to="b", way="both_at_desk")
    assert (refused.because, refused.values) == ("ticket.unknown", {"ticket": "k9"})
    same = room.refused("TransferTicket", season="s26", ticket="k1", to="a", way="both_at_desk")
    assert same.because == "ticket.is_the_owners"


# Rooms


def test_a_table_that_the_room_does_not_have_gives_nothing_back():
    """It was brought in from outside, and the room's list does not change."""
    assert list(table_back(9, RoomState(), at("14:00"))) == []


def test_nothing_is_done_in_a_season_that_nobody_opened():
    """Only opening one makes it; every other command says that there is none, and leaves nothing behind."""
    room = Room()
    state = SeasonState()
    stage = s.AnnounceStage(
        season="s99",
        stage="e1",
        name="Etapa 1",
        venue="Clube",
        first_day=date(2099, 1, 1),
        last_day=date(2099, 1, 2),
    )
    for command in (stage, c.CloseStage(season="s99", stage="e1"), c.CloseSeason(season="s99")):
        refused = decide(command, state, None, SeasonNow(at=room.now))
        assert (refused.because, refused.values) == ("season.unknown", {"season": "s99"})
    (made,) = decide(s.CreateSeason(season="s99", name="2099", year=2099), state, None, SeasonNow(at=room.now))
    assert made.season == "s99"
