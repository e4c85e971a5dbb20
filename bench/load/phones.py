"""Phones that follow one event: how long until a change is told to and shown by the last, against raw ASGI.

Real servers, real connections, one machine. Every phone opens its own page and follows it as the page's script
would. Then a player is out, several times; a desk sells meanwhile; the server is ended and begun again while
something else happened. The plainest ASGI application that sends the same bytes to as many is measured by the same
phones. At the end every phone is compared with what the server answers now: one that is wrong is an error.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from bench.load.crowd import Crowd
from bench.load.hall import EVENT, Hall, build
from bench.load.served import Server, feltro, free_port, give, sell, serving
from feltro.web.guard.files import raise_file_limit

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST = 8000
CHANGES, SALES = 5, 8
STREAM = f"tournament:{EVENT}"
A_MOMENT = 0.03
"""After a change was sent, a cashier sells: when phones are being told."""


class Measured:
    """What is printed at the end."""

    def __init__(self, clients: int) -> None:
        self.clients, self.wrong, self.refused = clients, 0, 0
        self.told: list[float] = []
        self.shown: list[float] = []
        self.raw: list[float] = []
        self.quiet: list[float] = []
        self.meanwhile: list[float] = []
        self.restart = self.raw_restart = (0.0, 0.0)
        """From the end of the old server, and from the first moment of the new one, to the last phone."""

    def as_json(self) -> dict[str, float]:
        numbers = {
            "told_ms": median(self.told),
            "shown_ms": median(self.shown),
            "raw_ms": median(self.raw),
            "desk_quiet_ms": median(self.quiet),
            "desk_meanwhile_ms": median(self.meanwhile),
            "desk_worst_ms": max(self.meanwhile),
            "restart_ms": self.restart[0],
            "raw_restart_ms": self.raw_restart[0],
            "returned_ms": self.restart[1],
            "raw_returned_ms": self.raw_restart[1],
        }
        rounded = {name: round(value, 1) for name, value in numbers.items()}
        return {"clients": self.clients, **rounded, "wrong": self.wrong, "refused": self.refused}


class Evening:
    """One run: the house with its phones, then the peer with as many."""

    def __init__(self, hall: Hall, folder: Path, desk: Executor, clients: int) -> None:
        self.hall, self.folder, self.desk = hall, folder, desk
        self.port, self.raw_port = free_port(), free_port()
        self.measured = Measured(clients)
        self._sold, self._out = hall.seated, 0

    async def run(self) -> Measured:
        with serving(self.port, feltro(self.port, self.hall.url, len(self.hall.cards)), self.folder) as server:
            await self._quiet()
            crowd = Crowd(self.port, self.hall.cards, STREAM)
            await crowd.come_in()
            greeting = crowd.phones[0].last
            for _ in range(CHANGES):
                await self._change(crowd)
            told = news_of(crowd)
            for _ in range(SALES):
                await self._meanwhile(crowd)
            self.measured.wrong += await crowd.wrong()
            self.measured.restart, again = await self._restart(server, crowd)
            self.measured.wrong += await crowd.wrong()
            self.measured.refused += crowd.refused
            await crowd.leave()
        await self._beside(crowd, greeting, told, again)
        return self.measured

    async def changes_only(self) -> Measured:
        """Without a desk and without a restart."""
        with serving(self.port, feltro(self.port, self.hall.url, len(self.hall.cards)), self.folder):
            crowd = Crowd(self.port, self.hall.cards, STREAM)
            await crowd.come_in()
            greeting = crowd.phones[0].last
            for _ in range(CHANGES):
                await self._change(crowd)
            told = news_of(crowd)
            self.measured.wrong += await crowd.wrong()
            self.measured.refused += crowd.refused
            await crowd.leave()
        await self._beside(crowd, greeting, told)
        return self.measured

    def _next(self, count: int) -> list[int]:
        self._sold += count
        return list(range(self._sold - count, self._sold))

    async def _selling(self, count: int, wait: float = 0) -> list[float]:
        numbers, loop = self._next(count), asyncio.get_running_loop()
        return await loop.run_in_executor(self.desk, sell, self.port, self.hall.cashier, numbers, wait)

    async def _quiet(self) -> None:
        await self._selling(3)  # the first ones read the log
        self.measured.quiet = await self._selling(SALES)

    async def _bust(self) -> None:
        command = {"type": "Eliminate", "tournament": EVENT, "entry": f"e{self._out}"}
        self._out += 1
        await asyncio.to_thread(give, self.port, self.hall.director, command, f"out-{self._out}")

    async def _change(self, crowd: Crowd) -> None:
        crowd.expect(standing_of(crowd) + 1)
        began = time.perf_counter()
        await self._bust()
        await crowd.all_show()
        told, shown = crowd.times(began)
        self.measured.told.append(told)
        self.measured.shown.append(shown)
        await asyncio.sleep(0.5)

    async def _meanwhile(self, crowd: Crowd) -> None:
        """The sale is news too: phones are waited for until they show both."""
        crowd.expect(standing_of(crowd) + 1)
        selling = asyncio.ensure_future(self._selling(1, A_MOMENT))
        await self._bust()
        self.measured.meanwhile += await selling
        await crowd.all_show()
        await asyncio.sleep(0.5)

    async def _restart(self, server: Server, crowd: Crowd) -> tuple[tuple[float, float], bytes]:
        """Ended, begun again, and a player out before everybody is back: each phone has something to catch up with."""
        crowd.expect(standing_of(crowd) + 1)
        ended, begun = await _begin_again(server)
        await self._bust()
        await crowd.all_show()
        return (crowd.times(ended)[1], crowd.times(begun)[1]), crowd.phones[0].last

    async def _beside(self, crowd: Crowd, greeting: bytes, told: bytes, again: bytes = b"") -> None:
        """The peer: the same phones, the same bytes; restarted too when there is something to come back to."""
        first = self.folder / "greeting"
        first.write_bytes(greeting)
        command = [sys.executable, "-m", "bench.load.raw", str(self.raw_port), str(first)]
        with serving(self.raw_port, command, self.folder) as server:
            peers = Crowd(self.raw_port, self.hall.cards, STREAM)
            await _as_before(peers, crowd)
            for _ in range(CHANGES):
                peers.expect(1)
                began = time.perf_counter()
                await asyncio.to_thread(_post, self.raw_port, told)
                await peers.all_show()
                self.measured.raw.append(peers.times(began)[1])
                await asyncio.sleep(0.5)
            if again:
                first.write_bytes(again)
                self.measured.raw_restart = await self._raw_restart(server, peers)
            await peers.leave()

    async def _raw_restart(self, server: Server, peers: Crowd) -> tuple[float, float]:
        peers.expect(1)
        ended, begun = await _begin_again(server)
        await peers.all_show()
        return peers.times(ended)[1], peers.times(begun)[1]


async def _begin_again(server: Server) -> tuple[float, float]:
    """When the old one was ended, and when the new one listened."""
    ended = time.perf_counter()
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)
    return ended, time.perf_counter()


async def _as_before(peers: Crowd, crowd: Crowd) -> None:
    """Phones with the same parts, all of which the stream brings."""
    parts = deepcopy(crowd.phones[0].parts)
    for part in parts:
        part.pushed = True
    for phone in peers.phones:
        phone.parts = deepcopy(parts)
        await peers.connect(phone)
    await peers.all_greeted()


def _post(port: int, body: bytes) -> None:
    asked = HTTPConnection("127.0.0.1", port, timeout=60)
    asked.request("POST", "/send", body)
    asked.getresponse().read()
    asked.close()


def standing_of(crowd: Crowd) -> int:
    return max(phone.standing.get(STREAM, 0) for phone in crowd.phones)


def news_of(crowd: Crowd) -> bytes:
    """What one phone was sent for one change: the message, and what it fetched because of it."""
    phone = crowd.phones[-1]
    fetched = b"".join(
        b"event: part\ndata: "
        + json.dumps({"part": f"pt:{part.address}", "html": part.html.decode()}).encode()
        + b"\n\n"
        for part in phone.parts
        if not part.pushed
    )
    return fetched + phone.last


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser("script/load phones", description=__doc__)
    parser.add_argument("--clients", type=int, default=2000, help=f"phones, at most {MOST}")
    parser.add_argument("--json", action="store_true", help="one line for programs")
    asked = parser.parse_args(given)
    clients = max(1, min(asked.clients, MOST, raise_file_limit() // 2 - 200))
    with tempfile.TemporaryDirectory(prefix=".load-", dir=Path.cwd()) as made, ProcessPoolExecutor(1) as desk:
        folder = Path(made)
        hall = build(folder, clients, 4 * SALES)
        measured = asyncio.run(Evening(hall, folder, desk, clients).run())
    _tell(measured, as_json=asked.json)
    return 1 if measured.wrong or measured.refused else 0


def _tell(measured: Measured, *, as_json: bool) -> None:
    told = measured.as_json()
    if as_json:
        print(json.dumps(told))
        return
    for name, value in told.items():
        print(f"{name:<20}{value:>12,}")
    print(f"{'shown / raw':<20}{told['shown_ms'] / told['raw_ms']:>12.2f}")
    print(f"{'restart / raw':<20}{told['restart_ms'] / told['raw_restart_ms']:>12.2f}")
    print(f"{'returned / raw':<20}{told['returned_ms'] / told['raw_returned_ms']:>12.2f}")
    print(f"{'desk / quiet':<20}{told['desk_meanwhile_ms'] / told['desk_quiet_ms']:>12.2f}")
