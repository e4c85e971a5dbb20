"""A site with a house behind it, a clock that stands still, and browsers that come in as somebody."""

from __future__ import annotations

import re
from contextlib import contextmanager
from urllib.parse import urlencode

from litestar.testing import TestClient

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.handling import House
from feltro.app.plan import Envelope
from feltro.kernel.instants import Instant, parse_instant
from feltro.store.memory import MemoryStore
from feltro.web.site import create_site

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


class Site:
    def __init__(self, house: House | None = None, *, users: bool = True) -> None:
        self.house = house or House(MemoryStore())
        self.clock = Clock()
        self.app = create_site(self.house, self.clock)
        for user, role in USERS.items() if users else ():
            sent = Envelope(key=f"add-{user}", who="terminal", role="organiser", at=START)
            assert add_user(self.house.store, User(id=user, name=user.title(), role=role), PASSWORD, sent) is None

    @contextmanager
    def browser(self, user: str = ""):
        """A browser of its own; with a user, somebody is in."""
        with TestClient(self.app) as client:
            browser = Browser(client)
            if user:
                answer = browser.send("/entrar", user=user, password=PASSWORD)
                assert answer.status_code == 200, answer.text
            yield browser


class Browser:
    """Fills in forms as a browser without scripts does."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, **headers: str):
        return self.client.get(path, headers=headers)

    def send(self, path: str, headers: dict[str, str] | None = None, **fields):
        token = self.token()
        body = urlencode({"_csrf_token": token, **fields}, doseq=True)
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.client.post(path, content=body, headers={**kind, **(headers or {})})

    def token(self) -> str:
        page = self.client.get("/regulamentos").text
        return re.search(r'name="_csrf_token" value="([^"]+)"', page)[1]

    @property
    def cookie(self) -> str | None:
        return self.client.cookies.get("feltro_session")


def text_of(html: str) -> str:
    """What a reader sees, roughly."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
