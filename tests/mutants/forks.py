"""Many changes are tried in forks of one process that has read the program and the tests: see tests/mutants/warm.py."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import contextmanager
from io import StringIO
from typing import IO, TYPE_CHECKING

from tests.mutants.related import environment
from tests.mutants.trying import PYTEST, Tried, attempt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.mutants.changes import Change

Asked = tuple["Change", "Sequence[str]"]
POSSIBLE = hasattr(os, "fork")


def in_forks(asked: Sequence[Asked], still: Path, copy: Path, seconds: float, seed: int) -> Iterator[Tried]:
    """In the order asked. What no fork can tell is tried the ordinary way, on a copy that no fork reads."""
    for (change, tests), by in zip(asked, _answers(asked, still, copy, seed), strict=True):
        if by is None:
            yield attempt(change, tests, copy, seconds, seed)
        else:
            yield Tried(change, noticed=bool(by), by=by, tests=len(tests))


def _answers(asked: Sequence[Asked], still: Path, copy: Path, seed: int) -> Iterator[str | None]:
    """One for each change; none is known where there is nobody to ask, or where the process ended before its time."""
    files = sorted({test.partition("::")[0] for _, tests in asked for test in tests})
    with _warm(asked, files, still, copy, seed) if files else StringIO() as told:
        for _ in asked:
            line = told.readline()
            yield json.loads(line) if line else None


@contextmanager
def _warm(asked: Sequence[Asked], files: list[str], still: Path, copy: Path, seed: int) -> Iterator[IO[str]]:
    listed, temporary = copy / "asked.jsonl", copy / "t"
    temporary.mkdir(exist_ok=True)
    rows = (
        {
            "file": str(still / change.file),
            "function": change.function,
            "source": change.applied((still / change.file).read_bytes()).decode(),
            "tests": list(tests),
        }
        for change, tests in asked
    )
    listed.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    listening, telling = os.pipe()
    known = {
        **environment(still),
        "MUTANTS_ASKED": str(listed),
        "MUTANTS_ANSWERS": str(telling),
        "TMPDIR": str(temporary),
    }
    with (
        os.fdopen(listening, encoding="utf-8") as told,
        subprocess.Popen(
            [*PYTEST, "-p", "warm", f"--basetemp={temporary / 'pytest'}", f"--hypothesis-seed={seed}", *files],
            cwd=still,
            env=known,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[telling],
        ) as running,
    ):
        os.close(telling)
        try:
            yield told
        finally:
            running.kill()
