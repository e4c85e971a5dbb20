"""The table's tablet in a real browser: forty taps without a network, sizes, dark, and what axe finds."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from urllib.parse import parse_qsl

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltro.app.access.devices import DeviceWish, offer_pairing
from feltro.app.access.sessions import open_session
from feltro.app.world.plan import Envelope
from feltro.tournament.prizes.due import due_apart
from feltro.tournament.sheet import ActionClock, Bounty, Games
from feltro.web.site import create_site
from tests.tournament.room import sheet
from tests.web.dealer.test_tablet import tap
from tests.web.running import LEVELS, Running

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


LETTERS = "getComputedStyle(document.body).fontFamily"


def pleases(tablet, said: str) -> None:
    assert tablet.evaluate(LETTERS).startswith("Inter"), said
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
def timed(tablet, seat: int) -> None:
    tablet.evaluate(f"location.hash = 'assento-{seat}'")
    tablet.locator(".opened:target").get_by_role("button", name="Tempo", exact=True).tap()


def test_without_a_network_whoever_acted_has_no_clock_and_the_next_one_has(hall):
    """The house drew the first ring and hears nothing of what follows: it goes when he acted, and another takes its place."""
    tablet = hall.tablet("1")
    follows(tablet)
    first, second = sorted(hall.room.state.floor.tables[1].players)[:2]
    timed(tablet, first)
    ring = tablet.locator(".ring:visible")
    expect(ring.locator(".cadeira")).to_have_text(str(first))
    tablet.wait_for_selector(".ring:not([data-local])")
    tablet.context.set_offline(True)
    ring.get_by_role("button", name="Agiu").tap()
    expect(ring).to_have_count(0)
    timed(tablet, second)
    expect(ring.locator(".cadeira")).to_have_text(str(second))
    tablet.context.set_offline(False)
    expect(tablet.locator("#toques")).to_be_hidden(timeout=60_000)
    tablet.wait_for_selector(".ring:not([data-local])")
    expect(ring.locator(".cadeira")).to_have_text(str(second))
    assert len(hall.room.state.time_bank.running) == 1


def test_a_tap_is_as_old_as_it_is_whatever_hour_the_tablet_was_put_to_meanwhile(hall):
    """Put back by two hours while it waits: the house is told the seconds that really went by."""
    tablet = hall.tablet("1")
    follows(tablet)
    seat = min(hall.room.state.floor.tables[1].players)
    tablet.context.set_offline(True)
    tablet.evaluate(f"location.hash = 'assento-{seat}'")
    tablet.locator(".opened:target").get_by_role("button", name="Fora", exact=True).tap()
    tablet.wait_for_timeout(1_500)
    tablet.evaluate("{ const hour = Date.now; Date.now = () => hour() - 7_200_000; }")
    with tablet.expect_request("**/toque") as sent:
        tablet.context.set_offline(False)
    told = dict(parse_qsl(sent.value.post_data))
    assert 1_400 < int(told["sent"]) - int(told["tapped"]) < 60_000


def test_a_tablet_that_was_switched_off_says_so_and_keeps_what_is_tapped(hall):
    tablet = hall.tablet("1")
    follows(tablet)
    director = hall.staff("dora", {"width": 1366, "height": 768}, "/aparelhos")
    director.locator("form[action$='/encerrar'] button").click()
    expect(director.locator("form[action$='/encerrar']")).to_have_count(0)
    seat = min(hall.room.state.floor.tables[1].players)
    tablet.evaluate(f"location.hash = 'assento-{seat}'")
    tablet.locator(".opened:target").get_by_role("button", name="Fora", exact=True).tap()
    expect(tablet.locator("#toques")).to_contain_text("Este tablet foi desligado pela direção")
    expect(tablet.locator("#toques")).to_contain_text("1 toque guardado")
    assert not hall.room.state.sanctions.away


def seconds(tablet) -> int:
    minutes, rest = tablet.locator(".tablet-time").inner_text().split(":")
    return int(minutes) * 60 + int(rest)


def test_a_page_opened_again_without_a_network_goes_on_with_the_clock_where_it_is(hall):
    """Kept when half an hour was left, opened some seconds later: the time since then has gone by, of a called time too."""
    tablet = hall.tablet("1")
    follows(tablet)
    tablet.wait_for_selector("html[data-keeper=on]", state="attached", timeout=20_000)
    tablet.wait_for_timeout(4_000)
    tablet.context.set_offline(True)
    before = seconds(tablet)
    assert before < 1798
    tablet.reload()
    assert before - 30 < seconds(tablet) <= before


def test_a_mixed_game_at_its_largest_stakes_and_a_dealer_stand_in_the_strip(browser):
    """Seven amounts, a name of 28 letters, the hour of the break and the sound: nothing is pushed out."""
    levels = tuple(
        msgspec.structs.replace(
            one, small_blind=100_000, big_blind=200_000, ante=200_000, stud_ante=50_000, bring_in=50_000,
            small_bet=200_000, big_bet=400_000,
        )
        for one in LEVELS
    )  # fmt: skip
    games = Games(codes=("nlhe", "plo8", "stud"), by="hands", every=8)
    made = Hall(browser, Running(16, chairs=8, book="adtp-2023", levels=levels, games=games))
    tablet = made.tablet("1")
    follows(tablet)
    pleases(tablet, "mixed")
    phone = made.staff("davi", PHONE, "/mesa/t1/1", has_touch=True)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for context in made.contexts:
        context.close()
    made.site.stop()
    assert made.problems == []


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


def test_a_head_is_paid_to_whoever_the_dealer_ticks(browser):
    """R$ 100 on every head: seat, *Eliminado*, who won the chips, *Confirmar*; the two who divided the pot have R$ 50 each."""
    entry, again, rebuy = sheet().items
    split = {"prize_pool": 40000, "bounties": 10000, "rake": 12000}
    items = (
        *(msgspec.structs.replace(one, price_centavos=62000, split_centavos=split) for one in (entry, again)),
        rebuy,
    )
    bounty = Bounty(kind="fixed", amount_centavos=10000)
    made = Hall(browser, Running(9, items=items, bounty=bounty, kind="side"))
    out, first, second = sorted(made.room.state.floor.tables[1].players)[:3]
    players = dict(made.room.state.floor.tables[1].players)
    tablet = made.tablet("1")
    follows(tablet)
    tablet.evaluate(f"location.hash = 'assento-{out}'")
    tablet.locator(f"#assento-{out}").get_by_role("button", name="Eliminado", exact=True).tap()
    won = tablet.get_by_role("group", name="Quem ganhou as fichas")
    for seat in (first, second):
        won.locator(f'[data-by="{players[seat]}"]').check(force=True)
    tablet.get_by_role("button", name="Confirmar", exact=True).tap()
    expect(tablet.locator(f".tag.s{out}.vacant")).to_be_visible(timeout=20_000)
    owed = {one.entry: one.amount for one in due_apart(made.room.state)}
    assert owed == {players[first]: 5000, players[second]: 5000}
    for context in made.contexts:
        context.close()
    made.site.stop()
    assert made.problems == []
