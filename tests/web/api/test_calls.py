"""The OpenAPI is true: what a machine made of it is answered as it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.web.api.test_schema import documented

pytestmark = pytest.mark.slow


def told_by_calls(**environ: str) -> int:
    """How many addresses were called and answered as the document promises: calls.py says how."""
    asking = [
        sys.executable,
        "-m",
        "pytest",
        "tests/web/api/calls.py",
        "-p",
        "schemathesis.pytest.plugin",
        "--tb=short",
    ]
    told = subprocess.run(
        asking, cwd=ROOT, env={**os.environ, **environ}, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout[-6000:]
    passed = re.search(r"(\d+) passed", told.stdout)
    assert passed, told.stdout[-2000:]
    return int(passed[1])


def addresses() -> int:
    return sum(len(ways) for ways in documented().document["paths"].values())


def test_every_address_is_called_and_every_answer_is_as_documented():
    """No address is left out; one command in six is sent."""
    assert told_by_calls() == addresses() > 20


@pytest.mark.proof
def test_every_command_is_sent_and_answered_as_documented():
    """`pytest -m proof tests/web/api` sends them all: some four minutes."""
    assert told_by_calls(FELTRO_CALLS="all") == addresses() > 20
