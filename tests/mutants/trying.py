"""A change is tried on a copy of the project: the working tree is never touched."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants.related import environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.mutants.changes import Change

NAMED = ("pyproject.toml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
KEPT = ("src", "tests", "docs", "bench", "script", *NAMED)
PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-p", "no:xdist")
UNWANTED = shutil.ignore_patterns("__pycache__", ".hypothesis", "*.pyc")
SAME, UNASKED = 0, (4, 5)
"""What pytest ends with: nothing failed, or it found none of what it was to ask, which proves nothing."""


class Tried(NamedTuple):
    change: Change
    noticed: bool
    by: str
    """The first test that failed, `in time` when nothing ended, or nothing."""
    tests: int


def copied(root: Path, to: Path) -> Path:
    """Compiled files are checked by what the source says, not by when it was written: a change is always seen."""
    to.mkdir(parents=True)
    for name in KEPT:
        there = root / name
        if there.is_dir():
            shutil.copytree(there, to / name, ignore=UNWANTED, symlinks=True)
        elif there.exists():
            shutil.copy2(there, to / name)
    compiling = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "src"]
    subprocess.run(compiling, cwd=to, check=False, capture_output=True)
    return to


@contextmanager
def changed(change: Change, root: Path) -> Iterator[None]:
    file = root / change.file
    source = file.read_bytes()
    file.write_bytes(change.applied(source))
    try:
        yield
    finally:
        file.write_bytes(source)


def attempt(change: Change, tests: Sequence[str], root: Path, seconds: float, seed: int) -> Tried:
    """Whether one of the tests fails; one that does not end has noticed too."""
    if not tests:
        return Tried(change, noticed=False, by="", tests=0)
    files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
    with changed(change, root):
        ended, told = _asked(tests, root, seconds, seed)
        if ended in UNASKED:  # the change gave its cases other names: their files are asked as a whole
            ended, told = _asked(files, root, seconds, seed)
    by = "in time" if ended is None else next(iter(_failed(told)), f"pytest ended with {ended}")
    return Tried(change, noticed=ended not in {SAME, *UNASKED}, by=by if ended != SAME else "", tests=len(tests))


def _asked(tests: Sequence[str], root: Path, seconds: float, seed: int) -> tuple[int | None, str]:
    listed = root / "asked.txt"
    listed.write_text("\n".join(tests), "utf-8")
    return _run([*PYTEST, f"--hypothesis-seed={seed}", f"@{listed}"], root, seconds)


def _run(command: list[str], root: Path, seconds: float) -> tuple[int | None, str]:
    with subprocess.Popen(
        command,
        cwd=root,
        env=environment(root),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            told, _ = running.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.communicate()
            return None, ""
        return running.returncode, told


def _failed(told: str) -> Iterator[str]:
    for line in told.splitlines():
        if line.startswith(("FAILED ", "ERROR ")) and "::" in line:
            yield line.split(" ", 1)[1].split(" - ")[0]
