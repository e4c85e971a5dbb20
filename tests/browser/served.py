"""A house behind a real server that can be stopped and started again, and what tests of screens ask of a page."""

from __future__ import annotations

import contextlib

import pytest

from feltro.app.access.devices import DeviceWish, offer_pairing
from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.world.plan import Envelope
from feltro.tournament.clock.face import standing
from tests.web.big_room import RunningClock, big_room, start
from tests.web.staff import site_for

from .conftest import LAPTOP, TV
from .serving import Serving

UHD = {"width": 3840, "height": 2160}
PASSWORD = "cavalo correto bateria"
AAA = {
    "runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]},
    "rules": {"color-contrast-enhanced": {"enabled": True}},
}
SPILLED = """() => {
  const wide = [...document.querySelectorAll('.face, .face header, .left, .centre, .right, .stakes, .board')]
    .filter(one => one.offsetParent && one.scrollWidth > one.clientWidth + 2).map(one => one.className + ' is too wide');
  const high = [...document.querySelectorAll('.face, .left, .centre, .right, .board')]
    .filter(one => one.offsetParent && one.scrollHeight > one.clientHeight + 2)
    .map(one => one.className + ' is too high: ' + one.scrollHeight + ' in ' + one.clientHeight);
  return [...wide, ...high];
}"""


class Served(Serving):
    """A house behind a server that can be stopped and started again at the same address."""

    def __init__(self, browser, certificate: str | None = None) -> None:
        self.room = start(big_room())
        self.clock = RunningClock(self.room.now)
        self.clock.jump(65 * 60)
        self.room.now = self.clock()
        self.browser, self.contexts, self.problems = browser, [], []
        sent = Envelope(key="add-dora", who="terminal", role="organiser", at=self.room.now)
        assert (
            add_user(self.room.house.store, User(id="dora", name="Dora", role="director"), PASSWORD, sent) is None
        )
        super().__init__(lambda: site_for(self.room.house, self.clock), certificate)

    def open(self, path: str, size=TV, *, may_fail: bool = False, **context):
        opened = self.browser.new_context(viewport=size, base_url=self.address, locale="pt-BR", **context)
        self.contexts.append(opened)
        page = opened.new_page()
        if not may_fail:
            page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.goto(path)
        return page

    def television(self, label: str = "TV 1"):
        sent = Envelope(key=f"offer-{label}", who="dora", role="director", at=self.clock())
        offer = offer_pairing(self.room.house.store, DeviceWish("tv", "viewer", label), sent)
        page = self.open(f"/parear/{offer.text}")
        page.fill("[name=pin]", offer.pin)
        page.click("main button")
        page.wait_for_url("**/tela")
        return page

    def director(self, size=LAPTOP):
        page = self.open("/entrar", size)
        page.fill("[name=user]", "dora")
        page.fill("[name=password]", PASSWORD)
        page.click("main button")
        page.wait_for_url("**/direcao**")
        return page

    def order(self, kind: str, **fields) -> None:
        self.room.now = self.clock()
        self.room.order(kind, **fields)


@pytest.fixture
def served(browser):
    made = Served(browser)
    yield made
    for context in made.contexts:
        with contextlib.suppress(Exception):
            context.close()
    made.stop()
    assert made.problems == [], str(made.problems)


def seconds(page) -> int:
    minutes, left = page.locator(".time").first.inner_text().split(":")[-2:]
    return int(minutes) * 60 + int(left)


def truth(served: Served) -> int:
    """What the clock of the house shows now: level four ends 80 minutes after the start."""
    return standing(served.room.state, "1", served.clock()).seconds_left


def agrees(page, served: Served) -> None:
    """The page shows the second of the house, read between two looks at the house's own clock."""
    late = truth(served)
    shown = seconds(page)
    assert truth(served) - 1 <= shown <= late + 1


def follows(page) -> None:
    """Until the stream of the house has spoken to this page."""
    page.wait_for_selector("html[data-follows=on]", state="attached")
