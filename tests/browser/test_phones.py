"""Three phones give the public value of a draw together, over plain HTTP, with nothing installed and nobody logged in."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from feltro.kernel.published_draw import findings
from tests.tournament.draws.circuit import PHONES, circuit, proofs
from tests.web.staff import site_for

from .serving import Serving

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def test_phones_join_wait_and_show_by_themselves(browser):
    """Each keeps its number until the direction closes; the sum is then the value, and each finds its own in the proof."""
    floor = circuit()
    floor.open((1, 9), (2, 9), **PHONES)
    site = Serving(lambda: site_for(floor.house, lambda: floor.now))
    contexts = [browser.new_context(viewport=PHONE, base_url=site.address, locale="pt-BR") for _ in range(3)]
    problems, mine = [], []
    pages = []
    for context in contexts:
        page = context.new_page()
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.goto("/sorteio/t1/celular")
        page.locator("main button.primary").click()
        expect(page.locator("[data-when=in]")).to_be_visible()
        mine.append(page.locator("[data-mine]").inner_text())
        pages.append(page)
    (source,) = floor.state.draws.sources.values()
    assert list(source.phones.values()) == ["", "", ""]
    floor.order("ClosePhones", draw="mesas")
    for page in pages:
        expect(page.locator("[data-when=in]:visible")).to_have_count(0, timeout=20_000)
    expect(pages[-1].locator("main")).to_contain_text("Nenhum sorteio espera celulares", timeout=20_000)
    floor.fill(4)
    floor.done("CloseRegistration", role="director", tournament="t1")
    told = proofs(floor)["mesas"]
    assert {one.value for one in told.phones} == set(mine)
    assert findings(told) == []
    assert problems == []
    for context in contexts:
        context.close()
    site.stop()
