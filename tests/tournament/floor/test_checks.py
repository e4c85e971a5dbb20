"""A floor that does not hold together is told: each way in which chairs, players and counters can disagree."""

from __future__ import annotations

import copy

import pytest

from feltro.tournament.floor.checks import seat_complaints
from feltro.tournament.state.floor import Chair
from tests.tournament.seats import Floor

E1, E2 = Chair(1, 1), Chair(2, 4)


@pytest.fixture(scope="module")
def sound():
    """e1 sits at 1/1, e2 at 2/4."""
    floor = Floor()
    floor.open((1, 9), (2, 9))
    floor.seat({1: [1], 2: [4]})
    assert floor.state.floor.chair_of == {"e1": E1, "e2": E2}
    return floor.state


def sits_in_two_chairs(state):
    state.floor.tables[1].players[7] = "e2"


def sits_where_the_table_has_nobody(state):
    del state.floor.tables[1].players[1]


def sits_in_another_s_chair(state):
    state.floor.chair_of["e1"] = E2


def sits_at_a_table_that_is_not_open(state):
    state.floor.chair_of["e1"] = Chair(8, 1)


def sits_in_a_locked_chair(state):
    state.floor.tables[1].locked.add(1)
    state.floor.halls["1"].chairs -= 1


def was_never_sold(state):
    del state.entries["e1"]


def is_out(state):
    state.entries["e1"].status = "out"


def waits_for_a_chair(state):
    state.entries["e1"].status = "waiting"


@pytest.mark.parametrize(
    "wrong",
    [
        sits_where_the_table_has_nobody,
        sits_in_another_s_chair,
        sits_at_a_table_that_is_not_open,
        sits_in_a_locked_chair,
        was_never_sold,
        is_out,
        waits_for_a_chair,
    ],
)
def test_who_cannot_sit_there_is_named_with_the_chair(sound, wrong):
    """One thing wrong about e1 is enough."""
    state = copy.deepcopy(sound)
    assert not seat_complaints(state)
    wrong(state)
    where = [one.where for one in seat_complaints(state)]
    assert f"e1 {state.floor.chair_of['e1']}" in where


def test_a_bagged_player_keeps_the_chair(sound):
    """Chips in a bag at the end of a day still belong to somebody seated."""
    state = copy.deepcopy(sound)
    state.entries["e1"].status = "bagged"
    assert not seat_complaints(state)


def test_a_chair_that_somebody_else_has_or_that_is_not_there_is_named(sound):
    """e2 at two tables; e1 on chair 10 of nine, on chair 0, on the last one."""
    state = copy.deepcopy(sound)
    sits_in_two_chairs(state)
    assert "e2 1.7" in [one.where for one in seat_complaints(state)]
    for seat, told in ((10, True), (0, True), (9, False)):
        state = copy.deepcopy(sound)
        state.floor.tables[1].players = {seat: "e1"}
        state.floor.chair_of["e1"] = Chair(1, seat)
        assert [one.where for one in seat_complaints(state)] == ([f"e1 1.{seat}"] if told else [])


@pytest.mark.parametrize(("counter", "by"), [("seated", 1), ("seated", -1), ("chairs", 1), ("chairs", -1)])
def test_a_counter_of_the_day_that_miscounts_is_named(sound, counter, by):
    """Two seated on eighteen chairs, and no other figure."""
    state = copy.deepcopy(sound)
    hall = state.floor.halls["1"]
    assert (hall.seated, hall.chairs) == (2, 18)
    setattr(hall, counter, getattr(hall, counter) + by)
    assert [one.where for one in seat_complaints(state)] == ["1"]


def test_a_table_whose_size_is_kept_wrong_is_named(sound):
    """Table 2 has one player: not two, and it is not missing among the sizes."""
    state = copy.deepcopy(sound)
    state.floor.halls["1"].sizes.players[2] = 2
    assert [one.where for one in seat_complaints(state)] == ["2"]
    del state.floor.halls["1"].sizes.players[2]
    assert [one.where for one in seat_complaints(state)] == ["2", "1"]
