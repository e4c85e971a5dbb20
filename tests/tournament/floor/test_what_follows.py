"""What a command brings about at the tables by itself, and what it leaves alone."""

from __future__ import annotations

from copy import deepcopy

import pytest

from feltro.tournament.facts.floor import TableOpened
from feltro.tournament.floor.aftermath import with_consequences
from feltro.tournament.now import Now
from tests.tournament.floor.test_after_hand import late_room
from tests.tournament.floor.test_balance import from_to, proposal
from tests.tournament.floor.test_balance_in_mid_hand import mid_hand
from tests.tournament.room import at
from tests.tournament.seats import Floor


def closing(floor):
    done = floor.done("CloseRegistration", role="director", tournament="t1")
    return [told.name for told in done.events]


def test_closing_registration_shows_the_decks_though_a_level_began_with_it():
    """Nobody looked since the clock went on: the level is written down in the same breath, and the secret is shown."""
    floor = Floor()
    floor.open((1, 9))
    floor.fill(2)
    floor.now = at("14:00")
    floor.order("StartClock")
    floor.now = at("15:30")
    names = closing(floor)
    assert names[0] == "LevelMarked"
    assert names[-2:] == ["DrawRevealed", "DrawCommitted"]


def test_a_deck_is_shown_when_registration_closes_though_its_tables_were_closed():
    """Table 1 was opened by mistake and closed again: what was promised about its chairs is shown all the same."""
    floor = Floor()
    floor.open((1, 9))
    floor.order("CloseTable", table=1)
    assert closing(floor) == ["RegistrationClosed", "DrawRevealed", "DrawCommitted"]


def test_a_move_that_the_director_edited_stays_while_a_third_table_deals_on():
    """Table 3 neither gives nor takes: its coming hand is no reason to propose anew."""
    floor = Floor()
    floor.open((1, 9), (2, 9), (3, 9))
    floor.seat({1: list(range(1, 10)), 2: [1, 2, 3, 4, 5, 6, 7], 3: [1, 2, 3, 4, 5, 6, 7, 8]})
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    for table in (1, 2, 3):
        floor.order("ReportButton", table=table, button=1)
    floor.order("ProposeBalance")
    (move,) = proposal(floor).moves
    floor.order("EditMove", instead_of=move.entry, entry=floor.at(1, 9), table=2, seat=9)
    assert floor.order("StartHand", table=3) == ["HandStarted"]
    assert from_to(floor) == [(1, 9, 2, 9)]


def test_where_balancing_was_switched_off_nothing_is_proposed_anew_when_a_table_deals_on():
    """What was proposed stays as it was for the director to confirm or drop."""
    floor = mid_hand("cgp-2024")
    floor.bust(floor.at(2, 7))
    floor.order("SetBalancing", mode="off")
    floor.order("EndHand", table=2)
    assert floor.order("StartHand", table=2) == ["HandStarted"]
    assert from_to(floor) == [(1, 5, 2, 5)]


def test_whoever_is_called_while_a_new_table_waits_for_its_first_players_gets_no_chair_yet():
    """Nobody sits there alone: refused, and nothing is brought about by it."""
    floor = late_room()
    floor.open((3, 9), draw="nova")
    floor.enter(30)
    assert floor.no("SeatAlternate", entry="e30").because == "alternate.no_seat"


def test_a_table_opened_before_the_first_hand_takes_nobody_from_the_others():
    """Eighteen sit at two tables and no hand was played: the third waits for those who still buy."""
    floor = Floor("adtp-2023")
    floor.open((1, 9), (2, 9))
    floor.seat({1: list(range(1, 10)), 2: list(range(1, 10))})
    for table in (1, 2):
        floor.order("ReportButton", table=table, button=1)
    assert floor.open((3, 9), draw="nova") == ["TableOpened", "DrawCommitted"]
    assert floor.state.floor.proposals == {}


def test_a_table_opened_where_balancing_is_switched_off_brings_no_proposal():
    floor = late_room()
    floor.order("SetBalancing", mode="off")
    assert floor.open((3, 9), draw="nova") == ["TableOpened", "DrawCommitted"]
    assert floor.state.floor.proposals == {}


def test_a_decision_that_opens_tables_leaves_the_room_as_it_was_until_it_is_written_down():
    """Somebody only looks what it would bring about: the room has its two tables and eighteen chairs."""
    floor = late_room()
    before = deepcopy(floor.state.floor)
    opened = (TableOpened(table=3, chairs=9, day="1"),)
    follows = with_consequences(opened, floor.state, floor.book_now, Now(at=floor.now))
    assert [type(one).__name__ for one in follows] == ["TableOpened", "BalanceProposed"]
    assert floor.state.floor == before


@pytest.mark.parametrize(("told", "posts"), [({}, True), ({"hand": 1}, False)])
def test_whoever_went_out_of_the_first_hand_and_is_told_late_is_in_no_other(told, posts):
    """Nobody tells when hands begin. Out of the second hand, whose big blind is 4: chair 5 owes the next one. Out of the
    first, told late: the second has not been dealt, and its big blind is 4."""
    floor = Floor("adtp-2023")
    floor.open((1, 9), (2, 9))
    floor.seat({1: list(range(1, 10)), 2: [1, 2, 3, 4, 6, 7, 8, 9]})
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    for table in (1, 2):
        floor.order("EndHand", table=table, button=1)
    floor.order("Eliminate", entry=floor.at(2, 8), **told)
    assert from_to(floor) == [(1, 4, 2, 5)]
    assert proposal(floor).moves[0].posts_big_blind is posts


def test_a_button_reported_in_mid_hand_is_no_end_of_the_hand():
    """Automatic: who was proposed plays his hand first, though the button of his table is told meanwhile."""
    floor = mid_hand("cgp-2024")
    floor.order("SetBalancing", mode="automatic")
    floor.bust(floor.at(2, 7))
    assert "PlayerMoved" not in floor.order("ReportButton", table=1, button=1)
    assert "PlayerMoved" in floor.order("EndHand", table=1)


def test_closing_registration_shows_no_deck_twice_and_no_secret_that_later_draws_rest_on():
    """Both chairs were sold and the deck was shown then; `depois` is for draws to come."""
    floor = Floor()
    floor.open((1, 2))
    floor.fill(2)
    floor.order("RevealDraw", draw="mesas", next_draw="depois")
    assert closing(floor) == ["RegistrationClosed"]
