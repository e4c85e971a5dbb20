"""Several events on one television, and every view on every shape of it."""

from __future__ import annotations

import re

import msgspec
import pytest
from playwright.sync_api import expect

from feltro.app.screens.commands import Layout
from feltro.tournament.clock.face import standing
from tests.web.big_room import HUGE, LONG_NAME, announce, another_event

from .conftest import TV
from .served import SPILLED, UHD, served

__all__ = ["served"]
pytestmark = pytest.mark.browser

SHAPES = [TV, UHD, {"width": 1366, "height": 768}, {"width": 1024, "height": 768}, {"width": 1080, "height": 1920}]
OUTSIDE = """() => [...document.querySelectorAll('.board .page:not([hidden]) li, .face :is(h1, .time, dd, .figure p)')]
  .filter(one => one.offsetParent).map(one => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1)
  .map(([one]) => one.textContent.slice(0, 40))"""


def hang(served, screen: str, **layout):
    """A television at its own address, with this on it."""
    room = served.room
    room.now = served.clock()
    room.done("AddScreen", role="director", who="dt", screen=screen, label=screen)
    put(served, screen, **layout)
    return served.open(f"/tv/{screen}")


def put(served, screen: str, **layout) -> None:
    plain = msgspec.to_builtins(Layout(**layout))
    served.room.done("SetScreen", role="director", who="dt", screen=screen, layout=plain)


def fits(page) -> None:
    for shape in SHAPES:
        page.set_viewport_size(shape)
        assert page.evaluate(SPILLED) == [], shape
        assert page.evaluate(OUTSIDE) == [], shape


def test_two_to_four_running_events_share_a_television(served):
    """Each has its own time, state and blinds; a pause in one stops that one only; nothing spills on any television,
    with long names, blinds of seven digits, a pool beyond a milliard and nobody in play."""
    room = served.room
    another_event(room, "t2", name=LONG_NAME, levels=HUGE, guarantee_centavos=150_000_000_000)
    another_event(room, "t3", name="Deepstack Turbo 6-max")
    another_event(room, "t4", name="Satélite para o Main Event")
    page = hang(served, "salao1", view="clocks", events=("t1", "t2"))
    for events in (("t1", "t2"), ("t1", "t2", "t3"), ("t1", "t2", "t3", "t4")):
        put(served, "salao1", view="clocks", events=events)
        expect(page.locator(".face")).to_have_count(len(events))
        fits(page)
    page.set_viewport_size(TV)
    for event in ("t1", "t2", "t3", "t4"):
        shown = page.locator(f"[data-face={event}] .time").inner_text().split(":")
        state = room.house.world.live(f"tournament:{event}").state
        told = standing(state, "1", served.clock()).seconds_left
        assert abs(int(shown[0]) * 60 + int(shown[1]) - told) <= 1
    room.now = served.clock()
    room.done("PauseClock", role="director", who="dt", tournament="t3", reason="teste")
    expect(page.locator("[data-face=t3]")).to_have_attribute("data-state", "paused")
    expect(page.locator("[data-face=t3] .word")).to_have_text("PAUSADO")
    expect(page.locator("[data-face=t4]")).to_have_attribute("data-state", "running")
    fits(page)


def test_events_in_play_need_not_be_chosen(served):
    """Two to four clocks without a choice are those of the events whose clock is going."""
    another_event(served.room, "t2")
    page = hang(served, "salao1", view="clocks")
    expect(page.locator(".face")).to_have_count(2)


def test_every_view_fits_every_television(served):
    """Clock with huge numbers, seats, moves, payouts and a message: nothing is cut on wide, square and upright ones."""
    room = served.room
    another_event(room, "t2", name=LONG_NAME, levels=HUGE, guarantee_centavos=150_000_000_000)
    announce(room)
    for entry in ("e1", "e2", "e3"):
        table = next(
            one for one in room.state.floor.tables.values() if one.free() and entry not in one.players.values()
        )
        room.order("MovePlayer", entry=entry, table=table.number, seat=table.free()[0], reason="teste")
    page = hang(served, "salao1", events=("t2",), scale=125, message="Jantar das 20h às 21h")
    fits(page)
    for view in ("seating", "moves", "payouts"):
        put(served, "salao1", view=view, events=("t1",))
        expect(page.locator(f".board.{view}")).to_be_visible()
        fits(page)
    put(served, "salao1", view="message", message="Jantar das 20h às 21h no restaurante ao lado")
    expect(page.locator(".sign h1")).to_have_text(re.compile("Jantar"))
    fits(page)


def test_a_screen_taken_off_the_list_shows_nothing_more(served):
    """The director removes a television: its address leads nowhere, and what was on it goes away by itself."""
    page = hang(served, "salao1")
    expect(page.locator(".time")).to_be_visible()
    served.room.done("RemoveScreen", role="director", who="dt", screen="salao1")
    expect(page.locator(".time")).to_have_count(0, timeout=10_000)
    served.problems.clear()  # the browser says that a page was not found: it was not to be


def test_a_view_is_dragged_onto_a_television(served):
    """The director adds a television by its name, drags a view onto it, moves a block and tries colours: the television
    follows at once, and colours that cannot be read are refused with a sentence."""
    page = served.director()
    page.goto("/telas")
    page.fill(".new-tv [name=label]", "TV da entrada")
    page.click(".new-tv button")
    address = page.locator(".tv-address a").get_attribute("href")
    tv = served.open(address)
    expect(tv.locator(".time")).to_be_visible()
    page.locator("[data-view-name=seating]").drag_to(page.locator(".televisions li"))
    expect(tv.locator(".board.seating")).to_be_visible()
    expect(page.locator(".televisions select")).to_have_value("seating")
    page.locator(".televisions select").select_option("clock")
    page.locator(".televisions").get_by_role("button", name="Mostrar").click()
    expect(tv.locator(".right .figure h2").first).to_have_text("Jogadores")
    page.get_by_role("link", name="Mudar").click()
    page.get_by_role("button", name="Descer Jogadores").click()
    expect(page.locator("#previa .right .figure h2").first).to_have_text("Stack médio")
    page.locator("label", has_text="Cores próprias").click()
    page.locator("[name=ground]").fill("#2a0a3f")
    page.get_by_role("button", name="Mostrar na TV").click()
    expect(tv.locator(".right .figure h2").first).to_have_text("Stack médio")
    expect(tv.locator(".face")).to_have_css("background-color", "rgb(42, 10, 63)")
    page.get_by_role("link", name="Mudar").click()
    page.locator("[name=ground]").fill("#999999")
    served.problems.clear()
    page.get_by_role("button", name="Mostrar na TV").click()
    expect(page.get_by_role("alert")).to_contain_text("não se lê a letra")
    expect(tv.locator(".face")).to_have_css("background-color", "rgb(42, 10, 63)")
    served.problems.clear()  # the browser logs the refusal's status


def test_the_televisions_of_the_house_use_a_wide_screen(served):
    """What can be shown stands at the right edge of the page, under the tools of the header, and no third is left empty."""
    page = served.director(TV)
    page.goto("/telas")
    right = page.locator(".views-list").bounding_box()
    assert right["x"] + right["width"] > 1750
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
