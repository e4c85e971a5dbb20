"""A screen that is on its own: opened again without a server, kept awake without a lock, right with a wrong clock."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from feltro.app.access.sessions import close_session, sessions
from feltro.app.world.plan import Envelope

from .served import agrees, follows, seconds, served

__all__ = ["served"]
pytestmark = pytest.mark.browser

FIVE_MINUTES_FAST = "const real = Date.now.bind(Date); Date.now = () => real() + 300000;"


def test_a_screen_opened_again_without_a_server_shows_the_right_time(served):
    """The server stops, the television is switched off and on: the clock is right, says since when it is alone,
    knows the pause of a minute ago; and when the server is back it is told what happened."""
    page = served.open("/relogio/t1", may_fail=True)
    expect(page.locator("html")).to_have_attribute("data-keeper", "on")
    served.order("AddTime", seconds=120)
    expect(page.locator(".time")).to_have_text(re.compile(r"^1[67]:\d\d$"))
    follows(page)
    page.wait_for_timeout(1000)  # the keeper puts away what has just come
    served.stop()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-kept", "")
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#lost time")).to_have_text(re.compile(r"^\d{1,2}h\d\d$"))
    agrees(page, served)
    before = seconds(page)
    page.wait_for_timeout(2200)
    assert before - seconds(page) >= 2
    agrees(page, served)
    served.order("PauseClock", reason="queda")
    served.start()
    expect(page.locator(".word")).to_have_text("PAUSADO", timeout=15_000)
    expect(page.locator("#lost")).to_be_hidden()
    assert "data-kept" not in page.content()[:200]
    agrees(page, served)


def test_a_kept_screen_counts_right_with_a_clock_five_minutes_wrong(served):
    """A television whose own clock is five minutes fast shows the house's second, with the server and without."""
    page = served.open("/relogio/t1", may_fail=True)
    page.context.add_init_script(FIVE_MINUTES_FAST)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-keeper", "on")
    agrees(page, served)
    page.wait_for_timeout(300)
    page.reload()
    served.stop()
    page.reload()
    expect(page.locator("#lost")).to_be_visible()
    agrees(page, served)
    served.start()
    expect(page.locator("#lost")).to_be_hidden(timeout=15_000)
    agrees(page, served)


def test_a_screen_that_was_shut_out_is_not_kept(served):
    """Once the house says that the page is not there, no copy of it opens any more, even without a server."""
    page = served.television()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-keeper", "on")
    store = served.room.house.store
    session = next(one.id for one in sessions(store, served.clock()) if one.kind == "tv")
    close_session(store, session, Envelope(key="shut", who="dora", role="director", at=served.clock()))
    served.problems.clear()
    page.goto("/tela")
    expect(page.locator(".face")).to_have_count(0)
    kept = page.evaluate("caches.open('feltro-screens-1').then(one => one.match('/tela')).then(one => one ? 1 : 0)")
    assert kept == 0
    served.problems.clear()  # the browser says that a page was not found: it was not to be


def test_without_a_lock_a_film_keeps_the_screen_awake(served):
    """Where the browser has no lock, a film of the house's own runs for ever, mute and unseen."""
    page = served.open("/relogio/t1")
    page.context.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-awake", "film")
    film = page.locator("video.lamp")
    shown = film.evaluate("v => [v.muted, v.loop, v.playsInline, v.paused, new URL(v.currentSrc).pathname]")
    assert shown[:4] == [True, True, True, False]
    assert shown[4].startswith("/static/screens/awake.")
    assert 0 < film.evaluate("v => v.duration") < 60
    film.evaluate("v => { v.currentTime = v.duration - 0.2 }")
    around = "v => !v.paused && !v.ended && v.currentTime > 0 && v.currentTime < v.duration / 2"
    page.wait_for_function(f"() => ({around})(document.querySelector('video.lamp'))")
    expect(page.locator("#awake")).to_be_hidden()
