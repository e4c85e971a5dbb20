"""A desk that was left alone, in a real browser: locked, opened with a PIN, and the sale is still typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from feltro.app.access.locks import set_idle_minutes
from feltro.app.access.pins import set_pin

from . import test_desk
from .test_desk import sent
from .test_desk_bad_paths import choose

come_in, served = test_desk.come_in, test_desk.served
pytestmark = pytest.mark.browser


def test_a_desk_locks_itself_and_keeps_what_was_typed(come_in, served):
    """Six minutes without a touch; Escape is no way around, a wrong PIN is said, the right one goes on where she was."""
    store = served.house.store
    assert set_idle_minutes(store, 5, sent()) is None
    assert set_pin(store, "ana", "4071", sent()) is None
    page = come_in("ana", "/balcao/t1", quiet=True)
    page.clock.install()
    with page.expect_response("**/presenca"):
        page.reload()
    choose(page, "bruno reis")
    page.locator("[name=tendered]").fill("700")
    page.clock.fast_forward("06:00")
    expect(page.locator("#lock")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#lock")).to_be_visible()
    page.locator("#lock [name=pin]").fill("9999")
    page.keyboard.press("Enter")
    expect(page.locator("#lock .refused")).to_contain_text("não confere")
    page.locator("#lock [name=pin]").fill("4071")
    page.keyboard.press("Enter")
    expect(page.locator("#lock")).to_be_hidden()
    expect(page.locator("[name=tendered]")).to_have_value("700")
    page.locator(".sell").click()
    expect(page.locator(".done-change")).to_contain_text("R$ 80,00")


def test_a_locked_desk_cannot_be_opened_by_loading_it_again(come_in, served):
    """The lock is the house's, not the page's."""
    assert set_pin(served.house.store, "ana", "4071", sent()) is None
    page = come_in("ana", "/balcao/t1", quiet=True)
    with page.expect_response("**/trancar"):
        page.locator("details.mine > summary").click()
        page.locator("[data-lock]").click()
    expect(page.locator("#lock")).to_be_visible()
    page.reload()
    expect(page.locator("main h1")).to_have_text("Tela trancada")
    page.locator("main [name=pin]").fill("4071")
    page.locator("main button.primary").click()
    expect(page.locator("#desk-q")).to_be_visible()


def test_after_three_wrong_pins_the_wait_is_said_and_nothing_typed_is_lost(come_in, served):
    """A tired hand: each is said, with the field empty and the cursor in it; then how long to wait, even for the right one."""
    assert set_pin(served.house.store, "ana", "4071", sent()) is None
    page = come_in("ana", "/balcao/t1", quiet=True)
    choose(page, "bruno reis")
    page.locator("[name=tendered]").fill("700")
    with page.expect_response("**/trancar"):
        page.locator("details.mine > summary").click()
        page.locator("[data-lock]").click()
    pin = page.locator("#lock [name=pin]")
    for wrong in ("1111", "2222", "3333"):
        pin.fill(wrong)
        page.keyboard.press("Enter")
        expect(page.locator("#lock .refused")).to_contain_text("não confere")
        expect(pin).to_have_value("")
        expect(pin).to_be_focused()
    pin.fill("4071")
    page.keyboard.press("Enter")
    expect(page.locator("#lock .refused")).to_have_text("Muitas tentativas. Espere 60 segundos.")
    expect(page.locator("#lock")).to_be_visible()
    expect(page.locator("[name=tendered]")).to_have_value("700")
