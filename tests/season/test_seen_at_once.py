"""What changes a ranking is seen in the next look at it, bans are given and lifted once, used seats do not lapse."""

from __future__ import annotations

import pytest

from feltro.season.standings import Standings
from tests.season.league import NPS_TABLE, League, rules_of_book
from tests.season.test_ticket_clauses import by_ticket, with_ticket
from tests.tournament.room import at

PEOPLE = [f"p{number}" for number in range(1, 31)]


def points(league: League) -> dict[str, float]:
    return {person: points for _, person, points in league.table()}


def test_a_look_between_two_changes_hides_none_of_them():
    """The list was read before each change, and shows it afterwards: a table, a person, points, an event left out."""
    league = League("nps-2019")
    league.play("t1", *PEOPLE)
    league.join("p1", "p2")
    assert points(league) == {}
    league.done("LoadPointsTable", role="director", season="s26", scored_as="main", rows=NPS_TABLE)
    first = points(league)
    assert (first["p1"], first["p2"]) == (100, 70)
    league.done("AdjustPoints", role="director", season="s26", person="p2", points=40, reason="x")
    assert points(league)["p2"] == first["p2"] + 40
    assert league.table()[0][1] == "p2"
    league.done("ExcludeEvent", role="director", season="s26", tournament="t1", reason="x")
    assert points(league) == {"p2": 40}
    league.done("CountEvent", role="director", season="s26", tournament="t1", scored_as="main", reason="x")
    assert points(league)["p1"] == 100
    doubled = [{**row, "points": row["points"] * 2} for row in NPS_TABLE]
    league.done("LoadPointsTable", role="director", season="s26", scored_as="main", rows=doubled)
    assert points(league)["p1"] == 200


def test_whoever_has_no_points_left_is_not_on_the_list():
    """Seventy earned and seventy taken away: nothing, and no line with a zero."""
    league = League("nps-2019")
    league.play("t1", *PEOPLE)
    league.join(*PEOPLE)
    league.done("LoadPointsTable", role="director", season="s26", scored_as="main", rows=NPS_TABLE)
    assert "p2" in points(league)
    league.done("AdjustPoints", role="director", season="s26", person="p2", points=-70, reason="x")
    assert "p2" not in points(league)
    assert points(league)["p1"] == 100


def test_a_list_that_is_corrected_while_it_is_looked_at_drops_who_has_nothing():
    """Looked at, given a hundred, looked at, taken back: the line is gone, as if it had never been there."""
    found = Standings(rules_of_book("cgp-2024").criteria)
    found.adjust("bia", 50)
    assert [one.person for one in found.page()] == ["bia"]
    found.adjust("ana", 100)
    assert [one.person for one in found.page()] == ["ana", "bia"]
    found.adjust("ana", 0)
    assert [one.person for one in found.page()] == ["bia"]


def test_a_ban_is_given_once_with_a_reason_and_lifted_once():
    """Without a reason, twice, or to nobody it is not given; and what was not given is not lifted."""
    league = League()
    league.person("p1")
    banned = {"role": "director", "season": "s26", "person": "p1", "ground": "order"}
    assert league.refused("LiftBan", role="director", season="s26", person="p1").because == "ban.none"
    assert league.refused("BanPerson", **banned, reason=" ").because == "ban.needs_reason"
    nobody = {**banned, "person": "nobody", "reason": "x"}
    assert league.refused("BanPerson", **nobody).because == "person.unknown"
    league.done("BanPerson", **banned, reason="briga")
    assert league.refused("BanPerson", **banned, reason="briga").because == "ban.already"
    league.done("LiftBan", role="director", season="s26", person="p1")
    assert league.refused("LiftBan", role="director", season="s26", person="p1").because == "ban.none"
    assert league.season.bans == {}


@pytest.mark.clause("cgp-2024:2.4")
def test_a_seat_that_was_used_does_not_lapse():
    """Its owner sat down in November: in January there is nothing to lose, and the seat stays used."""
    room = with_ticket("cgp-2024")
    room.done("SellEntry", **by_ticket(room, "e1", "a"))
    room.now = at("00:10", "2027-01-01")
    assert room.refused("LapseTickets", role="director", season="s26").because == "ticket.none_lapses"
    assert room.house.world.live("season:s26").state.tickets["k1"].status == "used"


@pytest.mark.clause("cgp-2024:2.4")
@pytest.mark.parametrize(("hour", "day", "lapses"), [("23:59", "2026-12-31", False), ("00:00", "2027-01-01", True)])
def test_a_seat_lapses_with_the_last_minute_of_the_year(hour, day, lapses):
    """Of Brasília, not of any other place."""
    room = with_ticket("cgp-2024")
    room.now = at(hour, day)
    outcome = room.do("LapseTickets", role="director", season="s26")
    assert getattr(outcome, "because", "") == ("" if lapses else "ticket.none_lapses")
    assert (room.held("tickets:s26") == 0) == lapses


@pytest.mark.clause("nps-2019:H~no-show")
def test_a_seat_that_the_organiser_gave_is_not_lost_with_the_registration():
    """NPS takes an online seat that nobody used; one that the organiser gave stays its owner's."""
    room = with_ticket("nps-2019", source="organiser")
    online = {"ticket": "k2", "owner": "b", "value_centavos": 39000, "target": "t1", "source": "online"}
    room.done("IssueTicket", role="organiser", season="s26", **online)
    room.done("CloseRegistration", role="director", tournament="t1")
    room.done("LapseNoShows", role="director", season="s26", tournament="t1")
    tickets = room.house.world.live("season:s26").state.tickets
    assert {name: one.status for name, one in tickets.items()} == {"k1": "open", "k2": "lapsed"}
    again = room.refused("LapseNoShows", role="director", season="s26", tournament="t1")
    assert again.because == "ticket.none_lapses"


@pytest.mark.parametrize("book", ["bpt-2015", "adtp-2012", "adtp-2023"])
def test_a_book_without_a_word_of_points_has_the_formula_until_a_table_is_loaded(book):
    """Thirty entries: ten times the root of thirty over the place is 55, 39 and 32 for the first three."""
    league = League(book)
    league.play("t1", *PEOPLE)
    league.join("p1", "p2", "p3")
    shown = points(league)
    assert (shown["p1"], shown["p2"], shown["p3"]) == (55, 39, 32)
    league.done("LoadPointsTable", role="director", season="s26", scored_as="main", rows=NPS_TABLE)
    assert points(league)["p1"] == 100


def test_a_book_that_leaves_the_table_to_the_organiser_waits_for_it():
    league = League("nps-2019")
    assert league.ranking.rules.scheme.awaits_table
    league.done("LoadPointsTable", role="director", season="s26", scored_as="main", rows=NPS_TABLE)
    assert not league.ranking.rules.scheme.awaits_table
