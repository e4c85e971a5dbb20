"""A tap on Decidir and the ruling that stands there after it, against the plainest Litestar page with as many bytes."""

from __future__ import annotations

import asyncio
import re
import time
from html import unescape
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from bench.row import Row
from bench.web import Room, fetch, known_browser, plain, send_form, timed
from feltro.web.site import create_site

if TYPE_CHECKING:
    from litestar import Litestar

PLAYERS = 90
MOST_PAGES = 3
"""The answer to a tap may take the time of so many plain pages."""
PAGE = "/decidir/t1"
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
SEAT = re.compile(r'value="(seat:[^"]+)"')
TAPS = {
    "a hand": (("say:raise", "1100"), (5, ""), ("chip:500", ""), ("chip:1000", "")),
    "a hand with a question": (("say:raise", "1100"), (5, ""), ("say:raise", ""), ("chip:5000", "")),
    "an error in the deal": (("topic:cards_exposed", ""),),
}


def rows(seconds: float) -> list[Row]:
    room = Room(PLAYERS)
    return asyncio.run(_measured(room, create_site(room.house, room.clock), seconds))


async def _measured(room: Room, site: Litestar, seconds: float) -> list[Row]:
    cookie = await known_browser(site, PAGE, room.cookies[0])
    return [await _one(site, cookie, name, taps, seconds) for name, taps in TAPS.items()]


async def _one(
    site: Litestar, cookie: str, name: str, taps: tuple[tuple[str | int, str], ...], seconds: float
) -> Row:
    """The last tap over and over: it rules each time."""
    shown = (await fetch(site, f"{PAGE}?mesa=1", cookie)).decode()
    seats, form = [unescape(one) for one in SEAT.findall(shown)], b""
    for tap, typed in taps:
        said = seats[tap] if isinstance(tap, int) else tap
        carried = {field: unescape(value) for field, value in HIDDEN.findall(shown)}
        form = urlencode({**carried, "tap": said, "valor": typed}).encode()
        shown = (await send_form(site, f"{PAGE}/toque", cookie, form)).decode()
    if 'id="decisao"' not in shown:
        raise ValueError(f"nothing is ruled: {name}")
    peer, ours, theirs = plain(shown), list[float](), list[float]()
    until = time.perf_counter() + 2 * seconds
    while time.perf_counter() < until:
        await timed(lambda: send_form(site, f"{PAGE}/toque", cookie, form), ours)
        await timed(lambda: fetch(peer, "/"), theirs)
    took, as_plain = median(ours) * 1e6, median(theirs) * 1e6
    named = f"a tap on Decidir, {name}, {len(shown.encode()) / 1000:.0f} kB"
    bytes_ = "the plainest Litestar page of as many bytes"
    return Row(named, "microseconds", took, as_plain, bytes_, 1 / MOST_PAGES, smaller_is_better=True)
