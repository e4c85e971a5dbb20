"""What a director reads at a glance: which event is on, who sits where, few words in a row."""

from __future__ import annotations

import re

import pytest

from feltro import __version__
from feltro.app.tonight import on_now
from feltro.web.direction import called_at
from tests.web.running import Running
from tests.web.staff import text_of

SOON = {"days": ({"id": "1", "starts_at": "2026-11-20T14:20:00-03:00", "seats": 200},)}
EVERY_TAB = (
    "",
    "/sala",
    "/fichas",
    "/punicoes",
    "/bolha",
    "/dia",
    "/historia",
    "/ocorrencias",
    "/transmissao",
    "/atos",
)


class Early(Running):
    """Begun before the hour that was announced."""

    def start(self):
        self.order("StartClock", day="1", reason="todos sentados")


def test_an_event_that_was_begun_before_its_hour_is_on_at_once():
    room = Early(4, **SOON)
    with room.house.world.lock:
        assert [(one.event, one.level) for one in on_now(room.house, room.now)] == [("t1", 1)]
    with room.site.browser("dora") as dora:
        assert 'class="in-hand"' in dora.get("/direcao/t1/sala").text


def test_before_the_first_card_the_console_shows_the_hour_of_the_start_and_no_empty_clock():
    room = Running(0, **SOON)
    with room.site.browser("dora") as dora:
        face = dora.get("/direcao/t1").text.split('class="clock-face"')[1].split("</div>")[0]
    assert re.search(r'class="clock-time">([^<]+)<', face)[1] == "14h20"
    assert "0:00" not in face


def test_two_at_a_table_who_share_a_first_name_are_told_apart():
    whole = {1: "Kátia Prado", 2: "Hugo Vaz", 4: "Kátia Souza Reis", 6: "Lia Melo", 7: "Lia Maia", 8: "Lia"}
    assert called_at(whole) == {1: "Kátia P.", 2: "Hugo", 4: "Kátia R.", 6: "Lia Melo", 7: "Lia Maia", 8: "Lia"}


def test_the_console_says_few_words_in_a_row_and_the_one_somebody_is_on():
    room = Running(2)
    with room.site.browser("dora") as dora:
        row = text_of(dora.get("/direcao/t1/historia").text.split('class="d-tabs"')[1].split("</nav>")[0])
    assert row.split(">", 1)[1].split() == [
        "Agora",
        "Sala",
        "Fichas",
        "Penalidades",
        "Histórico",
        "Premiação",
        "Papéis",
    ]


@pytest.mark.parametrize("tab", EVERY_TAB)
def test_the_foot_of_every_page_of_the_console_names_the_version(tab):
    room = Running(2)
    with room.site.browser("dora") as dora:
        assert f"Feltro {__version__} ·" in dora.get(f"/direcao/t1{tab}").text
