"""Those who follow, and what they are told, turn after turn.

Nobody has a queue: there is one short list of turns for all, and whoever is slow is told, when they listen again, what
they missed or where everything stands. So one who reads nothing holds back nobody and costs no more than the others.
All are woken a few at a time, because the loop that writes to thousands of phones is also the one that takes what
a cashier sends.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.web.frame.static_files import drawn_with
from feltro.web.guard.threads import give_way

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltro.web.live.parts import AskedPart

TURNS_KEPT = 64
AT_A_TIME = 20
PUBLIC = ("tournament:", "season:", "screens:")
"""Streams whose mere movement is no secret: clocks and rankings follow them."""


class Turn(NamedTuple):
    staff: bytes
    public: bytes


class Follower:
    """One stream of one browser."""

    __slots__ = ("_next", "asked", "brought", "over", "seen", "staff", "still")

    def __init__(self, asked: tuple[AskedPart, ...], still: Callable[[], bool] | None, *, staff: bool) -> None:
        self.asked, self.still, self.staff = asked, still, staff
        self.seen = 0
        """The turn that they were told last."""
        self.brought = 0
        """How much had been made anew when they were brought what they show (shown.py). Turns do not tell it: somebody
        may be told something else, a ping, while what they show is being made."""
        self.over = False
        """Who listens is not in any more."""
        self._next: asyncio.Future[None] | None = None

    async def wait(self) -> None:
        self._next = asyncio.get_running_loop().create_future()
        await self._next

    def wake(self) -> None:
        if self._next is not None and not self._next.done():
            self._next.set_result(None)


class LiveLine:
    """Used by the event loop alone."""

    def __init__(self) -> None:
        self.number = 0
        self.known: dict[str, int] = {}
        """Where everything stands, as far as it was told."""
        self.followers: dict[Follower, None] = {}
        self._turns: deque[Turn] = deque(maxlen=TURNS_KEPT)
        self._waking: asyncio.Task[None] | None = None

    def enter(self, follower: Follower) -> None:
        self.followers[follower] = None

    def leave(self, follower: Follower) -> None:
        self.followers.pop(follower, None)

    async def greeting(self, follower: Follower) -> bytes:
        follower.seen = self.number
        return message("made", drawn_with()) + self.standing(staff=follower.staff)

    def standing(self, *, staff: bool) -> bytes:
        return message("hello", self.known if staff else _public(self.known))

    def tell(self, news: Mapping[str, int]) -> None:
        self.known |= news
        public = _public(news)
        self.add(message("news", news) if news else b"", message("news", public) if public else b"")

    def add(self, staff: bytes, public: bytes) -> None:
        self.number += 1
        self._turns.append(Turn(staff, public))
        self.wake()

    def wake(self) -> None:
        if self._waking is None or self._waking.done():
            self._waking = asyncio.ensure_future(self._wake_all())

    def news(self, follower: Follower) -> bytes:
        """What was told since they listened last; where that is not known any more, where everything stands."""
        missed, follower.seen = self.number - follower.seen, self.number
        if missed > len(self._turns):
            return self.standing(staff=follower.staff)
        turns = [self._turns[place] for place in range(-missed, 0)]
        return b"".join(turn.staff if follower.staff else turn.public for turn in turns)

    async def _wake_all(self) -> None:
        told = -1
        while told != self.number:
            told = self.number
            everybody = list(self.followers)
            for first in range(0, len(everybody), AT_A_TIME):
                for one in everybody[first : first + AT_A_TIME]:
                    one.wake()
                await give_way()


def _public(versions: Mapping[str, int]) -> dict[str, int]:
    return {stream: version for stream, version in versions.items() if stream.startswith(PUBLIC)}


def message(event: str, data: object) -> bytes:
    return b"event: " + event.encode() + b"\ndata: " + msgspec.json.encode(data) + b"\n\n"
