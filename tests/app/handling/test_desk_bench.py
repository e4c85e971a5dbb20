"""The measurement of the desk itself runs; what it measures is `script/bench --only desk`."""

from __future__ import annotations

from contextlib import closing

from bench import desk

from feltro.app.handling import House
from feltro.app.upkeep.audit import verify_house
from feltro.store.sqlite import SqliteStore


def test_the_filled_desk_is_a_whole_house_that_goes_on_selling(tmp_path):
    """What was sold in memory and taken in verifies, and the next entry is sold on top of it."""
    with closing(SqliteStore(tmp_path / "desk.sqlite3")) as store:
        desk.fill(store, 20)
        house = House(store)
        desk.register(store, 20)
        desk.sell(house, 20)
        assert len(house.world.live("tournament:t1").state.entries) == 21
        assert not verify_house(store).findings


def test_the_row_is_measured_against_one_flush(monkeypatch, tmp_path):
    """Four flushes are promised: the ratio may not fall under a quarter. Beside the same in memory and a flush it may not
    fall under one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(desk, "ENTRIES", 20)
    rows = list(desk.rows(0.05))
    assert [row.promised for row in rows] == [1 / 4, 1 / 4, 1]
    for row in rows:
        assert row.smaller_is_better
        assert row.feltro > 0 < row.peer
