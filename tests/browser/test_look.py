"""What a designer would measure: air above a heading, one edge for names, words instead of a dash."""

from __future__ import annotations

import pytest

from . import test_desk

come_in, served = test_desk.come_in, test_desk.served
pytestmark = pytest.mark.browser
GAP = """([above, below]) => Math.round(
  document.querySelector(below).getBoundingClientRect().top - document.querySelector(above).getBoundingClientRect().bottom)"""


def test_a_heading_inside_a_panel_stands_apart_from_what_is_above_it(come_in):
    """The page of PIX has such headings once a bank is connected: at least 24 pixels above, as between two subjects."""
    page = come_in("rui", "/pix")
    page.evaluate(
        """() => document.querySelector(".panel form").insertAdjacentHTML("afterend", "<h3 id=second>Devoluções</h3><p id=after>Nada</p>")"""
    )
    above, below = page.evaluate(GAP, [".panel form", "#second"]), page.evaluate(GAP, ["#second", "#after"])
    assert above >= 24 > below


def test_a_folded_panel_that_is_open_leaves_air_under_its_name(come_in):
    """Members: the name of the panel does not stick to the label of its first field."""
    page = come_in("rui", "/socios")
    assert page.evaluate(GAP, ["details.panel > summary", "details.panel .field"]) >= 12


def test_steps_of_the_day_say_not_yet_in_words(come_in):
    """A dash tells nobody anything."""
    page = come_in("dora", "/direcao/t1/dia")
    told = page.locator(".day-steps span").all_inner_texts()
    assert told.count("ainda não") >= 1
    assert "—" not in told
