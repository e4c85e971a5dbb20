"""Which tests are asked about a change: those that enter the function, as many as time allows. Those of the same room come
first, because they speak of it; then the quickest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.mutants.changes import Change

QUICK = "not slow and not browser and not postgres"
LONG = ("machine", "bench", "races", "simulated", "ten_stages")
"""Files whose tests play whole rooms: they notice much, and take longer than all others together."""
HERE = Path(__file__).parent


class Related:
    def __init__(
        self, rows: list[tuple[str, float, list[str]]], first: tuple[str, ...], last: tuple[str, ...] = ()
    ) -> None:
        self.seconds = {test: seconds for test, seconds, _ in rows}
        self.entering: dict[str, list[str]] = defaultdict(list)
        for test, _, functions in rows:
            for function in functions:
                self.entering[function].append(test)
        self.first, self.last = first, last

    def to(self, change: Change, budget: float) -> list[str]:
        """Outside of any function, or in one that only runs when the file is read, whoever enters the file is asked;
        of a file that nobody enters, everybody. Those asked first and last take nothing from the time of the others:
        what a whole evening was answered notices much, and hundreds of quicker tests would leave no time for it."""
        tests = set(self.entering.get(f"{change.file}:{change.function}", ()))
        if not tests:
            inside = [name for name in self.entering if name.startswith(f"{change.file}:")]
            tests = {test for name in inside for test in self.entering[name]}
        tests = tests or set(self.seconds)
        tests |= {test for test in self.seconds if _is_of(test, self.first)}
        asked_last = sorted(test for test in tests if _is_of(test, self.last))
        chosen: list[str] = []
        for test in sorted(
            tests.difference(asked_last),
            key=lambda one: (not _is_of(one, self.first), -_near(one, change.file), self.seconds[one], one),
        ):
            budget -= 0 if _is_of(test, self.first) else self.seconds[test]
            if budget < 0 and chosen:
                break
            chosen.append(test)
        return [*chosen, *asked_last]


def _is_of(test: str, paths: tuple[str, ...]) -> bool:
    return any(test == path or test.startswith((f"{path}/", f"{path}::")) for path in paths)


def _near(test: str, file: str) -> int:
    """How many folders the test has in common with the source: `tests/tournament/prizes` speaks of `.../prizes`."""
    of_source, of_test = file.split("/")[2:-1], test.partition("::")[0].split("/")[1:-1]
    same = takewhile(lambda pair: pair[0] == pair[1], zip(of_source, of_test, strict=False))
    return sum(1 for _ in same)


def nearest(files: Sequence[Path], change: Change, root: Path, first: tuple[str, ...]) -> list[Path]:
    """Of an area's tests those of the same room and of the folders around it, else those that come nearest; and those
    that speak of the area as a whole."""
    names = {file: file.relative_to(root).as_posix() for file in files}
    room = change.file.split("/")[2:-1]
    around = [file for file, name in names.items() if _is_around(name.split("/")[1:-1], room)]
    if not around:
        steps = {file: _near(name, change.file) for file, name in names.items()}
        around = [file for file, count in steps.items() if count == max(steps.values())]
    whole = [file for file, name in names.items() if any(name.startswith(one) for one in first)]
    return list(dict.fromkeys([*whole, *around]))


def _is_around(folder: list[str], room: list[str]) -> bool:
    return bool(folder) and (room[: len(folder)] == folder or folder[: len(room)] == room)


def environment(root: Path) -> dict[str, str]:
    """The copy's own source and tests, before anything that is installed."""
    path = os.pathsep.join(map(str, (root / "src", root, HERE)))
    return {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}


def look(root: Path, tests: tuple[str, ...], folder: Path, jobs: int) -> list[tuple[str, float, list[str]]]:
    """Run the tests once, as they are, and write down what each of them enters."""
    known = {**environment(root), "MUTANTS_SOURCE": f"{root}{os.sep}", "MUTANTS_FOLDER": str(folder)}
    folder.mkdir(parents=True, exist_ok=True)
    workers = ["-n", str(jobs)] if jobs > 1 else ["-p", "no:xdist"]
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "reached", "-m", QUICK, *workers]
    asked += ["--continue-on-collection-errors", *tests]
    asked += [f"--ignore-glob=*test_*{one}*.py" for one in LONG]
    ran = subprocess.run(asked, cwd=root, env=known, capture_output=True, text=True, check=False)
    rows = [row for part in sorted(folder.glob("reached-*.json")) for row in json.loads(part.read_text("utf-8"))]
    if not rows:
        raise SystemExit(f"no test ran to begin with:\n{ran.stdout[-3000:]}{ran.stderr[-3000:]}")
    return rows
