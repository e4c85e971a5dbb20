"""A disk or a memory that fails at the n-th step: what was answered is there, and nothing is there in part."""

from __future__ import annotations

import time

import pytest

from tests.crash.faults import Prepared, every, try_fault

pytestmark = pytest.mark.slow

STEP = 17
"""`script/crash --long` takes every one."""


def test_a_fault_at_any_statement_loses_nothing_answered_and_leaves_nothing_in_part(tmp_path):
    """Errors of the disk before and after it wrote, a full disk, no memory; each run begins somewhere else."""
    prepared = Prepared(tmp_path)
    first = 1 + time.time_ns() % STEP
    tried = [(fault, number, try_fault(prepared, fault, number)) for fault, number in every(prepared, STEP, first)]
    assert len(tried) > 15
    assert {fault.kind for fault, _, counted in tried if counted["unavailable"]} == {"io", "full", "memory"}
