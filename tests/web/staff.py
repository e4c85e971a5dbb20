"""A site with a house behind it, a clock that stands still, and browsers that come in as somebody."""

from __future__ import annotations

import re
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from litestar.testing import TestClient

from feltro.app.access.doors import add_user, change_password
from feltro.app.access.rows import User
from feltro.app.access.sessions import open_session
from feltro.app.handling import House
from feltro.app.settings.hour import machine_hour
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant, parse_instant
from feltro.store.memory import MemoryStore
from feltro.web.site import create_site, put_behind, stand_behind

if TYPE_CHECKING:
    from litestar import Litestar

PASSWORD = "cavalo correto bateria"
START = parse_instant("2026-11-20T13:30:00-03:00")
USERS = {
    "rui": "organiser",
    "dora": "director",
    "ana": "cashier",
    "bia": "cashier",
    "fred": "floor",
    "davi": "dealer",
}


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> Instant:
        return self.now

    def pass_seconds(self, seconds: int) -> None:
        self.now = Instant(self.now + seconds * 1_000_000)


IDLE: dict[bool, list[Litestar]] = {True: [], False: []}
"""Sites that nobody visits just now, with and without a house: four hundred routes take longer to lay out than most tests run."""


def laid_out() -> Litestar:
    """A site to look at, not to visit: which addresses there are, and what its document says of them."""
    if not IDLE[True]:
        IDLE[True].append(create_site(House(MemoryStore())))
    return IDLE[True][-1]


def site_for(house: House | None = None, clock=machine_hour) -> Litestar:
    """A site with this house behind it: all that a site has of its own is made anew, its addresses are not."""
    idle = IDLE[house is not None]
    return put_behind(idle.pop(), stand_behind(house, clock)) if idle else create_site(house, clock)


def give_back(site: Litestar) -> None:
    """Nobody visits it any more."""
    IDLE[site.state["house"] is not None].append(site)


@contextmanager
def visited(house: House | None = None, clock=machine_hour):
    """A client of a site with this house behind it."""
    site = site_for(house, clock)
    with TestClient(site) as client:
        yield client
    give_back(site)


class Site:
    def __init__(self, house: House | None = None, *, users: bool = True) -> None:
        self.house = house or House(MemoryStore())
        self.clock = Clock()
        for user, role in USERS.items() if users else ():
            known = User(id=user, name=user.title(), role=role)
            assert add_user(self.house.store, known, "", _sent(f"add-{user}")) is None

    def give_password(self, user: str) -> None:
        """Hashing is slow on purpose: only tests of the entrance do it."""
        assert change_password(self.house.store, user, PASSWORD, _sent(f"password-{user}")) is None

    @contextmanager
    def browser(self, user: str = ""):
        """A browser of its own, at a worker of its own; with a user, somebody is in."""
        with visited(self.house, self.clock) as client:
            browser = Browser(client)
            if user:
                opened = open_session(self.house.store, user, "", _sent(uuid.uuid4().hex, self.clock.now))
                client.cookies.set("feltro_session", opened.text)
            yield browser


def _sent(key: str, at: Instant = START) -> Envelope:
    return Envelope(key=key, who="terminal", role="organiser", at=at)


class Browser:
    """Fills in forms as a browser without scripts does."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.form: tuple[str | None, str] | None = None

    def get(self, path: str, **headers: str):
        return self.client.get(path, headers=headers)

    def send(self, path: str, headers: dict[str, str] | None = None, **fields):
        token = self.token()
        body = urlencode({"_csrf_token": token, **fields}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.client.post(path, content=body, headers={**kind, **(headers or {})})

    def token(self) -> str:
        """What every form of a page carries: read from one, and good for as long as the cookie beside it."""
        cookie = self.client.cookies.get("csrftoken")
        if self.form is None or self.form[0] != cookie:
            page = self.client.get("/regulamentos").text
            found = re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]
            self.form = (self.client.cookies.get("csrftoken"), found)
        return self.form[1]

    @property
    def cookie(self) -> str | None:
        return self.client.cookies.get("feltro_session")


def text_of(html: str) -> str:
    """What a reader sees, roughly."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
