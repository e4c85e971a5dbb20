"""What a request brings: within so many seconds, in so many fields, and no longer than anybody needs.

A form of 900 kB that is nothing but `a=&a=&` took the one thread that serves everybody for seconds.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException

from feltro.web.guard.heavy import HEAVY
from feltro.web.guard.limits import LIVE, Limits, limits

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

TOO_SLOW, TOO_MUCH, TOO_MANY = 408, 413, 429
LONGEST_NAME = 255


class Guarded:
    """Around every address of the site. The streams of each address are counted by the one around `/live`."""

    def __init__(self, app: ASGIApp, allowed: Limits | None = None) -> None:
        self.app, self.limits, self.streams = app, allowed or limits(), Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        if not is_an_address(scope["path"]):
            raise NotFoundException
        body = Body(receive, scope, self.limits)
        address = scope["client"][0] if scope["client"] else ""
        handler = scope.get("route_handler")
        pace = handler.opt.get(HEAVY) if handler is not None else None
        if scope["path"] == LIVE:
            await self._stream(address, scope, body.receive, send)
        elif pace and not await is_staff(scope):
            state = scope["litestar_app"].state
            async with state.heavy.turn(address, pace, state.clock()):
                await self.app(scope, body.receive, send)
        else:
            await self.app(scope, body.receive, send)

    async def _stream(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        if self.streams[address] >= self.limits.streams:
            raise HTTPException(status_code=TOO_MANY, headers={"Retry-After": "10"})
        self.streams[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.streams[address] -= 1
            self.streams += Counter()  # forgets those that have none


async def is_staff(scope: Any) -> bool:
    """Somebody who works here, asked of the gate that the site has."""
    asked = ASGIConnection[Any, Any, Any, Any](scope)
    return bool(asked.cookies) and await asyncio.to_thread(scope["litestar_app"].state.who, asked) is not None


def is_an_address(path: str) -> bool:
    """Nothing that a file system would stumble over: a zero byte, or a name longer than any."""
    return "\0" not in path and all(
        len(part.encode("utf-8", "replace")) <= LONGEST_NAME for part in path.split("/")
    )


class Body:
    """The bytes of one request, as they come in."""

    def __init__(self, receive: Receive, scope: Any, allowed: Limits) -> None:
        self._receive, self._limits = receive, allowed
        kind = next((value for name, value in scope["headers"] if name == b"content-type"), b"")
        self._is_form = kind.lower().startswith(b"application/x-www-form-urlencoded")
        self._until = asyncio.get_running_loop().time() + allowed.body_seconds
        self._length = self._fields = 0
        self._whole = False

    async def receive(self) -> Any:
        if self._whole:  # afterwards only the end of the connection is waited for, as long as it takes
            return await self._receive()
        left = self._until - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(self._receive(), max(left, 0.001))
        except TimeoutError:
            raise HTTPException(status_code=TOO_SLOW) from None
        if message["type"] == "http.request":
            self._weigh(message.get("body", b""))
            self._whole = not message.get("more_body", False)
        return message

    def _weigh(self, chunk: bytes) -> None:
        if not self._is_form:
            return
        self._length += len(chunk)
        self._fields += chunk.count(b"&")
        if self._length > self._limits.form_bytes or self._fields >= self._limits.fields:
            raise HTTPException(status_code=TOO_MUCH)
