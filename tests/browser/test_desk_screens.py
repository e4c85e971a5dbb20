"""The desk and the page of a new event on the screens that people have: nothing wraps, nothing covers, nothing jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from . import test_desk
from .conftest import LAPTOP, PHONE, TV

come_in, served = test_desk.come_in, test_desk.served
pytestmark = pytest.mark.browser
TABLET = {"width": 1024, "height": 768}


@pytest.mark.parametrize("size", [PHONE, TABLET, LAPTOP, TV], ids=["phone", "tablet", "laptop", "tv"])
def test_a_person_is_found_and_sold_to_without_scrolling_sideways(come_in, size):
    """Means of payment stand in one row where there is room; who was chosen is marked, and on a phone at once in view."""
    page = come_in("ana", "/balcao/t1", size)
    page.locator("#desk-q").press_sequentially("prado")
    expect(page.locator("[data-result]")).to_have_count(5)
    page.keyboard.press("Enter")
    expect(page.locator("[name=item]:checked")).to_be_focused()
    expect(page.locator("[data-result][aria-current]")).to_have_count(1)
    assert "pessoa=" not in page.url, "the page was not loaded again"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tops = [one.bounding_box()["y"] for one in page.locator(".means label").all()]
    if size in (LAPTOP, TV):
        assert len(set(tops)) == 1, "one row"
        box = page.locator(".sell").bounding_box()
        assert box["y"] + box["height"] <= size["height"], "the button is in view"
    if size is PHONE:
        expect(page.locator("[data-result]:visible")).to_have_count(1)
    page.keyboard.press("F2")
    page.keyboard.press("Enter")
    expect(page.locator(".done-line")).to_contain_text("Ana Prado")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_what_is_chosen_stops_above_the_bars_and_every_field_is_named(come_in, size):
    """The thing sold is not under the button that sells it, and the brand is asked for in words, not by an empty box."""
    page = come_in("ana", "/balcao/t1", size)
    page.locator("#desk-q").press_sequentially("prado")
    expect(page.locator("[data-result]")).to_have_count(5)
    page.keyboard.press("Enter")
    expect(page.locator("[name=item]:checked")).to_be_focused()
    chosen = page.locator(".items label:has(:checked)").bounding_box()
    assert chosen["y"] + chosen["height"] <= page.locator(".sell").bounding_box()["y"]
    expect(page.get_by_text("Marca ou empresa que representa")).to_be_visible()


def test_somebody_opened_by_a_link_leaves_the_event_in_sight(come_in):
    """From the search of the house one comes by a whole page: the event is named above whoever is sold to."""
    page = come_in("ana", "/balcao/t1?pessoa=x1", LAPTOP)
    expect(page.locator("[name=item]:checked")).to_be_focused()
    page.wait_for_function("() => scrollY === 0", timeout=3000)


def test_somebody_in_play_who_is_opened_leaves_the_event_in_sight(come_in, served):
    """Whoever is in has a long card: it lies beside what is sold, and nothing goes under the header of the page."""
    served.room.done("SellEntry", **served.room.sale("e1", "x1"))
    page = come_in("ana", "/balcao/t1", LAPTOP)
    page.locator("#desk-q").press_sequentially("ana prado")
    expect(page.locator("[data-result]").first).to_contain_text("Ana Prado")
    page.keyboard.press("Enter")
    expect(page.locator("#counter")).to_contain_text("em jogo")
    expect(page.locator("[name=item]:checked")).to_be_focused()
    expect(page.locator("#counter:not(.htmx-settling)")).to_be_visible()
    assert page.evaluate("() => new Promise(done => setTimeout(() => done(scrollY), 200))") == 0


def test_levels_are_put_in_without_losing_the_place_or_what_was_typed(come_in):
    """The new row has the focus, the name typed stays, and the finding leads to its field."""
    page = come_in("rui", "/eventos/novo/folha?modelo=club-turbo")
    page.locator("[name=name]").fill("Turbo de sexta")
    page.locator("[name=lv3_big_blind]").fill("160")
    page.get_by_role("button", name="Inserir um nível depois do 3").click()
    expect(page.locator("[name=lv4_small_blind]")).to_be_focused()
    expect(page.locator("[name=lv3_big_blind]")).to_have_value("160")
    expect(page.locator("[name=name]")).to_have_value("Turbo de sexta")
    page.locator("[name=lv4_big_blind]").fill("1")
    page.keyboard.press("Tab")
    finding = page.locator("#findings a.to-field").first
    expect(finding).to_be_visible()
    page.get_by_role("button", name="Tirar o nível 4").click()
    expect(page.locator("[name=lv22_big_blind]")).to_have_count(0)
    expect(page.locator("[name=lv4_big_blind]")).to_have_value("200")
    page.locator("[name=name]").press("Enter")
    expect(page.locator("[name=name]")).to_have_value("Turbo de sexta")
    expect(page.locator("[name=lv22_big_blind]")).to_have_count(0)


def test_a_club_without_colours_of_its_own_stands_on_the_page_s_edge(come_in):
    """Its name begins where the mark above it and the lists below it begin."""
    page = come_in("rui", "/clube", LAPTOP)
    page.locator("[name=name]").first.fill("Clube do Comércio")
    page.locator("[name=name]").first.press("Enter")
    page.goto("/")
    edges = [
        page.locator(one).first.bounding_box()["x"] for one in (".top .brand", ".front-club h1", ".front-lists")
    ]
    assert len(set(edges)) == 1, edges
