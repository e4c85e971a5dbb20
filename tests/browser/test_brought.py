"""A player's phone: what changes is brought to it, and it asks for nothing; with one stream for all tabs, or one for each."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from feltro.app.people.public_ids import public_ids
from tests.browser.serving import Serving
from tests.web.running import Running
from tests.web.staff import site_for

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}
ALONE = "delete window.SharedWorker;"


@pytest.fixture
def room():
    return Running(14)


@pytest.fixture
def served(room):
    one = Serving(lambda: site_for(room.house, room.site.clock))
    yield one
    one.stop()


@pytest.fixture
def phone(browser, served):
    """Opens pages of one phone; what it asks for by script afterwards is noted, and no error may be logged."""
    contexts, problems = [], []

    def take(script=""):
        context = browser.new_context(viewport=PHONE, base_url=served.address, locale="pt-BR")
        contexts.append(context)
        if script:
            context.add_init_script(script)

        def tab(path):
            page = context.new_page()
            page.asked = []
            page.on("request", lambda one: page.asked.append(one.url) if "hx-request" in one.headers else None)
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.goto(path)
            page.wait_for_function("() => document.querySelectorAll('[data-pushed]').length > 1")
            return page

        return tab

    yield take
    for context in contexts:
        context.close()
    assert problems == []


def card(room, entry):
    return f"/jogador/t1/{public_ids(room.house.store).entry('t1', entry)}"


def stands_at(page, room):
    page.wait_for_function(
        """version => [...document.querySelectorAll('[data-pushed]')].every(part => part.dataset.live.includes(`t1@${version}`))""",
        arg=room.house.store.version("tournament:t1"),
    )


def move(room, entry):
    tables = room.state.floor.tables
    here = room.state.floor.chair_of[entry].table
    there = next(one for one in tables.values() if one.number != here and one.free())
    room.order("MovePlayer", entry=entry, table=there.number, seat=there.free()[0], reason="equilíbrio")
    return f"Mesa {there.number}, assento {room.state.floor.chair_of[entry].seat}"


@pytest.mark.parametrize("script", ["", ALONE], ids=["one stream for all tabs", "a stream for each"])
def test_a_phone_shows_what_happens_without_asking(phone, room, script):
    """The seat moves, the clock gains two minutes, somebody else is out: all of it is shown, and nothing was fetched."""
    page = phone(script)(card(room, "e1"))
    stands_at(page, room)
    page.evaluate("document.querySelector('.lines, section').dataset.witness = 'same'")
    seat = move(room, "e1")
    expect(page.locator(".pass")).to_contain_text(seat)
    before = page.locator(".pocket .screen").get_attribute("data-live")
    other = next(one for one in room.state.floor.chair_of if one != "e1")
    room.order("Eliminate", entry=other)
    expect(page.locator(".pocket .figure").first).to_contain_text("13")
    stands_at(page, room)
    assert page.locator(".pocket .screen").get_attribute("data-live") != before
    expect(page.locator(".pass")).to_contain_text(seat)
    assert page.asked == []


def test_a_second_tab_of_a_phone_shows_what_the_first_was_brought(phone, room):
    """Opened later, on the same stream: it begins where its page stands and follows on; in another language, in its own."""
    tab = phone()
    first = tab(card(room, "e1"))
    stands_at(first, room)
    move(room, "e1")
    stands_at(first, room)
    second = tab(card(room, "e2"))
    stands_at(second, room)
    seats = [move(room, one) for one in ("e2", "e1")]
    expect(second.locator(".pass")).to_contain_text(seats[0])
    expect(first.locator(".pass")).to_contain_text(seats[1])
    assert first.asked == second.asked == []


def test_a_phone_that_was_cut_off_is_brought_what_it_missed(phone, room, served):
    """The server ends and begins again: the seat that changed meanwhile stands there, and still nothing was fetched."""
    page = phone()(card(room, "e1"))
    stands_at(page, room)
    served.stop()
    expect(page.locator("#lost")).to_be_visible(timeout=20_000)
    seat = move(room, "e1")
    served.start()
    expect(page.locator(".pass")).to_contain_text(seat, timeout=30_000)
    expect(page.locator("#lost")).to_be_hidden()
    assert page.asked == []
