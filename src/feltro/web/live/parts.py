"""Parts of pages that the stream brings: each is what somebody who is not in would be answered at its address.

A part is known by a language and an address. Only pages that say of themselves that they look the same to everybody
who knows their address are asked for (`pushed` at their handler), and they are asked without a session and without a
form's token: what is private to a role cannot come this way, because nobody asks for it in that role.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.web.frame.gate import PAGE
from feltro.web.frame.visitor import LANGUAGE_COOKIE
from feltro.web.guard.threads import LOOKERS, give_way
from feltro.web.live.line import message
from feltro.web.pages import handlers
from feltro.web.screens.own import MINE
from feltro.web.screens.seats import CardSeat, Seats, SeatsKept, seat_html
from feltro.words.languages import language

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from litestar import Litestar

    from feltro.kernel.instants import Instant
    from feltro.words.languages import Lang

MOST_PARTS = 12
"""Of one browser: so many different ones are not open in its tabs."""
LONGEST = 200
AT_A_TIME = 200
"""Seats that are compared before whatever else came in has its turn."""
PACE = 20.0
"""Seconds between two renderings of a whole page, however much happens."""
NOBODYS_TOKEN = "nobodys-token"  # noqa: S105 - what stands where a token would, so that it is noticed
NAMED = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
_QUESTION = r"(\?(dia|p)=[A-Za-z0-9._-]{1,40})?"
_LIVE = re.compile(rb' data-live="([^"]*)"')
_MAIN = re.compile(rb'<main id="conteudo".*</main>', re.DOTALL)


class Key(NamedTuple):
    lang: Lang
    address: str

    def __str__(self) -> str:
        return f"{self.lang}:{self.address}"


class AskedPart(NamedTuple):
    """A part that a browser shows, and what it says that it is made from."""

    key: Key
    shows: Mapping[str, int]


class MadePart(NamedTuple):
    """A part as it is now. `same` is what it has in common with one that a reader could not tell from it."""

    html: bytes
    same: bytes | CardSeat
    stands_on: Mapping[str, int]

    def is_moved_by(self, news: Mapping[str, int]) -> bool:
        for name in self.stands_on:
            if name in news or (name[-1] == "*" and any(one.startswith(name[:-1]) for one in news)):
                return True
        return False

    def is_shown_by(self, shows: Mapping[str, int]) -> bool:
        """Nothing in it changed after what somebody says that they see."""
        return all(shows.get(stream, -1) >= version for stream, version in self.stands_on.items())

    @property
    def is_paced(self) -> bool:
        return self.html.startswith(b"<main")

    def told_as(self, key: Key) -> bytes:
        return message("part", {"part": str(key), "html": self.html.decode()})


def read_asked(written: list[str]) -> tuple[AskedPart, ...]:
    """`pt:/jogador/t1|tournament:t1@12`: those of them that there are, each once."""
    found: dict[Key, AskedPart] = {}
    for one in written[:MOST_PARTS]:
        named, _, shows = one.partition("|")
        lang, _, address = named.partition(":")
        known = language(lang)
        if known and len(address) <= LONGEST and may_be_pushed(address):
            found[Key(known, address)] = AskedPart(Key(known, address), _versions(shows))
    return tuple(found.values())


def _versions(written: str) -> dict[str, int]:
    pairs = (one.rpartition("@") for one in written[:LONGEST].split())
    return {stream: int(version) for stream, _, version in pairs if version.isdecimal() and len(version) < 10}


def may_be_pushed(address: str) -> bool:
    return _pushed_addresses().fullmatch(address) is not None


@cache
def _pushed_addresses() -> re.Pattern[str]:
    said = (one.opt[PAGE] for one in handlers(staffed=True) if PAGE in one.opt)
    paths = (re.sub(r"\\\{\w+:str\\\}", NAMED, re.escape(page.path)) for page in said if page.pushed)
    return re.compile(f"({'|'.join(paths)}){_QUESTION}")


_MINE = re.compile(MINE.replace("{event:str}", f"({NAMED})").replace("{entry:str}", "([a-z2-7]{16})"))


class Parts:
    """Makes them. `app` is the site itself, asked as a browser asks it."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    async def make(self, keys: Iterable[Key], before: Mapping[Key, MadePart | None]) -> dict[Key, MadePart | None]:
        """Each as it is now; nothing for one that is not there any more. What is the same stays the one `before`."""
        made: dict[Key, MadePart | None] = {}
        mine: dict[str, list[tuple[Key, str]]] = {}
        for key in keys:
            found = _MINE.fullmatch(key.address)
            if found:
                mine.setdefault(found[1], []).append((key, found[2]))
            else:
                made[key] = _unless_same(before.get(key), await self._ask(key))
        for event, cards in mine.items():
            made |= await self._seats(event, cards, before)
        return made

    def is_behind(self, made: MadePart) -> bool:
        """Whether something it stands on was written in this process since."""
        hub = self._app.state.hub
        names = (name for name in made.stands_on if name == PEOPLE or not made.is_paced)
        return any(hub.reached(name) > made.stands_on[name] for name in names)

    async def _seats(
        self, event: str, cards: list[tuple[Key, str]], before: Mapping[Key, MadePart | None]
    ) -> dict[Key, MadePart | None]:
        """Of many phones, with one look at the room; only whose seat is another is put into words."""
        kept: SeatsKept = self._app.state.seats
        seats = kept.known(event, self._app.state.hub.reached(f"tournament:{event}"))
        if seats is None:
            at: Instant = self._app.state.clock()
            seats = cast("Seats | None", await LOOKERS.run(kept.look, event, at))
        made: dict[Key, MadePart | None] = {}
        for first in range(0, len(cards), AT_A_TIME):
            few = cards[first : first + AT_A_TIME]
            made |= {key: _seat(seats, key, card, before.get(key)) for key, card in few}
            await give_way()
        return made

    async def _ask(self, key: Key) -> MadePart | None:
        """The site's own answer: whatever stands on a page stands in its part, and nothing else."""
        path, _, question = key.address.partition("?")
        cookies = f"{LANGUAGE_COOKIE}={key.lang}; csrftoken={NOBODYS_TOKEN}"
        headers = [(b"host", b"feltro"), (b"hx-request", b"true"), (b"cookie", cookies.encode())]
        scope: Any = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "2", "method": "GET", "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": question.encode(), "root_path": "",
            "headers": headers, "client": None, "server": ("feltro", 80),
        }  # fmt: skip
        answer = TakenAnswer()
        await self._app(scope, _nothing_more, answer.take)
        return answer.made() if answer.status == 200 else None


class TakenAnswer:
    def __init__(self) -> None:
        self.status, self._body = 0, b""

    async def take(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        self._body += message.get("body", b"")

    def made(self) -> MadePart | None:
        """The part in it: a page's own, or all of an answer that is no page. Nothing that holds a form's token."""
        main = _MAIN.search(self._body)
        html = (main[0] if main else self._body).strip()
        live = _LIVE.search(html)
        if live is None or html.startswith(b"<!doctype") or NOBODYS_TOKEN.encode() in html:
            return None
        return MadePart(html, _LIVE.sub(b"", html, count=1), _versions(live[1].decode()))


async def _nothing_more() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


def _unless_same(before: MadePart | None, now: MadePart | None) -> MadePart | None:
    return before if before and now and before.same == now.same else now


def _seat(seats: Seats | None, key: Key, card: str, before: MadePart | None) -> MadePart | None:
    seat = seats.of.get(card) if seats else None
    if seats is None or seat is None:
        return None
    if before is not None and before.same == seat:
        return before
    html = seat_html(seats, card, key.lang)
    return MadePart(html, seat, {f"tournament:{seats.event}": seats.version})
