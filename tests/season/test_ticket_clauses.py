"""Seats won in satellites, in the books that speak of them."""

from __future__ import annotations

from datetime import datetime
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from feltro.season.tickets import no_show_split
from feltro.tournament.prizes.due import due
from feltro.tournament.sheet import Day, Satellite
from tests.tournament.room import Room, at, sheet


def cites(refused: Any) -> set[str]:
    return {str(cite) for cite in refused.cites}


def with_ticket(book: str, *, source: str = "organiser", owner: str = "a") -> Room:
    room = Room(book=book)
    price = room.state.sheet.items[0].price_centavos
    for person in ("a", "b"):
        room.person(person)
    ticket = {"ticket": "k1", "owner": owner, "value_centavos": price, "target": "t1", "source": source}
    room.done("IssueTicket", role="organiser", season="s26", **ticket)
    return room


def by_ticket(room: Room, entry: str, person: str) -> dict[str, Any]:
    price = room.state.sheet.items[0].price_centavos
    paying = [{"method": "ticket", "amount_centavos": price, "ticket": "k1"}]
    return room.sale(entry, person, payments=paying)


@pytest.mark.clause("cgp-2024:2.4")
def test_a_seat_of_cgp_is_personal_and_lapses_with_the_year():
    """It does not pass to a friend; unused at the end of the season's year it is lost, and nothing is returned."""
    room = with_ticket("cgp-2024")
    refused = room.refused("TransferTicket", season="s26", ticket="k1", to="b", way="both_at_desk")
    assert (refused.because, cites(refused)) == ("ticket.personal", {"cgp-2024:2.4"})
    friend = room.refused("SellEntry", **by_ticket(room, "e1", "b"))
    assert friend.because == "ticket.not_theirs"
    assert room.refused("LapseTickets", role="director", season="s26").because == "ticket.none_lapses"
    room.now = at("00:10", "2027-01-01")
    room.done("LapseTickets", role="director", season="s26")
    assert room.held("tickets:s26") == 0
    assert room.held("payable:a") == 0


@pytest.mark.clause("cgp-2024:2.1.1.b")
def test_an_online_seat_is_redeemed_only_with_a_profile():
    """The winner without a profile is asked for it first; the seat stays unredeemed."""
    room = with_ticket("cgp-2024", source="online")
    refused = room.refused("SellEntry", **by_ticket(room, "e1", "a"))
    assert (refused.because, cites(refused)) == ("ticket.needs_profile", {"cgp-2024:2.1.1.b"})
    assert room.house.world.live("season:s26").state.tickets["k1"].status == "open"


@pytest.mark.clause("nps-2019:H")
def test_a_seat_of_nps_changes_hands_and_is_never_refunded():
    """Sold by A to B: B owns it, A is remembered, and B plays with it."""
    room = with_ticket("nps-2019")
    room.done("TransferTicket", season="s26", ticket="k1", to="b", way="both_at_desk")
    ticket = room.house.world.live("season:s26").state.tickets["k1"]
    assert (ticket.owner, ticket.owners) == ("b", ["a", "b"])
    room.done("SellEntry", **by_ticket(room, "e1", "b"))
    assert ticket.status == "used"
    assert room.held("tickets:s26") == 0


@pytest.mark.clause("nps-2019:H~transferencia")
def test_a_transfer_by_message_comes_three_days_before_with_everything():
    """For the 20th, a complete message of the 17th is in time, that of the 18th is not, and papers are ticked."""
    papers = ["photo_ids", "full_names", "cpfs", "online_username"]
    room = with_ticket("nps-2019")
    move = {"season": "s26", "ticket": "k1", "to": "b", "way": "email"}
    late = room.refused("TransferTicket", **move, received=papers, sent_at="2026-11-18T10:00:00-03:00")
    assert (late.because, cites(late)) == ("ticket.transfer_late", {"nps-2019:H~transferencia"})
    unsaid = room.refused("TransferTicket", **move, received=papers)
    assert (unsaid.because, unsaid.values["days"]) == ("ticket.transfer_late", 3), "nobody said when it came"
    short = room.refused("TransferTicket", **move, received=papers[:3], sent_at="2026-11-17T10:00:00-03:00")
    assert short.because == "ticket.transfer_papers"
    room.done("TransferTicket", **move, received=papers, sent_at="2026-11-17T10:00:00-03:00")


@pytest.mark.clause("nps-2019:H~transferencia")
def test_at_the_desk_both_are_there_with_photo_id():
    """Too late for a message, not for the desk: with both photo IDs seen it moves, with one missing it does not."""
    room = with_ticket("nps-2019")
    room.person("c", seen=False)
    move = {"season": "s26", "ticket": "k1", "way": "both_at_desk"}
    refused = room.refused("TransferTicket", **move, to="c")
    assert (refused.because, cites(refused)) == ("ticket.transfer_photo_id", {"nps-2019:H~transferencia"})
    assert room.refused("TransferTicket", **move, to="nobody").because == "person.unknown"
    room.done("TransferTicket", **move, to="b")
    assert room.house.world.live("season:s26").state.tickets["k1"].owners == ["a", "b"]


@pytest.mark.clause("nps-2019:H~transferencia")
def test_the_message_for_an_event_of_the_tenth_comes_by_the_seventh():
    """10 August 2019: complete on the 7th it moves; on the 8th only the desk is left."""
    room = Room(book="nps-2019", days=(Day(id="1", starts_at=datetime.fromisoformat("2019-08-10T14:00:00-03:00")),))
    papers = ["photo_ids", "full_names", "cpfs", "online_username"]
    for ticket, day, moved in (("k1", "07", True), ("k2", "08", False)):
        for person in ("a", "b"):
            room.person(person)
        issued = {"ticket": ticket, "owner": "a", "value_centavos": 39000, "target": "t1"}
        room.done("IssueTicket", role="organiser", season="s26", **issued)
        move = {"season": "s26", "ticket": ticket, "to": "b"}
        sent = f"2019-08-{day}T23:00:00-03:00"
        outcome = room.do("TransferTicket", **move, way="email", received=papers, sent_at=sent)
        assert (getattr(outcome, "because", "") == "ticket.transfer_late") is not moved
    room.done("TransferTicket", **move, way="both_at_desk")


@pytest.mark.clause("cgp-2024:2.1.1.b")
def test_an_online_seat_is_redeemed_once_the_profile_is_linked():
    """The desk writes the profile down, and the same seat pays the entry."""
    room = Room()
    known = {"name": "Rui Prado", "born_on": "1985-01-01", "photo_id_seen": True}
    room.done("RegisterPerson", person="a", **known)
    ticket = {"ticket": "k1", "owner": "a", "value_centavos": 62000, "target": "t1", "source": "online"}
    room.done("IssueTicket", role="organiser", season="s26", **ticket)
    assert room.refused("SellEntry", **by_ticket(room, "e1", "a")).because == "ticket.needs_profile"
    room.done("ChangePerson", person="a", online_profile="rui85")
    room.done("SellEntry", **by_ticket(room, "e1", "a"))
    assert room.house.world.live("season:s26").state.tickets["k1"].status == "used"


@pytest.mark.clause("nps-2019:H~no-show")
def test_the_prize_part_of_online_no_shows_joins_the_pool():
    """Three online seats nobody used: the pool gains 3 times R$ 300 when registration has closed."""
    room = with_ticket("nps-2019", source="online")
    for number in (2, 3):
        ticket = {"ticket": f"k{number}", "owner": "a", "value_centavos": 39000, "target": "t1", "source": "online"}
        room.done("IssueTicket", role="organiser", season="s26", **ticket)
    lapse = {"season": "s26", "tournament": "t1"}
    assert room.refused("LapseNoShows", role="director", **lapse).because == "ticket.registration_open"
    room.done("CloseRegistration", role="director", tournament="t1")
    room.done("LapseNoShows", role="director", **lapse)
    assert room.held("prize_pool:t1") == 90000
    assert room.held("tickets:s26") == 0


@pytest.mark.parametrize(
    ("to_pool", "worth", "joins"),
    [
        ("nothing", 39000, {}),
        ("prize_part", 39000, {"prize_pool": 30000, "rake": 9000}),
        ("prize_part", 38999, {}),
        ("full_price", 39000, {"prize_pool": 39000}),
        ("full_price", 20000, {"prize_pool": 20000}),
    ],
)
def test_what_an_absent_owner_adds_to_the_prizes_is_what_the_rulebook_says(to_pool, worth, joins):
    """Nothing, the prize part of an entry that the seat is worth, or all that it is worth."""
    book = {"ticket.no_show.to_pool": SimpleNamespace(value=to_pool)}
    ticket = SimpleNamespace(value_centavos=worth)
    target = SimpleNamespace(price_centavos=39000, split_centavos={"prize_pool": 30000, "rake": 9000})
    assert no_show_split(ticket, target, book) == joins


@pytest.mark.parametrize("already", ["ticket", "cash", "next_place"])
def test_a_satellite_ends_with_its_seats_tied_and_without_champion(already):
    """All alive win; one who already has a seat gets what the sheet says; too many alive and it goes on."""
    room = Room()
    prize = Satellite(target="t1", seat_centavos=62000, seats=2, already_seated=already)
    made = msgspec.to_builtins(sheet(kind="satellite", satellite=prize))
    room.done("CreateTournament", role="organiser", tournament="sat", season="s26", stage="e1", sheet=made)
    room.sell("main1", "p1")
    for number in range(1, 5):
        room.sell(f"s{number}", f"p{number}", tournament="sat")
    early = room.refused("EndSatellite", role="director", tournament="sat", winners=["s1", "s2", "s3", "s4"])
    assert early.because == "satellite.too_many_alive"
    for entry in ("s4", "s3"):
        room.done("Eliminate", role="director", tournament="sat", entry=entry)
    assert room.refused("EndSatellite", role="director", tournament="sat", winners=["s1"]).because == (
        "satellite.all_alive_win"
    )
    room.done("EndSatellite", role="director", tournament="sat", winners=["s1", "s2"])
    owners = sorted(one.owner for one in room.house.world.live("season:s26").state.tickets.values())
    assert owners == {"ticket": ["p1", "p2"], "cash": ["p2"], "next_place": ["p2", "p3"]}[already]
    assert room.held("payable:p1") == (62000 if already == "cash" else 0)
    room.done("CloseRegistration", role="director", tournament="sat")
    room.done("AnnouncePrizes", role="director", tournament="sat")
    owed = {one.entry: one.amount for one in due(room.house.world.live("tournament:sat").state).values()}
    next_one = "s4" if already == "next_place" else "s3"  # who got the seat has won that, and no money behind it
    assert owed == {next_one: 4 * 48000 * 97 // 100 - 2 * 62000}


@pytest.mark.clause("cgp-2024:5.6.6.f")
@pytest.mark.parametrize("already", ["ticket", "cash", "next_place"])
def test_whoever_is_out_of_the_target_event_wins_the_seats_value_and_no_ticket(already):
    """Disqualified from the main event, he wins its satellite: R$ 620 are his, and no ticket that nobody would take."""
    room = Room()
    prize = Satellite(target="t1", seat_centavos=62000, seats=2, already_seated=already)
    made = msgspec.to_builtins(sheet(kind="satellite", satellite=prize))
    room.done("CreateTournament", role="organiser", tournament="sat", season="s26", stage="e1", sheet=made)
    room.sell("main1", "p1")
    for number in range(1, 4):
        room.sell(f"s{number}", f"p{number}", tournament="sat")
    given = {"penalty": "x1", "entry": "main1", "kind": "disqualification", "reason": "briga", "stack": 30000}
    room.done("GivePenalty", role="director", tournament="t1", infraction="conduct.assault", **given)
    room.done("Eliminate", role="director", tournament="sat", entry="s3")
    room.done("EndSatellite", role="director", tournament="sat", winners=["s1", "s2"])
    owners = [one.owner for one in room.house.world.live("season:s26").state.tickets.values()]
    assert (owners, room.held("payable:p1"), room.held("payable:p2")) == (["p2"], 62000, 0)
