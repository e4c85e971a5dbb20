"""Names that carry markup, lines of a calendar or formulas of a sheet: every public address tells them as text."""

from __future__ import annotations

import csv
import xml.etree.ElementTree as ET

import pytest

from feltro.app.people.public_ids import public_ids
from tests.conftest import peer
from tests.web.big_room import announce
from tests.web.public.test_private import addresses
from tests.web.running import Running

NAME = "=1+1 <img src=x onerror=alert(1)> Souza"
SHEET = "@SUM(1) Prado"
EVENT = "</title><script>alert(2)</script> & Cia, Noite; 1"
VENUE = 'Clube "A" </b><script>alert(3)</script>'
RAW = ("<img src=x", "<script>alert", "onerror=alert(1)>")


def announced(room: Running) -> None:
    stage = {"season": "s26", "stage": "e1", "first_day": "2026-11-20", "last_day": "2026-11-22"}
    room.done("AnnounceStage", role="director", who="dora", name=EVENT, venue=VENUE, **stage)


@pytest.fixture(scope="module")
def room() -> Running:
    """Two who bear such names play an event that bears one, at a place that bears one; one of them wins."""
    made = Running(2, name=EVENT)
    announced(made)
    for person, name in (("p8", NAME), ("p9", SHEET)):
        made.done("RegisterPerson", person=person, name=name, photo_id_seen=True, born_on="1990-01-01")
        made.done("ChoosePublicity", person=person, page=True)
        made.sell(f"e{person[1:]}", person, day="1")
    announce(made)
    for loser in ("e1", "e2", "e9"):
        made.order("BustHand", busts=[{"entry": loser, "by": ["e8"]}])
    made.site.clock.now = made.now
    return made


def test_no_page_that_anybody_opens_takes_a_name_for_markup(room):
    more = [
        "/resultados/s26/evento/t1",
        "/resultados/s26/ranking",
        "/resultados/s26/quadro",
        "/conferir/t1",
        "/etapas/s26/e1",
    ]
    told, named = {}, 0
    with room.site.browser() as stranger:
        for path in dict.fromkeys([*addresses(room, "x"), *more]):
            answer = stranger.get(path)
            if answer.status_code == 200 and "html" in answer.headers.get("content-type", ""):
                named += "&lt;img src=x" in answer.text
                told[path] = [one for one in RAW if one in answer.text]
    assert named >= 3, "the name is there to be taken for something"
    assert {path: found for path, found in told.items() if found} == {}


def test_feeds_and_calendars_carry_them_as_text_and_foreign_readers_agree():
    room = Running(0, name=EVENT)
    announced(room)
    icalendar, feedparser = peer("icalendar"), peer("feedparser")
    with room.site.browser() as stranger:
        calendar, feed = stranger.get("/agenda.ics").content, stranger.get("/agenda.rss").content
    ET.fromstring(feed)
    assert feedparser.parse(feed).bozo == 0
    told = icalendar.Calendar.from_ical(calendar).walk("VEVENT")
    assert [str(one["SUMMARY"]).startswith(EVENT) for one in told] == [True, True]
    assert [str(one["LOCATION"]).startswith(VENUE) for one in told] == [True, True]


@pytest.mark.parametrize("file", ["s26.csv", "s26-sites.csv"])
def test_a_downloaded_list_runs_nothing_in_a_spreadsheet(room, file):
    with room.site.browser() as stranger:
        found = stranger.get(f"/resultados/{file}")
    assert found.status_code == 200
    lines = found.text.lstrip("\ufeff").splitlines()
    split = ";" if lines[0].count(";") > lines[0].count(",") else ","
    cells = [cell for row in csv.reader(lines, delimiter=split) for cell in row]
    assert any("1+1 <img src=x" in cell for cell in cells), cells
    assert [cell for cell in cells if cell.startswith(("=", "+", "@"))] == []


def test_the_card_of_a_champion_says_the_name_as_text(room):
    card = public_ids(room.house.store).entry("t1", "e8")
    with room.site.browser() as phone:
        page = phone.get(f"/jogador/t1/{card}").text
    assert [one for one in RAW if one in page] == []
