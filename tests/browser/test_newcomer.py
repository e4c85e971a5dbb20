"""Somebody who has never seen Feltro: looks at the demonstration, and sets up a house of their own."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltro.app.access.doors import invite_first
from feltro.app.handling import House
from feltro.app.settings.hour import machine_hour
from feltro.app.world.plan import Envelope
from feltro.sim.demo import furnish
from feltro.sim.live_event import LiveEvents
from feltro.store.memory import MemoryStore
from feltro.web.site import create_site

from .conftest import LAPTOP, PHONE
from .serving import Serving

pytestmark = pytest.mark.browser
PASSWORD = "cavalo correto bateria"


def serve(house, *, demo=False):
    """A house behind real pages, at the real hour."""
    return Serving(lambda: create_site(house, demo=demo))


@pytest.fixture(scope="module")
def demo():
    house = House(MemoryStore())
    made = furnish(house, machine_hour(), "pt", 1, lambda _step: None)
    player = LiveEvents(made, machine_hour)
    player.catch_up()
    player.start()
    served = serve(house, demo=True)
    made.address = served.address
    yield made
    player.stop()
    served.stop()


@pytest.fixture
def empty():
    house = House(MemoryStore())
    sent = Envelope(key="first", who="terminal", role="organiser", at=machine_hour())
    link = invite_first(house.store, sent)
    served = serve(house)
    yield f"{served.address}/convite/{link}"
    served.stop()


@pytest.fixture
def open_page(browser):
    """A page of a size; none of them may log an error."""
    contexts, problems = [], []

    def make(size=LAPTOP):
        context = browser.new_context(viewport=size, locale="pt-BR")
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []


def come_in(page, demo, role):
    login = next(one for one in demo.logins if one.role == role)
    page.goto(f"{demo.address}/entrar")
    page.locator("[name=user]").fill(login.user)
    page.locator("[name=password]").fill(login.password)
    page.locator("main button").click()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_the_director_finds_the_live_event_and_the_banner(demo, open_page, size):
    """The list has the event that is played, the one that takes entries and the one that is over."""
    page = open_page(size)
    come_in(page, demo, "director")
    expect(page.get_by_role("note")).to_contain_text("Demonstração")
    page.goto(f"{demo.address}/eventos")
    for name in ("Turbo ao vivo 1", "Torneio da noite", "Torneio de abertura"):
        expect(page.get_by_text(name).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_room_plays_while_one_looks(demo):
    """The thread deals hands by itself, in the time of this world."""
    stream = f"tournament:{demo.live}"
    before = demo.house.store.version(stream)
    assert demo.house.store.wait(stream, before, 60) > before


def test_the_visiting_cashier_can_sell_at_once(demo, open_page):
    page = open_page()
    come_in(page, demo, "cashier")
    page.goto(f"{demo.address}/balcao?evento=proximo")
    expect(page.get_by_role("note")).to_contain_text("Demonstração")
    expect(page.locator("main")).not_to_contain_text("Abrir caixa")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_an_empty_house_sells_its_first_entry_by_following_the_page(empty, open_page, size):
    """Password, five questions, the desk: step by step, without a serious finding for accessibility."""
    page = open_page(size)
    page.goto(empty)
    page.locator("[name=user]").fill("rui")
    page.locator("[name=name]").fill("Rui")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=again]").fill(PASSWORD)
    page.locator("main button").click()
    page.wait_for_url(re.compile("/comecar$"))
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [one["id"] for one in found if one["impact"] in {"serious", "critical"}] == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.locator("[name=club]").fill("Clube da Serra")
    page.locator("[name=template][value=bpt-home]").check()
    page.get_by_role("button", name="Deixar pronto").click()
    expect(page.locator("main")).to_contain_text("Tudo pronto")
    page.get_by_role("link", name="Ir para o balcão").click()
    page.wait_for_url(re.compile("/balcao"))
    expect(page.locator("main")).not_to_contain_text("Abrir caixa")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_tour_is_taken_by_keyboard_and_left_at_any_step(demo, open_page):
    """Nothing begins by itself; each step is read, points at something, and leads on; Esc ends it."""
    page = open_page()
    come_in(page, demo, "director")
    page.goto(f"{demo.address}/direcao/{demo.live}")
    expect(page.locator("#tour")).to_be_hidden()
    page.locator("[data-tour-start]").press("Enter")
    expect(page.locator("#tour-title")).to_have_text("O que pede você agora")
    expect(page.locator("#tour-ring")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "tour"
    page.locator('[data-tour="next"]').press("Enter")
    expect(page.locator("#tour-title")).to_have_text("O relógio")
    page.locator('[data-tour="next"]').press("Enter")
    page.wait_for_url(re.compile("/sala$"))
    expect(page.locator("#tour-title")).to_have_text("A sala")
    page.keyboard.press("Escape")
    expect(page.locator("#tour")).to_be_hidden()
    page.reload()
    expect(page.locator("#tour")).to_be_hidden()
