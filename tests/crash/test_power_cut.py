"""The power is cut while a house writes: what had been answered by then is there, and nothing is there in part."""

from __future__ import annotations

import time

import pytest

from tests.crash.power_cut import cuts

pytestmark = pytest.mark.slow


def test_a_power_cut_at_any_moment_loses_nothing_that_was_answered(tmp_path, strace):
    """Played from the traced writes of a real process: unflushed sectors are there or not, as chance has it."""
    seed = time.time_ns()
    tried, held = cuts(tmp_path, strace, commands=12, step=3, seed=seed)
    assert (tried > 15, held > 50) == (True, True), (seed, tried, held)
