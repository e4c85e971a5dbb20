"""The feltro command with a stopwatch in it: how long the collector and the world's lock kept everybody waiting.

`python -m bench.load.watched FILE serve ...` writes to FILE.<pid> when the process ends. Times are those of the
processor: another program on the same machine is not Feltro's pause.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

from feltro.app.world import World
from feltro.cli.main import main as feltro
from feltro.store.sqlite import SqliteStore


class Stopwatch:
    """The longest of many holds."""

    def __init__(self) -> None:
        self.longest = 0.0

    def note(self, began: float) -> None:
        self.longest = max(self.longest, time.thread_time() - began)


COLLECTOR, LOCK = Stopwatch(), Stopwatch()
ASKED: list[int] = [0]
"""Statements that the SQLite file was asked, second by second."""


class WatchedLock:
    """The world's lock, timed from the first hold to the last release of a thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._began = 0.0

    def __enter__(self) -> bool:
        self._lock.acquire()
        self._depth += 1
        if self._depth == 1:
            self._began = time.thread_time()
        return True

    def _is_owned(self) -> bool:
        """As the lock of the library says it: a house asks, before it stands in line."""
        return bool(self._lock._is_owned())  # type: ignore[attr-defined]  # noqa: SLF001

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            LOCK.note(self._began)
        self._lock.release()


class Collections:
    began = 0.0


def watch_collector(phase: str, _info: dict[str, int]) -> None:
    if phase == "start":
        Collections.began = time.thread_time()
    else:
        COLLECTOR.note(Collections.began)


def start() -> None:
    gc.callbacks.append(watch_collector)
    made = World.__init__

    def watched(self: Any, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        self.lock = WatchedLock()

    World.__init__ = watched  # type: ignore[method-assign]


def count_statements() -> None:
    ask = SqliteStore._ask_any  # noqa: SLF001 - every statement of a reader goes through it

    def counted(self: Any, sql: str, values: Any) -> list[Any]:
        ASKED[-1] += 1
        return ask(self, sql, values)

    SqliteStore._ask_any = counted  # type: ignore[method-assign]  # noqa: SLF001

    def tick() -> None:
        while True:
            time.sleep(1)
            ASKED.append(0)

    threading.Thread(target=tick, daemon=True).start()


def at_the_end() -> float:
    """Statements in a second, over five of the last before it was told to stop."""
    return sum(ASKED[-7:-2]) / 5


def write(path: str) -> None:
    found = {
        "collector_ms": COLLECTOR.longest * 1000,
        "lock_ms": LOCK.longest * 1000,
        "statements_per_s": at_the_end(),
    }
    Path(f"{path}.{os.getpid()}").write_text(json.dumps(found))


def main() -> int:
    path = sys.argv.pop(1)
    start()
    count_statements()
    atexit.register(write, path)
    return int(feltro(sys.argv[1:]) or 0)


if __name__ == "__main__":
    raise SystemExit(main())
