"""What an empty house costs a small machine: work from the command to its first answer, and the memory of the process.

Work is what the processor spent on it, which a busy machine does not change; on an idle one it is the time that people wait.

The peer is the smallest application of the same framework on the same server: what is above it is ours.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

from bench.row import Row

BARE = """
import sys, uvicorn
from litestar import Litestar, get

@get("/saude", sync_to_thread=False)
def alive() -> str:
    return "ok"

uvicorn.run(Litestar([alive]), port=int(sys.argv[1]), log_level="warning")
"""
PATIENCE_SECONDS = 120


class Started(NamedTuple):
    seconds: float
    megabytes: float


def rows(_seconds: float) -> list[Row]:
    port = _free_port()
    ours = started(["feltro", "serve", "--port", str(port), "--no-name"], port)
    port = _free_port()
    bare = started([sys.executable, "-c", BARE, str(port)], port)
    bare_name = "litestar and uvicorn alone"
    return [
        Row(
            "empty house: work to start", "s", ours.seconds, bare.seconds, bare_name, 1 / 12, smaller_is_better=True
        ),
        Row("empty house: memory", "MB", ours.megabytes, bare.megabytes, bare_name, 1 / 6, smaller_is_better=True),
    ]


def started(command: list[str], port: int) -> Started:
    """In an empty folder; until `/saude` answers."""
    program = Path(sys.executable).parent / command[0]
    command = [str(program), *command[1:]] if program.exists() else command
    with tempfile.TemporaryDirectory(prefix="feltro-bench-") as folder:
        around = {**os.environ, "FELTRO_HOME": folder, "FELTRO_KEYS": f"{folder}/keys"}
        around["FELTRO_DATABASE"] = f"sqlite:///{folder}/casa.sqlite3"
        began = time.perf_counter()
        with subprocess.Popen(command, env=around, cwd=folder, stdout=subprocess.DEVNULL) as process:
            try:
                _wait(port, began)
                return Started(_worked(process.pid), _megabytes(process.pid))
            finally:
                process.terminate()


def _wait(port: int, began: float) -> None:
    while time.perf_counter() - began < PATIENCE_SECONDS:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/saude", timeout=5):
                return
        except OSError:
            time.sleep(0.02)
    raise TimeoutError(f"nothing answers at {port}")


def _worked(process: int) -> float:
    """Seconds of the processor, for the program and for the system on its behalf."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(process: int) -> float:
    """Of what lies in memory at this moment, as Linux counts it."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace").splitlines()
    (said,) = [line.split()[1] for line in lines if line.startswith("VmRSS:")]
    return int(said) / 1000


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
