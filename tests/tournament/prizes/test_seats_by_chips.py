"""A satellite by chips: so many win a seat and leave play; when every seat is won, or no more are left than seats, it is over."""

from __future__ import annotations

import pytest

from feltro.tournament.eliminations.places import standings, winners
from feltro.tournament.sheet import Satellite
from feltro.tournament.sheet.items import SaleItem
from tests.tournament.prizes.hall import Hall
from tests.tournament.prizes.test_owners import SEAT, _again, end, nobodys, owners, sat
from tests.tournament.prizes.test_pool import entry_of
from tests.tournament.prizes.test_seats_lost import seats, send_away
from tests.tournament.room import BOOKS

EVERY = pytest.mark.parametrize("book", BOOKS)
TARGET = 35_000


def by_chips(book, entries=4, announced=True, **prize):
    """R$ 465 into the pool for each entry: four buy three seats exactly."""
    return sat(book, entries, announced, **{"target_chips": TARGET, **prize})


def wins(hall, entry, stack=TARGET):
    return hall.done("WinSeat", tournament="t1", entry=entry, stack=stack, role="floor")


def in_play(hall):
    return hall.state.chips_issued - hall.state.chips_removed


@EVERY
def test_whoever_has_the_chips_wins_the_seat_at_once_and_leaves_play_with_them(book):
    hall = by_chips(book)
    before = in_play(hall)
    wins(hall, "e1", 36_500)
    assert owners(hall) == ["p1"]
    assert (hall.held("tickets:s26"), hall.held("prize_pool:t1")) == (SEAT, 4 * 46500 - SEAT - kept(hall))
    assert in_play(hall) == before - 36_500
    assert hall.state.entries["e1"].status == "out"
    assert "e1" not in hall.state.floor.chair_of


def kept(hall):
    """What the book keeps back of the pool, less what the organiser adds so that three seats are there."""
    told = hall.state.prizes.announced
    return sum(told.withheld_centavos.values()) - told.cover_centavos


@EVERY
@pytest.mark.parametrize("announced", [True, False])
def test_when_the_last_seats_are_as_many_as_those_left_everybody_has_one(book, announced):
    """One by chips, one is out, two are left for two seats: three tickets and an empty pool."""
    hall = by_chips(book, announced=announced)
    wins(hall, "e1")
    hall.out(4)
    end(hall)
    assert owners(hall) == ["p1", "p2", "p3"]
    assert (hall.held("tickets:s26"), hall.held("prize_pool:t1")) == (3 * SEAT, 0)
    assert hall.state.satellite_winners == ("e1", "e2", "e3")
    assert not nobodys(hall)


@EVERY
def test_when_every_seat_is_won_by_chips_those_left_share_what_is_over(book):
    """Five entries, two seats, two with 40,000: R$ 1,085 less what the book keeps are shared by the three left."""
    hall = by_chips(book, 5, seats=2)
    for entry in ("e1", "e2"):
        wins(hall, entry, 40_000)
    end(hall)
    rest = sum(hall.prizes)
    assert rest == 5 * 46500 - 2 * SEAT - sum(hall.state.prizes.announced.withheld_centavos.values())
    assert owners(hall) == ["p1", "p2"]
    assert sorted(hall.amounts) == ["e3", "e4", "e5"]
    assert sum(hall.amounts.values()) == rest
    assert max(hall.amounts.values()) - min(hall.amounts.values()) <= 1
    assert not nobodys(hall)


def test_a_seat_takes_the_chips_that_the_sheet_says_and_no_more_are_won_than_there_are():
    hall = by_chips("cgp-2024", 5, seats=1)
    few = hall.refused("WinSeat", tournament="t1", entry="e1", stack=TARGET - 1, role="floor")
    assert (few.because, few.values["target"]) == ("satellite.not_enough_chips", TARGET)
    more = hall.refused("WinSeat", tournament="t1", entry="e1", stack=hall.state.chips_issued + 1, role="floor")
    assert more.because == "chips.more_than_in_play"
    wins(hall, "e1")
    assert (
        hall.refused("WinSeat", tournament="t1", entry="e1", stack=TARGET, role="floor").because
        == "entry.not_playing"
    )
    assert (
        hall.refused("WinSeat", tournament="t1", entry="e2", stack=TARGET, role="floor").because
        == "satellite.no_seat_left"
    )


def test_by_places_nobody_leaves_with_a_seat():
    hall = sat("cgp-2024", 4)
    assert (
        hall.refused("WinSeat", tournament="t1", entry="e1", stack=TARGET, role="floor").because
        == "satellite.by_places"
    )


def test_a_seat_won_by_mistake_is_undone_and_the_chips_play_again():
    hall = by_chips("bpt-2015")
    before = in_play(hall)
    done = wins(hall, "e1")
    hall.done("Undo", key="back", role="director", command_key=done.key)
    assert (in_play(hall), hall.state.entries["e1"].status, hall.state.seats_won) == (before, "live", [])
    assert (hall.held("tickets:s26"), owners(hall)) == (0, [])


@EVERY
@pytest.mark.clause("cgp-2024:5.6.6.f", "nps-2019:47.f")
def test_the_seat_of_who_is_disqualified_while_the_others_play_is_played_for_again(book):
    hall = by_chips(book)
    wins(hall, "e1")
    pool = hall.held("prize_pool:t1")
    send_away(hall, "e1")
    assert seats(hall) == {"p1": "lapsed"}
    assert hall.held("prize_pool:t1") == pool + SEAT
    end(hall)
    assert seats(hall) == {"p1": "lapsed", "p2": "open", "p3": "open", "p4": "open"}
    assert (hall.held("tickets:s26"), hall.held("prize_pool:t1")) == (3 * SEAT, 0)
    assert not nobodys(hall)


def test_whoever_has_won_a_seat_does_not_enter_again():
    """Registration is open, and a re-entry is on sale for everybody who is out."""
    items = (entry_of(prize_pool=46500, rake=3500), SaleItem(**_again()))
    prize = Satellite(target="main", seat_centavos=SEAT, seats=2, target_chips=TARGET)
    hall = Hall(kind="satellite", items=items, satellite=prize).fill(4)
    wins(hall, "e1")
    hall.out(4)
    again = hall.refused("SellEntry", **hall.sale("e5", "p1", item="reentry"))
    assert again.because == "entry.seat_won"
    hall.sell("e6", "p4", item="reentry")


@EVERY
def test_a_ticket_that_was_won_before_the_prizes_were_announced_comes_when_it_ends(book):
    hall = by_chips(book, announced=False)
    wins(hall, "e1")
    assert owners(hall) == []
    hall.announce()
    wins(hall, "e2")
    assert owners(hall) == ["p2"]
    hall.out(4)
    end(hall)
    assert owners(hall) == ["p1", "p2", "p3"]
    assert (hall.held("tickets:s26"), hall.held("prize_pool:t1")) == (3 * SEAT, 0)


def test_the_last_one_left_of_a_satellite_by_chips_is_no_champion_before_it_ends():
    """Two have won their seats and one is out: whoever is left has what is over, and no first place."""
    hall = by_chips("cgp-2024")
    for entry in ("e1", "e2"):
        wins(hall, entry)
    hall.out(4)
    assert winners(hall.state) == ()
    assert [one.players for one in standings(hall.state)] == [("e4",)]
    end(hall)
    assert winners(hall.state) == ("e1", "e2", "e3")
