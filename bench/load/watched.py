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


class Stopwatch:
    """The longest of many holds."""

    def __init__(self) -> None:
        self.longest = 0.0

    def note(self, began: float) -> None:
        self.longest = max(self.longest, time.thread_time() - began)


COLLECTOR, LOCK = Stopwatch(), Stopwatch()


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
    from feltro.app.world import World

    made = World.__init__

    def watched(self: Any, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        self.lock = WatchedLock()

    World.__init__ = watched  # type: ignore[method-assign]


def write(path: str) -> None:
    found = {"collector_ms": COLLECTOR.longest * 1000, "lock_ms": LOCK.longest * 1000}
    Path(f"{path}.{os.getpid()}").write_text(json.dumps(found))


def main() -> int:
    path = sys.argv.pop(1)
    start()
    atexit.register(write, path)
    from feltro.cli.main import main as feltro

    return int(feltro(sys.argv[1:]) or 0)


if __name__ == "__main__":
    raise SystemExit(main())
