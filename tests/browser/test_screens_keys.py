"""The clock by keyboard, for those who may; and the whole screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .served import agrees, seconds, served

__all__ = ["served"]
pytestmark = pytest.mark.browser


def wait_for_seconds(page, left: int) -> None:
    """Until the standing clock shows so many seconds."""
    expect(page.locator(".time").first).to_have_text(f"{left // 60:02d}:{left % 60:02d}")


def test_a_director_runs_the_clock_by_keyboard(served):
    """Space pauses and resumes, arrows add a minute and turn levels after a question, the help opens and closes."""
    page = served.director()
    page.goto("/relogio/t1")
    face = page.locator(".face")
    page.keyboard.press("Space")
    expect(face).to_have_attribute("data-state", "paused")
    before = seconds(page)
    page.keyboard.press("ArrowUp")
    expect(page.locator("#said")).to_be_visible()
    wait_for_seconds(page, before + 60)
    for _ in range(3):  # quicker than the house answers
        page.keyboard.press("ArrowUp")
    wait_for_seconds(page, before + 4 * 60)
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    wait_for_seconds(page, before + 60)
    page.keyboard.press("Space")
    expect(face).to_have_attribute("data-state", "running")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#said")).to_contain_text("nível anterior?")
    page.keyboard.press("Escape")
    expect(page.locator("#said")).to_be_hidden()
    expect(page.locator(".level")).to_have_text("Nível 4")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".level")).to_have_text("Nível 3")
    agrees(page, served)
    page.keyboard.press("h")
    expect(page.locator("#clock-keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#clock-keys")).to_be_hidden()
    page.context.set_offline(True)
    served.problems.clear()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#said.wrong")).to_contain_text("Sem conexão")
    served.problems.clear()  # the browser tells of the cut, as it should


def test_a_stranger_has_no_keys(served):
    """On the public clock nothing listens: a pressed space changes nothing, and no form of the direction is there."""
    page = served.open("/relogio/t1")
    expect(page.locator("#steering")).to_have_count(0)
    page.keyboard.press("Space")
    page.keyboard.press("h")
    page.wait_for_timeout(500)
    expect(page.locator(".face")).to_have_attribute("data-state", "running")
    expect(page.locator("#clock-keys")).to_have_count(0)


def test_the_whole_screen_is_a_key_or_a_button_away(served):
    """A moved mouse brings the button; it fills the screen, the key F leaves it again."""
    page = served.open("/relogio/t1")
    expect(page.locator("#full")).to_be_hidden()
    page.mouse.move(200, 200)
    page.mouse.move(220, 220)
    page.click("#full")
    expect(page.locator("#full")).to_be_hidden()
    assert page.evaluate("Boolean(document.fullscreenElement)")
    page.keyboard.press("f")
    page.wait_for_timeout(300)
    assert not page.evaluate("Boolean(document.fullscreenElement)")
    expect(page.locator(".time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
