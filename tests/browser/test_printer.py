"""The printer's page in a real browser: papers come by themselves, leave with one key, and never twice."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltro.app.access.devices import DeviceWish, offer_pairing
from feltro.app.world.plan import Envelope
from feltro.tournament.facts.papers import PaperPrinted

from .conftest import LAPTOP, PHONE
from .served import Served, served

__all__ = ["served"]
pytestmark = pytest.mark.browser


def printer(served: Served, label: str, size=LAPTOP):
    sent = Envelope(key=f"offer-{label}", who="dora", role="director", at=served.clock())
    offer = offer_pairing(served.room.house.store, DeviceWish("printer", "floor", label), sent)
    page = served.open(f"/parear/{offer.text}", size)
    page.fill("[name=pin]", offer.pin)
    page.click("main button")
    page.wait_for_url("**/impressora")
    return page


def printed(served: Served) -> list[tuple[str, int]]:
    facts = served.room.house.world.live("tournament:t1").facts
    return [(fact.event.paper, len(fact.event.of)) for fact in facts if isinstance(fact.event, PaperPrinted)]


def serious(page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


def test_a_paired_printer_prints_what_comes_with_one_key(served):
    """A broken table appears on two printers, Enter on one prints it, and it is gone from both; then by itself."""
    first, second = printer(served, "Salão"), printer(served, "Reserva", PHONE)
    expect(first.locator("#queue li").first).to_contain_text("Retrato do salão")
    assert serious(first) == []
    first.uncheck("[value=wall]")
    first.wait_for_url("**papel=move**")
    second.uncheck("[value=wall]")
    second.wait_for_url("**papel=move**")
    expect(first.locator(".all-well")).to_be_visible()
    for entry in ("e1", "e2", "e3", "e4", "e5"):
        served.room.bust(entry)
    moving = len(served.room.state.floor.tables[5].players)
    served.order("BreakTable", table=5, reason="x")
    for page in (first, second):
        expect(page.locator("#queue li.next")).to_contain_text("Mesa 5 quebrada")
    assert serious(second) == []
    assert second.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first.keyboard.press("Enter")
    for page in (first, second):
        expect(page.locator(".queue.done li").first).to_contain_text("Mudanças de mesa")
        expect(page.locator("#queue li.next")).to_have_count(0)
    assert printed(served) == [("move", moving)]


def test_a_printer_left_alone_prints_by_itself(served):
    """Once ticked nobody has to be there, and what was ticked holds when the page is opened again."""
    page = printer(served, "Sozinha")
    page.locator("[data-alone] input").click(no_wait_after=True)  # printing may begin before the click returns
    for _ in range(240):
        if printed(served):
            break
        page.wait_for_timeout(250)
    assert printed(served) == [("wall", 1)]
    expect(page.locator("#queue li.next")).to_have_count(0, timeout=15000)
    page.reload()
    expect(page.locator("[data-alone] input")).to_be_checked()


def test_without_scripts_a_paper_opens_beside_the_queue(served):
    """The form does the same: it prints, once."""
    page = served.director()
    state = page.context.storage_state()
    plain = served.open("/impressora", java_script_enabled=False, storage_state=state)
    with plain.context.expect_page():
        plain.locator("#queue li.next button").click()
    plain.wait_for_timeout(300)
    plain.reload()
    expect(plain.locator(".queue.done li")).to_have_count(1)
    assert printed(served) == [("wall", 1)]
