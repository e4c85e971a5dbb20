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


def test_every_address_is_called_and_every_answer_is_as_documented():
    """No call is left out, and none is answered otherwise than the document promises: calls.py says how."""
    addresses = sum(len(ways) for ways in documented().document["paths"].values())
    asking = [
        sys.executable,
        "-m",
        "pytest",
        "tests/web/api/calls.py",
        "-p",
        "schemathesis.pytest.plugin",
        "--tb=short",
    ]
    told = subprocess.run(asking, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout[-6000:]
    passed = re.search(r"(\d+) passed", told.stdout)
    assert passed, told.stdout[-2000:]
    assert int(passed[1]) == addresses > 20
