"""One profile with the series: what opens an online seat opens the ranking, and the counter says when it is missing."""

from __future__ import annotations

from typing import Any

import pytest

from feltro.app.handling.answer import told
from tests.season.league import League
from tests.tournament.room import BOOKS, Room

TICKET = {"season": "s26", "owner": "p1", "value_centavos": 62000, "target": "t1", "source": "online"}
BY_TICKET = [{"method": "ticket", "amount_centavos": 62000, "ticket": "k1"}]


def register(room: Room, person: str, **more: Any) -> None:
    born = f"199{person[1:]}-01-01"
    name = {"p1": "Fulano de Tal", "p2": "Beltrana Alves"}[person]
    room.done("RegisterPerson", person=person, name=name, born_on=born, **more)
    room.done("SeePhotoId", person=person)


def on_record(room: Room) -> None:
    register(room, "p1", online_profile="fulano88")


def at_the_counter(room: Room) -> None:
    register(room, "p1")
    room.done("RegisterForRanking", season="s26", person="p1")


WAYS = pytest.mark.parametrize("way", [on_record, at_the_counter])


@WAYS
@pytest.mark.clause("cgp-2024:2.1.1.b")
def test_either_record_opens_an_online_seat(way):
    """A ticket won online is refused without a profile, and taken with one, wherever that was written down."""
    room = Room(points="main")
    way(room)
    room.done("IssueTicket", role="organiser", ticket="k1", **TICKET)
    room.done("SellEntry", **room.sale("e1", "p1", payments=BY_TICKET))
    assert room.state.entries["e1"].person == "p1"
    assert room.house.world.live("season:s26").state.tickets["k1"].status == "used"


@WAYS
@pytest.mark.clause("cgp-2024:2.1.1.a")
def test_either_record_opens_the_ranking(way):
    """Who has a profile on the own record is ranked without being entered a second time."""
    league = League()
    way(league)
    league.play("t1", "p1", "p2", "p3")
    assert [person for _, person, _ in league.table()] == ["p1"]


def test_a_profile_noted_later_counts_from_then_on():
    """The list is made again when the record changes."""
    league = League()
    register(league, "p1")
    league.play("t1", "p1", "p2", "p3")
    assert league.table() == []
    league.done("ChangePerson", person="p1", online_profile="fulano88")
    assert [person for _, person, _ in league.table()] == ["p1"]


@pytest.mark.clause("cgp-2024:2.1.1.a")
def test_a_sale_without_a_profile_says_that_no_points_are_scored():
    """In the answer to the sale, with the clause; nothing where a profile is known."""
    room = Room(points="main")
    register(room, "p1")
    register(room, "p2", online_profile="beltrano")
    for entry, person, because in (("e1", "p1", "entry.no_points"), ("e2", "p2", "")):
        done = told(room.sell(entry, person), "pt")["done"]["events"]
        sold = next(one for one in done if one["name"] == "EntrySold")
        assert sold["event"]["because"] == because
        assert ("não dá pontos" in sold.get("text", "")) is bool(because)
    assert sold["event"]["cites"] == []


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "cgp-2024"])
def test_nothing_is_said_where_the_book_asks_for_no_profile(book):
    """Nor in an event that gives no points."""
    for room in (Room(book=book, points="main"), Room(points="none")):
        done = told(room.sell("e1", "p1"), "pt")["done"]["events"]
        assert next(one for one in done if one["name"] == "EntrySold")["event"]["because"] == ""
