"""The system itself refuses the n-th read, write or flush of a real SQLite; a full disk stays full."""

from __future__ import annotations

import time

import pytest

from tests.crash.disk_errors import ERRORS, one

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("wrong", ERRORS, ids=lambda wrong: f"{wrong.error}-{wrong.call}")
def test_an_error_of_the_system_loses_nothing_answered_and_the_file_opens_again(wrong, tmp_path, strace):
    """Somewhere in the middle, each run elsewhere; `script/crash --long` takes every place."""
    number = 3 + time.time_ns() % (wrong.most - 3)
    answered, refused = one(tmp_path, strace, wrong, number)
    assert answered + refused <= 8, (wrong, number)
