"""One phone of many: it opens a player's page, follows the stream as `static/live.js` does, and knows what it shows."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from html import unescape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

if TYPE_CHECKING:
    from bench.load.crowd import Crowd

PART = re.compile(rb"<(\w+)[^>]*? data-live=\"([^\"]*)\"[^>]*>")
ADDRESS = re.compile(r' hx-get="([^"]*)"')
LIVE = re.compile(rb' data-live="[^"]*"')
TIMER = re.compile(rb'(role="timer"[^>]*>)[^<]*')
RETRY = re.compile(rb"(?:^|\n)retry: (\d+)\n")
BROWSERS_OWN_MS = 3000
"""How long a browser waits before it opens a stream again, when nobody told it."""


def alike(html: bytes) -> bytes:
    """What a part shows, without the second at which it was made and the versions that it stands on."""
    return TIMER.sub(rb"\1", LIVE.sub(b"", html)).strip()


class Part:
    """As it stands on the phone."""

    def __init__(self, opening: str, live: str, html: bytes) -> None:
        found = ADDRESS.search(opening)
        self.address = unescape(found[1]) if found else ""
        self.pushed = " data-pushed" in opening
        self.html = html
        self.shows = dict(_version(one) for one in live.split())
        self.asked = False

    def is_behind(self, standing: dict[str, int]) -> bool:
        return any(standing.get(stream, 0) > version for stream, version in self.shows.items())

    def reaches(self, standing: dict[str, int]) -> None:
        self.shows = {stream: max(version, standing.get(stream, 0)) for stream, version in self.shows.items()}

    def becomes(self, html: bytes) -> None:
        self.html = html
        told = PART.search(html)
        if told:
            self.shows = dict(_version(one) for one in told[2].decode().split())


def _version(told: str) -> tuple[str, int]:
    stream, _, version = told.rpartition("@")
    return stream, int(version)


def parts_of(page: bytes) -> list[Part]:
    """Those of a page; each with its own bytes, from its opening to where its element ends."""
    return [Part(found[0].decode(), found[2].decode(), _element(page, found)) for found in PART.finditer(page)]


def _element(page: bytes, opening: re.Match[bytes]) -> bytes:
    depth = 0
    for tag in re.finditer(rb"<(/?)" + opening[1] + rb"\b[^>]*>", page[opening.start() :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return page[opening.start() : opening.start() + tag.end()]
    return b""


class Told(NamedTuple):
    """One message of the stream."""

    kind: str
    data: dict[str, object]


class Phone(asyncio.Protocol):
    """It never closes its stream by itself; when the server does, it opens it again as a browser would."""

    def __init__(self, crowd: Crowd, address: str) -> None:
        self.crowd, self.address = crowd, address
        self.parts: list[Part] = []
        self.standing: dict[str, int] = {}
        self.retry_ms = BROWSERS_OWN_MS
        self.told_at = self.shown_at = 0.0
        self.last = b""
        self.transport: asyncio.Transport | None = None
        self._kept = b""
        self._head = True

    def question(self) -> str:
        """What the stream is asked for: the parts that it may bring."""
        asked = [f"parte={quote(f'pt:{part.address}', safe='/:')}" for part in self.parts if part.pushed]
        return "/live" + ("?" + "&".join(asked) if asked else "")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - a stream of bytes is what was opened
        self.transport, self._kept, self._head = transport, b"", True
        head = f"GET {self.question()} HTTP/1.1\r\nHost: load\r\nAccept: text/event-stream\r\n\r\n"
        transport.write(head.encode())

    def connection_lost(self, _exc: Exception | None) -> None:
        self.transport = None
        self.crowd.lost(self)

    def data_received(self, data: bytes) -> None:
        self._kept += data
        if self._head:
            head, found, rest = self._kept.partition(b"\r\n\r\n")
            if not found:
                return
            self._head, self._kept = False, rest
            if b" 200 " not in head[:16]:
                self.crowd.refused += 1
        self._read_chunks()

    def _read_chunks(self) -> None:
        while True:
            size, found, rest = self._kept.partition(b"\r\n")
            length = int(size, 16) if found else 0
            if not found or len(rest) < length + 2:
                return
            self._kept = rest[length + 2 :]
            if length:
                self.hear(rest[:length])

    def hear(self, chunk: bytes) -> None:
        messages = self.crowd.read(chunk)
        self.last = chunk if any(told.kind in {"hello", "news"} for told in messages) else self.last
        for told in messages:
            if told.kind == "retry":
                self.retry_ms = int(str(told.data["ms"]))
            elif told.kind == "part":
                self._put(str(told.data["part"]).partition(":")[2], str(told.data["html"]).encode())
            elif told.kind in {"hello", "news"}:
                self._learn({stream: int(str(version)) for stream, version in told.data.items()})

    def _put(self, address: str, html: bytes) -> None:
        for part in self.parts:
            if part.address == address:
                part.becomes(html)

    def _learn(self, versions: dict[str, int]) -> None:
        self.standing.update(versions)
        if not self.told_at and self.crowd.is_told(self.standing):
            self.told_at = time.perf_counter()
        for part in self.parts:
            if part.pushed:
                part.reaches(self.standing)
            elif part.is_behind(self.standing) and not part.asked:
                part.asked = True
                self.crowd.ask(self, part)
        self.look()

    def look(self) -> None:
        """Whether everything on it is as new as what it was told."""
        if self.told_at and not self.shown_at and not any(part.is_behind(self.standing) for part in self.parts):
            self.shown_at = time.perf_counter()
            self.crowd.one_shows()

    def wait_to_return(self) -> float:
        """A browser waits as long as it was told, give or take what browsers add."""
        return self.retry_ms / 1000 * random.uniform(1, 1.1)


def read_messages(chunk: bytes) -> list[Told]:
    found = [Told("retry", {"ms": told[1].decode()}) for told in RETRY.finditer(chunk)]
    for block in chunk.split(b"\n\n"):
        lines = dict(line.partition(b": ")[::2] for line in block.split(b"\n"))
        kind = lines.get(b"event", b"").decode()
        if kind in {"hello", "news", "part"}:
            found.append(Told(kind, json.loads(lines[b"data"])))
    return found
