"""A tap on Decidir and the ruling that stands there after it, against the plainest Litestar page with as many bytes."""

from __future__ import annotations

import asyncio
import re
import time
from html import unescape
from itertools import cycle
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from bench.row import Row
from bench.web import Room, fetch, known_browser, plain, send_form
from feltro.web.site import create_site

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from litestar import Litestar

PLAYERS = 90
MOST_PAGES = 3
"""The answer to a tap may take the time of so many plain pages."""
PAGE = "/decidir/t1"
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
SEAT = re.compile(r'value="(seat:[^"]+)"')
TABLES = 10
WAYS = 40
"""So many different hands are told in turn, by other people for other amounts: what was answered once helps no other."""
ERRORS = ("cards_exposed", "card_exposed", "wrong_button", "four_cards", "premature")
Taps = tuple[tuple[str | int, str], ...]


def _a_hand(way: int) -> Taps:
    return (("say:raise", str(700 + 100 * way)), (4 + way % 3, ""), ("chip:500", ""), ("chip:1000", ""))


def _with_a_question(way: int) -> Taps:
    return (("say:raise", str(700 + 100 * way)), (4 + way % 3, ""), ("say:raise", ""), ("chip:5000", ""))


def _an_error(way: int) -> Taps:
    return ((f"topic:{ERRORS[way % len(ERRORS)]}", ""),)


TAPS = {"a hand": _a_hand, "a hand with a question": _with_a_question, "an error in the deal": _an_error}


def rows(seconds: float) -> list[Row]:
    room = Room(PLAYERS)
    return asyncio.run(_measured(room, create_site(room.house, room.clock), seconds))


async def _measured(room: Room, site: Litestar, seconds: float) -> list[Row]:
    cookie = await known_browser(site, PAGE, room.cookies[0])
    return [await _one(site, cookie, name, seconds) for name in TAPS]


async def _one(site: Litestar, cookie: str, name: str, seconds: float) -> Row:
    """The last tap of one hand after another: it rules each time."""
    told = [await _told(site, cookie, TAPS[name](way), 1 + way % TABLES) for way in range(WAYS)]
    shown = told[0][1]
    if 'id="decisao"' not in shown:
        raise ValueError(f"nothing is ruled: {name}")
    peer, ours, theirs, forms = plain(shown), list[float](), list[float](), cycle(form for form, _ in told)
    until = time.perf_counter() + 2 * seconds
    while time.perf_counter() < until:
        ours.append(await _cost(send_form(site, f"{PAGE}/toque", cookie, next(forms))))
        theirs.append(await _cost(fetch(peer, "/")))
    took, as_plain = median(ours) * 1e6, median(theirs) * 1e6
    named = f"a tap on Decidir, {name}, {len(shown.encode()) / 1000:.0f} kB"
    bytes_ = "the plainest Litestar page of as many bytes"
    return Row(named, "microseconds", took, as_plain, bytes_, 1 / MOST_PAGES, smaller_is_better=True)


async def _cost(answer: Awaitable[bytes]) -> float:
    """Seconds of the processor, in every thread of this program: others who share the machine do not count."""
    began = time.process_time()
    await answer
    return time.process_time() - began


async def _told(site: Litestar, cookie: str, taps: Taps, table: int) -> tuple[bytes, str]:
    """The last of some taps as its form, and the page after it."""
    shown, form = (await fetch(site, f"{PAGE}?mesa={table}", cookie)).decode(), b""
    seats = [unescape(one) for one in SEAT.findall(shown)]
    for tap, typed in taps:
        said = seats[tap] if isinstance(tap, int) else tap
        carried = {field: unescape(value) for field, value in HIDDEN.findall(shown)}
        form = urlencode({**carried, "tap": said, "valor": typed}).encode()
        shown = (await send_form(site, f"{PAGE}/toque", cookie, form)).decode()
    return form, shown
