"""What is not even read when slow tests are left out: collecting it means reading the whole OpenAPI."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    left_out = "not slow" in config.option.markexpr
    return True if left_out and collection_path.name == "test_calls.py" else None
