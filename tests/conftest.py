"""What tests share: a component that a test needs is found, or its absence is said out loud."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"


def missing(what: str) -> None:
    """In CI a missing component is a failure; elsewhere the test is skipped and says so."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and CI has to have it")
    pytest.skip(f"{what} is missing: run script/test, which installs it where it can")


@pytest.fixture(scope="session")
def chromium() -> str:
    for candidate in (os.environ.get("FELTRO_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        path = candidate and shutil.which(candidate)
        if path:
            return path
    missing("Chromium")
    raise AssertionError


@pytest.fixture(scope="session")
def shared_material() -> Path:
    """The regulations' index and texts, where they lie beside the project; no test depends on them alone."""
    if not SHARED.is_dir():
        pytest.skip("the shared material is not beside the project")
    return SHARED
