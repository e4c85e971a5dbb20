"""A plugin of pytest: which functions each test enters, and how long it takes. See tests/mutants/related.py.

What a fixture of a file enters while the first of its tests is set up counts for all tests of the file.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

SOURCE = os.environ.get("MUTANTS_SOURCE", "")
FOLDER = os.environ.get("MUTANTS_FOLDER", "")

entered: set[Any] = set()
of_test: dict[str, set[str]] = {}
of_setup: dict[str, set[str]] = defaultdict(set)
seconds: dict[str, float] = {}
_ours: dict[Any, bool] = {}


def _enter(frame: Any, _event: str, _arg: Any) -> None:
    code = frame.f_code
    ours = _ours.get(code)
    if ours is None:
        ours = _ours[code] = code.co_filename.startswith(SOURCE)
    if ours:
        entered.add(code)


def _taken() -> set[str]:
    found = {f"{code.co_filename[len(SOURCE) :]}:{code.co_firstlineno}" for code in tuple(entered)}
    entered.clear()
    return found


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Any:
    threading.settrace(_enter)
    sys.settrace(_enter)
    yield
    of_setup[item.nodeid.split("::")[0]] |= _taken()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    sys.settrace(_enter)
    yield
    sys.settrace(None)
    of_test[item.nodeid] = _taken()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    seconds[report.nodeid] = seconds.get(report.nodeid, 0) + report.duration
    if report.failed:
        seconds[report.nodeid] = float("inf")


def pytest_sessionfinish() -> None:
    """A test that fails by itself tells nothing about a change, and is left out."""
    if not of_test:
        return
    rows = [
        [test, seconds.get(test, 0), sorted(functions | of_setup[test.split("::")[0]])]
        for test, functions in of_test.items()
        if seconds.get(test, 0) != float("inf")
    ]
    Path(FOLDER, f"reached-{os.getpid()}.json").write_text(json.dumps(rows), "utf-8")
