"""One player on one phone, from the list of those who mean to come to the champion's cheque. Staff do their part by their own forms and commands."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from feltro.app.people.directory import directory
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import set_phone_entries
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from feltro.web.site import create_site
from tests.web.big_room import announce
from tests.web.running import Running

from .conftest import PHONE
from .serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SOON = 40_000
"""Milliseconds in which a phone that looks sees what happened."""


class Night:
    """A table of seven where an eighth is about to sit, behind a real server."""

    def __init__(self, browser) -> None:
        self.room = Running(7)
        sent = Envelope(key="on", who="rui", role="organiser", at=self.room.now)
        store = self.room.house.store
        assert set_phone_entries(store, settings_of(store), sent, on=True) is None
        self.serving = Serving(lambda: create_site(self.room.house, lambda: self.room.now))
        self.context = browser.new_context(viewport=PHONE, base_url=self.serving.address, locale="pt-BR")
        self.phone, self.problems = self.context.new_page(), []
        self.phone.on("pageerror", lambda error: self.problems.append(str(error)))

    def fits(self) -> None:
        self.phone.wait_for_load_state("domcontentloaded")
        assert self.phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], self.phone.url

    def sold_at_the_desk(self) -> str:
        """Two keys: the document is in hand, and the entry is paid. The entry's id."""
        (name,) = self.room.state.phone_asks.asks
        self.room.site.clock.now = self.room.now
        with self.room.site.browser("ana") as desk:
            counter = desk.send(f"/balcao/t1/celular/{name}")
            form = dict(re.findall(r'<input type="hidden" name="(sale|key|person)" value="([^"]*)"', counter.text))
            item = re.search(r'name="item" value="([^"]+)"', counter.text)[1]
            sold = desk.send("/balcao/t1", **form, item=item, method_1="cash", terms="1", day="1")
            assert sold.status_code == 200
        (person,) = [
            one.id for one in directory(self.room.house.store).everybody() if one.name == "Maria Clara Prado"
        ]
        (mine,) = [one.id for one in self.room.state.entries.values() if one.person == person]
        return mine

    def close(self) -> None:
        self.context.close()
        self.serving.stop()
        assert self.problems == []


@pytest.fixture
def night(browser):
    made = Night(browser)
    yield made
    made.close()


def test_a_player_goes_from_the_interest_list_to_the_champions_cheque_on_one_phone(night):
    phone, room = night.phone, night.room
    _asks(night)
    entry = night.sold_at_the_desk()
    expect(phone.locator(".pass")).to_contain_text("Inscrição feita", timeout=SOON)
    phone.locator("a.button.primary").click()
    chair = room.state.floor.chair_of[entry]
    expect(phone.locator(".pass")).to_have_attribute("data-chair", f"{chair.table}.{chair.seat}")
    night.fits()
    announce(room)
    for loser in [one for one in room.state.floor.tables[1].players.values() if one != entry]:
        room.now = later(room.now, seconds=60)
        room.order("BustHand", busts=[{"entry": loser}])
    prize = room.state.prizes.announced.prizes_centavos[0]
    said = f"{prize // 100:,}".replace(",", ".")
    expect(phone.locator("main")).to_contain_text("Vitória!", timeout=SOON)
    expect(phone.locator("main")).to_contain_text(said, timeout=SOON)
    _paid_by_cheque(night, entry, prize)
    expect(phone.locator("main")).to_contain_text("Pago. Parabéns!", timeout=SOON)
    night.fits()
    _reads_the_result(night, said)


def _asks(night: Night) -> None:
    phone = night.phone
    phone.goto("/agenda")
    phone.locator(".listing-rows a").first.click()
    phone.get_by_role("link", name="Inscrição pelo celular").click()
    night.fits()
    phone.locator("summary").first.click()
    phone.locator("form [name=name]").first.fill("Maria Clara")
    phone.locator("details button").first.click()
    expect(phone.locator(".pass")).to_contain_text("Anotado")
    phone.locator("a.button.primary").click()
    for name, value in {"name": "Maria Clara Prado", "cpf": "529.982.247-25", "born_on": "21/03/1990"}.items():
        phone.locator(f".ask-form [name={name}]").fill(value)
    phone.locator(".ask-form [name=terms]").check()
    phone.locator(".ask-form button.primary").click()
    expect(phone.locator(".pass")).to_contain_text("1º da fila")
    night.fits()


def _paid_by_cheque(night: Night, entry: str, prize: int) -> None:
    room = night.room
    paying = {
        "payment": "pay1",
        "entry": entry,
        "method": "cheque",
        "reference": "000123",
        "amount_centavos": prize,
    }
    room.done("PayPrize", role="finance", who="fina", tournament="t1", document="529.982.247-25", **paying)


def _reads_the_result(night: Night, said: str) -> None:
    """As anybody may: the name, the prize, and the sum of the pool checked on the phone itself."""
    phone = night.phone
    phone.goto("/resultados/s26/evento/t1")
    expect(phone.locator("tbody tr").first).to_contain_text("Maria Clara Prado")
    expect(phone.locator("tbody tr").first).to_contain_text(said)
    phone.goto("/conferir/t1")
    expect(phone.locator("[data-sum] [data-verdict]")).to_contain_text("fecha")
    night.fits()
