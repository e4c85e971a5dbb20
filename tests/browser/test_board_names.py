"""Names on a television: on the board of a small room a usual name is as large as its neighbour, and none is cut."""

from __future__ import annotations

import msgspec
import pytest

from feltro.app.screens.commands import Layout
from tests.browser.conftest import LAPTOP, TV
from tests.browser.serving import Serving
from tests.browser.test_screens_many import OUTSIDE
from tests.web import running
from tests.web.staff import site_for

pytestmark = pytest.mark.browser
SIZES = """() => [...document.querySelectorAll('.board.seating li > span:first-child')]
    .map(one => [one.textContent.length, getComputedStyle(one).fontSize, one.getClientRects().length && one.offsetHeight])"""


@pytest.fixture
def board(browser, monkeypatch):
    """Twenty at three tables, read from across the room."""
    monkeypatch.setattr(running, "IN_PLAY", {})
    monkeypatch.setattr(running, "name_of", lambda number: ("Ana Sá", "Maximiliana Albuquerques")[number % 2])
    room = running.Running(20)
    room.done("AddScreen", role="director", who="dt", screen="salao", label="salao")
    plain = msgspec.to_builtins(Layout(view="seating"))
    room.done("SetScreen", role="director", who="dt", screen="salao", layout=plain)
    serving = Serving(lambda: site_for(room.house, room.site.clock))
    context = browser.new_context(viewport=TV, base_url=serving.address, locale="pt-BR")
    page = context.new_page()
    page.goto("/tv/salao")
    yield page
    context.close()
    serving.stop()


def test_a_name_of_twenty_four_letters_keeps_the_size_of_the_others(board):
    """Mixed sizes look like a mistake: in two wide columns the usual long name fits as it is, on one line."""
    for shape in (TV, LAPTOP):
        board.set_viewport_size(shape)
        shown = [one for one in board.evaluate(SIZES) if one[2]]
        assert {length for length, _, _ in shown} == {6, 24}
        assert len({size for _, size, _ in shown}) == 1
        assert len({high for _, _, high in shown}) == 1, "one line each"
        assert board.evaluate(OUTSIDE) == []
