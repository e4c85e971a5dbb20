"""What a house looks at before it decides: who gives the command, at which device, and whether somebody waits for it."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext

import pytest

from feltro.app.access.who_stands import SHARED
from feltro.store.port import StoreUnavailable
from tests.tournament.room import Room

TABLET = f"{SHARED}mesa"


@pytest.fixture
def room():
    made = Room()
    made.sell("e1", "p1")
    made.done("OpenDrawer", desk="d2", cashier=TABLET, who=TABLET, float_centavos=100000)
    return made


def cancels(room, **more):
    return room.do("CancelEntry", **{"tournament": "t1", "entry": "e1", "desk": "d2", **more})


def test_money_leaves_by_a_person_and_not_by_a_device_that_several_share(room):
    """A role that may not is told that first; a sale goes through by the same device."""
    assert cancels(room, who=TABLET).because == "access.pin_needed"
    assert cancels(room, who=TABLET, role="dealer").because == "permission.role_may_not"
    assert room.state.entries["e1"].status == "live"
    room.sell("e2", "p2", who=TABLET, desk="d2")
    assert room.state.entries["e2"].status == "live"
    assert getattr(cancels(room, who="ana", desk="d1"), "because", "") != "access.pin_needed"


def test_a_shared_device_takes_back_its_own_word_where_no_money_left(room):
    """Undoing what moved no money out asks nobody's PIN, and a key that nobody used is told as one."""
    room.done("MarkLevel", role="director", who=TABLET, tournament="t1", level=2, key="level")
    room.done("Undo", role="director", who=TABLET, command_key="level")
    assert room.refused("Undo", role="director", who=TABLET, command_key="x").because == "undo.unknown_command"
    slip = {"tournament": "t1", "entry": "e1", "cause": "handed_over", "overpayment": "o1", "desk": "d1"}
    room.done("ReportOverpayment", key="slip", amount_centavos=5000, reason="troco errado", **slip)
    assert room.refused("Undo", who=TABLET, command_key="slip").because == "access.pin_needed"


def test_whoever_holds_the_world_still_may_give_a_command(room):
    """A use case that looks at everything and acts: it does not wait for itself, and each command is done once."""
    marks = {"role": "director", "tournament": "t1", "level": 2, "key": "level"}
    with room.house.world.lock:
        room.done("MarkLevel", **marks)
        once = room.house.store.version("tournament:t1")
        room.done("MarkLevel", **marks)
    assert room.house.store.version("tournament:t1") == once


@pytest.mark.parametrize("when", ["before it decides", "after it decided"])
@pytest.mark.parametrize("held", [False, True])
def test_a_disk_that_fails_is_told_to_whoever_waits_and_nothing_of_it_stays(room, monkeypatch, when, held):
    """A server that is gone when the turn begins, and one that goes with the flush; the world held or not."""
    turn = room.house.store.turn

    @contextmanager
    def broken():
        if when == "before it decides":
            raise StoreUnavailable("gone")
        with turn() as mine:
            monkeypatch.setattr(mine, "flush", lambda: (_ for _ in ()).throw(StoreUnavailable("gone")))
            yield mine

    before = room.house.store.streams()
    with monkeypatch.context() as patched:
        patched.setattr(room.house.store, "turn", broken)
        with room.house.world.lock if held else nullcontext(), pytest.raises(StoreUnavailable):
            room.do("MarkLevel", role="director", tournament="t1", level=2, key="level")
    assert (room.house.store.streams(), room.house.counted["unavailable"]) == (before, 1)
    room.done("MarkLevel", role="director", tournament="t1", level=2, key="level")


def test_whoever_keeps_a_copy_outside_hears_of_what_was_done_and_not_of_refusals(room):
    heard = []
    room.house.after_commit = lambda: heard.append(room.house.store.version("tournament:t1"))
    room.refused("MarkLevel", role="dealer", tournament="t1", level=2)
    assert room.refused("MarkLevel", role="director", tournament="t9", level=2).because == "tournament.unknown"
    assert heard == []
    room.done("MarkLevel", role="director", tournament="t1", level=2)
    assert heard == [room.house.store.version("tournament:t1")]


def test_a_house_counts_what_came_of_its_commands(room):
    before = dict(room.house.counted)
    room.done("MarkLevel", role="director", tournament="t1", level=2)
    room.refused("MarkLevel", role="dealer", tournament="t1", level=3)
    after = room.house.counted
    assert (after["done"] - before.get("done", 0), after["refused"] - before.get("refused", 0)) == (1, 1)
