"""Balancing: the fewest moves, the right mover, never the small blind."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from feltro.procedures.balance import (
    BalanceRules,
    Procedure,
    SeatedTable,
    chair_at,
    mover_of,
    plan,
)
from feltro.procedures.button import ButtonRules, Positions, next_positions, positions_from
from feltro.procedures.sizes import Sizes, exchanges

RULES = BalanceRules()


def fewest_moves(counts, tolerance):
    """Every room reachable move by move, until one is even: slow, and surely right."""
    reached, frontier, moves = {counts}, {counts}, 0
    while not any(max(room) - min(room) <= tolerance for room in frontier):
        frontier = {
            tuple(c - (i == giver) + (i == taker) for i, c in enumerate(room))
            for room in frontier
            for giver, taker in product(range(len(room)), repeat=2)
            if giver != taker and room[giver] > 0
        } - reached
        reached |= frontier
        moves += 1
    return moves


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 7), min_size=2, max_size=4).map(tuple), st.integers(1, 3))
def test_no_room_needs_fewer_moves(counts, tolerance):
    """The number of moves is that of an exhaustive search."""
    sizes = Sizes.of(dict(enumerate(counts)))
    givers, takers = exchanges(sizes, tolerance, min, max)
    assert len(givers) == len(takers) == fewest_moves(counts, tolerance)
    assert [sizes[table] for table in range(len(counts))] == list(counts)


def seated(players, chairs=9):
    return SeatedTable(chairs, players, positions_from(players[0], players, ButtonRules()))


tables = st.sets(st.integers(1, 9), min_size=2).map(lambda seats: seated(tuple(sorted(seats))))


@settings(deadline=None)
@given(st.lists(tables, min_size=2, max_size=6), st.integers(1, 2))
def test_after_the_moves_the_room_is_even_and_nobody_was_sent_to_the_small_blind(room, tolerance):
    """One seat, one player; movers were due the big blind; the arriving player never owes the small blind alone."""
    named = dict(enumerate(room))
    sizes = Sizes.of({name: len(table.players) for name, table in named.items()})
    moves = plan(named, sizes, RULES, Procedure(tolerance))
    after = {name: set(table.players) for name, table in named.items()}
    for move in moves:
        after[move.table].remove(move.seat)
        assert move.to.seat not in after[move.to.table]
        after[move.to.table].add(move.to.seat)
    counts = [len(seats) for seats in after.values()]
    assert max(counts) - min(counts) <= max(tolerance, 1)
    first = {move.table: move.seat for move in reversed(moves)}
    for name, seat in first.items():
        assert any(move.seat == mover_of(named[name], RULES) for move in moves if move.table == name), seat


@given(tables)
def test_the_chair_owes_the_big_blind_soonest(table):
    """No other free chair, but the small blind's, would have the big blind earlier."""
    chair = chair_at("T", table, RULES)
    if chair is None:
        return
    coming = next_positions(table.last, table.with_player(chair.seat).players, ButtonRules())
    assert coming.small_blind != chair.seat or coming.big_blind == chair.seat
    assert chair.posts_big_blind == (coming.big_blind == chair.seat)
    assert (chair.wait == 0) == chair.posts_big_blind


def test_several_moves_are_matched_so_that_who_owes_first_pays_first():
    """Two movers, two chairs: the chair with the big blind goes to the player due it first."""
    full = seated(tuple(range(1, 10)))
    short = SeatedTable(9, (1, 2, 3, 6, 7), Positions(1, 2, 3))
    moves = plan({1: full, 2: short}, Sizes.of({1: 9, 2: 5}), RULES, Procedure())
    assert [(move.seat, move.to.seat) for move in moves] == [(4, 4), (5, 5)]


def test_nobody_is_sent_to_pay_the_big_blind_of_a_chair_that_has_just_paid_it():
    """Where the house says so. Its player went out as big blind: the chair is free, and the next hand's is due there."""
    full = seated(tuple(range(1, 10)))
    short = SeatedTable(9, (1, 2, 3, 6, 7), Positions(1, 2, 3), had_big_blind=frozenset({4}))
    sizes = Sizes.of({1: 9, 2: 5})
    (once, *_), (twice, *_) = (
        plan({1: full, 2: short}, sizes, replace(RULES, big_blind_twice=may), Procedure()) for may in (False, True)
    )
    assert (once.to.seat, twice.to.seat) == (5, 4)


def test_a_player_moved_a_moment_ago_stays_while_another_can_go():
    tables = {
        1: seated(tuple(range(1, 10))),
        2: seated(tuple(range(1, 10))),
        3: SeatedTable(9, (1, 2, 3, 4), Positions(1, 2, 3)),
    }
    sizes = Sizes.of({1: 9, 2: 9, 3: 7})
    (move,) = plan(tables, sizes, RULES, Procedure())
    assert (move.table, move.seat) == (2, 4)
    (move,) = plan(tables, sizes, RULES, Procedure(just_moved={(2, 4)}))
    assert (move.table, move.seat) == (1, 4)
    (move,) = plan(tables, sizes, RULES, Procedure(giving_order=(1, 2)))
    assert move.table == 1


def test_where_the_mover_is_drawn_somebody_who_came_a_moment_ago_changes_no_table():
    """Nobody knows yet who will go: the table that gives is the one that gives anyway."""
    drawn = replace(RULES, mover="random")
    fresh = SeatedTable(9, tuple(range(1, 10)), Positions(1, 2, 3), arrived=4)
    tables = {1: fresh, 2: seated(tuple(range(1, 10))), 3: SeatedTable(9, (1, 2, 3, 4), Positions(1, 2, 3))}
    sizes = Sizes.of({1: 9, 2: 9, 3: 7})
    (plain,) = plan(tables, sizes, drawn, Procedure())
    (after,) = plan(tables, sizes, drawn, Procedure(just_moved={(1, 4)}))
    assert (plain.table, plain.seat) == (after.table, after.seat) == (2, None)


@pytest.mark.parametrize(
    ("short", "takes"),
    [
        ({2: (1, 2, 3, 5), 3: (1, 2, 3, 5)}, 2),
        ({2: (1, 2, 3, 5), 10: (1, 2, 3, 5)}, 2),
        ({2: (1, 2, 3, 4), 3: (1, 2, 3, 5)}, 3),
        ({2: (1, 2, 3, 4), 3: (1, 2, 3, 4)}, 2),
        ({2: (1, 2, 3, 5), 3: (1, 2, 3, 4)}, 2),
    ],
)
def test_of_two_short_tables_the_one_whose_chair_owes_the_big_blind_sooner_takes(short, takes):
    """Chair 4 has the big blind next where it is free; where both wait as long, the lower number takes."""
    tables = {number: SeatedTable(9, players, Positions(1, 2, 3)) for number, players in short.items()}
    tables |= {1: seated(tuple(range(1, 7)))}
    sizes = Sizes.of({number: len(table.players) for number, table in tables.items()})
    (move,) = plan(tables, sizes, RULES, Procedure())
    assert (move.table, move.to.table) == (1, takes)


def test_who_is_due_the_big_blind_first_gets_the_chair_that_owes_it_first():
    """Chairs 4 and 5 of table 1 go. Table 3 is the shorter one, but at table 2 the free chair 4 has the big blind next."""
    blinds = {1: Positions(1, 2, 3), 2: Positions(1, 2, 3), 3: Positions(4, 5, 8)}
    players = {1: (1, 2, 3, 4, 5, 6, 7, 8), 2: (1, 2, 3, 5, 6), 3: (4, 5, 8, 9)}
    tables = {number: SeatedTable(9, players[number], blinds[number]) for number in players}
    moves = plan(tables, Sizes.of({1: 8, 2: 5, 3: 4}), RULES, Procedure())
    assert [(move.seat, move.to.table, move.to.seat) for move in moves] == [(4, 2, 4), (5, 3, 1)]


def test_by_position_nobody_is_sent_away_twice():
    """Eight against four, chairs 5 and then 6 fell empty: 6 goes to 6; for 5 it is 7, because 6 has gone."""
    rules = BalanceRules(mover="by_position", destination="last_vacated")
    tables = {1: SeatedTable(9, (1, 2, 3, 4, 6, 7, 8, 9)), 2: SeatedTable(9, (1, 2, 3, 4), vacated=(5, 6))}
    moves = plan(tables, Sizes.of({1: 8, 2: 4}), rules, Procedure())
    assert [(move.table, move.seat, move.to.table, move.to.seat) for move in moves] == [(1, 6, 2, 6), (1, 7, 2, 5)]


def test_locked_chairs_are_not_used():
    short = SeatedTable(9, (1, 2, 3, 6, 7), Positions(1, 2, 3), locked=frozenset({4}))
    assert chair_at("T", short, RULES).seat == 5


@pytest.mark.parametrize("tolerance", [1, 2])
def test_a_whole_room_plays_down_without_anyone_lost(tolerance):
    """Players bust one by one at the fullest tables; every balance keeps the room even."""
    room = {number: seated(tuple(range(1, 10))) for number in range(1, 13)}
    sizes = Sizes.of(dict.fromkeys(room, 9))
    left = 108
    turn = 0
    while left > 24:
        number = 1 + turn * 7 % 12
        turn += 1
        if len(room[number].players) < 2:
            continue
        out = room[number].players[turn % len(room[number].players)]
        room[number] = room[number].without(out)
        sizes.change(number, -1)
        left -= 1
        for move in plan(room, sizes, RULES, Procedure(tolerance)):
            room[move.table] = room[move.table].without(move.seat)
            room[move.to.table] = room[move.to.table].with_player(move.to.seat)
            sizes.change(move.table, -1)
            sizes.change(move.to.table, 1)
        assert sizes.spread <= tolerance
        assert sum(len(table.players) for table in room.values()) == left
    assert (left, turn >= 84) == (24, True)
