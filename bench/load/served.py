"""Servers of this machine as processes of their own, and the desk that sells meanwhile from another one."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

from bench.load.hall import sale

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


class Server:
    """A command that listens on a port; it can be ended and begun again."""

    def __init__(self, port: int, command: list[str], home: Path) -> None:
        self.port, self._command, self._log = port, command, home / f"{port}.log"
        self._environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "FELTRO_HOME": str(home),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONPYCACHEPREFIX": str(
                home / "byte-code"
            ),  # as installed: compiled at the first start, not at every one
        }
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._running = subprocess.Popen(
                self._command, stdout=subprocess.DEVNULL, stderr=log, env=self._environment
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and self._running.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        raise RuntimeError(f"it did not start: {self._command[:4]}")

    def stop(self) -> None:
        if self._running is not None:
            self._running.terminate()
            try:
                self._running.wait(20)
            except subprocess.TimeoutExpired:
                self._running.kill()
                self._running.wait()
            self._running = None


@contextlib.contextmanager
def serving(port: int, command: list[str], home: Path) -> Iterator[Server]:
    server = Server(port, command, home)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def feltro(port: int, url: str, clients: int) -> list[str]:
    allowed = ["--per-address", str(4 * clients + 500)]  # one address stands for a room of them
    return [
        sys.executable,
        "-m",
        "feltro.cli.main",
        "serve",
        "--database",
        url,
        "--port",
        str(port),
        "--no-name",
        *allowed,
    ]


def give(port: int, token: str, command: dict[str, Any], key: str) -> float:
    """One command by the interface for programs: how long it took, in milliseconds."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key, "Content-Type": "application/json"}
    began = time.perf_counter()
    asked.request("POST", "/api/v1/commands", json.dumps(command), headers)
    answer = asked.getresponse()
    said = answer.read()
    took = time.perf_counter() - began
    asked.close()
    if answer.status != 200:
        raise RuntimeError(f"{command['type']}: {answer.status} {said[:300]!r}")
    return took * 1000


def sell(port: int, token: str, numbers: list[int], wait: float = 0) -> list[float]:
    """A cashier: one sale after the other. Runs in a process of its own, so that no phone stands in its way."""
    time.sleep(wait)
    return [give(port, token, sale(number), f"sale-{number}") for number in numbers]
