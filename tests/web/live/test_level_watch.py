"""Levels that begin by themselves reach every page without anybody typing."""

from __future__ import annotations

from feltro.kernel.instants import later
from feltro.web.live.levels import LevelWatch
from tests.tournament.room import Room


def test_a_level_that_began_is_written_down_once():
    """Half an hour after the start the log says that level 2 began; looking again adds nothing."""
    room = Room()
    room.now = room.state.starts["1"]
    room.done("StartClock", role="director", tournament="t1", day="1")
    watch = LevelWatch(room.house, lambda: later(room.now, seconds=31 * 60))
    version = room.house.store.version("tournament:t1")
    watch.look_at_all()
    facts = room.house.world.live("tournament:t1").facts[version:]
    assert [(fact.event.level, fact.meta.who) for fact in facts if hasattr(fact.event, "in_break")] == [
        (2, "clock")
    ]
    watch.look_at_all()
    assert room.house.store.version("tournament:t1") == version + len(facts)


def test_a_clock_that_stands_still_is_left_alone():
    """Paused, nothing happens by itself."""
    room = Room()
    room.now = room.state.starts["1"]
    room.done("StartClock", role="director", tournament="t1", day="1")
    room.done("PauseClock", role="director", tournament="t1", day="1")
    version = room.house.store.version("tournament:t1")
    LevelWatch(room.house, lambda: later(room.now, seconds=31 * 60)).look_at_all()
    assert room.house.store.version("tournament:t1") == version
