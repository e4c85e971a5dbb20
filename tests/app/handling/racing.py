"""Two desks at the same instant, in two threads or two processes, with the guard and without it.

The guard is the turn. With it, both desks ask for one together, having decided what can be decided before. Without it,
both have decided before either writes. As a program it is one desk: for every line of JSON that it reads it comes so
far with a command, says `ready`, waits for another line, goes on, and says the outcome.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.handling import House
from feltro.app.handling.catalogue import command_decoder
from feltro.app.world.plan import Done, Envelope
from feltro.store.address import open_store
from feltro.store.port import Append, Conflict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.store.port import AlreadyDone, Outcome, Store, Transaction

ROOT = Path(__file__).parents[3]
PATIENCE = 60


class Together:
    """A store whose first turn is asked for when the other desk asks for one too."""

    def __init__(self, store: Store, wait: Callable[[], None]) -> None:
        self._store = store
        self._wait = wait
        self._first = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def turn(self) -> Any:
        if self._first:
            self._first = False
            self._wait()
        return self._store.turn()


class Unguarded:
    """A store whose turn keeps nobody from writing: the first one writes when the other desk has decided too."""

    def __init__(self, store: Store, wait: Callable[[], None]) -> None:
        self._store = store
        self._wait = wait

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @contextmanager
    def turn(self) -> Iterator[Any]:
        yield self

    @property
    def link(self) -> int:
        last = self._store.last_link()
        return last.number if last else 0

    def moved(self, _after: int) -> None:
        """Whoever asks looks at every stream."""

    def answered(self, *keys: str) -> dict[str, AlreadyDone]:
        return {key: done for key in keys if (done := self._store.answered(key))}

    def write(self, transaction: Transaction) -> Outcome:
        """To whatever version there is; no stream is held to the version that was seen."""
        self._wait()
        while True:
            now = [
                Append(a.stream, self._store.version(a.stream), a.events) for a in transaction.appends if a.events
            ]
            outcome = self._store.commit(msgspec.structs.replace(transaction, appends=tuple(now)))
            if not isinstance(outcome, Conflict):
                return outcome

    def flush(self) -> None: ...


def give(store: Store, line: dict[str, Any], wait: Callable[[], None]) -> str:
    """`done`, or why it was refused."""
    both: Any = Together(store, wait) if line["guarded"] else Unguarded(store, wait)
    house = House(both)
    command = command_decoder().decode(json.dumps(line["command"]))
    outcome = house.handle(command, msgspec.convert(line["envelope"], Envelope))
    return "done" if isinstance(outcome, Done) else outcome.because


def in_threads(store: Store, lines: list[dict[str, Any]]) -> list[str]:
    both = threading.Barrier(2)
    said: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()

    def desk(place: int) -> None:
        said.put((place, give(store, lines[place], lambda: both.wait(PATIENCE))))

    threads = [threading.Thread(target=desk, args=(place,), daemon=True) for place in (0, 1)]
    for thread in threads:
        thread.start()
    return [word for _, word in sorted(said.get(timeout=PATIENCE) for _ in threads)]


class Desks:
    """Two processes that stay for all races: starting one costs more than a race."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.app.handling.racing"]
        self._children = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, bufsize=1)
            for _ in (0, 1)
        ]

    def race(self, url: str, lines: list[dict[str, Any]]) -> list[str]:
        for child, line in zip(self._children, lines, strict=True):
            child.stdin.write(json.dumps({"url": url, **line}) + "\n")
        assert [child.stdout.readline() for child in self._children] == ["ready\n", "ready\n"]
        for child in self._children:
            child.stdin.write("go\n")
        return [child.stdout.readline().strip() for child in self._children]

    def close(self) -> None:
        for child in self._children:
            child.communicate(timeout=PATIENCE)


def main() -> None:
    def wait() -> None:
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()

    while written := sys.stdin.readline():
        line = json.loads(written)
        store = open_store(line.pop("url"))
        said = give(store, line, wait)
        store.close()
        sys.stdout.write(f"{said}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
