"""What git carries is the project: no key of a house, nothing that a run left behind."""

from __future__ import annotations

import subprocess
from functools import cache

from tests.conftest import ROOT, missing

SECRET_ENDINGS = (".key", ".pem", ".p12", ".pfx", ".marks")
PRIVATE = b"PRIVATE KEY" + b"-----"
DOTTED = {".ci", ".github", ".gitignore", ".dockerignore", ".gitattributes", ".editorconfig"}
"""The only names at the top that may begin with a dot: what a run makes for itself begins so too."""


@cache
def carried() -> tuple[str, ...]:
    if not (ROOT / ".git").exists():
        missing("the checkout")  # an archive carries only what was carried here
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    return tuple(name for name in told.stdout.decode("utf-8").split("\0") if name)


def test_no_file_is_a_key():
    assert len(carried()) > 1000
    assert [name for name in carried() if name.endswith(SECRET_ENDINGS)] == []


def test_no_file_holds_a_private_key():
    here = [ROOT / name for name in carried() if (ROOT / name).is_file()]
    assert [str(path) for path in here if PRIVATE in path.read_bytes()] == []


def test_nothing_that_a_run_left_behind_is_carried():
    assert {name.partition("/")[0] for name in carried() if name.startswith(".")} <= DOTTED
