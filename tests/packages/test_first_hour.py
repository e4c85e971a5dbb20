"""The first hour as the guide tells it, from the wheel: a stranger, an empty folder, one command, and tonight's event sells and starts."""

from __future__ import annotations

import os
import re
import subprocess
import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LAPTOP, browser, playwright  # noqa: F401 - fixtures
from tests.cli.test_serving import free_port
from tests.packages.hard_place import first_page
from tests.packages.test_installs import environment, reachable, wheel  # noqa: F401 - fixtures

pytestmark = [pytest.mark.proof, pytest.mark.browser]
AN_HOUR = 3600.0
PASSWORD = "cavalo correto bateria"


class Watch:
    """How long each step of the guide takes somebody who reads as fast as a machine."""

    def __init__(self):
        self.steps, self._began = {}, time.monotonic()

    def done(self, step):
        now = time.monotonic()
        self.steps[step], self._began = round(now - self._began, 1), now


@pytest.fixture
def house(environment, tmp_path):  # noqa: F811 - the fixture
    """`feltro serve` in an empty folder, as installed: the link that its terminal shows, and the watch since the command."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("FELTRO_", "XDG_"))}
    port = str(free_port())
    command = [environment / "bin" / "feltro", "serve", "--no-browser", "--no-name", "--port", port]
    around = {**kept, "HOME": str(tmp_path), "FELTRO_BOOKS": ""}
    watch = Watch()
    with subprocess.Popen(command, cwd=tmp_path, env=around, stdout=subprocess.PIPE, text=True) as server:
        try:
            lines = iter(server.stdout.readline, "")
            link = next(found[0] for line in lines if (found := re.search(r"http://\S+/convite/\S+", line)))
            first_page(int(port))  # the link is told a moment before it works
            yield link, watch
        finally:
            server.terminate()


def soon():
    """In half an hour, and still today."""
    now = datetime.now(ZoneInfo("America/Sao_Paulo"))
    then = now + timedelta(minutes=30)
    return then.strftime("%H:%M") if then.date() == now.date() else "23:59"


def test_a_stranger_reaches_tonights_event_by_the_guide_alone(house, browser):  # noqa: F811 - the fixture
    """Its sections 1 to 5 and 8: the link, an account, five questions, tables, the first entry by the keyboard, the start."""
    link, watch = house
    page = browser.new_context(viewport=LAPTOP, locale="pt-BR").new_page()
    page.goto(link)
    watch.done("1 ligar")
    for name, typed in {"user": "rui", "name": "Rui", "password": PASSWORD, "again": PASSWORD}.items():
        page.locator(f"[name={name}]").fill(typed)
    page.locator("main button").click()
    page.wait_for_url(re.compile("/comecar$"))
    watch.done("2 a sua conta")
    page.locator("[name=club]").fill("Clube da Serra")
    page.locator("[name=starts]").fill(soon())  # its desk opens an hour before
    page.get_by_role("button", name="Deixar pronto").click()
    expect(page.locator("main")).to_contain_text("Tudo pronto")
    watch.done("3 cinco perguntas")
    page.get_by_role("link", name="Direção").first.click()
    page.get_by_role("link", name="Abrir mesas").first.click()
    page.get_by_label("Números das mesas").fill("1-2")
    page.get_by_role("button", name="Abrir mesas").click()
    page.get_by_role("link", name="Balcão").first.click()
    watch.done("4 abrir as mesas")
    expect(page.locator("#desk-q")).to_be_focused()
    page.keyboard.type("Xavier Lopes")
    expect(page.locator(".people-found .nothing")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("[name=cpf]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("21/03/1990")
    page.locator("[name=photo_id_seen]").check()
    page.locator("[name=born_on]").press("Enter")
    expect(page.locator("[name=item]:checked")).to_be_focused()
    for key in ("Enter", "F2", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".done-line")).to_contain_text("Inscrição 1:")
    expect(page.locator(".done-seat")).to_be_visible()
    watch.done("5 a primeira inscrição")
    page.get_by_role("link", name="Direção").first.click()
    expect(page.get_by_role("button", name="Começar").first).to_be_visible()
    watch.done("8 a largada")
    print(watch.steps)  # noqa: T201 - for whoever asked with -s
    assert sum(watch.steps.values()) < AN_HOUR
    page.context.close()
