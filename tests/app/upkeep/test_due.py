"""What is due is known by its instant: a quiet house asks nothing, and nothing comes late for it."""

from __future__ import annotations

import time

import pytest

from feltro.app.handling import House
from feltro.app.upkeep.due import ALL_EVERY, QUIET, DueList
from feltro.app.wiring import open_house
from feltro.kernel.instants import Instant, later
from feltro.store.memory import MemoryStore
from feltro.tournament.facts.clock import LevelMarked
from tests.tournament.room import Room, at

READS = ("read", "version", "streams", "answered", "kept", "registry", "links", "last_link", "commit")


class CountingStore(MemoryStore):
    """Counts what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def __getattribute__(self, name: str):
        if name in READS:
            object.__getattribute__(self, "asked").append(name)
        return object.__getattribute__(self, name)


@pytest.fixture
def room():
    room = Room(House(CountingStore()))
    room.now = room.state.starts["1"]
    room.done("StartClock", role="director", tournament="t1", day="1")
    return room


@pytest.fixture
def due(room):
    """Listening, and with a first look behind it."""
    found = DueList(room.house)
    found.listen()
    look(found, room.now)
    yield found
    found.stop()


def look(due: DueList, hour: Instant) -> set[str]:
    moved = due.moved(hour)
    due.do(hour)
    return moved


def levels(room: Room) -> list[int]:
    facts = room.house.world.live("tournament:t1").facts
    return [one.event.level for one in facts if one.meta.who == "clock" and isinstance(one.event, LevelMarked)]


def test_while_nothing_moves_and_nothing_is_due_nothing_is_asked(room, due):
    """For all of a level, second by second."""
    look(due, room.now)
    room.house.store.asked.clear()
    for second in range(1, 290):
        assert look(due, later(room.now, seconds=second)) == set()
    assert room.house.store.asked == []


def test_a_level_is_written_down_when_it_begins(room, due):
    """Not a second before, once, and the next one after it."""
    look(due, later(room.now, seconds=30 * 60 - 1))
    assert levels(room) == []
    look(due, later(room.now, seconds=30 * 60))
    look(due, later(room.now, seconds=30 * 60 + 1))
    assert levels(room) == [2]
    look(due, later(room.now, seconds=60 * 60))
    assert levels(room) == [2, 3]


def test_levels_that_began_while_nobody_looked_are_written_down_together(room, due):
    look(due, later(room.now, seconds=95 * 60))
    assert levels(room) == [2, 3, 4]


def test_a_clock_that_another_process_set_is_heard_of(room, due):
    """Paused elsewhere, nothing is due any more; resumed, it is due later."""
    other = House(room.house.store)
    room.house, mine = other, room.house
    room.now = later(room.now, seconds=600)
    room.done("PauseClock", role="director", tournament="t1", day="1")
    room.house = mine
    heard(due, room.now)
    assert not due.running
    look(due, later(room.now, seconds=3600))
    assert levels(room) == []


def heard(due: DueList, hour: Instant) -> None:
    """The store tells from a thread of its own."""
    until = time.monotonic() + 5
    while time.monotonic() < until and not look(due, hour):
        time.sleep(0.01)


def test_what_was_not_told_is_found_all_the_same(room, due):
    """Now and then every stream is compared, in case the connection that tells was lost."""
    due.stop()
    room.now = later(room.now, seconds=60)
    room.done("PauseClock", role="director", tournament="t1", day="1")
    assert look(due, room.now) == set()
    assert "tournament:t1" in look(due, Instant(room.now + ALL_EVERY))
    assert not due.running


def test_a_pix_that_nobody_paid_runs_out_at_its_instant(room, due):
    """Known from the sale, not asked of every sale every second."""
    room = Room(House(CountingStore()), addenda=("pix-no-dia-cgp",))
    room.now = at("13:40")
    room.done("SellEntry", **room.awaiting("e1", "p1"))
    found = DueList(room.house)
    look(found, room.now)
    (instant,) = found._due.values()
    look(found, Instant(instant - 1))
    assert room.state.entries["e1"].status == "pending"
    look(found, instant)
    assert room.state.entries["e1"].status == "cancelled"


def test_what_rests_is_pressed_and_a_start_reads_no_more_of_it(tmp_path):
    """A minute after the last word."""
    room = Room(open_house(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
    try:
        for number in range(1, 15):
            room.sell(f"e{number}", f"p{number}")
        due = DueList(room.house)
        look(due, room.now)
        due.press(room.now)
        assert room.house.world.live("tournament:t1").page is None
        due.press(Instant(room.now + QUIET))
        assert room.house.world.live("tournament:t1").stands_pressed
    finally:
        room.house.store.close()
