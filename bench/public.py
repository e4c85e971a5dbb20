"""A public page that is kept as bytes, against a static file of the same bytes served by the same framework."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from litestar import Litestar
from litestar.static_files import create_static_files_router

from bench.web import Room, _row, fetch, timed
from feltro.web.site import create_site

if TYPE_CHECKING:
    from bench.row import Row

PLAYERS = 90
PAGE = "/agenda/t1"
PROMISED = 1 / 1.3


def rows(seconds: float) -> list[Row]:
    room = Room(PLAYERS)
    return asyncio.run(_measured(create_site(room.house, room.clock), seconds))


async def _measured(site: Litestar, seconds: float) -> list[Row]:
    page = await fetch(site, PAGE)
    ours, theirs = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "page.html").write_bytes(page)
        peer = Litestar([create_static_files_router(path="/files", directories=[folder])])
        until = time.perf_counter() + seconds
        while time.perf_counter() < until or not theirs:
            await timed(lambda: fetch(site, PAGE), ours)
            await timed(lambda: fetch(peer, "/files/page.html"), theirs)
    named = f"a public page from cache, {len(page) // 1000} kB"
    return [_row(named, ours, theirs, "a static file of its bytes, by the same framework", PROMISED)]
