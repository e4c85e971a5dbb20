"""A table calls the floor, somebody goes, the table plays on."""

from __future__ import annotations

from feltro.kernel.instants import later
from tests.tournament.hall import Hall, at, told


def hall() -> Hall:
    room = Hall()
    room.seat(6, 2)
    room.now = at("14:00")
    room.director("StartClock")
    return room


def test_a_call_waits_until_somebody_takes_it_and_is_over_when_the_table_plays_on():
    room = hall()
    room.done("CallFloor", role="dealer", tournament="t1", call="c1", table=2, why="chips")
    waiting = room.state.calls.open["c1"]
    assert (waiting.table, waiting.why, waiting.floor) == (2, "chips", "")
    room.now = later(room.now, seconds=40)
    taken = told(room.done("TakeCall", who="bia", role="floor", tournament="t1", call="c1"), "CallTaken")[0]
    assert (taken["table"], taken["floor"], room.state.calls.open["c1"].floor) == (2, "bia", "bia")
    room.done("CloseCall", role="dealer", tournament="t1", call="c1")
    assert room.state.calls.open == {}
    assert room.no("TakeCall", role="floor", call="c1").because == "call.over"


def test_a_table_calls_once_and_two_do_not_run_to_it():
    room = hall()
    room.done("CallFloor", role="dealer", tournament="t1", call="c1", table=1)
    assert room.no("CallFloor", role="dealer", call="c2", table=1).because == "call.open_already"
    room.done("TakeCall", role="floor", tournament="t1", call="c1")
    assert room.no("TakeCall", role="floor", call="c1").because == "call.taken"
    assert room.no("CallFloor", role="dealer", call="c3", table=9).because == "table.not_open"


def test_an_id_is_used_once_also_after_the_call_is_over():
    room = hall()
    room.done("CallFloor", role="dealer", tournament="t1", call="c1", table=1)
    room.done("CloseCall", role="dealer", tournament="t1", call="c1")
    assert room.no("CallFloor", role="dealer", call="c1", table=2).because == "call.id_used"


def test_nobody_waits_at_a_table_that_is_gone():
    room = hall()
    room.done("CallFloor", role="dealer", tournament="t1", call="c1", table=2)
    room.out(*list(room.state.floor.tables[2].players.values()))
    room.close(2)
    assert room.state.calls.open == {}
