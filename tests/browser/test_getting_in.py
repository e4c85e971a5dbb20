"""Coming in with a device and leaving, in a real browser; the pages about people and devices on every size."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltro.app.access.devices import DeviceWish, offer_pairing
from feltro.app.world.plan import Envelope

from .conftest import LAPTOP, PHONE
from .served import served

__all__ = ["served"]
pytestmark = pytest.mark.browser
TABLET = {"width": 1024, "height": 768}


def offer(served, label: str = "TV da entrada"):
    sent = Envelope(key=f"offer-{label}", who="dora", role="director", at=served.clock())
    return offer_pairing(served.room.house.store, DeviceWish("tv", "viewer", label), sent)


def test_a_wrong_pin_is_told_and_counted_and_the_right_one_still_opens(served):
    """The field is empty and focused again, the tries left are told, and the right PIN leads to the screen."""
    made = offer(served)
    page = served.open(f"/parear/{made.text}", TABLET, may_fail=True)
    for left in (4, 3):
        page.fill("[name=pin]", "000000" if made.pin != "000000" else "111111")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text(f"Restam {left} tentativas")
        expect(page.locator("[name=pin]")).to_be_focused()
        expect(page.locator("[name=pin]")).to_have_value("")
    page.fill("[name=pin]", made.pin)
    page.keyboard.press("Enter")
    page.wait_for_url("**/tela")
    expect(page.locator(".time")).to_be_visible()


def test_too_many_wrong_pins_end_the_offer(served):
    """After the fifth the code is worth nothing, even with the right PIN, and the page says what to do."""
    made = offer(served)
    page = served.open(f"/parear/{made.text}", may_fail=True)
    for _ in range(5):
        page.fill("[name=pin]", "000000" if made.pin != "000000" else "111111")
        page.click("main button")
    expect(page.locator("[name=pin]")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("Peça outro")
    page.goto(f"/parear/{made.text}")
    expect(page.locator("[name=pin]")).to_have_count(0)


def test_wrong_passwords_have_to_wait(served):
    """The name is kept, the password is not; after some tries one is told how long to wait."""
    page = served.open("/entrar", may_fail=True)
    for _ in range(6):
        page.fill("[name=user]", "dora")
        page.fill("[name=password]", "errada errada")
        page.click("main button")
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.locator("[name=user]")).to_have_value("dora")
        expect(page.locator("[name=password]")).to_have_value("")
    expect(page.get_by_role("alert")).to_contain_text("Espere")


@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP], ids=["phone", "tablet", "laptop"])
def test_people_and_devices_fit_and_are_accessible(served, size):
    """A link is made, a device is offered: nothing wider than the screen, nothing serious for axe, the code is large."""
    page = served.director(size)
    page.goto("/equipe")
    page.fill("[name=name]", "Maria Aparecida dos Santos Albuquerque")
    page.fill("[name=user]", "maria.aparecida")
    page.get_by_role("button", name="Dar acesso").click()
    expect(page.locator("main")).to_contain_text("/convite/")
    check(page)
    page.goto("/aparelhos")
    page.fill("[name=label]", "Tablet da mesa 12 do salão dos fundos")
    page.get_by_role("button", name="Mostrar QR e PIN").click()
    expect(page.locator(".pin-shown")).to_be_visible()
    check(page)


def check(page) -> None:
    found = Axe().run(page).response["violations"]
    serious = [one for one in found if one["impact"] in {"serious", "critical"}]
    assert [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in serious] == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_session_that_was_ended_is_noticed(served):
    """Somebody else ends it: the next page is the entrance, and after it one is where one wanted to go."""
    page, other = served.director(), served.director()
    other.goto("/equipe")
    served.problems.clear()
    other.locator(".plain-list form button").first.click()
    other.wait_for_load_state()
    page.goto("/telas")
    expect(page.locator("[name=password]")).to_be_visible()
    page.fill("[name=user]", "dora")
    page.fill("[name=password]", "cavalo correto bateria")
    page.locator("main form button").last.click()
    page.wait_for_url("**/telas")
    served.problems.clear()  # the browser says that a page was not found: it was not to be
