"""The one view for programs: JSON, CSV, and the same JSON told whenever it changes. docs/developers/stream.md has the format."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.exceptions import HTTPException, NotFoundException
from litestar.response import Response

from feltro.app.feature.tables import table_of
from feltro.app.feature.view import FORMAT, StreamView
from feltro.web.feature.keyed import OVERLAY, keyed_page
from feltro.web.feature.overlay import view_for
from feltro.web.frame.answers import AnyAnswer
from feltro.web.frame.gate import AnyRequest, open_page, page_route
from feltro.web.frame.menu import Page
from feltro.web.guard.threads import PAGES
from feltro.web.live.line import message
from feltro.web.live.routes import Stream

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

EVERY_SECONDS, PING_EVERY = 1.0, 15
MOST_AT_ONCE = 24
"""Streams of one process: a production has a handful of programs that listen."""
NEVER_KEPT = {"Cache-Control": "no-store"}
_listening: set[int] = set()


@open_page(OVERLAY + "/esquema.json")
def show_schema(request: AnyRequest) -> AnyAnswer:  # noqa: ARG001 - handlers are given it by this name
    """What the JSON holds, for whoever writes a program: without a key, because nothing of an event is in it."""
    schema = msgspec.json.schema(StreamView)
    return Response({"$id": FORMAT, **schema}, headers={"Cache-Control": "public, max-age=3600"})


@keyed_page(OVERLAY + "/{key:str}/dados.json")
def as_json(request: AnyRequest, key: str) -> AnyAnswer:
    _, view = view_for(request, key)
    return Response(msgspec.json.encode(view), media_type="application/json", headers=NEVER_KEPT)


@keyed_page(OVERLAY + "/{key:str}/dados.csv")
def as_csv(request: AnyRequest, key: str) -> AnyAnswer:
    """`?lista=` names the list: resumo, premios, fichas, eliminados, mesa or numeros."""
    _, view = view_for(request, key)
    made = table_of(view, request.query_params.get("lista", "") or "resumo")
    if made is None:
        raise NotFoundException
    return Response(made, media_type="text/csv; charset=utf-8", headers=NEVER_KEPT)


async def _as_stream(request: AnyRequest, key: str) -> Any:
    """Server-sent events: the whole view whenever something in it changed, until the key is revoked."""
    first = await PAGES.run(_encoded, request, key)
    if first is None:
        raise NotFoundException
    if request.method == "HEAD":
        return Response(b"", media_type="text/event-stream", headers=NEVER_KEPT)
    if len(_listening) >= MOST_AT_ONCE:
        raise HTTPException(status_code=503)
    return Stream(_told(request, key, first))


as_stream: Any = page_route(Page(OVERLAY + "/{key:str}/fluxo"))(_as_stream)


async def _told(request: AnyRequest, key: str, first: tuple[bytes, bytes]) -> AsyncGenerator[bytes, None]:
    me, quiet = id(request), 0.0
    _listening.add(me)
    known, view = first
    try:
        yield b"retry: 2000\n\n" + _event(view)
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            found = await PAGES.run(_encoded, request, key)
            if found is None:
                yield message("gone", FORMAT)
                return
            quiet += EVERY_SECONDS
            if found[0] != known:
                known, quiet = found[0], 0.0
                yield _event(found[1])
            elif quiet >= PING_EVERY:
                quiet = 0.0
                yield b"event: ping\ndata: .\n\n"
    finally:
        _listening.discard(me)


def _event(view: bytes) -> bytes:
    return b"event: view\ndata: " + view + b"\n\n"


def _encoded(request: AnyRequest, key: str) -> tuple[bytes, bytes] | None:
    """What it says apart from the passing second, and all of it; nothing once the key is no good."""
    try:
        _, view = view_for(request, key)
    except NotFoundException:
        return None
    clock = msgspec.structs.replace(view.clock, seconds_left=0, next_break_seconds=0) if view.clock else None
    still = msgspec.structs.replace(view, at="", clock=clock)
    return msgspec.json.encode(still), msgspec.json.encode(view)
