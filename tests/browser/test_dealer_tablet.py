"""The table's tablet in a real browser: forty taps without a network, sizes, dark, and what axe finds."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltro.app.access.devices import DeviceWish, offer_pairing
from feltro.app.access.sessions import open_session
from feltro.app.world.plan import Envelope
from feltro.tournament.sheet import ActionClock
from feltro.web.site import create_site
from tests.web.dealer.test_tablet import tap
from tests.web.running import Running

from .serving import Serving

pytestmark = pytest.mark.browser
TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 360, "height": 740}
SMALL = """() => [...document.querySelectorAll('.tablet a, .tablet button, .tablet label, .tablet input:not([type=hidden])')]
  .filter((one) => one.offsetParent && !one.closest('.cites') && getComputedStyle(one).opacity !== '0')
  .map((one) => [one.textContent.trim().slice(0, 20), Math.round(one.getBoundingClientRect().width), Math.round(one.getBoundingClientRect().height)])
  .filter(([, width, height]) => Math.min(width, height) < 72)"""


class Hall:
    """A room of two tables behind a server, and whoever looks at it."""

    def __init__(self, browser, room: Running) -> None:
        self.room, self.browser = room, browser
        self.site = Serving(lambda: create_site(room.site.house, room.site.clock))
        self.problems, self.contexts = [], []

    def page(self, size, **context):
        opened = self.browser.new_context(viewport=size, base_url=self.site.address, locale="pt-BR", **context)
        self.contexts.append(opened)
        page = opened.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        return page

    def tablet(self, place: str):
        sent = Envelope(key=uuid.uuid4().hex, who="dora", role="director", at=self.room.site.clock.now)
        offer = offer_pairing(self.room.site.house.store, DeviceWish("tablet", "dealer", "T1", None, place), sent)
        page = self.page(TABLET, has_touch=True)
        page.goto(f"/parear/{offer.text}")
        page.fill("[name=pin]", offer.pin)
        page.click("main button")
        page.wait_for_url("**/dealer")
        return page

    def staff(self, user: str, size, path: str, **context):
        page = self.page(size, **context)
        sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=self.room.site.clock.now)
        opened = open_session(self.room.site.house.store, user, "", sent)
        page.context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": self.site.address}])
        page.goto(path)
        return page


@pytest.fixture
def hall(browser):
    made = Hall(browser, Running(17, chairs=9))
    yield made
    for context in made.contexts:
        context.close()
    made.site.stop()
    assert made.problems == []


def follows(page) -> None:
    page.wait_for_selector("html[data-follows=on]", state="attached", timeout=20_000)


def test_forty_taps_without_a_network_arrive_once_and_in_order(hall):
    room = hall.room
    tablet = hall.tablet("1")
    follows(tablet)
    tablet.wait_for_selector("html[data-keeper=on]", state="attached", timeout=20_000)
    seats = sorted(room.state.floor.tables[1].players)
    tablet.context.set_offline(True)
    taps = 0
    for turn in range(5):
        for seat in seats[:8]:
            tablet.evaluate(f"location.hash = 'assento-{seat}'")
            name = "Fora" if turn % 2 == 0 else "Voltou"
            tablet.locator(".opened:target").get_by_role("button", name=name, exact=True).tap()
            taps += 1
        if turn == 2:
            tablet.reload()
            expect(tablet.locator("#toques")).to_contain_text(f"{taps} toques guardados", timeout=20_000)
    expect(tablet.locator("#toques")).to_contain_text("40 toques guardados", timeout=20_000)
    before = room.site.house.store.version("tournament:t1")
    room.site.clock.pass_seconds(60)
    tablet.context.set_offline(False)
    expect(tablet.locator("#toques")).to_be_hidden(timeout=60_000)
    facts = [fact for fact in room.site.house.world.live("tournament:t1").facts if fact.version > before]
    acts = [(type(fact.event).__name__, getattr(fact.event, "entry", "")) for fact in facts]
    told = [one for one in acts if one[1]]
    entries = [room.state.floor.tables[1].players[seat] for seat in seats[:8]]
    assert [entry for _, entry in told] == entries * 5
    assert len({fact.meta.key for fact in facts}) == 40
    assert room.state.sanctions.away.keys() == set(entries)


BOXES = """(named) => named.map((one) => { const box = document.querySelector(one).getBoundingClientRect();
  return [Math.round(box.width), Math.round(box.height)]; })"""
OUTSIDE = """() => [...document.querySelectorAll('.tablet .key, .tablet .tag, .tablet-news > *, .tablet-strip > *')]
  .filter((one) => one.offsetParent && one.getBoundingClientRect().width)
  .map((one) => [one.textContent.trim().slice(0, 20), one.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight).map(([said]) => said)"""
COVERED = """() => { const boxes = [...document.querySelectorAll('.tag, .tablet-foot, .tablet-news, .ring .key')].filter((one) => one.getBoundingClientRect().width)
  .map((one) => [one.textContent.trim().slice(0, 20), one.getBoundingClientRect()]);
  return boxes.flatMap(([said, one], at) => boxes.slice(at + 1)
    .filter(([, two]) => one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1)
    .map(([other]) => [said, other])); }"""


def pleases(tablet, said: str) -> None:
    assert tablet.evaluate(SMALL) == [], said
    assert tablet.evaluate(OUTSIDE) == [], said
    assert tablet.evaluate("document.documentElement.scrollWidth") <= TABLET["width"]
    violations = Axe().run(tablet).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in {"serious", "critical"}] == [], said


def test_every_key_is_a_thumb_wide_nothing_spills_it_is_dark_and_axe_finds_nothing(hall):
    room = hall.room
    room.order("CountStack", entry=room.at(1, 1), chips=500_000)
    room.order("MarkAway", entry=room.at(1, 2))
    room.order("HaltTable", table=1)
    tablet = hall.tablet("1")
    chair = f"#assento-{min(room.state.floor.tables[1].players)}"
    for opened in ("", chair, "#chamar", "#tempo", "#fichas", "#saida", "#maos"):
        tablet.goto(f"/dealer{opened}")
        tablet.wait_for_timeout(200)
        pleases(tablet, opened)
        if opened == chair:
            assert tablet.evaluate(BOXES, [".four .key"]) == [[160, 96]]
    ground = tablet.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(14, 21, 18)"
    sizes = tablet.evaluate(BOXES, [".tablet-strip", ".track", ".tag", ".tablet-foot .call"])
    assert sizes == [[1024, 75], [640, 360], [112, 72], [200, 96]], "72 and the rail below it"
    phone = hall.staff("fred", PHONE, "/mesa/t1/1", has_touch=True)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("left", [(), (1, 2, 5, 8, 9)])
def test_at_the_busiest_moment_nothing_lies_on_anything_else(hall, left):
    """Hand for hand, a message, somebody comes, a penalty, and a clock that ran out: with all at the table, and with free chairs."""
    room = hall.room
    for chair, entry in list(room.state.floor.tables[1].players.items()):
        if chair in left:
            room.order("Eliminate", entry=entry)
    with room.site.browser("dora") as dora:
        given = {"entry": room.at(1, 3), "kind": "missed_hands", "amount": 3, "reason": "x"}
        dora.send("/direcao/t1/fazer", command="GivePenalty", **given)
    with room.site.browser("fred") as floor:
        floor.send("/floor/t1/avisar", table=1, reason="Jantar em dez minutos, depois desta mão")
    room.order("StartHandForHand", paid=11)
    with room.site.browser("davi") as davi:
        assert tap(davi, 1, "StartTime", entry=room.at(1, 2), faces="bet", kind="call")["done"]
        assert tap(davi, 1, "CallFloor", "c" * 20, table=1, why="chips")["done"]
    room.done("TakeCall", role="floor", who="fred", tournament="t1", call=next(iter(room.state.calls.open)))
    room.site.clock.pass_seconds(300)
    tablet = hall.tablet("1")
    tablet.wait_for_timeout(300)
    assert tablet.evaluate(COVERED) == []
    pleases(tablet, "busy")
    assert tablet.evaluate(BOXES, [".ring svg"]) == [[320, 320]]
    assert tablet.evaluate("getComputedStyle(document.querySelector('.ring-face b')).fontSize") == "120px"
    assert tablet.locator(".call.comes").inner_text().startswith("Fred vem")


CLAUSES = {
    "cgp-2024": "CGP 2024 5.3.11",
    "nps-2019": "NPS 2019 20",
    "adtp-2012": "definido pela casa",
    "adtp-2023": "definido pela casa",
    "bpt-2015": "definido pela casa",
}
"""Where the book has an action clock of its own its clause is shown; elsewhere the event's own word is."""


@pytest.mark.slow
@pytest.mark.parametrize("book", sorted(CLAUSES))
def test_the_action_clock_runs_on_the_table_under_every_book(browser, book):
    """Five silent seconds and twenty by the sheet, then two cards of forty by themselves, then the word, with its clause."""
    clock = ActionClock(from_level=1, seconds=20, card_seconds=40, cards=2)
    hall = Hall(browser, Running(6, book=book, action_clock=clock))
    room, tablet = hall.room, hall.tablet("1")
    tablet.clock.install()
    tablet.goto("/dealer")
    entry = room.at(1, 1)
    seat = room.state.floor.chair_of[entry].seat
    tablet.locator(f'.tag[data-entry="{entry}"]').tap()
    tablet.locator(f"#assento-{seat}").get_by_role("button", name="Tempo", exact=True).tap()
    ring = tablet.locator(".ring[data-countdown]")
    expect(ring).to_be_visible(timeout=20_000)
    tablet.wait_for_timeout(300)
    stands = datetime.fromtimestamp(tablet.evaluate("Date.now()") / 1000 + 2, UTC)
    tablet.clock.pause_at(stands)
    tablet.reload()
    seen = []
    for seconds in (0, 6, 20, 40, 41):
        tablet.clock.run_for(seconds * 1000 + 300)
        seen.append((ring.get_attribute("data-state"), int(ring.locator("[data-left]").inner_text())))
    phases = [phase for phase, _ in seen]
    assert phases == ["silent", "clock", "card", "card", "expired"]
    assert seen[0][1] in {24, 25}
    assert ring.locator(".ring-who [data-said]").inner_text() == "cartões: 0"
    room.site.clock.pass_seconds(5 + 20 + 80 + 1)
    tablet.clock.resume()
    ring.get_by_role("button", name="Declarar fold").tap()
    said = tablet.locator(".track .said")
    expect(said).to_contain_text("2 cartões", timeout=20_000)
    assert room.state.time_bank.ended[1].cards == 2
    expect(said.locator(".cites, a").first).to_be_visible()
    assert CLAUSES[book] in said.inner_text()
    for context in hall.contexts:
        context.close()
    hall.site.stop()
    assert hall.problems == []
