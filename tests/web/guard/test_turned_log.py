"""The log does not fill the disk: full, it is put aside, and the oldest goes; two processes do not lose lines over it."""

from __future__ import annotations

import logging
import subprocess
import sys

from feltro.web.guard.turned_log import TurnedLog

WRITES = """
import logging, sys
from pathlib import Path
from feltro.web.guard.turned_log import TurnedLog
log = logging.getLogger("one")
log.addHandler(TurnedLog(Path(sys.argv[1]), 40_000, 9))
for number in range(400):
    log.warning("%s %04d %s", sys.argv[2], number, "x" * 100)
"""


def test_a_full_log_is_put_aside_and_the_oldest_goes(tmp_path):
    path = tmp_path / "feltro.log"
    log = logging.getLogger("turned")
    handler = TurnedLog(path, 1_000, 2)
    log.addHandler(handler)
    for number in range(60):
        log.warning("line %02d %s", number, "x" * 80)
    log.removeHandler(handler)
    handler.close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["feltro.log", "feltro.log.1", "feltro.log.2"]
    assert "line 59" in path.read_text()
    assert all(file.stat().st_size < 1_300 for file in tmp_path.iterdir())


def test_two_processes_write_to_one_log_and_no_line_is_lost(tmp_path):
    path = tmp_path / "feltro.log"
    command = [sys.executable, "-c", WRITES, str(path)]
    both = [subprocess.Popen([*command, name]) for name in ("a", "b")]
    assert [one.wait(60) for one in both] == [0, 0]
    lines = [line for file in tmp_path.glob("feltro.log*") for line in file.read_text().splitlines()]
    told = {tuple(line.split()[-3:-1]) for line in lines}
    assert told == {(name, f"{number:04d}") for name in ("a", "b") for number in range(400)}
