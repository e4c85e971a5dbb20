"""What the world reads of the agenda: pages, calendars, feeds; cached, in three languages, with changes since when."""

from __future__ import annotations

import io
import json
import re
import time
import xml.etree.ElementTree as ET

import pypdfium2
import pytest
from PIL import Image, ImageColor

from feltro.kernel.instants import later, write_instant
from feltro.web.screens.poster import BRASS, EDGE, RULE, SHAPES, Poster, PosterLine, _rows, drawn
from tests.app.papers.hall import pages
from tests.conftest import peer
from tests.tournament.room import Room, at
from tests.web.big_room import another_event
from tests.web.running import Running
from tests.web.staff import Site, text_of


def shown_soon(browser, address: str, said: str) -> bool:
    """What is kept for everybody is made anew once the store has told of the change, from a thread of its own."""
    for _ in range(100):
        if said in text_of(browser.get(address).text):
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def room() -> Running:
    made = Running(0, guarantee_centavos=10_000_00)
    made.site.clock.now = made.now
    return made


@pytest.mark.clause("cgp-2024:1.2.2.2")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("pt", ("Preços e para onde vão", "R$ 620,00", "sex., 20 nov., 14h00")),
        ("en", ("Prices and where they go", "R$ 620.00", "Fri, 20 Nov")),
        ("es", ("Precios y adónde van", "R$ 620,00", "vie., 20 nov.")),
    ],
)
def test_a_stranger_reads_prices_with_their_split_levels_and_book_in_three_languages(room, lang, said):
    with room.site.browser() as browser:
        page = text_of(browser.get(f"/agenda/t1?lang={lang}").text)
    assert "CGP 2024" in page
    assert "100/200" in page
    assert [one for one in said if one not in page.replace("\xa0", " ")] == []


def test_a_page_is_told_by_its_mark_and_never_sent_twice(room):
    with room.site.browser() as browser:
        first = browser.get("/agenda")
        again = browser.get("/agenda", **{"If-None-Match": first.headers["etag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert "public" in first.headers["cache-control"]
    assert "set-cookie" not in first.headers


@pytest.mark.clause("cgp-2024:1.3")
def test_a_start_that_was_moved_is_marked_with_since_when_on_page_calendar_and_feed():
    room = Running(0)
    with room.site.browser() as browser:
        room.site.clock.now = room.now
        assert "Desde" not in text_of(browser.get("/agenda").text)
        room.order("MoveStart", day="1", starts_at=write_instant(at("16:30")), reason="luz")
        room.site.clock.now = room.now
        assert shown_soon(browser, "/agenda", "16h30")
        page, event = (text_of(browser.get(one).text) for one in ("/agenda", "/agenda/t1"))
        calendar, feed = (browser.get(one).text for one in ("/agenda.ics", "/agenda.rss"))
    assert "16h30" in page
    assert "o início do dia 1 mudou; antes: sex., 20 nov., 14h00" in page
    assert "o início do dia 1 mudou; antes: sex., 20 nov., 14h00" in event
    assert re.search(r"1 16h30 30 100/200 200 2 17h00", event), "the structure begins when the day does"
    assert "14h00 30 100/200" not in event
    assert "DTSTART:20261120T193000Z" in calendar
    assert "SEQUENCE:1" in calendar
    assert "mudou; antes" in feed


def test_a_calendar_is_in_lines_of_seventy_five_octets_and_a_feed_is_well_formed(room):
    with room.site.browser() as browser:
        calendar, feed = browser.get("/agenda.ics"), browser.get("/agenda.rss")
        plain = json.loads(browser.get("/agenda.json").text)
    lines = calendar.content.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert lines[0] == b"BEGIN:VCALENDAR"
    assert calendar.text.count("BEGIN:VEVENT") == calendar.text.count("END:VEVENT") == 2
    assert [one.tag for one in ET.fromstring(feed.content).find("channel")][:3] == ["title", "link", "description"]
    assert plain["events"][0]["guarantee_centavos"] == 10_000_00
    assert set(plain["events"][0]["starts"]) == {"1", "2"}


def test_foreign_readers_read_the_calendar_and_the_feed(room):
    """Where these readers are installed; the test above holds what they would complain of."""
    icalendar, feedparser = peer("icalendar"), peer("feedparser")
    with room.site.browser() as browser:
        calendar, feed = browser.get("/agenda.ics").content, browser.get("/agenda.rss").content
    assert len(icalendar.Calendar.from_ical(calendar).walk("VEVENT")) == 2
    assert feedparser.parse(feed).bozo == 0


def test_an_event_that_is_played_shows_its_level_and_players_left():
    room = Running(12)
    with room.site.browser() as browser:
        listed, event = (text_of(browser.get(one).text) for one in ("/agenda", "/agenda/t1"))
        assert "Jogando agora · Nível 1 · Jogadores 12/12" in listed
        assert "100 / 200" in event
        assert listed.count("Jogando agora") == 1, "its second day is tomorrow"
        room.order("BustHand", busts=[{"entry": "e3"}])
        assert shown_soon(browser, "/agenda", "Jogadores 11/12")


@pytest.mark.clause("cgp-2024:1.1")
def test_a_stage_has_its_venue_a_map_and_the_hotel():
    room, days = Running(0), {"first_day": "2026-11-20", "last_day": "2026-11-22"}
    at_venue = {"season": "s26", "stage": "e9", "name": "Etapa de Canela", "venue": "Clube Central", **days}
    room.done("AnnounceStage", role="director", who="dora", **at_venue)
    more = {"address": "Rua da Praia, 100", "hotel": "Hotel Serra, diária de R$ 250"}
    room.done("AnnounceStage", role="director", who="dora", **at_venue, **more)
    with room.site.browser() as browser:
        page = browser.get("/etapas/s26/e9")
        assert browser.get("/etapas/s26/nada").status_code == 404
    assert "Hotel Serra" in page.text
    assert "openstreetmap.org/search?query=Clube%20Central%2C%20Rua%20da%20Praia%2C%20100" in page.text
    assert "Anunciada de novo" in page.text


def test_the_agenda_hangs_on_a_wall_as_a4_and_goes_out_as_a_story(room):
    with room.site.browser() as browser:
        sheet, story = browser.get("/agenda.pdf"), browser.get("/agenda.png")
    said = " ".join(pages(sheet.content))
    assert "Evento · Dia 1" in said
    assert "R$ 620,00" in said.replace("\xa0", " ")
    assert Image.open(io.BytesIO(story.content)).size == (1080, 1920)


def test_one_long_name_breaks_in_its_own_row_and_leaves_the_agenda_on_the_wall_large():
    """Of five events one has ninety-five letters: the letters of the sheet were those of running text, and the wall unread."""
    short, long = (letters_of(agenda_with(name)) for name in ("Ladies", LONG_NAME))
    assert (short >= 15, long >= 11) == (True, True), (short, long)


LONG_NAME = "Main Event do Campeonato Gaúcho de Poker Etapa Porto Alegre Memorial Antônio de Vasconcelos"


def agenda_with(name: str) -> bytes:
    room = Running(0)
    for number, one in enumerate(("Turbo da sexta", "Omaha 8 ou melhor", name, "Heads-up"), 2):
        another_event(room, f"t{number}", name=one)
    room.site.clock.now = room.now
    with room.site.browser() as browser:
        return browser.get("/agenda.pdf").content


def letters_of(sheet: bytes) -> float:
    """Of the row `Turbo da sexta`, in points: how high a `T` stands, by what Inter's capitals are of their size."""
    (page,) = pypdfium2.PdfDocument(sheet)
    text = page.get_textpage()
    at, _ = text.search("Turbo da sexta").get_next()
    _, bottom, _, top = text.get_charbox(at)
    return (top - bottom) / 0.727


def test_a_day_on_which_nobody_can_enter_has_no_price_beside_it(room):
    """An entry of R$ 620,00 opens on day 1; whoever plays day 2 has paid it there."""
    with room.site.browser() as browser:
        page, sheet = browser.get("/agenda").text, browser.get("/agenda.pdf")
    rows = [text_of(row) for row in re.findall(r"<li>.*?</li>", page, re.DOTALL) if "Dia " in row]
    assert [("Dia 1" in row, "620,00" in row) for row in rows] == [(True, True), (False, False)]
    said = " ".join(" ".join(pages(sheet.content)).replace("\xa0", " ").split())
    assert said.count("R$ 620,00") == 1


def test_a_story_of_the_agenda_breaks_long_names_and_no_ornament_runs_through_them():
    """Four events, one with a name of sixty letters: all of two lines is used, and the rail lies below the last one."""
    name = "Main Event · Campeonato Gaúcho · Etapa Porto Alegre"
    lines = [PosterLine("20/11 14h00", one, "R$ 620") for one in ("Evento", name, "Turbo", "Omaha 8 ou melhor")]
    shape = SHAPES["story"]
    story = Poster("Agenda", "", [], lines, "", str, "")
    rows = _rows(story, 400, shape.high - shape.bottom - 60)
    assert [" ".join(one.names) for one in rows][0::2] == ["Evento", "Turbo"]
    assert (len(rows[1].names), rows[1].names[0], rows[3].names) == (2, "Main Event ·", ["Omaha 8 ou", "melhor"])
    picture = Image.open(io.BytesIO(drawn(story, shape))).convert("RGB")
    amounts = [y for y in range(400, 1500) for x in range(900, 1008, 3) if picture.getpixel((x, y)) == rgb(BRASS)]
    rail = [y for y in range(400, 1900) if picture.getpixel((EDGE // 2, y)) == rgb(RULE)]
    assert max(amounts) < min(rail)
    many = drawn(story._replace(lines=lines * 6), shape)
    below = Image.open(io.BytesIO(many)).convert("RGB")
    assert [y for y in range(400, 1900) if below.getpixel((EDGE // 2, y)) == rgb(RULE)] == []


def rgb(written: str) -> tuple[int, ...]:
    return ImageColor.getrgb(written)


def test_an_event_that_should_have_begun_is_still_tonights_on_the_front_page():
    """Eleven are in, the hour has passed and no clock goes yet: the house's first page said that nothing was planned."""
    site = Site()
    room = Room(site.house)
    room.sell("e1", "p1")
    starts = min(room.state.starts.values())
    with site.browser("rui") as browser:
        for late, there in ((-60, True), (180, True), (7 * 3600, False)):
            site.clock.now = later(starts, seconds=late)
            page = text_of(browser.client.get("/", headers={"Cookie": ""}).text)
            assert ("Nada marcado ainda" not in page) == there, (late, page[:600])


def test_every_word_at_the_thumb_has_its_sign(room):
    """On the pages that are published too: a word without one stood there alone."""
    with room.site.browser("rui") as browser:
        for address in ("/agenda", "/resultados"):
            bar = re.search(r'<nav class="words".*?</nav>', browser.get(address).text, re.DOTALL)[0]
            assert bar.count("<a ") == bar.count('<svg class="icon"') >= 4
