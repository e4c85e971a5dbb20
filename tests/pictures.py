"""The pictures of the documentation, all of them, made anew from the demonstration, an empty house and the press: `script/pictures [NAME ...]`.

Each is taken only when what it is to show is on the page, and when no page logged an error. What the house itself says on
it (buttons, labels, heads; no name, hour or figure) is kept in pictures.json, so that a test notices a picture that has grown
old: the evening is always the same one, with the same draws.
"""

from __future__ import annotations

import json
import os
import re
import sys
import uuid
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect, sync_playwright

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.access.sessions import open_session
from feltro.app.handling import House
from feltro.app.world.plan import Envelope
from feltro.app.world.world import World
from feltro.kernel.instants import instant_of
from feltro.sim.demo import furnish
from feltro.sim.live_event import LiveEvents
from feltro.store.memory import MemoryStore
from feltro.tournament.floor.commands import NewTable, OpenTables
from feltro.web.site import create_site
from feltro.words.sentences import sentences
from tests.app.papers import side_by_side
from tests.browser.serving import Serving
from tests.conftest import drawing
from tests.web.big_room import RunningClock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).parent.parent / "docs" / "images"
KEPT = Path(__file__).parent / "pictures.json"
EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=ZoneInfo("America/Sao_Paulo"))
"""A Saturday."""
SEEN = """() => [...document.body.querySelectorAll('*')].filter(one => one.checkVisibility()).flatMap(one => [
  ...[...one.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent), one.placeholder,
])"""
HEADS = "h1, h2, h3"
LAPTOP, DESK, TV = (1366, 768), (1366, 900), (1920, 1080)
PATIENCE = 60_000
"""Milliseconds: a busy machine is no defect."""


class Studio:
    """A served house, and pages of it as somebody sees them."""

    def __init__(self, browser: Browser, make: Callable[[RunningClock], House], out: Path, *, demo: bool) -> None:
        self.clock = RunningClock(instant_of(EVENING))
        self.browser, self.out, self.house = browser, out, make(self.clock)
        self.served = Serving(lambda: create_site(self.house, self.clock, demo=demo))
        self.problems: list[str] = []
        self.words: dict[str, list[str]] = {}

    @contextmanager
    def page(self, size: tuple[int, int], user: str = "") -> Iterator[Page]:
        shape: Any = {"width": size[0], "height": size[1]}
        context = self.browser.new_context(viewport=shape, base_url=self.served.address, locale="pt-BR")
        context.set_default_timeout(PATIENCE)
        if user:
            sent = Envelope(key=uuid.uuid4().hex, who=user, role="organiser", at=self.clock())
            opened = open_session(self.house.store, user, "", sent)
            context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": self.served.address}])
        page = context.new_page()
        page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        yield page
        context.close()

    def taken(self, page: Page, name: str, shows: str) -> Path:
        expect(page.locator(shows).first).to_be_visible(timeout=PATIENCE)
        page.evaluate("document.fonts.ready")
        path = self.out / f"{name}.png"
        page.screenshot(path=path)
        heads = [one for one in page.locator(HEADS).all_inner_texts() if not re.search(r"\d", one)]
        self.words[name] = sorted({*own_words(page.evaluate(SEEN)), *map(plain, heads)} - {""})
        return path


def home(studio: Studio) -> Path:
    with studio.page(LAPTOP) as page:
        page.goto("/")
        return studio.taken(page, "home", ".live-card")


def clock(studio: Studio) -> Path:
    with studio.page(TV) as page:
        page.goto("/relogio/ao-vivo-1")
        return studio.taken(page, "relogio", ".face")


def room(studio: Studio) -> Path:
    with studio.page(LAPTOP, "dora") as page:
        page.goto("/direcao/ao-vivo-1/sala")
        return studio.taken(page, "sala", "main article")


def levels(studio: Studio) -> Path:
    with studio.page(DESK, "olga") as page:
        page.goto("/eventos/novo/folha?modelo=club-turbo")
        page.locator("#levels").evaluate("panel => scrollTo(0, panel.offsetTop - 80)")
        return studio.taken(page, "evento-niveis", "#levels .levels input")


def sale(studio: Studio) -> Path:
    """A sale as it stands before the button."""
    with studio.page(DESK, "caio") as page:
        _choose(page)
        page.keyboard.press("Enter")
        page.keyboard.press("F2")
        return studio.taken(page, "balcao-venda", "[name=item]:checked")


def sold(studio: Studio) -> Path:
    """After the button: table and seat in large letters, where tables are open."""
    tables = tuple(NewTable(number=number, chairs=9) for number in (1, 2))
    opened = OpenTables(tournament="proximo", draw="d-foto", tables=tables)
    studio.house.handle(opened, Envelope(key="foto", who="dora", role="director", at=studio.clock()))
    with studio.page(DESK, "caio") as page:
        _choose(page)
        for key in ("Enter", "F2", "Enter"):
            page.keyboard.press(key)
        return studio.taken(page, "balcao-lugar", ".done-seat")


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
        return studio.taken(page, "primeira-hora", ".five")


def tour(studio: Studio) -> Path:
    with studio.page(LAPTOP, "dora") as page:
        page.goto("/direcao/ao-vivo-1")
        page.locator("[data-tour-start]").click()
        expect(page.locator("#tour-title")).to_have_text("O que pede você agora")
        return studio.taken(page, "passeio", "#tour-ring")


def manual(studio: Studio) -> Path:
    with studio.page(LAPTOP, "caio") as page:
        page.goto("/ajuda/caixa")
        return studio.taken(page, "ajuda", ".manual-text")


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
OF_THE_PRESS: dict[str, Callable[[Path], Path]] = {
    "papeis-80mm": side_by_side.slips,
    "papeis-a4": side_by_side.sheets,
}
"""No page of a browser: papers side by side."""


def plain(text: str | None) -> str:
    return " ".join((text or "").split())


@cache
def said() -> frozenset[str]:
    """Every sentence of the house that holds no name and no figure."""
    return frozenset(plain(one) for one in sentences("pt").values() if "{" not in one)


def own_words(texts: Iterable[str | None]) -> set[str]:
    return {plain(one) for one in texts} & said()


def words_on_paper(lay: Callable[[Path], Path], out: Path) -> list[str]:
    """Of a picture of the press: what the house says on each paper that is laid down."""
    texts: list[str] = []

    def heard(paper: Any, *rest: Any, **more: Any) -> Any:
        texts.extend(_texts(msgspec.to_builtins(paper)))
        return press(paper, *rest, **more)

    press = side_by_side.printed
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(side_by_side, "printed", heard)
        lay(out)
    return sorted(own_words(texts))


def _texts(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    elif isinstance(said, list | dict):
        for one in said.values() if isinstance(said, dict) else said:
            yield from _texts(one)


def demo_house(clock: RunningClock) -> House:
    house = House(MemoryStore())
    made = furnish(house, clock(), "pt", 1, lambda _step: None)
    LiveEvents(made, clock).catch_up()
    return house


def empty_house(clock: RunningClock) -> House:
    house = House(MemoryStore())
    sent = Envelope(key="first", who="terminal", role="organiser", at=clock())
    refused = add_user(house.store, User(id="rui", name="Rui", role="organiser"), "", sent)
    if refused is not None:
        raise RuntimeError(refused.because)
    return house


def take(browser: Browser, out: Path, wanted: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """The words of each picture, and what went wrong."""
    words = {
        name: words_on_paper(lay, out / f"{name}.png")
        for name, lay in OF_THE_PRESS.items()
        if not wanted or name in wanted
    }
    problems: list[str] = []
    for make, table, demo in ((demo_house, OF_THE_DEMO, True), (empty_house, OF_AN_EMPTY_HOUSE, False)):
        asked = {name: one for name, one in table.items() if not wanted or name in wanted}
        if not asked:
            continue
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(World, "__init__", drawing(World.__init__, lambda: ""))
            studio = Studio(browser, make, out, demo=demo)
        for name, one in asked.items():
            try:
                one(studio)
            except (AssertionError, PlaywrightError) as error:
                problems.append(f"{name}: {str(error).splitlines()[0]}")
        problems += studio.problems
        words |= studio.words
        studio.served.stop()
    return words, problems


def main(wanted: list[str]) -> int:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as started:
        executable = os.environ.get("FELTRO_CHROMIUM") or None
        browser = started.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])
        words, problems = take(browser, IMAGES, wanted)
        browser.close()
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() and wanted else {}
    KEPT.write_text(json.dumps(dict(sorted((kept | words).items())), indent=1, ensure_ascii=False) + "\n", "utf-8")
    print("\n".join([*words, *problems]))
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
