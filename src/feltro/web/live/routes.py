"""`/live`: the one stream of a browser. It brings the parts that were asked for; whatever else it shows, a page fetches."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from litestar import get
from litestar.response.base import ASGIResponse, Response

from feltro.app.access.sessions import who_has_session
from feltro.kernel.roles import STAFF
from feltro.web.frame.gate import COOKIE, AnyRequest, house_of, now, who
from feltro.web.guard.threads import PAGES
from feltro.web.live.parts import read_asked

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from litestar.types import Receive, Scope, Send

    from feltro.app.access.rows import Identity

HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
)
PART = "parte"


def hears_of_desks(visitor: Identity | None) -> bool:
    return visitor is not None and visitor.role in STAFF


class Followed(ASGIResponse):
    """What is followed, sent as it comes, until the browser or the house ends it."""

    def __init__(self, told: AsyncGenerator[bytes, None]) -> None:
        super().__init__()
        self._told = told

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.ensure_future(self._send(send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            sending.cancel()
            await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
        async with aclosing(self._told) as told:
            async for chunk in told:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Stream(Response[None]):
    def __init__(self, told: AsyncGenerator[bytes, None]) -> None:
        super().__init__(None)
        self._told = told

    def to_asgi_response(self, *_args: Any, **_more: Any) -> ASGIResponse:
        return Followed(self._told)


@get("/live", include_in_schema=False)
async def live(request: AnyRequest) -> Stream:
    """For everybody; desk and floor are also told of desks and people, a table and a screen are not. The session is
    read, never written."""
    text = request.cookies.get(COOKIE, "")
    visitor: Identity | None = await PAGES.run(who, request) if text else None
    store = house_of(request).store

    def still() -> bool:
        return who_has_session(store, text, now(request)) is not None

    asked = read_asked(request.query_params.getall(PART, []))
    hub = request.app.state.hub
    return Stream(hub.follow(staff=hears_of_desks(visitor), still=still if visitor else None, parts=asked))
