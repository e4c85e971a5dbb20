"""What it costs to start the command and print one clause, against starting Python and doing nothing."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from bench.row import Row

CLAUSE = "cgp-2024:5.4.14.A"


def rows(seconds: float) -> list[Row]:
    command = [str(Path(sys.executable).parent / "feltro"), "clause", CLAUSE]
    bare, ours = _fastest([[sys.executable, "-c", "pass"], command], seconds)
    return [
        Row(
            "start and print one clause",
            "ms",
            ours * 1000,
            bare * 1000,
            "python -c pass",
            1 / 6,
            smaller_is_better=True,
        )
    ]


def _fastest(commands: list[list[str]], seconds: float) -> list[float]:
    """The best time of each, the commands taking turns so that both meet the same machine."""
    best = [float("inf")] * len(commands)
    until = time.perf_counter() + max(seconds, 1.0)
    while time.perf_counter() < until:
        for place, command in enumerate(commands):
            began = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            best[place] = min(best[place], time.perf_counter() - began)
    return best
