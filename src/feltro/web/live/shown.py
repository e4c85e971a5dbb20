"""Those to whom parts of pages are brought, and the parts.

A part is made when the first one asks for it and whenever something that it stands on moved, once for all. News is told
here when the parts that stand on it are made: whoever was told a version has everything that it changed.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from feltro.web.guard.threads import give_way
from feltro.web.live.line import Follower, LiveLine, message
from feltro.web.live.parts import PACE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feltro.web.live.parts import Key, MadePart, Parts

SHOW_SECONDS = 0.2
"""From one bringing to the next: what is made for phones is made with the world's lock, which a busy desk needs too."""
LOG = logging.getLogger(__name__)


class KeptPart:
    """A part that somebody follows."""

    __slots__ = ("at", "followers", "made", "message", "number", "ticket")

    def __init__(self) -> None:
        self.followers = 0
        self.made: MadePart | None = None
        self.message = b""
        self.number = 0
        """Of all that was made anew, the how many-th: whoever was brought fewer does not show it."""
        self.ticket = 0
        """Of two that are being made at a time, the one that was begun later counts."""
        self.at = 0.0


class ShownLine(LiveLine):
    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self._parts = parts
        self._kept: dict[Key, KeptPart] = {}
        self._making: dict[Key, asyncio.Task[None]] = {}
        self._unshown: dict[str, int] = {}
        self._late: set[Key] = set()
        """Whole pages that wait for their time, and what has to be made again for another reason."""
        self._showing: asyncio.Task[None] | None = None
        self._tickets = self._made_anew = 0
        self._shown_at = 0.0

    def enter(self, follower: Follower) -> None:
        super().enter(follower)
        for one in follower.asked:
            self._kept.setdefault(one.key, KeptPart()).followers += 1

    def leave(self, follower: Follower) -> None:
        super().leave(follower)
        for one in follower.asked:
            kept = self._kept[one.key]
            kept.followers -= 1
            if not kept.followers:
                del self._kept[one.key]

    async def greeting(self, follower: Follower) -> bytes:
        """Which parts are brought, those that are not shown yet, and where everything stands."""
        await self._have([one.key for one in follower.asked])
        found = [(one, made) for one in follower.asked if (made := self._kept[one.key].made)]
        brought = [self._kept[one.key].message for one, made in found if not made.is_shown_by(one.shows)]
        names = message("parts", [str(one.key) for one, _ in found])
        follower.brought = self._made_anew
        return b"".join((names, *brought, await super().greeting(follower)))

    def news(self, follower: Follower) -> bytes:
        every = [self._kept[one.key] for one in follower.asked]
        brought = [kept.message for kept in every if kept.number > follower.brought]
        follower.brought = self._made_anew
        return b"".join((*brought, super().news(follower)))

    def learn(self, news: Mapping[str, int]) -> None:
        """Told once what stands on it is made; more that happens meanwhile is told after that, together."""
        self._unshown |= news
        if self._showing is None or self._showing.done():
            self._showing = asyncio.ensure_future(self._show())

    def make_again(self) -> None:
        """Somebody was erased: what was made of names is nobody's any more."""
        for kept in self._kept.values():
            kept.made = None
        self._late.update(self._kept)
        self.learn({})

    async def _show(self) -> None:
        while self._unshown or self._late:
            await asyncio.sleep(self._shown_at + SHOW_SECONDS - asyncio.get_running_loop().time())
            await give_way()
            news, self._unshown = self._unshown, {}
            late, self._late = self._late & self._kept.keys(), set()
            await self._make({*self._moved(news), *late, *self._making})
            self.tell(news)
            self._shown_at = asyncio.get_running_loop().time()

    def _moved(self, news: Mapping[str, int]) -> list[Key]:
        moved = [key for key, kept in self._kept.items() if kept.made and kept.made.is_moved_by(news)]
        return [key for key in moved if not self._waits(key)]

    def _waits(self, key: Key) -> bool:
        """A whole page is made again when its time has come, however much happens until then."""
        kept, loop = self._kept[key], asyncio.get_running_loop()
        left = kept.at + PACE - loop.time()
        if kept.made is None or not kept.made.is_paced or left <= 0:
            return False
        loop.call_later(left, self._come, key)
        kept.at = float("inf")  # one appointment is enough
        return True

    def _come(self, key: Key) -> None:
        if key in self._kept:
            self._kept[key].at = 0.0
            self._late.add(key)
            self.learn({})

    async def _have(self, keys: list[Key]) -> None:
        """MadePart for the first who asks; others wait for the same one. Whoever goes away meanwhile takes nothing along."""
        missing = [key for key in keys if self._is_missing(self._kept[key].made)]
        new = [key for key in missing if key not in self._making]
        if new:
            task = asyncio.ensure_future(self._make(new))
            self._making |= dict.fromkeys(new, task)
            task.add_done_callback(lambda _: [self._making.pop(key, None) for key in new])
        tasks = {self._making[key] for key in missing}
        if tasks:
            await asyncio.wait(tasks)

    def _is_missing(self, made: MadePart | None) -> bool:
        """Whoever comes in is not brought what a command has changed that was answered before. A whole page keeps its
        pace, unless it is about people who may have said since that they do not want to be read."""
        return made is None or self._parts.is_behind(made)

    async def _make(self, keys: Iterable[Key]) -> None:
        self._tickets += 1
        ticket, before = self._tickets, {key: self._kept[key].made for key in keys if key in self._kept}
        try:
            made = await self._parts.make(before, before)
        except Exception:
            LOG.exception("parts of pages could not be made")
            made = dict.fromkeys(before)  # each phone asks for its own
        for key, one in made.items():
            kept = self._kept.get(key)
            if kept is not None and kept.ticket < ticket:
                self._keep(kept, key, one)
                kept.ticket = ticket

    def _keep(self, kept: KeptPart, key: Key, made: MadePart | None) -> None:
        kept.at = asyncio.get_running_loop().time()
        if made is None or made is not kept.made:
            self._made_anew += 1
            kept.made, kept.number = made, self._made_anew
            kept.message = made.told_as(key) if made else message("gone", str(key))
