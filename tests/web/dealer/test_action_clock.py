"""The time for a decision on the table's tablet, under each of the five books: its parts, its cards, its end and the clause."""

from __future__ import annotations

import html
import json
import re

import pytest

from feltro.tournament.sheet import ActionClock
from feltro.web.frame.static_files import STATIC
from tests.web.dealer.test_tablet import tap
from tests.web.running import Running
from tests.web.staff import text_of

CALLED = {
    "cgp-2024": (25, 5, "CGP 2024 5.3.12"),
    "nps-2019": (25, 5, "NPS 2019 21"),
    "adtp-2012": (60, 10, "ADTP 2012 24"),
    "adtp-2023": (25, 5, "ADTP 2023 29"),
    "bpt-2015": (5, 5, "BPT 2015 9"),
}
"""Silent seconds, seconds aloud, and where the book says so."""


def ring(page: str) -> tuple[str, ...]:
    """Phase, silent, seconds, of a card, cards, as they are drawn."""
    told = re.search(r'<section class="ring"[^>]*data-state="(\w+)"[^>]*>', page)
    return (told[1], *re.findall(r'data-(?:silent|seconds|card|cards)="(\d+)"', told[0]))


@pytest.mark.clause("cgp-2024:5.3.12", "nps-2019:21", "adtp-2012:24", "adtp-2023:29", "bpt-2015:9")
@pytest.mark.parametrize("book", sorted(CALLED))
def test_time_that_is_called_for_runs_by_the_book_and_ends_with_its_clause(book):
    silent, aloud, clause = CALLED[book]
    room = Running(6, book=book)
    entry = room.at(1, 1)
    with room.site.browser("davi") as browser:
        known = html.unescape(re.search(r'data-called="([^"]*)"', browser.get("/mesa/t1/1").text)[1])
        assert json.loads(known)["bet"] == [silent, aloud], "so that a tablet without a network counts alike"
        assert tap(browser, 1, "StartTime", entry=entry, faces="bet", kind="call")["done"]
        assert ring(browser.get("/mesa/t1/1").text)[:3] == ("silent", str(silent), str(aloud))
        time = next(iter(room.state.time_bank.running))
        early = tap(browser, 1, "StopTime", time=time, acted="false")
        assert not early["done"], "while something is left nobody declares the hand dead"
        room.site.clock.pass_seconds(silent + aloud + 1)
        page = text_of(browser.get("/mesa/t1/1").text)
        assert clause in page
        assert tap(browser, 1, "StopTime", "s" * 20, time=time, acted="false")["done"]
        said = text_of(browser.get("/mesa/t1/1").text)
    assert "Tempo esgotado: a mão está morta." in said
    assert clause in said


@pytest.mark.parametrize("book", sorted(CALLED))
def test_the_action_clock_has_the_sheets_seconds_and_spends_cards_by_itself(book):
    """Twenty seconds and two cards of forty on the sheet, whatever the book."""
    clock = ActionClock(from_level=1, seconds=20, card_seconds=40, cards=2)
    room = Running(6, book=book, action_clock=clock)
    entry = room.at(1, 1)
    with room.site.browser("davi") as browser:
        page = browser.get("/mesa/t1/1").text
        assert "◷2" in page, "everybody's cards are seen"
        assert tap(browser, 1, "StartTime", entry=entry, faces="bet", kind="action_clock")["done"]
        assert ring(browser.get("/mesa/t1/1").text) == ("silent", "5", "20", "40", "2")
        room.site.clock.pass_seconds(5 + 20 + 10)
        assert ring(browser.get("/mesa/t1/1").text)[0] == "card"
        time = next(iter(room.state.time_bank.running))
        assert tap(browser, 1, "StopTime", time=time, acted="true")["done"]
        assert "◷1" in browser.get("/mesa/t1/1").text, "one card went by itself"
        tap(browser, 1, "StartTime", "z" * 20, entry=entry, faces="nothing", kind="action_clock")
        room.site.clock.pass_seconds(5 + 20 + 40 + 1)
        assert ring(browser.get("/mesa/t1/1").text)[0] == "expired"
        time = next(iter(room.state.time_bank.running))
        assert tap(browser, 1, "StopTime", "y" * 20, time=time, acted="false")["done"]
    ended = room.state.time_bank.ended[1]
    assert (ended.result, ended.cards, bool(ended.cites)) == ("check", 1, True)


def test_a_clock_that_was_shortened_is_drawn_shorter():
    room = Running(6, book="cgp-2024", action_clock=ActionClock(from_level=1))
    room.order("ShortenActionClock", entry=room.at(1, 1), seconds=15, reason="abuso")
    with room.site.browser("davi") as browser:
        page = browser.get("/mesa/t1/1").text
    mine = re.search(rf'data-entry="{room.at(1, 1)}"[^>]*>', page)[0]
    assert 'data-seconds="15"' in mine


def test_its_sounds_ship_with_the_program():
    room = Running(6)
    with room.site.browser("davi") as browser:
        page = browser.get("/mesa/t1/1").text
    sounds = re.findall(r"/static/(screens/audio/[\w-]+\.mp3)", page)
    assert {"screens/audio/sino.mp3", "screens/audio/toque.mp3", "screens/audio/n-5.mp3"} <= set(sounds)
    assert all((STATIC / one).stat().st_size > 1000 for one in sounds)
