"""The tour of the demonstration, begun and walked to its end by a thumb and by a mouse."""

from __future__ import annotations

import uuid

import pytest

from feltro.app.access.sessions import open_session
from feltro.app.handling import House
from feltro.app.settings.hour import machine_hour
from feltro.app.world.plan import Envelope
from feltro.sim.demo import VISITORS, furnish
from feltro.sim.live_event import LiveEvents
from feltro.store.memory import MemoryStore

from .conftest import LAPTOP, PHONE
from .test_newcomer import serve

ROLES = ("organiser", "director", "cashier", "floor", "dealer", "finance", "player")
SEEN = """() => {
  const card = document.getElementById('tour').getBoundingClientRect(), ring = document.getElementById('tour-ring');
  const box = ring.getBoundingClientRect();
  const aside = box.right <= card.left || box.left >= card.right;
  return !ring.hidden && box.bottom > 0 && (aside || Math.max(box.top, 0) + 40 < card.top || box.top > card.bottom);
}"""


@pytest.fixture(scope="module")
def demo():
    """Brought up to now, and then still."""
    house = House(MemoryStore())
    made = furnish(house, machine_hour(), "pt", 1, lambda _step: None)
    LiveEvents(made, machine_hour).catch_up()
    served = serve(house, demo=True)
    made.address = served.address
    yield made
    served.stop()


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("role", ROLES)
def test_the_tour_is_begun_and_walked_to_its_end(browser, demo, role, size):
    """The button can be pressed on a phone too; each step shows what it speaks of beside its card; the last one ends it."""
    context = browser.new_context(viewport=size, base_url=demo.address, locale="pt-BR")
    if role != "player":  # players come without a name
        user = next(user for user, _, its in VISITORS if its == role)
        sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=machine_hour())
        session = open_session(demo.house.store, user, "", sent)
        context.add_cookies([{"name": "feltro_session", "value": session.text, "url": demo.address}])
    page = context.new_page()
    page.goto("/")
    page.get_by_role("button", name="Fazer o passeio").click(timeout=5_000)
    unseen = []
    for step in range(1, 10):
        card = page.get_by_role("dialog")
        card.get_by_text(f"{step} de ").wait_for()
        if not page.evaluate(SEEN):
            unseen.append(card.get_by_role("heading").inner_text())
        last = card.get_by_role("button", name="Terminar").is_visible()
        card.locator("[data-tour=next]").click(timeout=5_000)
        if last:
            break
    card.wait_for(state="hidden")
    assert unseen == []
    assert page.evaluate("document.activeElement.textContent") == "Fazer o passeio"
    context.close()
