"""The button never costs anyone a second big blind, and everybody pays in turn."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from feltro.procedures.button import (
    ButtonRules,
    HeadsUp,
    Positions,
    lies_between,
    next_positions,
    next_seat,
    order_of_play,
    positions_from,
    seat_before,
    without_hand,
)

DEAD = ButtonRules()
MOVING = ButtonRules("moving", lone_big_blind=False, heads_up_button_posts="big_blind")

tables = st.sets(st.integers(1, 10), min_size=2, max_size=10).map(lambda seats: tuple(sorted(seats)))
changes = st.lists(st.sets(st.integers(1, 10), max_size=4), max_size=12)


def start(players, rules):
    return positions_from(players[0], players, rules)


@given(tables, changes, st.sampled_from([DEAD, MOVING]))
def test_nobody_posts_the_big_blind_twice_in_a_row(players, coming_and_going, rules):
    """However players come and go, the big blind is always on another player than in the hand before."""
    last = start(players, rules)
    assert last.big_blind in players
    for changed in coming_and_going:
        seats = tuple(sorted(set(players) ^ changed))
        if len(seats) < 2:
            continue
        coming = next_positions(last, seats, rules)
        assert coming.big_blind in seats
        if rules is DEAD or len(seats) == 2:
            assert coming.big_blind != last.big_blind or last.big_blind not in players or last.big_blind in changed
        assert coming.small_blind_posted == (coming.small_blind in seats)
        players, last = seats, coming


@given(tables, changes, st.sampled_from([DEAD, MOVING]))
@example((5, 6, 7, 9), [set(), {5}, {9, 2, 6, 1}], DEAD)
def test_someone_always_acts_and_everyone_is_dealt_in_or_waits(players, coming_and_going, rules):
    """Whoever acts first or gets the last card is dealt in; only seats between button and small blind wait."""
    last = start(players, rules)
    assert last.big_blind in set(players) - set(without_hand(last, players))
    for changed in coming_and_going:
        seats = tuple(sorted(set(players) ^ changed))
        if len(seats) < 2:
            continue
        last = next_positions(last, seats, rules)
        order = order_of_play(last, seats, HeadsUp())
        waiting = without_hand(last, seats)
        dealt = set(seats) - set(waiting)
        assert {order.first_to_act, order.first_to_act_later, order.last_card, last.big_blind} <= dealt
        assert len(dealt) >= 2
        players = seats


@given(st.integers(3, 10))
def test_in_one_orbit_everyone_pays_each_blind_once(number):
    """Nobody leaves: after as many hands as players, each was button, small blind and big blind once."""
    players = tuple(range(1, number + 1))
    for rules in (DEAD, MOVING):
        hands = [start(players, rules)]
        while len(hands) < number:
            hands.append(next_positions(hands[-1], players, rules))
        assert sorted(hand.button for hand in hands) == list(players)
        assert sorted(hand.small_blind for hand in hands) == list(players)
        assert sorted(hand.big_blind for hand in hands) == list(players)


def test_with_a_dead_button_nobody_skips_the_small_blind():
    """After each big blind a player who stays posts the small blind, whoever else leaves."""
    last = Positions(1, 2, 3)
    coming = next_positions(last, (1, 3, 4, 5), DEAD)
    assert (coming.button, coming.small_blind, coming.big_blind) == (2, 3, 4)
    lone = next_positions(last, (1, 2, 4, 5), DEAD)
    assert lone == Positions(2, 3, 4, small_blind_posted=False)
    assert next_positions(lone, (1, 2, 4, 5), DEAD) == Positions(3, 4, 5)


def test_a_book_without_a_lone_big_blind_has_both_blinds_posted():
    rules = ButtonRules("dead", lone_big_blind=False)
    assert next_positions(Positions(1, 2, 3), (1, 2, 4, 5), rules) == Positions(2, 4, 5)


@pytest.mark.parametrize(
    ("chair", "after", "before"), [(1, 3, 8), (2, 3, 1), (3, 6, 1), (5, 6, 3), (6, 8, 3), (8, 1, 6), (9, 1, 8)]
)
def test_the_neighbours_of_a_chair(chair, after, before):
    """Players on 1, 3, 6 and 8: the next one clockwise and the one before, from a taken chair or an empty one."""
    assert (next_seat(chair, (1, 3, 6, 8)), seat_before(chair, (1, 3, 6, 8))) == (after, before)


@pytest.mark.parametrize(
    ("button", "small_blind", "players", "waiting"),
    [
        (2, 5, (2, 5, 7), ()),
        (2, 5, (2, 3, 5, 7), (3,)),
        (2, 5, (2, 3, 4, 5, 7), (3, 4)),
        (8, 2, (1, 2, 5, 8, 9), (1, 9)),
        (2, 5, (2, 3, 7), (3,)),
        (2, 5, (2, 7, 8), ()),
        (2, 5, (), ()),
    ],
)
def test_who_sits_between_button_and_small_blind_gets_no_cards(button, small_blind, players, waiting):
    """Whether or not somebody sits on the small blind's chair, and round the end of the table."""
    assert without_hand(Positions(button, small_blind, 7), players) == waiting


@given(st.integers(1, 10), tables)
def test_walking_round_the_table(seat, players):
    """The next player's neighbour on the other side has nobody between him and the seat asked from."""
    after = next_seat(seat, players)
    assert not any(lies_between(seat, one, after) for one in players)
    assert seat_before(after, players) in players
