"""Many phones in one process: opened a few at a time, timed together, and compared with what the server says at the end."""

from __future__ import annotations

import asyncio
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from bench.load.phone import Phone, Told, alike, parts_of, read_messages

if TYPE_CHECKING:
    from bench.load.phone import Part

AT_ONCE = 24
"""Phones that come in together; a room does not do so at one moment."""
PATIENCE = 90
SETTLED = 10
"""Looks, a tenth of a second apart, at which nothing was other than before."""


class Crowd:
    """The phones of one server. `stream` at `version` is what they wait for."""

    def __init__(self, port: int, addresses: list[str], stream: str) -> None:
        self.port, self.stream, self.version = port, stream, 0
        self.phones = [Phone(self, one) for one in addresses]
        self.refused = self.fetched = 0
        self._showing = 0
        self._all_show = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = True
        self.read = lru_cache(64)(read_messages)

    async def get(self, path: str, *, htmx: bool = False) -> bytes:
        """One answer on a connection of its own; nothing when it is no answer."""
        for _ in range(5):
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                head = f"GET {path} HTTP/1.1\r\nHost: load\r\nConnection: close\r\nAccept-Language: pt-BR\r\n"
                writer.write((head + ("HX-Request: true\r\n" if htmx else "") + "\r\n").encode())
                answer = await reader.read()
                writer.close()
            except OSError:
                answer = b""
            if not answer:  # the connection ended before anything was said
                await asyncio.sleep(0.5)
                continue
            head_bytes, _, body = answer.partition(b"\r\n\r\n")
            self.fetched += 1
            return body if b" 200 " in head_bytes[:16] else b""
        return b""

    async def come_in(self) -> None:
        """One page is opened, and stands on every phone with its own address in it; then each opens its stream."""
        gate, first = asyncio.Semaphore(AT_ONCE), self.phones[0].address
        page = await self.get(first)

        async def one(phone: Phone) -> None:
            async with gate:
                phone.parts = parts_of(page.replace(first.encode(), phone.address.encode()))
                await self.connect(phone)

        await asyncio.gather(*(one(phone) for phone in self.phones))
        await self.all_greeted()

    async def all_greeted(self) -> None:
        for _ in range(PATIENCE * 10):
            if all(phone.standing for phone in self.phones):
                return
            await asyncio.sleep(0.1)
        raise RuntimeError("some phones were never greeted")

    async def connect(self, phone: Phone) -> None:
        await asyncio.get_running_loop().create_connection(lambda: phone, "127.0.0.1", self.port)

    def lost(self, phone: Phone) -> None:
        if self._open:
            self._do(self._return(phone))

    async def _return(self, phone: Phone) -> None:
        while self._open and phone.transport is None:
            await asyncio.sleep(phone.wait_to_return())
            try:
                await self.connect(phone)
            except OSError:
                continue

    def ask(self, phone: Phone, part: Part) -> None:
        self._do(self._fetch(phone, part))

    async def _fetch(self, phone: Phone, part: Part) -> None:
        html = await self.get(part.address, htmx=True)
        part.asked = False
        if html:
            part.becomes(html)
        phone.look()

    def _do(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def expect(self, version: int) -> None:
        """From now on phones are timed until they show this version."""
        self.version, self._showing = version, 0
        self._all_show.clear()
        for phone in self.phones:
            phone.told_at = phone.shown_at = 0.0

    def is_told(self, standing: dict[str, int]) -> bool:
        return standing.get(self.stream, 0) >= self.version > 0

    def one_shows(self) -> None:
        self._showing += 1
        if self._showing == len(self.phones):
            self._all_show.set()

    async def all_show(self) -> None:
        try:
            await asyncio.wait_for(self._all_show.wait(), PATIENCE)
        except TimeoutError:
            return

    async def settle(self) -> None:
        """Until every phone was told the same, and nothing else came for a second."""
        same = 0
        for _ in range(PATIENCE * 10):
            told = {phone.standing.get(self.stream, 0) for phone in self.phones}
            behind = any(part.asked for phone in self.phones for part in phone.parts)
            same = same + 1 if len(told) == 1 and not behind else 0
            if same == SETTLED:
                return
            await asyncio.sleep(0.1)

    def times(self, began: float) -> tuple[float, float]:
        """Until the last was told, and until the last shows it, in milliseconds."""
        told = max((phone.told_at for phone in self.phones), default=0) - began
        shown = max((phone.shown_at for phone in self.phones), default=0) - began
        return told * 1000, shown * 1000

    async def wrong(self) -> int:
        """Phones on which something is missing, old or other than what the server answers now."""
        await self.settle()
        gate, common = asyncio.Semaphore(AT_ONCE), dict[str, bytes]()

        async def one(phone: Phone) -> bool:
            async with gate:
                for part in phone.parts:
                    if part.address not in common or part.address == phone.address:
                        common[part.address] = alike(await self.get(part.address, htmx=True))
                wrong = [part.address for part in phone.parts if alike(part.html) != common[part.address]]
                if wrong:
                    print(f"{phone.address} shows something else at {', '.join(wrong)}", file=sys.stderr)
                return bool(wrong) or not phone.parts or not phone.shown_at

        return sum(await asyncio.gather(*(one(phone) for phone in self.phones)))

    async def leave(self) -> None:
        self._open = False
        for phone in self.phones:
            if phone.transport:
                phone.transport.abort()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.sleep(0.1)


__all__ = ["Crowd", "Told"]
