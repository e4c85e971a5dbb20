"""The room's screens in a real browser: they count by themselves, survive the server, and change when told."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from feltro.app.papers.seats import player_page
from tests.web.big_room import announce

from .conftest import LAPTOP, PHONE, TV
from .served import AAA, SPILLED, UHD, agrees, follows, seconds, served

__all__ = ["served"]

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "size",
    [TV, UHD, {"width": 1280, "height": 720}, {"width": 1024, "height": 768}],
    ids=["tv", "uhd", "hd", "4:3"],
)
def test_the_clock_fits_every_television(served, size):
    """The time takes at least 40 % of the height on 16:9, and nothing spills, whatever the number of pixels."""
    announce(served.room)
    page = served.open("/relogio/t1", size)
    expect(page.locator(".time")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    assert page.evaluate(SPILLED) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    if size["width"] * 9 == size["height"] * 16:
        share = page.locator(".time").bounding_box()["height"] / size["height"]
        assert share >= 0.4


def test_large_blinds_still_fit(served):
    """Blinds of a hundred thousand and more do not run into the columns beside them."""
    served.order("GoToLevel", level=16)
    page = served.open("/relogio/t1")
    page.evaluate(
        "document.querySelector('.stakes dd').textContent = '1.600.000 / 3.200.000'; document.querySelector('.stakes').classList.add('long', 'longer')"
    )
    assert page.evaluate(SPILLED) == []


@pytest.mark.parametrize("state", ["running", "paused", "rest", "hands", "paper"])
def test_the_clock_is_readable_in_every_state(served, state):
    """Contrast is AAA in every state and axe finds nothing serious."""
    if state == "paused":
        served.order("PauseClock", reason="teste")
    if state == "rest":
        served.clock.jump(16 * 60)
    if state == "hands":
        announce(served.room)
        served.order("StartHandForHand", paid=len(served.room.state.prizes.announced.prizes_centavos))
    page = served.open("/relogio/t1")
    if state == "paper":
        page.evaluate("document.querySelector('.screen').dataset.palette = 'paper'")
    else:
        expect(page.locator(".face")).to_have_attribute("data-state", state)
    for options in (AAA, None):
        found = Axe().run(page, options=options).response["violations"]
        assert [
            f"{one['id']}: {one['nodes'][0]['html'][:120]}"
            for one in found
            if one["impact"] in {"serious", "critical"}
        ] == []


def test_it_counts_by_the_servers_time_not_the_televisions(served):
    """A television whose own clock is hours off shows the same second as the house."""
    page = served.open("/relogio/t1")
    page.clock.install(time="2001-01-01T00:00:00")
    page.reload()
    page.clock.run_for(3000)
    expect(page.locator(".time")).to_have_text(re.compile(r"^1[45]:\d\d$"))


def test_it_goes_on_while_the_server_is_gone(served):
    """The server dies, the clock goes on and says that it is alone; the server is back, the screen catches up."""
    page = served.open("/relogio/t1", may_fail=True)
    follows(page)
    served.stop()
    expect(page.locator("#lost")).to_be_visible(timeout=10_000)
    before = seconds(page)
    page.wait_for_timeout(2200)
    assert before - seconds(page) >= 2
    agrees(page, served)
    served.order("PauseClock", reason="queda")
    served.start()
    expect(page.locator(".word")).to_have_text("PAUSADO", timeout=15_000)
    expect(page.locator("#lost")).to_be_hidden()
    agrees(page, served)


def test_it_turns_the_level_without_a_connection(served):
    """Offline, the level ends: break and hour of return are shown all the same, and back online it is the truth."""
    served.order("GoToLevel", level=4, seconds_left=6)
    page = served.open("/relogio/t1", may_fail=True)
    expect(page.locator(".face.ten")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".face")).to_have_attribute("data-state", "rest", timeout=12_000)
    expect(page.locator(".word")).to_have_text("INTERVALO")
    expect(page.locator(".back")).to_contain_text("Volta às")
    page.context.set_offline(False)
    expect(served.open("/relogio/t1").locator(".face")).to_have_attribute("data-state", "rest", timeout=12_000)
    served.order("EndBreak")
    expect(page.locator(".level")).to_have_text("Nível 5", timeout=15_000)
    expect(page.locator(".face")).to_have_attribute("data-state", "running")


def test_the_last_minute_is_seen_and_announced(served):
    """Brass digits from one minute on, a pulse from ten seconds on; with the sound on, the voice is heard once."""
    served.order("GoToLevel", level=4, seconds_left=72)
    page = served.open("/relogio/t1")
    expect(page.locator("#sound")).to_be_visible()
    page.click("#sound")
    expect(page.locator("#sound")).to_be_hidden()
    expect(page.locator(".face.minute")).to_be_visible(timeout=20_000)
    expect(page.locator("html")).to_have_attribute("data-heard", re.compile("um-minuto"))
    served.order("PauseClock", reason="teste")
    expect(page.locator("html")).to_have_attribute("data-heard", re.compile("pausado"), timeout=10_000)
    assert (
        page.evaluate("document.documentElement.dataset.heard.split(' ').filter(one => one === 'um-minuto').length")
        == 1
    )


def test_a_new_level_is_announced_with_its_blinds(served):
    """At the turn of a level the gong, the level and then blinds and ante are heard, each once and in this order."""
    served.order("GoToLevel", level=5, seconds_left=12)
    page = served.open("/relogio/t1")
    page.click("#sound")
    expect(page.locator("html")).to_have_attribute("data-heard", re.compile("gongo.*ante.*n-200$"), timeout=24_000)
    heard = page.locator("html").get_attribute("data-heard").split(" ")
    said = heard[heard.index("gongo") :]
    assert " ".join(one for one in said if one != "pausa") == (
        "gongo nivel-6 blinds n-600 n-mil n-e n-200 ante n-mil n-e n-200"
    )


def test_the_screen_is_kept_awake(served):
    """By the browser's lock where there is one, else by a film that never ends."""
    page = served.open("/relogio/t1")
    expect(page.locator("html")).to_have_attribute("data-awake", re.compile("lock|film"))
    without = served.open("/relogio/t1")
    without.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    without.reload()
    expect(without.locator("html")).to_have_attribute("data-awake", "film")


def test_a_television_changes_while_the_director_looks(served):
    """Another view, other colours and a message reach the paired television without anybody touching it."""
    tv, other = served.television("TV da entrada"), served.television("TV do bar")
    page = served.director()
    page.goto("/telas")
    page.locator(".televisions li", has_text="TV da entrada").get_by_role("link").click()
    page.locator("label", has_text="Assentos de A a Z").click()
    page.locator("label", has_text="Noite").click()
    expect(page.locator("#previa .board h1")).to_have_text("Assentos")
    page.get_by_role("button", name="Mostrar na TV").click()
    expect(tv.locator(".board h1")).to_have_text("Assentos")
    expect(tv.locator(".screen")).to_have_attribute("data-palette", "night")
    assert tv.evaluate(SPILLED) == []
    expect(other.locator(".time")).to_be_visible()
    page.fill("[name=text]", "Jantar às 20h")
    page.click("form[action='/telas/mensagem'] button")
    for one in (tv, other):
        expect(one.locator(".line")).to_have_text("Jantar às 20h")


@pytest.mark.parametrize("path", ["/telas", "edit", "mine", "/sorteio/t1"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_pages_around_are_accessible_and_fit(served, path, size):
    """Nothing serious for axe and nothing wider than the screen, on a phone and on a laptop."""
    if path in {"/telas", "edit"}:
        served.television()
        page = served.director(size)
        page.goto("/telas")
        if path == "edit":
            page.locator(".televisions a").click()
    else:
        page = served.open(player_page("t1", "e5", served.room.house.store) if path == "mine" else path, size)
    found = Axe().run(page).response["violations"]
    assert [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in {"serious", "critical"}
    ] == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_player_sees_the_new_seat_at_once(served):
    """The director moves somebody; the phone with the seat card's page shows it without a touch."""
    phone = served.open(player_page("t1", "e5", served.room.house.store), PHONE)
    table = next(
        one for one in served.room.state.floor.tables.values() if one.free() and "e5" not in one.players.values()
    )
    seat = table.free()[0]
    served.order("MovePlayer", entry="e5", table=table.number, seat=seat, reason="teste")
    expect(phone.locator(".pass .hidden")).to_have_text(f"Mesa {table.number}, assento {seat}")
