"""A rare act in a real browser: somebody found while typing, news that takes nothing away, and what is grave asked once."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.test_director import enter, room, served  # noqa: F401
from tests.web.running import name_of


def test_what_is_being_typed_outlives_the_news_and_one_thing_is_done(room, enter):  # noqa: F811
    """In the sheet beside the list: a bust elsewhere renews the list of players, the half-filled form stays as it is."""
    first, other = room.at(1, 1), room.at(2, 1)
    called = name_of(int(first[1:]))
    page = enter("dora", "/direcao/t1/atos")
    page.get_by_text("Completar o stack").click()
    sheet = page.locator("#ato-folha")
    sheet.locator("[name='entry.said']").press_sequentially(called.split()[0])
    sheet.locator(f"input[type=radio][value={first}]").check()
    sheet.locator("[name=reason]").fill("faltou um rack")
    sheet.locator("[name=chips]").press_sequentially("5.0")
    before = sheet.get_attribute("data-live")
    room.order("Eliminate", entry=other)
    expect(sheet).not_to_have_attribute("data-live", before)
    expect(sheet.locator("[name=chips]")).to_be_focused()
    page.keyboard.type("00")
    expect(sheet.locator("[name=chips]")).to_have_value("5.000")
    expect(sheet.locator("[name=reason]")).to_have_value("faltou um rack")
    expect(sheet.locator(f"input[type=radio][value={first}]")).to_be_checked()
    sheet.get_by_role("button", name="Completar o stack").click()
    expect(sheet).to_contain_text("Feito")
    expect(sheet).to_contain_text(called)
    sheet.get_by_role("link", name="Fechar").click()
    expect(page.locator("#sheet")).to_be_hidden()
    assert page.url.endswith("/direcao/t1/atos")


def test_a_grave_act_is_named_and_asked_once_on_a_phone(room, enter):  # noqa: F811
    """A word where a number is asked is said beside it; then the ban is read back by name before it is done."""
    page = enter("dora", "/temporada/s26/ato/BanPerson", PHONE)
    person = name_of(3)
    page.locator("[name='person.said']").press_sequentially(person.lower())
    expect(page.locator("#found-person input[value=p3]")).to_be_checked()
    page.locator("[name=ground]").select_option("order")
    page.locator("[name=reason]").fill("Briga")
    page.get_by_role("button", name="Banir uma pessoa").click()
    expect(page.locator(".ask-sure")).to_contain_text(person)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Voltar e corrigir").click()
    expect(page.locator("[name=reason]")).to_have_value("Briga")
    page.get_by_role("button", name="Banir uma pessoa").click()
    page.locator("button[value=sure]").click()
    expect(page.locator("#ato-folha")).to_contain_text(re.compile("Feito.*Briga", re.DOTALL))
    assert "p3" in room.house.world.live("season:s26").state.bans
