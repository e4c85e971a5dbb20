"""Kills an appending process at random moments and compares what it was told with what is there."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from feltro.store.address import open_store
from feltro.store.integrity import verify

CHILD = Path(__file__).parent / "appending_child.py"


def kill_while_appending(url: str, name: str, after: float, *, kill=None) -> set[str]:
    """Let a child append, end it with SIGKILL (or `kill()` what it depends on) after its first answers and
    this many seconds; the keys that it was told were done."""
    child = subprocess.Popen([sys.executable, CHILD, url, name], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    first = child.stdout.readline()
    time.sleep(after)
    if kill:
        kill()
    else:
        child.kill()
    rest = child.communicate(timeout=60)[0]
    lines = (first + rest).split(b"\n")[:-1]  # what follows the last line end was being written
    return {line.decode().split()[1] for line in lines}


def check(url: str, answered: set[str]) -> int:
    """Every answered command is there, and no command is there in part; the number of commands found.

    Looked at in one snapshot: a server may still be finishing the last commit of a client that was killed.
    """
    store = open_store(url)
    with store.snapshot() as still:
        found = Counter(event.meta.key for stream in still.streams() for event in still.read(stream))
        lost = answered - found.keys()
        assert not lost, f"answered and lost: {sorted(lost)}"
        for key, events in found.items():
            odd = int(key.rsplit(".", 1)[1]) % 2
            assert events == (4 if odd else 1), f"a part of {key}"
            assert (still.kept("person", key) is not None) == bool(odd), f"a part of {key}"
            assert still.answered(key), f"a part of {key}"
    findings = verify(store)
    assert not findings, findings
    store.close()
    return len(found)


def rounds(url: str, times: int, seed: int, *, kill=None, again=None) -> tuple[int, int]:
    """Kill so many times; (answered, found). `again` is called after each kill, to start what was killed."""
    rng = random.Random(seed)
    answered: set[str] = set()
    for number in range(times):
        answered |= kill_while_appending(url, f"r{number}", rng.uniform(0, 0.15), kill=kill)
        if again:
            again()
        if number % 5 == 4:
            check(url, answered)
    return len(answered), check(url, answered)
