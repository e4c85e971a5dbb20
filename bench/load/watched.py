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
from asyncio.base_events import Server
from pathlib import Path
from typing import Any

from feltro.app.world import World
from feltro.cli.main import main as feltro
from feltro.store.sqlite import SqliteStore


class Stopwatch:
    """The longest of many holds, and the longest of each holder."""

    def __init__(self) -> None:
        self.holders: dict[str, float] = {}

    def note(self, began: float, holder: str = "") -> None:
        self.holders[holder] = max(self.holders.get(holder, 0.0), time.thread_time() - began)

    @property
    def longest(self) -> float:
        return max(self.holders.values(), default=0.0)

    def named(self, most: int = 6) -> dict[str, float]:
        ordered = sorted(self.holders.items(), key=lambda one: -one[1])
        return {holder: round(held * 1000, 1) for holder, held in ordered[:most]}


COLLECTOR, LOCK, BEFORE = Stopwatch(), Stopwatch(), Stopwatch()
"""A lock that is held before the server takes anybody in keeps nobody waiting: it is told apart."""
SERVING = threading.Event()
ASKED: list[int] = [0]
"""Statements that the SQLite file was asked, second by second."""


class WatchedLock:
    """The world's lock, timed from the first hold to the last release of a thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._depth = 0
        self._began = 0.0
        self._holder = ""

    def __enter__(self) -> bool:
        self._lock.acquire()
        self._depth += 1
        if self._depth == 1:
            asked = sys._getframe(1)  # noqa: SLF001 - who holds it is what one wants to know
            self._holder = f"{asked.f_globals['__name__']}.{asked.f_code.co_qualname}"
            self._began = time.thread_time()
        return True

    def _is_owned(self) -> bool:
        """As the lock of the library says it: a house asks, before it stands in line."""
        return bool(self._lock._is_owned())  # type: ignore[attr-defined]  # noqa: SLF001

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            (LOCK if SERVING.is_set() else BEFORE).note(self._began, self._holder)
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
    taken_in = Server._start_serving  # type: ignore[attr-defined]  # noqa: SLF001 - from here on people are taken in

    def serving(self: Any) -> None:
        SERVING.set()
        taken_in(self)

    Server._start_serving = serving  # type: ignore[attr-defined]  # noqa: SLF001


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
        "lock_holders_ms": LOCK.named(),
        "lock_before_ms": BEFORE.longest * 1000,
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
