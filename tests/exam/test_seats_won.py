"""Seats won in satellites and events that are called off, asked anew of the texts."""

from __future__ import annotations

import pytest

from feltro.tournament.sheet import Bounty
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_pool import MANY, entry_of
from tests.tournament.room import Room, at, cites

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dora"}


def because(outcome):
    return getattr(outcome, "because", "done")


def with_seat(book="nps-2019", source="organiser", price=39000):
    room = Room(book=book)
    for person in ("a", "b"):
        room.person(person)
    ticket = {"ticket": "k1", "owner": "a", "value_centavos": price, "target": "t1", "source": source}
    room.done("IssueTicket", role="organiser", season="s26", **ticket)
    return room


def status(room):
    return room.house.world.live("season:s26").state.tickets["k1"].status


def by_seat(room, entry, person, price=39000):
    return room.sale(entry, person, payments=[{"method": "ticket", "amount_centavos": price, "ticket": "k1"}])


@pytest.mark.parametrize(("source", "lapses"), [("online", True), ("organiser", False)])
def test_an_online_seat_of_nps_that_nobody_used_feeds_the_pool(source, lapses):
    """H: of those won online, when entries close. R$ 300 to the prizes, 70 and 20 as in any entry."""
    room = with_seat(source=source)
    early = room.do("LapseNoShows", season="s26", tournament="t1", role="director")
    assert cites(early) == {"nps-2019:H~no-show"}
    room.sell("e1", "p1")
    room.now = at("20:00")
    room.done("CloseRegistration", **DIRECTOR)
    room.do("LapseNoShows", season="s26", tournament="t1", role="director")
    held = [room.held(one) for one in ("prize_pool:t1", "rake:t1", "local_partners:s26:e1", "tickets:s26")]
    assert held == ([60000, 14000, 4000, 0] if lapses else [30000, 7000, 2000, 39000])
    assert status(room) == ("lapsed" if lapses else "open")


def test_no_prize_is_announced_over_a_seat_that_has_not_lapsed_yet():
    room = with_seat(source="online")
    room.sell("e1", "p1")
    room.now = at("20:00")
    room.done("CloseRegistration", **DIRECTOR)
    assert room.refused("AnnouncePrizes", tournament="t1", role="director").because == "prizes.no_shows_open"


@pytest.mark.parametrize(("book", "price"), [("nps-2019", 39000), ("cgp-2024", 62000)])
def test_a_seat_is_played_by_its_owner_and_comes_back_as_a_seat(book, price):
    """Cancelled in time, no money is handed over: NPS H says that it is not refunded, CGP 2.4 the same."""
    room = with_seat(book, price=price)
    room.now = at("13:00")
    assert because(room.do("SellEntry", **by_seat(room, "e1", "b", price))) == "ticket.not_theirs"
    room.done("SellEntry", **by_seat(room, "e1", "a", price))
    assert status(room) == "used"
    room.done("CancelEntry", tournament="t1", entry="e1", desk="d1")
    assert (status(room), room.held("drawer:ana:cash"), room.held("payable:a")) == ("open", 100000, 0)


@pytest.mark.parametrize(("book", "moves"), [("nps-2019", True), ("cgp-2024", False)])
def test_a_seat_changes_hands_under_nps_only(book, moves):
    room = with_seat(book, price=62000 if book == "cgp-2024" else 39000)
    moved = room.do("TransferTicket", season="s26", ticket="k1", to="b", way="both_at_desk")
    assert (because(moved) == "done") is moves
    if not moves:
        assert cites(moved) == {"cgp-2024:2.4"}


def test_called_off_after_a_knockout_was_paid_everybody_has_the_whole_price_back():
    """CGP 2.8: three entries of R$ 360; the R$ 100 that a hunter has are the organiser's to bear."""
    split = {"prize_pool": 20000, "bounties": 10000, "rake": 5000, "local_partners": 1000}
    bounty = Bounty(kind="fixed", amount_centavos=10000)
    hall = Hall(days=MANY, items=(entry_of(**split),), kind="side", bounty=bounty).fill(3)
    hall.done("MarkLevel", level=1, **DIRECTOR)
    hall.done("Eliminate", entry="e3", by=["e1"], **DIRECTOR)
    hall.pay("e1", 10000, of="knockouts")
    hall.done("MarkLevel", level=2, **DIRECTOR)
    hall.done("CallOff", level=1, **DIRECTOR)
    assert [hall.held(f"payable:p{number}") for number in (1, 2, 3)] == [36000] * 3
    assert [hall.held(one) for one in ("prize_pool:t1", "bounties:t1", "guarantee_cover:t1")] == [0, 0, 10000]
    assert hall.balanced()
