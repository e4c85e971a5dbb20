"""What is largest where it is narrowest: blinds of six digits on a telephone, ten chairs at a table, and nothing cut or covered."""

from __future__ import annotations

import uuid

import pytest

from feltro.app.access.sessions import open_session
from feltro.app.world.plan import Envelope
from feltro.tournament.sheet import Level
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.serving import Serving
from tests.web.running import Running
from tests.web.staff import site_for

pytestmark = pytest.mark.browser
LATE = tuple(
    Level(minutes=30, small_blind=100_000 * n, big_blind=200_000 * n, ante=200_000 * n) for n in range(1, 12)
)
CUT = """() => [...document.querySelectorAll('.stakes dd, .next dd')].map(one => { const range = document.createRange();
    range.selectNodeContents(one); return [one.textContent, range.getBoundingClientRect()]; })
    .filter(([, box]) => box.left < 0 || box.right > innerWidth).map(([said]) => said)"""
COVERED = """() => { const tags = [...document.querySelectorAll('#mesa-1 .s')].map(one => one.getBoundingClientRect());
    return tags.flatMap((a, i) => tags.slice(i + 1).filter(b => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length; }"""


@pytest.fixture
def full(browser):
    """Fifty at five tables of ten, late in the night."""
    room = Running(50, chairs=10, levels=LATE)
    serving = Serving(lambda: site_for(room.house, room.site.clock))
    sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=room.site.clock.now)
    context = browser.new_context(viewport=PHONE, base_url=serving.address, locale="pt-BR")
    opened = open_session(room.house.store, "dora", "", sent)
    context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": serving.address}])
    yield context.new_page()
    context.close()
    serving.stop()


@pytest.mark.parametrize("address", ["/relogio/t1", "/jogador/t1"])
def test_blinds_of_six_digits_are_whole_on_a_telephone(full, address):
    """100.000 / 200.000 and what comes next stand inside of the screen, each amount on one line."""
    full.goto(address)
    assert full.locator(".stakes dd").first.text_content() == "100.000 / 200.000"
    assert full.evaluate(CUT) == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_ten_chairs_of_a_table_cover_none_of_each_other(full, size):
    """A finger means one chair: ten tags stand around the rail side by side."""
    full.set_viewport_size(size)
    full.goto("/direcao/t1/sala")
    assert full.locator("#mesa-1 .s").count() == 10
    assert full.evaluate(COVERED) == 0
