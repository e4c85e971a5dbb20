"""The measurements themselves run; what they measure is `script/bench`."""

import random
import sys
from pathlib import Path

import pytest
from tests.conftest import peer

peer("pokerkit")
sys.path.insert(0, str(Path(__file__).parents[2]))

from bench import hand as bench  # noqa: E402 - needs the path
from bench.row import Row, per_second  # noqa: E402 - the same


@pytest.mark.filterwarnings("ignore:Returning reserved")
@pytest.mark.parametrize("code", list(bench._PEERS))
def test_both_sides_play_every_measured_game(code):
    """A few hands of each, to the end."""
    assert bench.play_ours(code, 6, random.Random(1), 20).over
    assert not bench.play_theirs(code, 6, random.Random(1), 1).status


def test_a_finished_hand_is_small():
    """Under 20 KB, at a full table."""
    row = bench._memory()
    assert row.unit == "bytes"
    assert 1_000 < row.feltro <= 20_000


def test_a_ratio_says_how_many_times_better():
    """More per second, or fewer bytes."""
    assert Row("", "", 300, 10, "", 30).kept
    assert not Row("", "", 299, 10, "", 30).kept
    assert Row("", "", 10, 20, "", 2, smaller_is_better=True).ratio == 2


def test_speed_is_counted_over_enough_time():
    """The work is repeated until it can be measured."""
    calls = []
    assert per_second(lambda count: calls.append(count) or sum(range(count * 2000)), 0.02) > 0
    assert calls == sorted(calls)
