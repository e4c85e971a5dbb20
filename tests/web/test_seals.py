"""Heads go out: on papers, on the clock, on a page from which they are sent anywhere."""

from __future__ import annotations

import html
import re

import pypdfium2
import pytest
import zxingcpp

from feltro.app.money.brcode import Receiver
from feltro.app.money.receiver import set_pix_receiver
from feltro.app.papers import lists, receipts, seats
from feltro.app.papers.press import printed
from feltro.app.reports.drawer import closing_report
from feltro.app.reports.paper import report_paper
from feltro.app.upkeep.audit import verify_house
from feltro.app.upkeep.heads import read_heads
from feltro.app.upkeep.outside import Outside
from feltro.app.world.history import KINDS
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import later
from feltro.words.sentences import sentences
from tests.app.papers.hall import pages, source
from tests.web.big_room import announce, big_room, start
from tests.web.staff import Site, text_of

SIGN = "[0-9A-HJKMNP-TV-Z]"
SHORT = rf"\d+ {SIGN}{{4}}-{SIGN}{{4}}-{SIGN}{{4}}"


def fits(house, *said):
    """Whether each of these heads is one of this house's, as `feltro verify --heads` would say."""
    report = verify_house(house.store, Outside(heads=tuple(read_heads("\n".join(said)))))
    assert [one for one in report.findings if one.because.startswith("log.head")] == []
    return next((one.values["n"] for one in report.notes if one.because == "log.heads_fit"), 0)


@pytest.fixture
def room():
    return start(big_room(12))


@pytest.fixture
def site(room):
    site = Site(room.house)
    site.clock.now = room.now
    return site


def scanned(pdf):
    """What a phone reads of the QR codes on a paper."""
    with pypdfium2.PdfDocument(pdf) as document:
        picture = document[len(document) - 1].render(scale=4).to_pil()
    return [one.text for one in zxingcpp.read_barcodes(picture.convert("L")) if one.text.startswith("FELTRO")]


def receipt(room):
    return receipts.receipt(source(room), "e1")


def bag(room):
    return seats.bag(source(room), "e1")


def payouts(room):
    announce(room)
    return lists.payouts(source(room))


def closing(room):
    return report_paper(closing_report("d1", room.house.world), "pt", room.now)


@pytest.mark.parametrize("paper", [receipt, bag, payouts, closing])
def test_a_paper_carries_the_head_of_its_log_to_type_and_to_scan(room, paper):
    pdf = printed(paper(room))
    [short] = re.findall(rf"Lacre ({SHORT})", " ".join(pages(pdf)))
    [code] = scanned(pdf)
    stream = "DESK:D1" if paper is closing else "TOURNAMENT:T1"
    assert code.startswith(f"FELTRO {stream} {short.split()[0]} {short.split()[1].replace('-', '')}")
    assert fits(room.house, short, code) == 2


def test_the_page_gives_the_nights_head_as_text_as_code_and_for_whatsapp(room, site):
    with site.browser("rui") as browser:
        page = browser.get("/lacres").text
    text = html.unescape(re.search(r"<textarea[^>]*>([^<]*)</textarea>", page).group(1))
    assert re.search(f"Lacre da casa em .*: {SHORT}", text)
    assert "https://wa.me/?text=Lacre%20da%20casa" in page
    assert 'class="qr"' in page
    heads = re.findall(SHORT, text_of(page))
    assert len(heads) == len(room.house.store.streams()) + 2
    assert fits(room.house, *heads) == len(heads)


def on_the_clock(site):
    with site.browser() as browser:
        return re.search(f"Lacre ({SHORT})", text_of(browser.get("/relogio/t1").text)).group(1)


def test_the_clock_shows_one_head_all_through_a_level_and_another_in_the_next(room, site):
    """So that many photographs show the same one."""
    first = on_the_clock(site)
    room.sell("e90", "p90", day="1")
    assert on_the_clock(site) == first
    site.clock.now = room.now = later(room.now, seconds=3 * 60 * 60)
    room.done("LookAtClock", role="director", tournament="t1")
    assert on_the_clock(site) != first
    assert fits(room.house, first, on_the_clock(site)) == 2


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_every_log_that_a_house_keeps_has_a_name_on_the_page_of_seals(lang):
    """The first PIX key makes a log of settings: the page broke on it, and nobody could send the night's seal."""
    assert [one for one in KINDS if f"log.stream.{one}" not in sentences(lang)] == []
    site = Site()
    key = Receiver(key="clube@clube.example", name="Clube", city="Recife")
    envelope = Envelope(key="pix", who="rui", role="organiser", at=site.clock())
    assert set_pix_receiver(site.house, key, envelope) is None
    with site.browser("rui") as browser:
        page = browser.get(f"/lacres?lang={lang}")
    assert page.status_code == 200
    assert sentences(lang)["log.stream.settings"] in page.text
