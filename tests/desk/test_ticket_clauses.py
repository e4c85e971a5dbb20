"""Seats won in satellites, in the books that speak of them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltro.tournament.sheet import Satellite
from tests.desk.room import Room, at, sheet


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
    short = room.refused("TransferTicket", **move, received=papers[:3], sent_at="2026-11-17T10:00:00-03:00")
    assert short.because == "ticket.transfer_papers"
    room.done("TransferTicket", **move, received=papers, sent_at="2026-11-17T10:00:00-03:00")


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
    staff = 4 * 48000 * 3 // 100
    assert room.held("prize_pool:sat") == staff
    first_without = {"ticket": "p3", "cash": "p3", "next_place": "p4"}[already]
    assert room.held(f"payable:{first_without}") == 4 * 48000 - staff - 2 * 62000
