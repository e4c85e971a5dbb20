"""Which hand of a table balancing goes by: the one that is played, else the one that was told just now, else the last one."""

from __future__ import annotations

import pytest

from feltro.procedures.button import Positions
from feltro.tournament.floor.balance import Played, Room
from feltro.tournament.sheet import Games, Level
from tests.tournament.seats import Floor

ALL = list(range(1, 10))
LAST = Positions(1, 2, 3)
TOLD = Positions(4, 5, 6)


def one_table(chairs=9, **changes):
    """Every chair taken; the last hand had its button on 1 and its blinds on 2 and 3."""
    floor = Floor("adtp-2023", **changes)
    floor.open((1, chairs))
    floor.seat({1: ALL[:chairs]})
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    floor.order("EndHand", table=1, button=1)
    return floor


def last(floor, **told):
    return Room(floor.state, floor.book_now, floor.now, **told)[1].last


def chairs(positions):
    return positions and (positions.button, positions.small_blind, positions.big_blind)


def test_a_table_that_plays_no_hand_stands_where_its_last_one_left_it_or_where_this_decision_says():
    floor = one_table()
    assert last(floor) == LAST
    assert last(floor, played={1: Played(TOLD)}) == TOLD
    assert last(floor, played={2: Played(TOLD)}) == LAST
    assert last(floor, played={1: Played(None)}) is None


def test_a_frozen_button_stands_for_the_hold_em_hand_that_it_waits_after():
    """Frozen on 4 after button 3 and blinds 4 and 5. Where only the chair was kept it is the hand that leads to it."""
    floor = one_table()
    assert last(floor, played={1: Played(None, frozen=4, after=Positions(3, 4, 6))}) == Positions(3, 4, 6)
    assert chairs(last(floor, played={1: Played(None, frozen=4)})) == (3, 4, 5)
    level = Level(
        minutes=30, small_blind=200, big_blind=400, stud_ante=100, bring_in=200, small_bet=400, big_bet=800
    )
    mixed = {"games": Games(codes=("flhe", "stud"), by="level"), "table_size": 8, "final_table_size": 8}
    floor = one_table(8, levels=(level,) * 20, **mixed)
    floor.done("MarkLevel", role="director", tournament="t1", level=2)
    floor.order("EndHand", table=1)
    assert (floor.state.floor.tables[1].positions, floor.state.floor.tables[1].frozen) == (None, 2)
    assert last(floor) == LAST
    assert last(floor, played={1: Played(TOLD)}) == TOLD
    assert last(floor, played={1: Played(None)}) is None


def test_a_button_that_was_drawn_stands_for_the_hand_before_it_until_a_hand_is_told():
    floor = Floor("adtp-2023")
    floor.open((1, 9))
    floor.seat({1: ALL})
    floor.order("DrawButton", table=1, seat=6, occasion="start")
    assert chairs(last(floor)) == (5, 6, 7)
    assert last(floor, played={1: Played(None)}) is None
    empty = Floor("adtp-2023")
    empty.open((1, 9))
    empty.order("DrawButton", table=1, seat=6, occasion="start")
    assert last(empty) is None


def test_the_hand_that_is_played_counts_until_its_end_is_told():
    """Begun by the table, or in this decision: the blinds are on 3 and 4. Ended in this decision, it is the one told."""
    floor = one_table()
    assert chairs(last(floor, started=(1,))) == (2, 3, 4)
    assert last(floor, started=(2,)) == LAST
    assert chairs(last(floor, played={1: Played(TOLD)}, started=(1,))) == (5, 6, 7)
    floor.order("StartHand", table=1)
    assert chairs(last(floor)) == (2, 3, 4)
    assert last(floor, played={1: Played(TOLD)}) == TOLD


def test_a_button_that_is_reported_is_that_of_the_hand_before_while_one_is_played():
    floor = one_table()
    reported = {1: Played(TOLD, ended=False)}
    assert last(floor, played=reported) == TOLD
    assert last(floor, played=reported, gone=(floor.at(1, 8),)) == TOLD
    floor.order("StartHand", table=1)
    assert chairs(last(floor, played=reported)) == (5, 6, 7)


@pytest.mark.parametrize(("after", "blinds"), [(False, (2, 3, 4)), (True, (1, 2, 3))])
def test_where_nobody_tells_when_hands_begin_a_bust_says_that_one_is_played_unless_it_is_told_late(after, blinds):
    """Chair 8 goes out: of the hand that is played now, or of an earlier one, by its number."""
    floor = one_table()
    gone = floor.at(1, 8)
    assert chairs(last(floor, gone=(gone,), after=(gone,) if after else ())) == blinds
    floor.bust(floor.at(1, 9))
    assert chairs(last(floor)) == (2, 3, 4)


def test_whoever_sat_down_during_the_hand_goes_out_of_none():
    """Button 7, blinds 8 and 1: chair 9 came since, and would have had the big blind if it had been dealt in."""
    floor = Floor("adtp-2023")
    floor.open((1, 9))
    floor.seat({1: ALL[:8]})
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    floor.order("EndHand", table=1, button=6)
    floor.order("StartHand", table=1)
    floor.enter(9)
    assert floor.at(1, 9) == "e9"
    assert chairs(last(floor)) == (7, 8, 1)
    assert chairs(last(floor, gone=("e9",))) == (7, 8, 1)
