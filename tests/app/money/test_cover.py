"""A pool never owes more than it holds: the organiser covers what was won and is not there."""

from __future__ import annotations

from feltro.tournament.sheet import Satellite
from tests.tournament.room import Room

SEAT = Satellite(target="t2", seat_centavos=48000, seats=2, already_seated="ticket")


def played() -> Room:
    """Two seats of R$ 480, two entries that bring R$ 480 each."""
    room = Room(kind="satellite", satellite=SEAT)
    for number in (1, 2):
        room.sell(f"e{number}", f"p{number}", key=f"sale{number}")
    room.done("EndSatellite", role="director", tournament="t1", winners=["e1", "e2"])
    return room


def test_an_entry_that_is_voided_takes_its_open_seat_along():
    """The seat is the pool's again, so that there is nothing to cover."""
    room = played()
    room.done("VoidEntry", role="director", tournament="t1", entry="e1", ground="minor")
    assert (room.held("prize_pool:t1"), room.held("guarantee_cover:t1")) == (0, 0)


def test_the_entry_of_a_winner_is_not_undone():
    """The seat rests on it: it is voided, with the seat, and not as if it had never been."""
    room = played()
    refused = room.refused("Undo", role="director", command_key="sale1")
    assert (refused.because, refused.values["command"]) == ("undo.own_way", "SellEntry")


def test_one_seat_more_than_was_paid_for_is_the_organisers():
    """One entry, two seats promised: one is won, and the second is nobody's."""
    room = Room(kind="satellite", satellite=Satellite(target="t2", seat_centavos=60000, seats=2))
    room.sell("e1", "p1")
    room.done("EndSatellite", role="director", tournament="t1", winners=["e1"])
    assert (room.held("prize_pool:t1"), room.held("guarantee_cover:t1")) == (0, 12000)


def test_a_single_centavo_that_is_missing_is_covered_too():
    room = Room(kind="satellite", satellite=Satellite(target="t2", seat_centavos=48001, seats=1))
    room.sell("e1", "p1")
    room.done("EndSatellite", role="director", tournament="t1", winners=["e1"])
    assert (room.held("prize_pool:t1"), room.held("guarantee_cover:t1")) == (0, 1)
