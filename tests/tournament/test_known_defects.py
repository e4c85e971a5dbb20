"""What went wrong in other programs and in real rooms does not go wrong here. All by commands, none by facts."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from feltro.kernel.draws import Deck, draw
from feltro.tournament.eliminations.places import standings
from tests.tournament.room import BOOKS, at
from tests.tournament.seats import Floor


def table_of(book: str, players: int = 5, chairs: int = 9) -> Floor:
    floor = Floor(book)
    floor.open((1, chairs))
    floor.seat({1: list(range(1, players + 1))})
    return floor


def places(floor: Floor) -> dict[str, int]:
    return {entry: one.place for one in standings(floor.state) for entry in one.players}


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_posts_the_big_blind_hand_after_hand(book):
    """Chairs empty between the players; everybody has the big blind once before anybody has it again."""
    floor = Floor(book)
    floor.open((1, 9))
    floor.seat({1: [1, 4, 5, 8]})
    floor.order("ReportButton", table=1, button=1)
    posted = []
    for _ in range(8):
        posted.append(floor.told(1).big_blind)
        floor.order("EndHand", table=1)
    assert Counter(posted) == dict.fromkeys((1, 4, 5, 8), 2)
    assert all(posted[number] != posted[number + 1] for number in range(7))


@pytest.mark.parametrize("book", BOOKS)
def test_no_big_blind_twice_running_when_players_bust_around_it(book):
    """The small blind, then the button, then the next big blind goes out: still nobody posts it twice running."""
    floor = table_of(book, players=8)
    floor.order("ReportButton", table=1, button=1)
    last = None
    for gone in ("small_blind", "button", "big_blind", None, None):
        hand = floor.told(1)
        assert hand.big_blind != last
        last = hand.big_blind
        seat = getattr(hand, gone) if gone else None
        if seat in floor.state.floor.tables[1].players:
            floor.bust(floor.at(1, seat))
        floor.order("EndHand", table=1)


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "bpt-2015"])
def test_a_player_who_comes_back_is_ranked_once(book):
    """Out, in again by a re-entry, out again: one place, that of the last time."""
    floor = table_of(book)
    floor.bust("e1")
    floor.sell("r1", "p1", item="reentry")
    floor.bust("e2")
    floor.bust("r1")
    ranked = [floor.state.entries[entry].person for one in standings(floor.state) for entry in one.players]
    assert len(ranked) == len(set(ranked))
    assert places(floor)["r1"] < places(floor)["e2"]
    assert "e1" not in places(floor)


@pytest.mark.parametrize("book", BOOKS)
def test_places_close_up_when_somebody_is_taken_out_of_the_event(book):
    """Fourth and fifth of five are out; a third turns out to be a minor: they are third and fourth of four."""
    floor = table_of(book)
    floor.bust("e1")
    floor.bust("e2")
    assert (places(floor)["e1"], places(floor)["e2"]) == (5, 4)
    floor.order("VoidEntry", entry="e5", ground="minor")
    assert (places(floor)["e1"], places(floor)["e2"]) == (4, 3)


def test_every_order_of_a_shuffle_is_as_likely_as_any_other():
    """24 orders of four chairs over 6,000 secrets: none is off by more than five standard deviations."""
    deck = Deck("defects", ("1.1", "1.2", "1.3", "1.4"))
    drawn = Counter(draw(deck, number.to_bytes(32, "big")) for number in range(6000))
    assert set(drawn) == set(permutations(deck.chairs))
    assert all(abs(count - 250) < 5 * (250 * 23 / 24) ** 0.5 for count in drawn.values())


@pytest.mark.parametrize("book", BOOKS)
def test_the_money_is_not_announced_one_player_too_early(book):
    """A double bust is reported as one: the log has one player more than the tables, and nobody announces on that."""
    floor = Floor(book)
    floor.open((1, 4), (2, 4))
    floor.seat({1: [1, 2, 3, 4], 2: [1, 2, 3, 4]})
    floor.now = at("14:00")
    floor.order("StartClock", reason="x")
    floor.order("StartHandForHand", paid=7)
    for table in (1, 2):
        floor.order("ReportTable", table=table)
    floor.order("ReleaseHand")
    floor.bust(floor.at(1, 1))
    for table in (1, 2):
        floor.order("EndHand", table=table)
    refused = floor.no("EndHandForHand", counted=6)
    assert (refused.because, refused.values["left"]) == ("pace.count_differs", 7)
    floor.order("EndHandForHand", counted=7)


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_that_was_not_counted_is_named_before_prizes_are_announced(book):
    """The count of each table has to be as fresh as its last hand."""
    floor = table_of(book)
    floor.now = at("15:00")
    floor.order("CloseRegistration")
    assert floor.no("AnnouncePrizes", table="winner_takes_all").because in {
        "counts.not_counted",
        "prizes.no_shows_open",
    }
    floor.order("RollCall", table=1, players=4)
    refused = floor.no("AgreeCounts")
    assert (refused.because, refused.values["table"]) == ("counts.table_differs", 1)
    floor.order("RollCall", table=1, players=5)
    floor.order("AgreeCounts")
