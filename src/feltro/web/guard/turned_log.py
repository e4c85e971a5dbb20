"""A log file that does not grow for ever: full, it is put aside under a number, and the oldest goes.

Several processes write to one: whoever finds it full takes a turn at putting it aside, and the others notice and follow.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from pathlib import Path

LOG_FILE = "FELTRO_WORKER_LOG"
LARGEST = 5_000_000
KEPT = 5
FORM = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


class TurnedLog(logging.FileHandler):
    def __init__(self, path: Path, largest: int = LARGEST, kept: int = KEPT) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        super().__init__(path, encoding="utf-8", delay=True)
        self._path, self._largest, self._kept = path, largest, kept
        self.setFormatter(logging.Formatter(FORM))

    def emit(self, record: logging.LogRecord) -> None:
        """Called with the handler's lock."""
        with suppress(OSError):
            if self._size() > self._largest:
                self._turn()
            if self.stream is not None and self._is_put_aside(self.stream.fileno()):
                self.stream.close()
                self.stream = None
        super().emit(record)

    def _size(self) -> int:
        try:
            return self._path.stat().st_size
        except FileNotFoundError:
            return 0

    def _is_put_aside(self, descriptor: int) -> bool:
        try:
            return os.fstat(descriptor).st_ino != self._path.stat().st_ino
        except FileNotFoundError:
            return True

    def _turn(self) -> None:
        """By one process: the others find the turn taken, write on, and follow at their next line."""
        turn = self._path.with_name(f".{self._path.name}.turn")
        try:
            os.close(os.open(turn, os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            return
        try:
            if self._size() > self._largest:
                for number in range(self._kept - 1, 0, -1):
                    older = self._path.with_name(f"{self._path.name}.{number}")
                    if older.exists():
                        older.replace(self._path.with_name(f"{self._path.name}.{number + 1}"))
                self._path.replace(self._path.with_name(f"{self._path.name}.1"))
        finally:
            turn.unlink(missing_ok=True)


def write_to(path: Path) -> None:
    """Everything that this process logs, from now on."""
    handler = TurnedLog(path)
    handler.setLevel(logging.INFO)
    logging.getLogger().addHandler(handler)


def write_as_told() -> None:
    """In a worker: where the process that started it writes."""
    if path := os.environ.get(LOG_FILE):
        write_to(Path(path))
