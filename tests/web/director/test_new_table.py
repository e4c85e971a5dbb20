"""A full room while entries are sold: who waits is on the console, and a new table is one key away."""

from __future__ import annotations

import re

from tests.web.running import Running


def _asked(browser) -> str:
    return re.sub(r"<[^>]+>|\s+", " ", browser.get("/direcao/t1").text.split("Últimos atos")[0])


def test_a_full_room_in_which_somebody_waits_asks_for_a_new_table_and_then_for_its_moves():
    """Eighteen at two tables of nine, and a nineteenth who paid: the table, six moves, the chair."""
    room = Running(18)
    room.enter(19)
    with room.site.browser("dora") as browser:
        asked = _asked(browser)
        assert "1 espera assento e a sala está cheia" in asked
        assert "Abrir mesa nova" in asked
        room.order("OpenTables", draw="nova", day="1", tables=[{"number": 3, "chairs": 9}])
        asked = _asked(browser)
        assert "Há assento para" not in asked, "alone at a table at which nobody plays"
        assert "a sala está cheia" not in asked
        assert len(room.state.floor.proposals["1"].moves) == 6
        room.order("ConfirmMoves", day="1")
        assert "Há assento para" in _asked(browser)


def test_a_room_without_tables_promises_no_seat_that_somebody_has_to_give():
    """Tables are opened, and those who had bought still wait for the key that draws their seats."""
    room = Running(0)
    room.enter(1)
    with room.site.browser("dora") as browser:
        assert "já se senta" not in browser.get("/direcao/t1/sala").text
        room.order("OpenTables", draw="mesas", day="1", tables=[{"number": 1, "chairs": 9}])
        assert "Sortear assentos" in browser.get("/direcao/t1").text


def test_a_chair_that_cannot_be_read_is_told_how_it_is_written():
    room = Running(10)
    with room.site.browser("dora") as browser:
        sheet = browser.get(f"/direcao/t1/jogador/{room.at(1, 1)}").text
        assert 'title="Mesa, ponto e assento: 12.4 é o assento 4 da mesa 12."' in sheet
