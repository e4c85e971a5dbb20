"""The measurement of the clock itself runs; what it measures is `script/bench --only clock`."""

from __future__ import annotations

from bench import clock


def test_the_rows_compare_a_long_log_with_a_short_one(monkeypatch):
    """Commands and the view, each against itself; both sides did something."""
    monkeypatch.setattr(clock, "LONG", 30)
    monkeypatch.setattr(clock, "SHORT", 3)
    rows = clock.rows(0.02)
    assert len(rows) == 2
    assert all(row.smaller_is_better and row.feltro > 0 < row.peer for row in rows)
