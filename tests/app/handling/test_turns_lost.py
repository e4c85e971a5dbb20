"""What a turn of several commands tells each of them when it was lost, and what of it the next ones have to be read for."""

from __future__ import annotations

import pytest

from feltro.app.handling.catalogue import command_decoder
from feltro.app.handling.house import House, _reaches_the_store, _TurnLostError
from feltro.app.handling.slip import CommandSlip
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.store.memory import MemoryStore
from feltro.store.port import Append, Erase, Keep, Meta, NewEvent, Put, StoreUnavailable, Transaction

META = Meta("ana", "cashier", "test", Instant(1), "k1", "Note")
NOTED = (NewEvent("Noted", 1, b"{}"),)


@pytest.mark.parametrize(
    ("written", "reaches"),
    [
        ({}, False),
        ({"registry": (Keep("person", "p1", b"{}"),)}, True),
        ({"registry": (Keep("reason", "k1", b"troco"),)}, False),
        ({"registry": (Erase("reason", "k1"),)}, True),
        ({"appends": (Append("desk:d1", 0, NOTED),)}, True),
        ({"appends": (Append("desk:d1", 4, NOTED),)}, False),
        ({"appends": (Append("desk:d1", 0, ()),)}, False),
        ({"vault": (Put("draw", b"secret"),)}, True),
    ],
)
def test_rows_secrets_and_new_streams_end_a_turn_and_reasons_do_not(written, reaches):
    """The store is asked for them, and does not have them before the flush; a reason nobody decides on."""
    assert _reaches_the_store(Transaction(META, **written)) is reaches


def slip(number: int) -> CommandSlip:
    command = command_decoder().decode(b'{"type":"DropCash","desk":"d1","amount_centavos":100}')
    envelope = Envelope(key=f"k{number}", who="ana", role="cashier", device="test", at=Instant(1))
    return CommandSlip(command, envelope)


def unavailable(*, may_pass: bool) -> StoreUnavailable:
    error = StoreUnavailable("gone")
    error.may_pass = may_pass
    return error


def test_a_turn_that_was_lost_is_tried_three_times_and_then_everybody_is_told_to_come_back():
    house, waiting = House(MemoryStore()), [slip(1), slip(2)]
    lost = _TurnLostError()
    assert house._lost(waiting, lost) == {}
    assert house._lost(waiting, lost) == {}
    assert house._lost(waiting, lost) == dict.fromkeys(waiting, Refused("command.too_busy"))


def test_whoever_was_answered_is_not_tried_again():
    house, done, waits = House(MemoryStore()), slip(1), slip(2)
    done.say(Refused("x"))
    house._lost([done, waits], _TurnLostError())
    assert (done.attempts, waits.attempts) == (0, 1)


def test_a_store_that_may_come_back_is_tried_again_and_one_that_is_broken_is_told_at_once():
    """In its own words, not as a busy house."""
    house = House(MemoryStore())
    once, broken = slip(1), unavailable(may_pass=False)
    assert house._lost([once], broken) == {once: broken}
    again, away = slip(2), unavailable(may_pass=True)
    assert [house._lost([again], away) for _ in range(3)] == [{}, {}, {again: away}]


def test_what_a_world_learned_in_a_lost_turn_is_forgotten_and_nothing_else_is(monkeypatch):
    house, forgot = House(MemoryStore()), []
    monkeypatch.setattr(house.world, "forget_everything", lambda: forgot.append(1))
    house._lost([slip(1)], unavailable(may_pass=True))
    assert forgot == []
    house._lost([slip(1)], _TurnLostError())
    assert forgot == [1]


def test_a_house_counts_what_came_of_its_commands(monkeypatch):
    """Done, refused and unavailable, each by itself."""
    house = House(MemoryStore())
    one = slip(1)
    house.handle(one.command, one.envelope)
    assert dict(house.counted) == {"refused": 1}

    def fails(_command, _envelope):
        raise unavailable(may_pass=False)

    monkeypatch.setattr(house, "_handle", fails)
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            house.handle(one.command, one.envelope)
    assert dict(house.counted) == {"refused": 1, "unavailable": 2}
