"""Taps that waited at a table without a network: when they were made, what they crossed, and who puts them right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.handling.catalogue import command_decoder
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import SECOND, Instant
from tests.web.running import Running

if TYPE_CHECKING:
    from feltro.kernel.outcome import Refused


def late(room: Running, seconds: int, kind: str, key: str, **fields: Any) -> Done | Refused:
    """A tap of the tablet of table 1, made so many seconds ago."""
    command = command_decoder().decode(msgspec.json.encode({"type": kind, "tournament": "t1", **fields}))
    tapped = Instant(room.now - seconds * SECOND)
    sent = Envelope(key=f"device.a/{key}", who="device.a", role="dealer", at=room.now, tapped_at=tapped)
    return room.site.house.handle(command, sent)


def bust(room: Running, seconds: int, key: str, *entries: str) -> Done | Refused:
    return late(room, seconds, "BustHand", key, busts=[{"entry": one, "stack": 5000} for one in entries])


def names(done: Done | Refused) -> list[str]:
    assert isinstance(done, Done), done
    return [one.name for one in done.events]


def test_a_late_bust_says_when_it_was_tapped_and_when_it_arrived():
    room = Running(18)
    gone = room.at(1, 1)
    done = bust(room, 120, "k1", gone)
    assert names(done) == ["EntryEliminated", "TapArrived"]
    told = [msgspec.json.decode(one.event) for one in done.events]
    assert told[0]["at"] == told[1]["tapped_at"] == room.now - 120 * SECOND
    assert told[1]["at"] == room.now


def test_a_bust_tapped_in_level_one_and_arrived_in_level_two_was_in_level_one():
    room = Running(18)
    room.site.clock.now = room.now = Instant(room.now + 31 * 60 * SECOND)
    bust(room, 5 * 60, "k1", room.at(1, 1))
    assert [one.level for one in room.state.eliminations.outs.values()] == [1]


def test_a_tap_that_took_two_seconds_did_not_wait():
    room = Running(18)
    assert names(bust(room, 2, "k1", room.at(1, 1))) == ["EntryEliminated"]


def test_the_same_tap_sent_twice_is_done_once():
    room = Running(18)
    gone = room.at(1, 1)
    first, again = bust(room, 120, "k1", gone), bust(room, 120, "k1", gone)
    assert first == again
    assert len(room.state.eliminations.outs) == 1


def crossing() -> tuple[Running, str, str]:
    """Ana was out at table 1 at nine, and her tablet had no network; Bia went out at table 2 a minute later."""
    room = Running(18)
    ana, bia = room.at(1, 1), room.at(2, 1)
    room.order("Eliminate", entry=bia)
    return room, ana, bia


def test_a_bust_that_crosses_another_is_asked_of_the_floor():
    room, ana, bia = crossing()
    assert names(bust(room, 60, "k1", ana)) == ["TapAsked", "TapArrived"]
    assert ana not in room.state.eliminations.outs
    asked = room.state.taps.open["k1"]
    assert (asked.entries, asked.crossed, asked.because) == ((ana,), (bia,), "tap.crossed")


def test_the_floor_says_that_the_late_one_was_out_before():
    room, ana, bia = crossing()
    bust(room, 60, "k1", ana)
    room.done("SettleTap", role="floor", who="fred", tournament="t1", tap="k1", how="before")
    assert [one for group in room.state.eliminations.groups for one in group] == [ana, bia]
    assert room.state.taps.open == {}


def test_or_after_or_not_at_all():
    room, ana, bia = crossing()
    bust(room, 60, "k1", ana)
    room.done("SettleTap", role="floor", who="fred", tournament="t1", tap="k1", how="after")
    assert [one for group in room.state.eliminations.groups for one in group] == [bia, ana]
    other, cleo, _ = crossing()
    bust(other, 60, "k1", cleo)
    other.done("SettleTap", role="floor", who="fred", tournament="t1", tap="k1", how="dropped")
    assert cleo not in other.state.eliminations.outs


def test_two_busts_of_one_tablet_arrive_in_order_and_cross_nothing():
    room = Running(18)
    first, second = room.at(1, 1), room.at(1, 2)
    assert "TapAsked" not in names(bust(room, 120, "k1", first))
    assert "TapAsked" not in names(bust(room, 60, "k2", second))
    assert [one for group in room.state.eliminations.groups for one in group] == [first, second]


def test_a_player_whom_the_floor_moved_meanwhile_is_asked_about():
    room = Running(14, chairs=8)
    entry, chair = room.mover()
    table, seat = chair.split(".")
    room.site.clock.pass_seconds(30)
    room.now = room.site.clock.now
    room.order("MovePlayer", entry=entry, table=int(table), seat=int(seat), reason="equilíbrio")
    room.site.clock.pass_seconds(30)
    room.now = room.site.clock.now
    assert "TapAsked" in names(bust(room, 60, "k1", entry))
    assert room.state.taps.open["k1"].because == "tap.changed"


def test_nobody_but_the_floor_settles_and_nothing_is_settled_twice():
    room, ana, _ = crossing()
    bust(room, 60, "k1", ana)
    refused = room.refused("SettleTap", role="dealer", who="davi", tournament="t1", tap="k1")
    assert refused.because == "permission.role_may_not"
    room.done("SettleTap", role="floor", who="fred", tournament="t1", tap="k1")
    again = room.refused("SettleTap", role="floor", who="fred", tournament="t1", tap="k1")
    assert again.because == "tap.settled_already"


def test_a_time_that_was_begun_and_ended_without_network_lasted_as_long_as_it_lasted():
    room = Running(9, book="adtp-2023")
    entry = room.at(1, 1)
    late(room, 60, "StartTime", "k1", time="q1", entry=entry, faces="bet")
    late(room, 48, "StopTime", "k2", time="q1")
    assert room.state.time_bank.ended[1].seconds == 12
