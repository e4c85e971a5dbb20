"""The plainest ASGI application that can do the same: it keeps streams open and sends to each what it is given."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import uvicorn

HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]


class Raw:
    """`first` is what a new stream begins with; what is posted to `/send` goes to everybody, and is kept as the first."""

    def __init__(self, first: Path) -> None:
        self.first = first
        self.greeting = first.read_bytes()
        self.streams: set[asyncio.Queue[bytes]] = set()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] == "/live":
            await self._stream(receive, send)
            return
        body = b""
        while scope["method"] == "POST":
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        for stream in self.streams if body else ():
            stream.put_nowait(body)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def _stream(self, receive: Any, send: Any) -> None:
        queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.streams.add(queue)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": self.greeting, "more_body": True})
        gone = asyncio.ensure_future(self._gone(receive, queue))
        try:
            while told := await queue.get():
                await send({"type": "http.response.body", "body": told, "more_body": True})
        finally:
            gone.cancel()
            self.streams.discard(queue)

    async def _gone(self, receive: Any, queue: asyncio.Queue[bytes]) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        queue.put_nowait(b"")


if __name__ == "__main__":
    uvicorn.run(
        Raw(Path(sys.argv[2])),
        port=int(sys.argv[1]),
        log_level="warning",
        timeout_graceful_shutdown=0,
        backlog=2048,
    )
