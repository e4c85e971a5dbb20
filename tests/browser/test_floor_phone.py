"""The floor's phone, at its size: a call taken with one thumb, a time that counts down and is right after a reload, a penalty in four taps."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

import pytest
from playwright.sync_api import expect

from feltro.app.access.sessions import open_session
from feltro.app.world.plan import Envelope
from feltro.tournament.sheet import ActionClock
from tests.web.running import Running
from tests.web.staff import site_for

from .serving import Serving

pytestmark = pytest.mark.browser
SHOTS = os.environ.get("FELTRO_SCREENSHOTS")
PHONE = {"width": 360, "height": 740}
HEARD = """
  window.heard = [];
  HTMLMediaElement.prototype.play = function () { heard.push(this.src); return Promise.resolve(); };
  localStorage.setItem("feltro-floor-sound", "on");
"""
"""What would be heard, with the sound on."""


@pytest.fixture
def room(request):
    """Two tables; or what a test asks of its sheet, at one."""
    asked = getattr(request, "param", {})
    return Running(9 if asked else 18, **asked)


@pytest.fixture
def phone(browser, room):
    """Fred's phone in a room of two tables; nothing may be wider than the phone, and nothing may fail unseen."""
    site = Serving(lambda: site_for(room.site.house, room.site.clock))
    context = browser.new_context(viewport=PHONE, base_url=site.address, locale="pt-BR", has_touch=True)
    sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=room.site.clock.now)
    opened = open_session(room.site.house.store, "fred", "", sent)
    context.add_cookies([{"name": "feltro_session", "value": opened.text, "url": site.address}])
    problems = []
    page = context.new_page()
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield room, page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()
    site.stop()
    assert problems == []


def look(page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def test_a_call_comes_to_the_phone_by_itself_and_is_taken_in_one_tap(phone):
    room, page = phone
    page.goto("/floor")
    expect(page.locator(".pocket-calls")).to_contain_text("Nenhuma mesa chama agora.")
    room.order("CallFloor", call="c1", table=2, why="chips")
    ringing = page.locator(".pocket-calls li.rings")
    expect(ringing).to_contain_text("Fichas", timeout=20_000)
    expect(page.locator("[data-ringing]")).to_have_attribute("data-ringing", "1")
    expect(page.locator("[data-sound]")).to_have_text("Som desligado")
    ringing.get_by_role("button", name="Atender").tap()
    expect(page.locator(".pocket-mine")).to_contain_text("Minha mesa agora")
    assert room.state.calls.open["c1"].floor == "fred"
    page.get_by_role("button", name="Mesa segue").tap()
    expect(page.locator(".pocket-calls")).to_contain_text("Nenhuma mesa chama agora.")


def test_a_time_counts_down_and_is_right_after_a_reload(phone):
    """Thirty seconds under CGP, the last five aloud; the server's clock stands still, the phone's goes on."""
    room, page = phone
    page.add_init_script(HEARD)
    page.goto("/floor")
    page.get_by_role("link", name="Tempo", exact=True).tap()
    page.locator(".pocket-people button").first.tap()
    left = page.locator("[data-left]")
    expect(left).to_have_text("30")
    expect(left).to_have_text("28", timeout=5_000)
    room.site.clock.pass_seconds(26)
    page.reload()
    expect(page.locator("[data-countdown]")).to_have_attribute("data-state", "clock")
    expect(page.locator("[data-phase=clock]")).to_have_text("Contagem em voz alta")
    expect(page.locator("[data-countdown]")).to_have_attribute("data-state", "expired", timeout=8_000)
    heard = page.evaluate("heard.map(one => one.split('/').pop().split('.')[0])")
    assert [one for one in heard if one != "n-4"] == ["n-3", "n-2", "n-1", "sino"]
    room.site.clock.pass_seconds(10)
    page.get_by_role("button", name="Declarar mão morta").tap()
    expect(page.locator(".decision-ended")).to_contain_text("Tempo esgotado: a mão está morta.")
    expect(page.locator(".decision-ended")).to_contain_text("CGP 2024 5.3.12")


@pytest.mark.parametrize(
    "room", [{"action_clock": ActionClock(seconds=30, cards=2, card_seconds=30)}], indirect=True
)
def test_time_cards_are_spent_by_themselves_and_then_the_hand_is_folded(phone):
    """Five seconds in silence, thirty aloud, two cards of thirty: at 42 s one card is left, at 67 s none, at 95 s nothing."""
    room, page = phone
    page.goto("/floor/t1/tempo?mesa=1")
    page.locator(".pocket-people button", has_text="2 cartões").first.tap()
    clock, said = page.locator("[data-countdown]"), page.locator("[data-phase=card]")
    expect(clock).to_have_attribute("data-state", "silent")
    for more, words in ((42, "depois deste: 1"), (25, "depois deste: 0")):
        room.site.clock.pass_seconds(more)
        page.reload()
        expect(clock).to_have_attribute("data-state", "card")
        expect(said).to_contain_text(words)
    by_sheet = page.locator(".decision-zero .layer")
    ground = page.locator(".decision-zero").evaluate("one => getComputedStyle(one).color")
    assert by_sheet.evaluate("one => getComputedStyle(one).color") == ground
    room.site.clock.pass_seconds(28)
    page.reload()
    page.get_by_role("button", name="Declarar fold").tap()
    expect(page.locator(".decision-ended")).to_contain_text("Tempo esgotado: vale fold.")
    expect(page.locator(".decision-ended")).to_contain_text("2 cartões de tempo")
    expect(page.locator(".pocket-people button", has_text="0 cartões")).to_have_count(1)


def test_a_penalty_is_given_in_four_taps_from_the_first_page(phone):
    room, page = phone
    page.goto("/floor")
    taps = 0
    for key in (
        page.get_by_role("link", name="Penalidade"),
        page.locator(".pocket-people a").first,
        page.locator(".pocket-list a").first,
        page.locator(".pocket-list button.primary"),
    ):
        key.tap()
        taps += 1
        page.wait_for_load_state()
    expect(page.locator(".penalty-record li")).to_have_count(1, timeout=10_000)
    assert (taps, len(room.state.sanctions.penalties)) == (4, 1)


def test_a_question_is_answered_with_one_tap_and_the_clause_stands_beside_the_ruling(phone):
    _, page = phone
    page.goto("/treino?q=uma-ficha-calado")
    page.get_by_role("button", name="paga (call): 500").tap()
    expect(page.locator(".quiz-result")).to_contain_text("Certo.")
    expect(page.locator(".quiz-result a").first).to_be_visible()


@pytest.mark.clause("nps-2019:20", "nps-2019:20.b", "nps-2019:20.c")
@pytest.mark.parametrize("room", [{"book": "nps-2019", "action_clock": ActionClock(cards=2)}], indirect=True)
@pytest.mark.parametrize(("faces", "ends"), [("bet", "vale fold"), ("nothing", "vale mesa")])
def test_under_nps_a_card_of_a_minute_goes_after_another_until_the_hand_checks_or_folds(phone, faces, ends):
    """Five seconds in silence and thirty aloud, as NPS says: at 36 s the first card runs, at 96 s the second, at 156 s nothing is left."""
    room, page = phone
    page.goto("/floor/t1/tempo?mesa=1")
    page.locator(f".faces label:has([value={faces}])").tap()
    page.locator(".pocket-people button", has_text="2 cartões").first.tap()
    clock, said = page.locator("[data-countdown]"), page.locator("[data-phase=card]")
    expect(clock).to_have_attribute("data-state", "silent")
    room.site.clock.pass_seconds(36)
    for words in ("depois deste: 1", "depois deste: 0"):
        page.reload()
        expect(clock).to_have_attribute("data-state", "card")
        expect(said).to_contain_text(words)
        look(page, f"nps-{faces}-{words[-1]}")
        room.site.clock.pass_seconds(60)
    page.reload()
    expect(clock).to_have_attribute("data-state", "expired")
    look(page, f"nps-{faces}-expired")
    page.locator("[data-expired]").tap()
    expect(page.locator(".decision-ended")).to_contain_text(ends)
    expect(page.locator(".decision-ended")).to_contain_text("2 cartões de tempo")
    look(page, f"nps-{faces}-ended")
