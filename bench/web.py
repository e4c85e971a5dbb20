"""The floor plan of a thousand players as a page, against the plainest Litestar page with as many bytes.

Measured where it is dear as well as where it is cheap: to the first who looks after somebody went out, to others of
the same role who look after them, to whoever looks again, and what an open screen fetches when a player is out.
"""

from __future__ import annotations

import asyncio
import time
from datetime import date, timedelta
from itertools import cycle
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
from feltro.app.handling import House
from feltro.app.handling.catalogue import command_decoder
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import Instant, parse_instant
from feltro.store.memory import MemoryStore
from feltro.web.site import create_site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PLAYERS, CHAIRS = 1_000, 9
MOST_BUSTS = PLAYERS // 2
"""The room stays a large one however long is measured."""
PROMISED, FIRST_PROMISED = 1 / 3, 1 / 2.5
AT = parse_instant("2026-11-20T18:00:00-03:00")
PLAN = "/direcao/t1/sala"
LOOKERS = ("dora", "dino", "dulce")
SECOND = 1_000_000


class Room:
    """Players seated, a thousand unless said, and directors who are in. Its clock goes on by a second with every look."""

    def __init__(self, players: int = PLAYERS) -> None:
        store = MemoryStore()
        desk.fill(store, players)
        self.house, self.out, self.at = House(store), 0, AT
        for number in range(players):
            self._introduce(number)
        tables = [{"number": number, "chairs": CHAIRS} for number in range(1, -(-players // CHAIRS) + 1)]
        self.give("OpenTables", draw="d", day="1A", tables=tables)
        self.give("SeatEntries", day="1A")
        self.cookies = [self._let_in(user) for user in LOOKERS]

    def _let_in(self, user: str) -> str:
        store = self.house.store
        sent = Envelope(key=f"add-{user}", who="terminal", role="organiser", at=AT)
        add_user(store, User(id=user, name=user.title(), role="director"), "", sent)
        opened = open_session(store, user, "", Envelope(key=f"in-{user}", who="terminal", role="organiser", at=AT))
        return f"feltro_session={opened.text}"

    def _introduce(self, number: int) -> None:
        """By name, as at the desk: born on days of their own, so that nobody is taken for somebody else."""
        born = str(date(1950, 1, 1) + timedelta(days=number))
        fields = {"person": f"p{number}", "name": f"Jogador {number} da Silva", "born_on": born}
        self.send({"type": "ChangePerson", **fields}, f"named-{number}")

    def give(self, kind: str, **fields: Any) -> None:
        self.send({"type": kind, "tournament": "t1", **fields}, f"{kind}-{self.out}")

    def send(self, fields: dict[str, Any], key: str) -> None:
        command = command_decoder().decode(msgspec.json.encode(fields))
        done = self.house.handle(command, Envelope(key=key, who="dora", role="director", at=self.at))
        assert isinstance(done, Done), done  # noqa: S101 - an empty room would be fast for nothing

    def bust(self) -> None:
        self.give("Eliminate", entry=f"e{self.out}")
        self.out += 1

    def clock(self) -> Instant:
        return self.at

    def pass_a_second(self) -> None:
        self.at = Instant(self.at + SECOND)

    @property
    def version(self) -> int:
        return self.house.store.version("tournament:t1")


async def fetch(
    app: Any, path: str, cookie: str = "", given: dict[bytes, bytes] | None = None, *, htmx: bool = False
) -> bytes:
    """One request straight into an application: what a server and a network add is the same for both."""
    headers = [(b"cookie", cookie.encode()), *([(b"hx-request", b"true")] if htmx else [])]
    return await _asked(app, path, headers, None, {} if given is None else given)


async def send_form(app: Any, path: str, cookie: str, form: bytes) -> bytes:
    """A form as htmx sends it."""
    kind = (b"content-type", b"application/x-www-form-urlencoded")
    headers = [(b"cookie", cookie.encode()), (b"hx-request", b"true"), kind]
    return await _asked(app, path, headers, form, {})


async def _asked(
    app: Any, address: str, headers: list[tuple[bytes, bytes]], form: bytes | None, given: dict[bytes, bytes]
) -> bytes:
    method = "GET" if form is None else "POST"
    address, _, query = address.partition("?")
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": address,
             "raw_path": address.encode(), "query_string": query.encode(), "root_path": "", "scheme": "http",
             "headers": [(b"host", b"bench"), *headers], "client": ("127.0.0.1", 1), "server": ("bench", 80)}  # fmt: skip
    body: list[bytes] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": form or b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            assert message["status"] == 200, message  # noqa: S101 - an error page is small and fast
            given.update(message["headers"])
        body.append(message.get("body", b""))

    await app(scope, receive, send)
    return b"".join(body)


def plain(page: str) -> Litestar:
    @get("/", media_type=MediaType.HTML, sync_to_thread=False)
    def same_bytes() -> str:
        return page

    return Litestar([same_bytes])


def rows(seconds: float) -> list[Row]:
    room = Room()
    return asyncio.run(_measured(room, create_site(room.house, room.clock), seconds))


async def timed(call: Callable[[], Awaitable[bytes]], into: list[float]) -> bytes:
    began = time.perf_counter()
    answer = await call()
    into.append(time.perf_counter() - began)
    return answer


async def _measured(room: Room, site: Litestar, seconds: float) -> list[Row]:
    cookies = [await known_browser(site, PLAN, cookie) for cookie in room.cookies]
    page = await fetch(site, PLAN, cookies[0])
    peer = plain(page.decode())
    first, others, again, update, theirs = (list[float]() for _ in range(5))
    size, cookie = 0, cycle(cookies)
    until = time.perf_counter() + 2 * seconds
    while (time.perf_counter() < until and room.out < MOST_BUSTS) or not theirs:
        room.pass_a_second()
        before = room.version
        room.bust()
        one, two = next(cookie), next(cookie)
        await timed(lambda one=one: fetch(site, PLAN, one), first)
        await timed(lambda two=two: fetch(site, PLAN, two), others)
        await timed(lambda one=one: fetch(site, PLAN, one), again)
        await timed(lambda: fetch(peer, "/"), theirs)
        news = await timed(lambda two=two, seen=before: fetch(site, f"{PLAN}?desde={seen}", two, htmx=True), update)
        size = len(news)
    named = f"floor plan, {PLAYERS:,} players"
    bytes_ = "the plainest Litestar page of as many bytes"
    return [
        _row(f"{named}, {len(page) // 1000} kB, looked at again", again, theirs, bytes_),
        _row(f"{named}, another viewer", others, theirs, bytes_),
        _row(f"{named}, the first after a bust", first, theirs, bytes_, FIRST_PROMISED),
        _row(
            f"its update after a bust, {size / 1000:.1f} kB", update, theirs, "the whole page, as plain as can be"
        ),
    ]


async def known_browser(site: Litestar, path: str, cookie: str) -> str:
    """As a browser that has been here before."""
    given: dict[bytes, bytes] = {}
    await fetch(site, path, cookie, given)
    return f"{cookie}; {given[b'set-cookie'].decode().partition(';')[0]}"


def _row(what: str, ours: list[float], theirs: list[float], name: str, promised: float = PROMISED) -> Row:
    took, peer = median(ours) * 1e6, median(theirs) * 1e6
    return Row(what, "microseconds", took, peer, name, promised, smaller_is_better=True)
