"""Copies that the house makes by itself: when a level or a drawer ends, in two folders, each one good."""

from __future__ import annotations

import pytest

from feltro.app.upkeep.backups import DAYS, KEPT, Backups, copies_in
from feltro.app.upkeep.proved_copy import prove
from feltro.app.wiring import open_house
from feltro.kernel.instants import Instant, later
from feltro.web.live.copies import CopyWatch
from tests.tournament.room import Room


@pytest.fixture
def room(tmp_path):
    made = Room(open_house(f"sqlite:///{tmp_path / 'house.sqlite3'}"))
    yield made
    made.house.store.close()


@pytest.fixture
def folders(tmp_path):
    return tmp_path / "copias", tmp_path / "pendrive" / "feltro"


class Watched:
    """The copies of a room, looked after as a server does, step by step."""

    def __init__(self, room, folders):
        self.room = room
        self.backups = Backups(room.house, folders)
        self.watch = CopyWatch(room.house, lambda: room.now, self.backups)

    def moved(self, *streams):
        for stream in streams:
            self.watch._heard(stream, 0)
        self.watch.look()


def test_the_end_of_a_level_and_of_a_drawer_leave_a_copy_in_both_folders(room, folders):
    """A sale alone leaves none; each copy is whole, and says how old it is."""
    watched = Watched(room, folders)
    room.sell("e1", "p1")
    watched.moved("tournament:t1", "desk:d1")
    assert copies_in(folders[0]) == []
    room.now = room.state.starts["1"]
    room.done("StartClock", role="director", tournament="t1", day="1")
    room.now = later(room.now, seconds=31 * 60)
    from feltro.app.screens.clock import look

    look(room.house, "t1", room.now)
    watched.moved("tournament:t1")
    first, second = (copies_in(folder) for folder in folders)
    assert [one.path.name for one in first] == [one.path.name for one in second]
    assert (len(first), watched.backups.last().at // 1_000_000) == (1, room.now // 1_000_000)
    assert [prove(one.path).findings for one in (*first, *second)] == [[], []]
    assert not watched.backups.is_behind
    room.sell("e2", "p2")
    assert watched.backups.is_behind


def test_a_start_after_an_evening_without_a_copy_makes_one(room, folders):
    room.sell("e1", "p1")
    watched = Watched(room, folders)
    watched.watch.look(first=True)
    assert len(copies_in(folders[1])) == 1
    watched.watch.look(first=True)
    assert len(copies_in(folders[1])) == 1, "and no second one of the same moment"


def test_a_stick_that_is_away_is_said_and_the_other_copy_is_made(room, folders):
    """Where the second folder would be, a file lies: nothing can be written there."""
    room.sell("e1", "p1")
    folders[1].parent.write_bytes(b"no folder")
    watched = Watched(room, folders)
    watched.watch.look(first=True)
    assert len(copies_in(folders[0])) == 1
    assert "pendrive" in watched.backups.failed


def test_the_latest_are_kept_by_number_and_older_ones_one_a_day_up_to_an_age(room, folders):
    """Three a day for forty days: the last twenty-four, and one of each day of the last thirty."""
    room.sell("e1", "p1")
    backups = Backups(room.house, folders[:1])
    folders[0].mkdir()
    made = backups.make(room.now)
    hours = [room.now - number * 8 * 3600 * 1_000_000 for number in range(1, 120)]
    from datetime import UTC, datetime

    for at in hours:
        moment = datetime.fromtimestamp(at / 1e6, UTC).strftime("%Y%m%dT%H%M%S")
        (folders[0] / f"feltro-{moment}Z-00000001.sqlite3").write_bytes(b"")
    backups.make(Instant(room.now + 1_000_000))
    kept = copies_in(folders[0])
    assert made in kept
    assert kept[KEPT - 1].at > room.now - 9 * 24 * 3600 * 1_000_000
    older = [one.at for one in kept[KEPT:]]
    assert 20 <= len(older) <= DAYS
    assert min(older) >= room.now - (DAYS + 1) * 24 * 3600 * 1_000_000


def test_a_copy_of_a_damaged_file_does_not_count(room, folders):
    """The registry has a row that nobody wrote so: the copy is thrown away, and the reason is told."""
    room.sell("e1", "p1")
    import sqlite3

    with sqlite3.connect(room.house.store.path) as other:
        other.execute("UPDATE registry SET body = x'00' WHERE kind = 'person'")
    other.close()
    watched = Watched(room, folders)
    watched.watch.look(first=True)
    assert "store.row_differs.registry" in watched.backups.failed
    assert copies_in(folders[0]) == []
