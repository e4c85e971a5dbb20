"""A player's phone through a change of seat: told by sight until the player says that they sit, and remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from feltro.app.people.public_ids import public_ids
from feltro.web.site import create_site
from tests.web.running import Running

from .serving import Serving

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}
RANG = """() => { window.rang = 0; navigator.vibrate = () => { window.rang += 1; return true; }; }"""


def test_another_seat_is_told_until_the_player_sits_and_not_again_after_a_reload(browser):
    room = Running(12, chairs=6)
    site = Serving(lambda: create_site(room.house, lambda: room.now))
    context = browser.new_context(viewport=PHONE, base_url=site.address, locale="pt-BR")
    page, problems = context.new_page(), []
    page.on("pageerror", lambda error: problems.append(str(error)))
    card = f"/jogador/t1/{public_ids(room.house.store).entry('t1', 'e1')}"
    page.goto(card)
    assert page.evaluate("document.querySelector('.pass').getBoundingClientRect().top") <= 72
    expect(page.locator(".went")).to_be_hidden()
    page.evaluate(RANG)
    was = room.state.floor.chair_of["e1"]
    other = 2 if was.table == 1 else 1
    room.order("BustHand", busts=[{"entry": room.at(other, 1)}])
    seat = room.state.floor.tables[other].free()[0]
    room.order("MovePlayer", entry="e1", table=other, seat=seat, reason="equilíbrio")
    went = page.locator(".went")
    expect(went).to_be_visible(timeout=15_000)
    expect(went.locator("[data-was]")).to_have_text(f"{was.table}{was.seat}")
    expect(went.locator("[data-now]")).to_have_text(f"{other}{seat}")
    assert page.evaluate("window.rang") == 1
    page.reload()
    expect(went).to_be_visible()
    page.click("[data-seated]")
    expect(went).to_be_hidden()
    page.reload()
    expect(page.locator(".pass")).to_have_attribute("data-chair", f"{other}.{seat}")
    expect(went).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert problems == []
    context.close()
    site.stop()
