"""Years of tournaments in one house: what a start costs, what memory it takes, and how long anybody waits.

`script/load seasons --tournaments 50 --json`. The house is played by the simulator and kept in `--folder`, so that the
second run starts at once. The figures are those of a real `feltro serve` on loopback.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg

from bench.load.season_house import DIRECTOR, KEYS, built
from feltro.app.access.sessions import open_session
from feltro.app.settings.hour import machine_hour
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOLDER = Path(tempfile.gettempdir()) / "feltro-seasons"
MOST = 600
PATIENCE_SECONDS = 300
TICKS = os.sysconf("SC_CLK_TCK")
BYTE_CODE = FOLDER / "byte-code"
"""As installed: nobody compiles the program anew at every start."""
FIRST_PAGE = "/direcao"
RANKING = "/ranking/t1"
STOPWATCHES = ("collector_ms", "lock_ms", "lock_before_ms", "statements_per_s")
OTHERS = ("/", "/eventos", RANKING, "/premios", "/direcao/hoje", "/balcao/hoje", "/relogio/hoje")


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("script/load seasons", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=50, help=f"that are over, at most {MOST}")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where played seasons are kept")
    parser.add_argument("--database", default="", help="another copy of the same house: a PostgreSQL to fill")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--idle-seconds", type=float, default=8.0)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(argv)
    path = built(asked.folder, min(asked.tournaments, MOST))
    os.environ["FELTRO_KEYS"] = str(path.parent / KEYS)
    os.environ["XDG_CACHE_HOME"] = str(path.parent / "cache")
    database = asked.database or f"sqlite:///{path}"
    found = measured(database, asked.workers, asked.idle_seconds)
    if asked.json:
        print(json.dumps(found))
    else:
        for name, figure in found.items():
            print(f"{name:<24}{figure}")
    return 0


def measured(database: str, workers: int, idle_seconds: float) -> dict[str, Any]:
    cookie = _session(database)
    with serving(database, workers) as (
        server,
        _,
    ):  # the first start after an update presses what the code before it had
        _fetch(server.port, FIRST_PAGE, cookie)
        _fetch(server.port, RANKING, cookie)
    with serving(database, workers) as (server, watched):
        up = server.cpu()
        first = _fetch(server.port, FIRST_PAGE, cookie)
        cpu = server.cpu()
        pages = {one: _timed(server, one, cookie) for one in OTHERS}
        time.sleep(idle_seconds)
        idle, asked = server.cpu(), _transactions(database)
        time.sleep(idle_seconds)
        transactions = (_transactions(database) - asked) / idle_seconds
        figures = {
            "first_page_cpu_s": round(cpu, 2),
            "rss_mb": round(server.memory() / 1e6, 1),
            "up_cpu_s": round(up, 2),
            "status": first,
            "pages_cpu_ms": pages,
            "idle_cpu_percent": round(100 * (server.cpu() - idle) / idle_seconds, 2),
        }
    pauses = [json.loads(one.read_text()) for one in watched.parent.glob(f"{watched.name}.*")]
    holders = max(pauses, key=lambda one: one["lock_ms"]).pop("lock_holders_ms")
    told = {name: round(max(one[name] for one in pauses), 1) for name in STOPWATCHES}
    figures["longest_pause_ms"] = max(told["collector_ms"], told["lock_ms"])
    figures["idle_per_s"] = transactions if database.startswith("postgres") else told["statements_per_s"]
    return figures | told | {"lock_holders_ms": holders}


def _transactions(database: str) -> int:
    """That a PostgreSQL ever counted."""
    if not database.startswith("postgres"):
        return 0
    with psycopg.connect(database, autocommit=True) as server:
        server.execute("SELECT pg_stat_force_next_flush()")
        row = server.execute(
            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    return int(row[0]) if row else 0


class Server:
    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    def processes(self) -> list[int]:
        """The server and its workers."""
        found, new = [], [self.process.pid]
        while new:
            found += new
            new = [one for parent in new for one in _children(parent)]
        return found

    def cpu(self) -> float:
        """Seconds of the processor, of all of them together since they started."""
        return sum(_ticks(one) for one in self.processes()) / TICKS

    def memory(self) -> int:
        """Bytes, a page that several share counted once."""
        return sum(_proportional_bytes(one) for one in self.processes())


@contextmanager
def serving(database: str, workers: int) -> Iterator[tuple[Server, Path]]:
    warm = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BYTE_CODE)}
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
        found.close()
        out = Path(folder) / "pauses"
        command = [sys.executable, "-m", "bench.load.watched", str(out), "serve", "--port", str(port), "--no-name"]
        process = subprocess.Popen([*command, "--database", database, "--workers", str(workers)],
                                   stdout=subprocess.DEVNULL, env=warm)  # fmt: skip
        try:
            _wait(port, process)
            yield Server(process, port), _kept(out)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)
            for one in out.parent.glob("pauses.*"):
                one.rename(_kept(out).parent / one.name)


def _kept(out: Path) -> Path:
    """Outside of the folder that goes."""
    folder = out.parent.with_name(out.parent.name + "-kept")
    folder.mkdir(exist_ok=True)
    return folder / out.name


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("the server did not come up")


def _timed(server: Server, page: str, cookie: str) -> tuple[int, float]:
    before = server.cpu()
    status = _fetch(server.port, page, cookie)
    return status, round((server.cpu() - before) * 1000)


def _fetch(port: int, page: str, cookie: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    connection.request("GET", page, headers={"Cookie": cookie, "Accept": "text/html"})
    answer = connection.getresponse()
    answer.read()
    return answer.status


def _session(database: str) -> str:
    """The director is in, as after typing a password."""
    house = open_house(database)
    at = machine_hour()
    opened = open_session(
        house.store, DIRECTOR, "", Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=at)
    )
    house.store.close()
    return f"feltro_session={opened.text}"


def _children(process: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def _ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _proportional_bytes(process: int) -> int:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
