"""A power cut at any moment, played from the writes that a real process made.

A trace has every write to the file and its log, and every flush. At a cut, what was flushed is on the disk; of what was
written since, any part may be, sector by sector, in any order. From that the house is opened, and held to every answer
that had been given before.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from feltro.store.address import open_store
from tests.crash.killing import CHILD, check

if TYPE_CHECKING:
    from pathlib import Path

SECTOR = 512
HALF = 0.5
CALLS = "trace=pwrite64,write,fdatasync,fsync,ftruncate"
_CALL = re.compile(r'^\d+ +(\w+)\((\d+)<([^>]*)>(?:, "((?:\\x[0-9a-f]{2})*)"(?:\.\.\.)?)?(?:, (\d+))?(?:, (\d+))?')


class Step(NamedTuple):
    call: str
    file: str
    """How its name ends: nothing for the database, `-wal` for its log; or `answer`."""
    data: bytes = b""
    place: int = 0


def traced(folder: Path, strace: str, commands: int) -> tuple[Path, list[Step]]:
    """A store as it lay on the disk before, and everything that a process did to it."""
    path, trace = folder / "house.sqlite3", folder / "trace"
    open_store(f"sqlite:///{path}").close()
    before = folder / "before.sqlite3"
    shutil.copyfile(path, before)
    command = [strace, "-f", "-y", "-xx", "-s", "70000", "-e", CALLS, "-o", trace]
    child = [sys.executable, CHILD, f"sqlite:///{path}", "one", str(commands)]
    subprocess.run([*command, *child], check=True, capture_output=True, timeout=300)
    return before, list(_steps(trace.read_text(), str(path)))


def _steps(trace: str, path: str) -> list[Step]:
    found = []
    waiting: dict[str, str] = {}
    for line in trace.splitlines():
        thread = line.split(None, 1)[0]
        whole = line
        if line.endswith("<unfinished ...>"):
            waiting[thread] = line
            if "sync(" in line:
                continue  # a flush has happened when it has returned
        elif "resumed>" in line:
            begun = waiting.pop(thread, "")
            if "sync(" not in begun:
                continue  # a write may be on the disk as soon as it was asked for
            whole = begun
        step = _step(whole, path)
        if step:
            found.append(step)
    return found


def _step(line: str, path: str) -> Step | None:
    call = _CALL.match(line)
    if call is None:
        return None
    name, number, file, data, first, second = call.groups()
    file = bytes.fromhex(file.replace("\\x", "")).decode() if file.startswith("\\x") else file
    content = bytes.fromhex((data or "").replace("\\x", ""))
    if name == "write" and number == "1":
        return Step("answer", "", content)
    if not file.startswith(path) or file.endswith("-shm"):
        return None
    if name == "pwrite64":
        return Step("write", file.removeprefix(path), content, int(second))
    if name == "ftruncate":
        return Step("cut", file.removeprefix(path), b"", int(first))
    return Step("flush", file.removeprefix(path)) if name in {"fsync", "fdatasync"} else None


def cut_at(steps: list[Step], moment: int, before: Path, path: Path, rng: random.Random) -> set[str]:
    """Lay the files as a cut at this moment may leave them; the keys that were answered by then."""
    disk = {"": bytearray(before.read_bytes())}
    unsure: dict[str, list[Step]] = {}
    answered: set[str] = set()
    for step in steps[:moment]:
        if step.call == "answer":
            answered |= {line.split()[1] for line in step.data.decode().splitlines() if line.startswith("done ")}
        elif step.call == "flush":
            for one in unsure.pop(step.file, []):
                _apply(disk.setdefault(step.file, bytearray()), one)
        else:
            unsure.setdefault(step.file, []).append(step)
    for file, several in unsure.items():
        for sector in (sector for one in several for sector in _sectors(one) if rng.random() < HALF):
            _apply(disk.setdefault(file, bytearray()), sector)
    _lay(disk, path)
    return answered


def _lay(disk: dict[str, bytearray], path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    for end, content in disk.items():
        path.with_name(path.name + end).write_bytes(content)


def _sectors(step: Step) -> list[Step]:
    if step.call == "cut":
        return [step]
    starts = range(0, len(step.data), SECTOR)
    return [Step("write", step.file, step.data[at : at + SECTOR], step.place + at) for at in starts]


def _apply(content: bytearray, step: Step) -> None:
    if step.call == "cut":
        del content[step.place :]
        return
    content.extend(bytes(max(0, step.place - len(content))))
    content[step.place : step.place + len(step.data)] = step.data


def cuts(folder: Path, strace: str, commands: int, step: int, seed: int) -> tuple[int, int]:
    """Cut the power after every so many steps; (cuts, answers that had to be there)."""
    before, steps = traced(folder, strace, commands)
    rng = random.Random(seed)
    path = folder / "after.sqlite3"
    tried = held = 0
    for moment in range(rng.randrange(step), len(steps) + 1, step):
        answered = cut_at(steps, moment, before, path, rng)
        check(f"sqlite:///{path}", answered)
        tried, held = tried + 1, held + len(answered)
    return tried, held
