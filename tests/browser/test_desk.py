"""The desk in a real browser: by keyboard alone, live between two browsers, and without scripts."""

from __future__ import annotations

import re
import uuid

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.access.sessions import open_session
from feltro.app.handling import House
from feltro.app.people.commands import RegisterPerson
from feltro.app.world.plan import Envelope
from feltro.store.memory import MemoryStore
from tests.tournament.room import Room, at
from tests.web.staff import USERS, site_for

from .conftest import LAPTOP, PHONE, TV
from .serving import Serving

pytestmark = pytest.mark.browser
NOW = at("13:30")
FIRST, LAST = ("Ana", "Bruno", "Carla", "Diego", "Elisa"), ("Melo", "Prado", "Reis", "Souza")


def sent(who="terminal", role="organiser"):
    return Envelope(key=uuid.uuid4().hex, who=who, role=role, at=NOW)


class Served(Serving):
    """An empty house at a fixed hour."""

    def __init__(self):
        self.house = House(MemoryStore())
        super().__init__(lambda: site_for(self.house, lambda: NOW))


@pytest.fixture
def served():
    one = Served()
    one.room = Room(one.house)
    for user, role in USERS.items():
        assert add_user(one.house.store, User(id=user, name=user.title(), role=role), "", sent()) is None
    for number, name in enumerate(f"{first} {last}" for first in FIRST for last in LAST):
        command = RegisterPerson(person=f"x{number}", name=name, photo_id_seen=True, phone=f"1198888{number:04d}",
                                 born_on=__import__("datetime").date(1990, 1, 1 + number))  # fmt: skip
        assert not hasattr(one.house.handle(command, sent()), "because")
    yield one
    one.stop()


@pytest.fixture
def come_in(browser, served):
    """A browser in which somebody is in; at the end no page may have logged an error."""
    contexts, problems = [], []

    def open_page(user, path, size=LAPTOP, *, quiet=False, **more):
        context = browser.new_context(viewport=size, base_url=served.address, locale="pt-BR", **more)
        contexts.append(context)
        opened = open_session(served.house.store, user, "Chromium", sent())
        context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": served.address}])
        page = context.new_page()
        if not quiet:
            page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def test_twenty_registrations_without_the_mouse(come_in, served):
    """Name, Enter, Enter, F2, Enter, twenty times in a row; then every one of them is in."""
    page = come_in("ana", "/balcao/t1")
    names = [f"{last} {first}" for first in FIRST for last in LAST]
    for number, name in enumerate(names, 1):
        expect(page.locator("#desk-q")).to_be_focused()
        page.keyboard.type(name.lower())
        page.keyboard.press("Enter")
        expect(page.locator("[name=item]:checked")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("F2")
        page.keyboard.press("Enter")
        expect(page.locator(".done-line")).to_contain_text(f"Inscrição {number}:")
    assert served.house.world.live("tournament:t1").state.entries_sold == 20
    expect(page.locator(".last-sales li")).to_have_count(10)
    expect(page.locator(".last-sales li").first).to_contain_text("Anular a venda")
    expect(page.locator("#undo")).not_to_contain_text("inscrição")


def test_a_new_player_is_registered_and_sold_to_by_keyboard(come_in):
    """Nobody of that name: Enter opens the form with the name in it, the CPF is checked as its field is left."""
    page = come_in("ana", "/balcao/t1")
    page.keyboard.type("Xavier Lopes")
    expect(page.locator(".people-found .nothing")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[name=cpf]")).to_be_focused()
    page.keyboard.type("529.982.247-25")
    page.keyboard.press("Tab")
    expect(page.locator("#cpf-said")).to_contain_text("CPF confere")
    page.keyboard.type("21/03/1990")
    page.locator("[name=photo_id_seen]").check()
    page.locator("[name=born_on]").press("Enter")
    expect(page.locator(".person-name")).to_have_text("Xavier Lopes")
    expect(page.locator("[name=item]:checked")).to_be_focused()


def test_change_and_fees_are_shown_before_the_money_is_taken(come_in):
    """Tendered cash shows its change, a card its fee, and the button always says the amount."""
    page = come_in("ana", "/balcao/t1?pessoa=x1")
    page.keyboard.press("F2")
    page.fill("[name=tendered]", "700")
    expect(page.locator("#bill .change")).to_contain_text("R$ 80,00")
    page.keyboard.press("F3")
    expect(page.locator(".sell")).not_to_contain_text("R$ 620,00")


def test_a_sale_in_one_browser_appears_in_the_other(come_in):
    """Without anybody touching the second browser, its list and its figures follow."""
    one, other = come_in("ana", "/balcao/t1?pessoa=x2"), come_in("dora", "/balcao/t1")
    expect(other.locator("#lista")).to_contain_text("Ninguém inscrito")
    one.keyboard.press("F2")
    one.keyboard.press("Enter")
    expect(one.locator(".done-line")).to_be_visible()
    expect(other.locator("#lista")).to_contain_text("Ana Reis")
    expect(other.locator("#strip")).to_contain_text(re.compile(r"Inscrições\s*1"))


def test_eight_tabs_of_one_browser_all_follow(come_in):
    """One stream serves them all: a ninth page still loads, and each of the eight shows the sale."""
    first = come_in("dora", "/balcao/t1")
    tabs = [first, *(first.context.new_page() for _ in range(7))]
    for tab in tabs[1:]:
        tab.goto("/balcao/t1")
    seller = come_in("ana", "/balcao/t1?pessoa=x3")
    seller.keyboard.press("F2")
    seller.keyboard.press("Enter")
    for tab in tabs:
        expect(tab.locator("#lista")).to_contain_text("Ana Souza")


def test_a_lost_connection_is_said_and_caught_up(come_in, served):
    """The server goes: a bar says since when, and nothing is sent. It comes back: the page shows the truth."""
    page = come_in("ana", "/balcao/t1?pessoa=x4", quiet=True)
    expect(page.locator("#lost")).to_be_hidden()
    served.stop()
    expect(page.locator("#lost")).to_be_visible()
    page.keyboard.press("F2")
    page.locator(".sell").click()
    expect(page.locator("#lost em")).to_be_visible()
    assert served.house.world.live("tournament:t1").state.entries_sold == 0
    served.start()
    expect(page.locator("#lost")).to_be_hidden(timeout=15000)
    page.locator(".sell").click()
    expect(page.locator(".done-line")).to_be_visible()


def test_the_desk_sells_without_scripts(come_in, served):
    """Plain forms: search, choose, pay, receipt."""
    page = come_in("ana", "/balcao/t1", java_script_enabled=False)
    page.fill("#desk-q", "bruno prado")
    page.press("#desk-q", "Enter")
    page.locator("[name=method_1][value=cash]").check(force=True)
    page.click(".sell")
    expect(page.locator(".done-line")).to_contain_text("Bruno Prado")
    assert served.house.world.live("tournament:t1").state.entries_sold == 1


def test_the_palette_and_the_keys_open_anywhere(come_in):
    """Ctrl-K finds a player and opens the desk with them; a question mark shows the keys."""
    page = come_in("dora", "/eventos")
    page.keyboard.press("Control+k")
    page.keyboard.type("carla souza")
    expect(page.locator("#palette-found a").first).to_contain_text("Carla Souza")
    page.keyboard.press("Escape")
    expect(page.locator("#palette")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


PATHS = ["/balcao/t1?pessoa=x1", "/balcao/t1/novo?q=Novo", "/caixa", "/pix", "/equipe", "/aparelhos", "/eventos",
         "/eventos/novo", "/eventos/novo/folha?modelo=six-max", "/eventos/t1", "/entrar"]  # fmt: skip


@pytest.mark.parametrize("size", [PHONE, LAPTOP, TV], ids=["phone", "laptop", "tv"])
def test_staff_pages_fit_and_are_accessible(come_in, size):
    """At every size nothing scrolls sideways and axe has no serious finding, dark on the phone."""
    scheme = "dark" if size is PHONE else "light"
    page = come_in("rui", "/eventos", size, color_scheme=scheme)
    found = []
    for path in PATHS:
        page.goto(path)
        if not page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"):
            found.append(f"{path}: wider than its screen")
        violations = Axe().run(page).response["violations"]
        found += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:120]}" for one in violations
                  if one["impact"] in {"serious", "critical"}]  # fmt: skip
    assert found == []


def test_a_stranger_meets_the_entrance(browser, served):
    """A wrong address shows the entrance; what one types there is not in the address."""
    context = browser.new_context(base_url=served.address, locale="pt-BR")
    page = context.new_page()
    page.goto("/balcao")
    expect(page.locator("[name=password]")).to_be_visible()
    page.fill("[name=user]", "ninguem")
    page.fill("[name=password]", "senha errada mesmo")
    page.press("[name=password]", "Enter")
    expect(page.locator("#refused")).to_contain_text("não conferem")
    assert re.search(r"/entrar$", page.url)
    context.close()
