"""An act at a televised table, answered and drawn again, against a plain page of the house: the list of regulations.

Each act is decided on the engine, written to the log and answered with the whole table: from the production's device,
which sees every card and what each hand is worth, and from the table's tablet.
"""

from __future__ import annotations

import asyncio
import re
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.row import Row
from bench.web import AT, Room, fetch, known_browser, send_form, timed
from feltro.app.access.stream_keys import make_stream_key
from feltro.app.world.plan import Envelope
from feltro.web.site import create_site

if TYPE_CHECKING:
    from litestar import Litestar

PLAYERS = 9
PROMISED = 1 / 3
PLAIN = "/regulamentos"
ACTS = ("call", "call", "call", "call", "call", "call", "call", "call", "check")


def rows(seconds: float) -> list[Row]:
    room = Room(PLAYERS)
    return asyncio.run(_measured(room, create_site(room.house, room.clock), seconds))


async def _measured(room: Room, site: Litestar, seconds: float) -> list[Row]:
    found = []
    for number, kind in enumerate(("table", "production")):
        sent = Envelope(key=f"key-{kind}", who="dora", role="director", at=AT)
        key = make_stream_key(room.house.store, (kind, "t1", 1, ""), sent)
        address = f"/producao/{key}/mesa/1"
        cookie = await known_browser(site, address, "")
        table = Table(site, address, cookie, room)
        ours, theirs, size = await table.played(seconds, first=number * 10_000)
        who = "the table's tablet" if kind == "table" else "the production, every card known"
        found.append(
            Row(
                f"an act of a feature hand, {who}, {size / 1000:.0f} kB",
                "microseconds",
                median(ours) * 1e6,
                median(theirs) * 1e6,
                f"the page {PLAIN}",
                PROMISED,
                smaller_is_better=True,
            )
        )
    return found


class Table:
    def __init__(self, site: Litestar, address: str, cookie: str, room: Room) -> None:
        self.site, self.address, self.cookie, self.room = site, address, cookie, room
        self.token = re.search(r"csrftoken=([^;]+)", cookie)[1]  # type: ignore[index]

    async def played(self, seconds: float, first: int) -> tuple[list[float], list[float], int]:
        """Hands to the flop and over, until the time is up; what an answer took, and a plain one."""
        ours, theirs, size, hand = list[float](), list[float](), 0, first // 1000
        until = time.perf_counter() + seconds
        while time.perf_counter() < until or not ours:
            hand = await self.begin()
            for act in ACTS:
                self.room.pass_a_second()
                page = await timed(lambda act=act, hand=hand: self.send("/ato", hand=hand, act=act), ours)
                size = len(page)
                await timed(lambda: fetch(self.site, PLAIN, self.cookie), theirs)
            await self.send("/ato", hand=hand, act="void")
        return ours, theirs, size

    async def begin(self) -> int:
        players = self.room.house.world.live("tournament:t1").state.floor.tables[1].players
        fields: dict[str, Any] = {"game": "nlhe", "button": min(players), "small_blind": 100, "big_blind": 200}
        for chair, entry in players.items():
            fields |= {f"in_{chair}": 1, f"entry_{chair}": entry, f"stack_{chair}": 20_000}
        page = await self.send("/comecar", **fields)
        hand = int(re.search(rb'name="hand" value="(\d+)"', page)[1])  # type: ignore[index]
        if "production" in page.decode() or b"/cartas" in page:
            deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
            for seat in range(len(players)):
                await self.send("/cartas", hand=hand, seat=seat, cards="".join(deck[2 * seat : 2 * seat + 2]))
        return hand

    async def send(self, path: str, **fields: Any) -> bytes:
        body = "&".join(f"{name}={value}" for name, value in {"_csrf_token": self.token, **fields}.items())
        return await send_form(self.site, f"{self.address}{path}", self.cookie, body.encode())
