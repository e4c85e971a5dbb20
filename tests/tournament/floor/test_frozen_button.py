"""The button of a mixed event: it moves on as if hold'em went on, waits while stud is played, and nobody skips a big blind."""

from __future__ import annotations

import random

import pytest

from feltro.kernel.instants import later
from feltro.rulebook.library import shipped
from feltro.rulings.rule import rule
from feltro.tournament.sheet import Games, Level
from tests.tournament.room import BOOKS
from tests.tournament.seats import Floor

DEAD = tuple(book for book in BOOKS if book != "bpt-2015")
SAYS = {"cgp-2024": "5.2.4.B", "adtp-2012": "8.B", "adtp-2023": "11.B"}
LEVELS = tuple(
    Level(minutes=30, small_blind=200, big_blind=400, stud_ante=100, bring_in=200, small_bet=400, big_bet=800)
    for _ in range(20)
)
LAST_HAND = {"button": 3, "small_blind": 4, "big_blind": 5}
# Who goes out in the last hold'em hand, and (button, small blind, big blind) of the hand when hold'em comes back.
OUT = {(): (4, 5, 6), (4,): (4, 5, 6), (5,): (4, None, 6), (4, 5): (4, None, 6), (3,): (4, 5, 6), (6,): (4, 5, 7)}
clauses = pytest.mark.clause("cgp-2024:5.2.4.B", "adtp-2012:8.B", "adtp-2023:11.B")


def mixed(book, seats=range(1, 9), chairs=8):
    """One table of a mixed event: hold'em in the odd levels, stud in the even ones."""
    games = Games(codes=("flhe", "stud"), by="level")
    floor = Floor(book, games=games, levels=LEVELS, table_size=chairs, final_table_size=chairs)
    floor.open((1, chairs))
    floor.seat({1: list(seats)})
    floor.order("StartClock", reason="teste")
    return floor


def level(floor, number):
    floor.done("MarkLevel", role="director", tournament="t1", level=number)


def told(floor):
    hand = floor.told(1)
    return hand.button, hand.small_blind, hand.big_blind


def out(floor, *seats):
    for seat in seats:
        floor.bust(floor.at(1, seat))


@clauses
@pytest.mark.parametrize("book", DEAD)
@pytest.mark.parametrize("gone", OUT)
def test_who_goes_out_in_the_last_hold_em_hand_takes_nobodys_big_blind_away(book, gone):
    """Button 3, blinds 4 and 5: it freezes on 4, occupied or not, and seat 6 (or the next there is) owes the big blind."""
    floor = mixed(book)
    out(floor, *gone)
    floor.order("EndHand", table=1, **LAST_HAND)
    level(floor, 2)
    assert floor.told(1).game == "stud"
    for _ in range(3):
        assert told(floor) == (4, None, None)
        floor.order("EndHand", table=1)
    level(floor, 3)
    assert told(floor) == OUT[gone]


@clauses
@pytest.mark.parametrize("book", DEAD)
@pytest.mark.parametrize("gone", OUT)
def test_the_ruling_says_the_same(book, gone):
    """The kind mixed_button, before stud and after it: the same chairs, and who would be moved meanwhile."""
    seats = list(range(1, 9))
    situation = {"kind": "mixed_button", "occupied": seats, "left": list(gone), **LAST_HAND}
    (before,) = rule({**situation, "from": "flhe", "to": "stud"}, shipped()[book]).rulings
    button, small, big = OUT[gone]
    assert (before.values["button"], before.values["frozen"], before.values["moves"]) == (button, True, big)
    waiting = {"button": 4, "small_blind": 5, "big_blind": 6}
    back = {"kind": "mixed_button", "from": "stud", "to": "flhe", "occupied": seats, "left": list(gone), **waiting}
    (after,) = rule(back, shipped()[book]).rulings
    assert [after.values[name] for name in ("button", "small_blind", "big_blind")] == [button, small, big]


@clauses
@pytest.mark.parametrize("book", DEAD)
@pytest.mark.parametrize("gone", OUT)
def test_a_hand_that_ends_after_the_change_and_began_before_it_was_hold_em(book, gone):
    """Nobody tells when hands begin. One ended at 29 minutes, the next one a minute into the stud level."""
    floor = mixed(book)
    floor.now = later(floor.now, seconds=29 * 60)
    floor.order("EndHand", table=1, button=2, small_blind=3, big_blind=4)
    floor.now = later(floor.now, seconds=2 * 60)
    out(floor, *gone)
    floor.order("EndHand", table=1)
    (_, ended) = floor.events("HandPlayed")
    assert (ended.positions.button, ended.positions.small_blind, ended.positions.big_blind) == (3, 4, 5)
    assert told(floor) == (4, None, None)
    floor.order("EndHand", table=1)
    floor.now = later(floor.now, seconds=29 * 60 + 1)
    assert told(floor) == OUT[gone]


@clauses
@pytest.mark.parametrize("book", DEAD)
def test_a_hand_told_with_its_blinds_was_no_stud_hand_however_long_it_took(book):
    """Twenty minutes into the stud level the table tells a hand with button 3, blinds 4 and 5: it was hold'em."""
    floor = mixed(book)
    floor.now = later(floor.now, seconds=29 * 60)
    floor.order("EndHand", table=1, button=2, small_blind=3, big_blind=4)
    floor.now = later(floor.now, seconds=21 * 60)
    floor.order("EndHand", table=1, **LAST_HAND)
    assert told(floor) == (4, None, None)
    level(floor, 3)
    assert told(floor) == (4, 5, 6)


@clauses
@pytest.mark.parametrize("book", DEAD)
def test_a_hand_told_without_blinds_so_late_was_stud(book):
    """The button had moved on after the last hold'em hand, and stays where it is."""
    floor = mixed(book)
    floor.now = later(floor.now, seconds=29 * 60)
    floor.order("EndHand", table=1, button=2, small_blind=3, big_blind=4)
    floor.now = later(floor.now, seconds=21 * 60)
    floor.order("EndHand", table=1)
    assert told(floor) == (3, None, None)


@clauses
def test_a_hand_that_was_told_to_begin_has_the_game_it_began_with():
    """The same with StartHand: what the clock shows by then does not matter."""
    floor = mixed("adtp-2023")
    floor.order("EndHand", table=1, button=2, small_blind=3, big_blind=4)
    floor.order("StartHand", table=1)
    level(floor, 2)
    out(floor, 4)
    floor.order("EndHand", table=1)
    assert told(floor) == (4, None, None)
    level(floor, 3)
    assert told(floor) == (4, 5, 6)


def after(chair, seats):
    """The next of these chairs clockwise."""
    return next((seat for seat in sorted(seats) if seat > chair), min(seats))


@clauses
@pytest.mark.parametrize("book", DEAD)
@pytest.mark.parametrize("seed", range(6))
def test_stud_levels_leave_the_round_of_big_blinds_as_it_was(book, seed):
    """Whoever goes out and whenever: the big blind goes on to the next player as if the stud hands had not been there."""
    dice = random.Random(seed)
    floor = mixed(book)
    small, big = 2, 3
    floor.order("EndHand", table=1, button=1, small_blind=small, big_blind=big)
    seated = set(range(1, 9))
    for number in range(2, 10):
        for _ in range(dice.randint(0, 3)):
            if number % 2 == 0:
                button, small, big = small, big, after(big, seated)
                expected = button, small if small in seated else None, big
                assert told(floor) == expected
            else:
                assert told(floor) == (small, None, None)
            gone = dice.sample(sorted(seated), min(dice.choice((0, 0, 1, 2)), len(seated) - 3))
            out(floor, *gone)
            seated -= set(gone)
            floor.order("EndHand", table=1)
        level(floor, number)
    assert floor.state.floor.tables[1].hands > 4


@pytest.mark.clause("bpt-2015:14")
def test_without_a_dead_button_it_waits_on_a_player():
    """BPT: button 3 moves to 4 and waits there; when that player goes out it resumes on the next one."""
    floor = mixed("bpt-2015")
    floor.order("EndHand", table=1, **LAST_HAND)
    level(floor, 2)
    assert told(floor) == (4, None, None)
    floor.order("EndHand", table=1)
    out(floor, 6)
    level(floor, 3)
    assert told(floor) == (4, 5, 7)
    floor.order("EndHand", table=1)
    level(floor, 4)
    floor.order("EndHand", table=1)
    out(floor, 5)
    level(floor, 5)
    assert told(floor) == (7, 8, 1)
