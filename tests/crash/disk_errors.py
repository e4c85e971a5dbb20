"""The n-th read, write or flush that a process asks of the system fails: by `strace`, under a real SQLite."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

from tests.crash.killing import CHILD, check

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMMANDS = 8


class CallError(NamedTuple):
    call: str
    error: str
    most: int
    """So many of these calls a child makes, about."""
    lasts: bool = False


ERRORS = (
    CallError("pwrite64", "EIO", 110),
    CallError("pwrite64", "ENOSPC", 110, lasts=True),
    CallError("fdatasync,fsync", "EIO", 14),
    CallError("pread64", "EIO", 40),
)


def failing(url: str, name: str, strace: str, wrong: CallError, number: int) -> tuple[set[str], int]:
    """Let a child append under the error; the keys that it was told were done, and how many were not."""
    when = f"{number}+" if wrong.lasts else str(number)
    inject = f"inject={wrong.call}:error={wrong.error}:when={when}"
    command = [strace, "-f", "-qq", "-o", "/dev/null", "-e", f"trace={wrong.call}", "-e", inject]
    file = url.removeprefix("sqlite:///")
    only = [part for end in ("", "-wal") for part in ("-P", file + end)]
    ended = subprocess.run(
        [*command, *only, sys.executable, CHILD, url, name, str(COMMANDS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    said = [line.split() for line in ended.stdout.splitlines()]
    return {key for word, key in said if word == "done"}, sum(word == "unavailable" for word, _ in said)


def one(folder: Path, strace: str, wrong: CallError, number: int) -> tuple[int, int]:
    """On a new file; what was answered is there whole when it is opened again, and a later child goes on."""
    url = f"sqlite:///{folder / f'{wrong.error}-{wrong.call[:6]}-{number}.sqlite3'}"
    done, refused = failing(url, "first", strace, wrong, number)
    check(url, done)
    after = subprocess.run(
        [sys.executable, CHILD, url, "second", "2"], capture_output=True, text=True, check=True, timeout=300
    )
    check(url, done | {line.split()[1] for line in after.stdout.splitlines()})
    return len(done), refused


def places(step: int, first: int = 1) -> Iterator[tuple[CallError, int]]:
    for wrong in ERRORS:
        for number in range(first, wrong.most, step):
            yield wrong, number
