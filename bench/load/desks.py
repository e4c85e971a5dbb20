"""Ten cashiers who sell entries of one event at once through a real server, against one of them alone."""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import msgspec

from bench.ten_desks import people, sale
from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.handling.catalogue import command_decoder
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.app.wiring import open_house
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import Instant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.handling import House

PATIENCE = 60
SERVER_IS_BUSY = 503
MOST = {"desks": 100, "sales": 20_000}
"""Of one run: this is a measurement, and no siege."""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("script/load desks", description=__doc__)
    parser.add_argument("--desks", type=int, default=10)
    parser.add_argument("--sales", type=int, default=300, help="of each side in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--database", default="", help="an empty PostgreSQL database; an SQLite file if left out")
    parser.add_argument("--workers", type=int, default=1, help="of the server, on PostgreSQL")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(argv)
    if asked.desks > MOST["desks"] or asked.sales * asked.rounds > MOST["sales"]:
        parser.error(f"at most {MOST['desks']} desks and {MOST['sales']} sales")
    with tempfile.TemporaryDirectory(prefix=".load-", dir=Path.cwd()) as folder:
        os.environ["FELTRO_HOME"] = folder
        url = asked.database or f"sqlite:///{Path(folder) / 'desks.sqlite3'}"
        tokens = opened(url, asked.desks, (asked.sales * 2 + 20) * (asked.rounds + 1))
        with serving(url, asked.workers, asked.desks) as port:
            found = measured(Counter(port, tokens), asked)
    sys.stdout.write(f"{json.dumps(found) if asked.json else said(found)}\n")
    return 0


def said(found: dict[str, Any]) -> str:
    one, *_, many = found["sales_per_s"].items()
    lines = [f"{desks:>4} desks: {speed:8.1f} sales/s" for desks, speed in (one, many)]
    ratio = f"together {many[1] / one[1]:.2f} times one; too busy {found['too_busy']}"
    return "\n".join([*lines, ratio, f"p50 {found['p50_ms']:.1f} ms, p99 {found['p99_ms']:.1f} ms"])


def measured(counter: Counter, asked: argparse.Namespace) -> dict[str, Any]:
    """Turn and turn about, because machines change their mind from second to second."""
    counter.sold(1, 20)
    counter.took.clear()
    speeds: dict[int, list[float]] = {1: [], asked.desks: []}
    waited: list[float] = []
    for _ in range(asked.rounds):
        for desks, found in speeds.items():
            counter.took.clear()
            found.append(asked.sales / counter.sold(desks, asked.sales))
        waited += counter.took
    cut = quantiles(waited, n=100)
    return {
        "sales_per_s": {str(desks): round(median(found), 1) for desks, found in speeds.items()},
        "too_busy": counter.too_busy,
        "p50_ms": round(cut[49] * 1000, 2),
        "p99_ms": round(cut[98] * 1000, 2),
    }


class Counter:
    """Desks with a connection each, as tablets have them."""

    def __init__(self, port: int, tokens: list[str]) -> None:
        self._port, self._tokens = port, tokens
        self._sold = 0
        self.took: list[float] = []
        self.too_busy = 0

    def sold(self, desks: int, sales: int) -> float:
        numbers = range(self._sold, self._sold + sales)
        self._sold += sales
        with ThreadPoolExecutor(desks) as pool:
            began = time.perf_counter()
            for done in [pool.submit(self._serve, desk, numbers[desk::desks]) for desk in range(desks)]:
                done.result()
            return time.perf_counter() - began

    def _serve(self, desk: int, numbers: range) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        for number in numbers:
            began = time.perf_counter()
            while (status := self._ask(line, desk, number)) == SERVER_IS_BUSY:
                self.too_busy += 1
            if status != http.client.OK:
                raise RuntimeError(f"sale {number}: {status}")
            self.took.append(time.perf_counter() - began)
        line.close()

    def _ask(self, line: http.client.HTTPConnection, desk: int, number: int) -> int:
        body = msgspec.json.encode({"type": "SellEntry", **sale(desk, number)})
        told = {"Authorization": f"Bearer {self._tokens[desk]}", "Idempotency-Key": f"sale-{number}"}
        line.request("POST", "/api/v1/commands", body, {**told, "Content-Type": "application/json"})
        answer = line.getresponse()
        answer.read()
        return answer.status


def now() -> Instant:
    return Instant(time.time_ns() // 1000)


def opened(url: str, desks: int, buyers: int) -> list[str]:
    """A house with an event that opened yesterday, a drawer at every desk, and people; the cashiers' tokens."""
    house = open_house(url)
    day = datetime.now(UTC).date() - timedelta(days=1)
    sheet = msgspec.to_builtins(sheet_from_template(templates()["cgp-main"], day), str_keys=True)
    give(house, "olga", "organiser", "CreateSeason", season="s26", name="2026", year=2026)
    event = {"tournament": "t1", "season": "s26", "stage": "e1", "sheet": sheet, "answers": {}}
    give(house, "olga", "organiser", "CreateTournament", **event)
    tokens = [let_in(house, f"c{desk}") for desk in range(desks)]
    for desk in range(desks):
        drawer = {"desk": f"d{desk}", "cashier": f"c{desk}", "float_centavos": 100_000}
        give(house, f"c{desk}", "cashier", "OpenDrawer", **drawer)
    people(house.store, range(buyers))
    house.store.close()
    return tokens


def give(house: House, who: str, role: str, kind: str, **fields: Any) -> None:
    command = command_decoder().decode(msgspec.json.encode({"type": kind, **fields}))
    outcome = house.handle(command, Envelope(key=f"{kind}-{who}", who=who, role=role, at=now()))
    if not isinstance(outcome, Done):
        raise TypeError(outcome)


def let_in(house: House, name: str) -> str:
    sent = Envelope(key=f"add-{name}", who="terminal", role="organiser", at=now())
    add_user(house.store, User(id=name, name=name.title(), role="cashier"), "", sent)
    token = make_token(house.store, name, "load", None, msgspec.structs.replace(sent, key=f"token-{name}"))
    if not isinstance(token, str):
        raise TypeError(token)
    return token


@contextlib.contextmanager
def serving(url: str, workers: int, desks: int) -> Iterator[int]:
    """The real server, on a port of this machine that is free; ended when the block ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "feltro.cli.main",
        "serve",
        "--database",
        url,
        "--port",
        str(port),
        "--no-name",
    ]
    command += ["--workers", str(workers), "--per-address", str(4 * desks + 500)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    try:
        _wait_for(server, port)
        yield port
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _wait_for(server: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise RuntimeError("the server did not start")
