"""A seat is its table's plate and its chair, an hour is written in one way, a podium is three discs: everywhere."""

from __future__ import annotations

import re

import pytest

from feltro.kernel.instants import Instant
from feltro.tournament.state.floor import Chair
from feltro.web.frame.marks import hour_said, medal_mark, moment_said, seat_mark, with_seats
from feltro.web.frame.static_files import ICONS, STATIC
from feltro.web.frame.templates import HERE
from feltro.words.sentences import read_catalogue

TEMPLATES = {
    path.relative_to(HERE / "templates").as_posix(): path.read_text()
    for path in (HERE / "templates").rglob("*.html")
}
TWO_IN_THE_AFTERNOON = Instant(1_794_935_100_000_000)
"""17 November 2026, 17h05 in Greenwich."""


def test_a_seat_is_seen_as_plate_and_chair_and_heard_as_a_sentence():
    said = str(seat_mark("pt", Chair(12, 4)))
    assert '<b class="placa" aria-hidden="true">12</b><i class="cadeira" aria-hidden="true">4</i>' in said
    assert '<span class="hidden">Mesa 12, assento 4</span>' in said
    assert seat_mark("pt", "12.4") == seat_mark("pt", Chair(12, 4))


def test_a_line_of_history_shows_its_seats_and_leaves_chips_and_names_alone():
    said = str(with_seats("pt", "Ana <b> · 12.4 → 3.10 · 12.500 fichas"))
    assert said.count('class="placa"') == 2
    assert "Ana &lt;b&gt;" in said
    assert "12.500 fichas" in said


def test_three_are_on_the_podium():
    assert 'class="medal first"' in medal_mark(1, "1º")
    assert medal_mark(4, "4º") == "4º"


def test_an_hour_is_written_in_one_way():
    assert hour_said("pt", TWO_IN_THE_AFTERNOON) == "14h05"
    assert hour_said("en", TWO_IN_THE_AFTERNOON) == "14:05"
    assert moment_said("pt", TWO_IN_THE_AFTERNOON) == "17 nov. 2026, 14h05"


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_no_page_has_another_notation_of_a_seat_or_an_hour(name):
    """What a field is filled with is typed, and stays `12.4` and `2026-11-17T14:05`."""
    text = TEMPLATES[name]
    hours = [one for one in re.findall(r"strftime\('([^']+)'\)", text) if "%H" in one and "T%H:%M" not in one]
    seats = re.findall(r"\{\{[^}]*\.table \}\}[^{<]{0,4}\{\{[^}]*\.seat \}\}", text)
    assert (hours, seats) == ([], [])


def test_no_module_of_the_pages_writes_an_hour_by_itself():
    wrong = [
        (path.name, one)
        for path in HERE.rglob("*.py")
        for one in re.findall(r"%H[:h]%M", path.read_text().replace("T%H:%M", ""))
    ]
    assert wrong == []


def test_scripts_write_an_hour_in_one_place():
    """What a page counts by itself is told as the server tells it: 14h05, or 14:05 in another language."""
    written = re.compile(r"getHours\(|toLocaleTimeString|toLocaleString\(")
    own = [path for path in STATIC.rglob("*.js") if "vendor" not in path.parts]
    assert {
        path.name: len(written.findall(path.read_text())) for path in own if written.search(path.read_text())
    } == {"live.js": 1}


def test_no_sentence_has_another_notation_of_a_seat():
    """A sentence may say both in words; figures beside each other are for typing."""
    said = {key: texts[0] for key, texts in read_catalogue().items()}
    short = re.compile(r"\{table\}\s*[.·–/-]\s*\{seat\}|[Mm]esa \{table\}\s*[·–/-]|[Mm]esa\.assento")
    assert {key for key, text in said.items() if short.search(text)} == {"director.to_chair"}


def test_icons_are_few_and_every_place_has_one():
    sprite = (STATIC / "icons.svg").read_text()
    drawn = re.findall(r'<symbol id="([^"]+)"', sprite)
    own = {"placa", "cadeira", "botao", "ficha", "malote"}
    assert own <= set(drawn)
    assert len(set(drawn) - own) <= 20
    assert set(ICONS.values()) <= set(drawn)
