"""The floor plan of a thousand players as a page, against the plainest Litestar page with as many bytes."""

from __future__ import annotations

import asyncio
import time
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Litestar, get
from litestar.enums import MediaType

from bench import desk
from bench.row import Row
from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.access.sessions import open_session
from feltro.app.catalogue import command_decoder
from feltro.app.handling import House
from feltro.app.plan import Done, Envelope
from feltro.kernel.instants import parse_instant
from feltro.store.memory import MemoryStore
from feltro.web.site import create_site

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYERS, CHAIRS = 1_000, 9
PROMISED = 1 / 3
AT = parse_instant("2026-11-20T18:00:00-03:00")


def room() -> tuple[House, str]:
    """A thousand players seated, and a director who is in."""
    store = MemoryStore()
    desk.fill(store, PLAYERS)
    house = House(store)
    tables = [{"number": number, "chairs": CHAIRS} for number in range(1, -(-PLAYERS // CHAIRS) + 1)]
    for number, fields in enumerate(
        ({"type": "OpenTables", "draw": "d", "day": "1A", "tables": tables}, {"type": "SeatEntries", "day": "1A"})
    ):
        command = command_decoder().decode(msgspec.json.encode({"tournament": "t1", **fields}))
        done = house.handle(command, Envelope(key=f"b{number}", who="dora", role="director", at=AT))
        assert isinstance(done, Done), done  # noqa: S101 - an empty room would be fast for nothing
    sent = Envelope(key="user", who="terminal", role="organiser", at=AT)
    add_user(store, User(id="dora", name="Dora", role="director"), "", sent)
    opened = open_session(store, "dora", "", Envelope(key="in", who="terminal", role="organiser", at=AT))
    return house, opened.text


async def fetch(app: Any, path: str, cookie: str = "") -> bytes:
    """One request straight into an application: what a server and a network add is the same for both."""
    headers = [(b"host", b"bench"), (b"cookie", cookie.encode())]
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "path": path,
             "raw_path": path.encode(), "query_string": b"", "root_path": "", "scheme": "http", "headers": headers,
             "client": ("127.0.0.1", 1), "server": ("bench", 80)}  # fmt: skip
    body: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200, message  # noqa: S101 - an error page is small and fast
        body.append(message.get("body", b""))

    await app(scope, receive, send)
    return b"".join(body)


def plain(page: str) -> Litestar:
    @get("/", media_type=MediaType.HTML, sync_to_thread=False)
    def same_bytes() -> str:
        return page

    return Litestar([same_bytes])


def rows(seconds: float) -> list[Row]:
    house, session = room()
    site = create_site(house, lambda: AT)
    cookie = f"feltro_session={session}"
    return asyncio.run(_measured(site, cookie, seconds))


async def _measured(site: Litestar, cookie: str, seconds: float) -> list[Row]:
    page = await fetch(site, "/direcao/t1/sala", cookie)
    peer = plain(page.decode())
    calls: tuple[Callable[[], Any], ...] = (
        lambda: fetch(site, "/direcao/t1/sala", cookie),
        lambda: fetch(peer, "/"),
    )
    took: tuple[list[float], list[float]] = ([], [])
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or not took[1]:
        for call, into in zip(calls, took, strict=True):
            began = time.perf_counter()
            await call()
            into.append(time.perf_counter() - began)
    ours, theirs = (median(one) * 1e6 for one in took)
    what = f"floor plan, {PLAYERS:,} players, {len(page) // 1000} kB"
    name = "the plainest Litestar page of as many bytes"
    return [Row(what, "microseconds", ours, theirs, name, PROMISED, smaller_is_better=True)]
