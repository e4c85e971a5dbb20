"""The pictures of the documentation, all of them, made anew from the demonstration, an empty house and the press: `script/pictures [NAME ...]`.

Each is taken only when what it is to show is on the page, and when no page logged an error.
"""

from __future__ import annotations

import os
import sys
import uuid
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect, sync_playwright

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.access.sessions import open_session
from feltro.app.handling import House
from feltro.app.settings.hour import machine_hour
from feltro.app.world.plan import Envelope
from feltro.sim.demo import furnish
from feltro.sim.live_event import LiveEvents
from feltro.store.memory import MemoryStore
from feltro.tournament.floor.commands import NewTable, OpenTables
from feltro.web.site import create_site
from tests.app.papers.side_by_side import sheets, slips
from tests.browser.serving import Serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parent.parent / "docs" / "images"
LAPTOP, DESK, TV = (1366, 768), (1366, 900), (1920, 1080)
PATIENCE = 60_000
"""Milliseconds: a busy machine is no defect."""


class Studio:
    """A served house, and pages of it as somebody sees them."""

    def __init__(self, browser: Browser, house: House, *, demo: bool) -> None:
        self.browser, self.house = browser, house
        self.served = Serving(lambda: create_site(house, demo=demo))
        self.problems: list[str] = []

    @contextmanager
    def page(self, size: tuple[int, int], user: str = "") -> Iterator[Page]:
        shape: Any = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=shape, base_url=self.served.address, locale="pt-BR")
        context.set_default_timeout(PATIENCE)
        if user:
            sent = Envelope(key=uuid.uuid4().hex, who=user, role="organiser", at=machine_hour())
            opened = open_session(self.house.store, user, "", sent)
            context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": self.served.address}])
        page = context.new_page()
        page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        yield page
        context.close()


def home(studio: Studio) -> Path:
    with studio.page(LAPTOP) as page:
        page.goto("/")
        return _taken(page, "home", ".live-card")


def clock(studio: Studio) -> Path:
    with studio.page(TV) as page:
        page.goto("/relogio/ao-vivo-1")
        return _taken(page, "relogio", ".face")


def room(studio: Studio) -> Path:
    with studio.page(LAPTOP, "dora") as page:
        page.goto("/direcao/ao-vivo-1/sala")
        return _taken(page, "sala", "main article")


def levels(studio: Studio) -> Path:
    with studio.page(DESK, "olga") as page:
        page.goto("/eventos/novo/folha?modelo=club-turbo")
        page.locator("#levels").evaluate("panel => scrollTo(0, panel.offsetTop - 80)")
        return _taken(page, "evento-niveis", "#levels .levels input")


def sale(studio: Studio) -> Path:
    """A sale as it stands before the button."""
    with studio.page(DESK, "caio") as page:
        _choose(page)
        page.keyboard.press("Enter")
        page.keyboard.press("F2")
        return _taken(page, "balcao-venda", "[name=item]:checked")


def sold(studio: Studio) -> Path:
    """After the button: table and seat in large letters, where tables are open."""
    tables = tuple(NewTable(number=number, chairs=9) for number in (1, 2))
    opened = OpenTables(tournament="proximo", draw="d-foto", tables=tables)
    studio.house.handle(opened, Envelope(key="foto", who="dora", role="director", at=machine_hour()))
    with studio.page(DESK, "caio") as page:
        _choose(page)
        for key in ("Enter", "F2", "Enter"):
            page.keyboard.press(key)
        return _taken(page, "balcao-lugar", ".done-seat")


def _choose(page: Page) -> None:
    """Somebody who is known and not in this event, by the keyboard."""
    page.goto("/balcao/proximo")
    page.locator("#desk-q").fill("rafael")
    expect(page.locator("#found a, #found button").first).to_be_visible()
    page.locator("#desk-q").press("Enter")
    expect(page.locator("[name=item]:checked")).to_be_focused()


def first_hour(studio: Studio) -> Path:
    with studio.page((1366, 1400), "rui") as page:
        page.goto("/comecar")
        page.locator("[name=club]").fill("Clube da Serra")
        return _taken(page, "primeira-hora", ".five")


def tour(studio: Studio) -> Path:
    with studio.page(LAPTOP, "dora") as page:
        page.goto("/direcao/ao-vivo-1")
        page.locator("[data-tour-start]").click()
        expect(page.locator("#tour-title")).to_have_text("O que pede você agora")
        return _taken(page, "passeio", "#tour-ring")


def manual(studio: Studio) -> Path:
    with studio.page(LAPTOP, "caio") as page:
        page.goto("/ajuda/caixa")
        return _taken(page, "ajuda", ".manual-text")


OF_THE_DEMO: dict[str, Callable[[Studio], Path]] = {
    "passeio": tour,
    "ajuda": manual,
    "home": home,
    "relogio": clock,
    "sala": room,
    "evento-niveis": levels,
    "balcao-venda": sale,
    "balcao-lugar": sold,
}
OF_AN_EMPTY_HOUSE: dict[str, Callable[[Studio], Path]] = {"primeira-hora": first_hour}
OF_THE_PRESS: dict[str, Callable[[Path], Path]] = {"papeis-80mm": slips, "papeis-a4": sheets}
"""No page of a browser: papers side by side."""


def _taken(page: Page, name: str, shows: str) -> Path:
    expect(page.locator(shows).first).to_be_visible(timeout=PATIENCE)
    page.evaluate("document.fonts.ready")
    path = IMAGES / f"{name}.png"
    page.screenshot(path=path)
    return path


def demo_house() -> House:
    house = House(MemoryStore())
    made = furnish(house, machine_hour(), "pt", 1, lambda _step: None)
    LiveEvents(made, machine_hour).catch_up()
    return house


def empty_house() -> House:
    house = House(MemoryStore())
    sent = Envelope(key="first", who="terminal", role="organiser", at=machine_hour())
    refused = add_user(house.store, User(id="rui", name="Rui", role="organiser"), "", sent)
    if refused is not None:
        raise RuntimeError(refused.because)
    return house


def main(wanted: list[str]) -> int:
    expect.set_options(timeout=PATIENCE)
    problems: list[str] = []
    for name, lay in OF_THE_PRESS.items():
        if not wanted or name in wanted:
            print(lay(IMAGES / f"{name}.png"), flush=True)
    with sync_playwright() as started:
        executable = os.environ.get("FELTRO_CHROMIUM") or None
        browser = started.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        for make, table, demo in ((demo_house, OF_THE_DEMO, True), (empty_house, OF_AN_EMPTY_HOUSE, False)):
            asked = {name: take for name, take in table.items() if not wanted or name in wanted}
            if not asked:
                continue
            studio = Studio(browser, make(), demo=demo)
            for name, take in asked.items():
                try:
                    print(take(studio), flush=True)
                except (AssertionError, PlaywrightError) as error:
                    problems.append(f"{name}: {str(error).splitlines()[0]}")
            problems += studio.problems
            studio.served.stop()
        browser.close()
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
