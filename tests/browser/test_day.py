"""The end of a day in a real browser: two screens at once, a pen that moves on, a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.running import Running
from tests.web.staff import Site

from .conftest import LAPTOP, PHONE
from .test_desk import Served, come_in  # noqa: F401 - come_in is a fixture

pytestmark = pytest.mark.browser


@pytest.fixture
def served():
    """Twelve players at two tables, the last hands over."""
    one = Served()
    site = Site(one.house)
    one.room = Running(12, site=site)
    yield one
    one.stop()


def test_bags_are_counted_one_after_the_other_without_the_mouse(come_in, served):  # noqa: F811
    """After Enter the pen stands in the next bag; another screen sees the bag at once, and may check it."""
    room = served.room
    room.done("SetControl", role="organiser", who="rui", tournament="t1", size="circuit")
    seats = sorted(room.state.floor.tables[1].players)
    order = [room.state.floor.tables[1].players[seat] for seat in seats]
    first = come_in("fred", "/direcao/t1/dia")
    other = come_in("dora", "/direcao/t1/dia", PHONE)
    first.locator("#ensacar-1").evaluate("one => { one.open = true; }")
    first.locator(f'[data-row="e{order[0]}"] [name=chips]').fill("31.000")
    first.keyboard.press("Enter")
    expect(first.locator(f'[data-row="e{order[1]}"] [name=chips]')).to_be_focused()
    first.keyboard.type("29.000")
    first.keyboard.press("Enter")
    expect(first.locator(f'[data-row="e{order[2]}"] [name=chips]')).to_be_focused()
    bag = other.locator(f"#saco-{order[0]}")
    expect(bag).to_be_visible()
    bag.locator("form").first.locator("[name=chips]").fill("31000")
    bag.get_by_role("button", name="Conferir").click()
    expect(other.locator(f"#saco-{order[0]}")).to_have_count(0)
    assert room.state.days.bags[order[0]].verified_by == "dora"


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_pages_of_the_day_fit_and_can_be_read_by_everybody(come_in, served, size):  # noqa: F811
    """No page is wider than its screen, none has a serious fault; the past is not mistaken for now."""
    room = served.room
    room.order("CallColorUp", race="r1", remove=100, keep=1000)
    room.done("GivePenalty", role="director", who="dora", tournament="t1", penalty="x1", entry=room.at(1, 1),
              kind="missed_hands", amount=3)  # fmt: skip
    page = come_in("dora", "/direcao/t1/fichas", size)
    found = []
    for path in ("/direcao/t1/fichas", "/direcao/t1/dia", "/direcao/t1/punicoes", "/direcao/t1/historia",
                 "/direcao/t1/ocorrencias", "/direcao/t1/dia?at=v40", "/temporada/s26"):  # fmt: skip
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        found += [f"{path} is {wide} px too wide"] if wide > 0 else []
        violations = Axe().run(page).response["violations"]
        found += [f"{path}: {one['id']}: {one['nodes'][0]['html'][:160]}" for one in violations
                  if one["impact"] in {"serious", "critical"}]  # fmt: skip
    assert found == []
