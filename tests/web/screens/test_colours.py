"""Colours of the screens: every palette in every state is readable from afar, and an organiser's own are checked."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.app.screens.colours import ENOUGH, contrast, shades, unreadable_colours
from feltro.app.screens.commands import Colours, Layout
from feltro.app.screens.kept import layout_of
from feltro.kernel.instants import Instant
from feltro.web.frame.static_files import STATIC
from tests.web.big_room import big_room, start
from tests.web.screens.test_screens import a_screen
from tests.web.staff import Site

CSS = (STATIC / "tokens.css").read_text()
STATES = ("running", "paused", "rest", "hands", "before", "over")
READ = ("ink", "quiet", "gold", "alert")
COLOUR = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def declared(selector: str) -> dict[str, str]:
    """The colours that a rule of the style sheet sets; nothing where there is no such rule."""
    found = re.findall(rf"^{re.escape(selector)} \{{([^}}]*)\}}", CSS, re.MULTILINE)
    pairs = re.findall(r"--(\w+): (#[0-9a-f]{3,6})", " ".join(found))
    return {
        name: value if len(value) == 7 else "#" + "".join(2 * one for one in value[1:]) for name, value in pairs
    }


def colours_of(palette: str, state: str) -> dict[str, str]:
    return {
        **declared(".screen"),
        **declared(f'.screen[data-palette="{palette}"]'),
        **declared(f'.face[data-state="{state}"]'),
        **declared(f'.screen[data-palette="{palette}"] .face[data-state="{state}"]'),
    }


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("palette", ["felt", "night", "ink", "paper"])
def test_every_palette_is_readable_in_every_state(palette, state):
    """AAA for all that is written: letters, quiet letters, money, the last minute; the message line on its own ground."""
    found = colours_of(palette, state)
    low = {name: round(contrast(found[name], found["ground"]), 2) for name in READ}
    assert {name: value for name, value in low.items() if value < ENOUGH} == {}
    line = {**declared(".screen"), **declared(f'.screen[data-palette="{palette}"]')}
    assert contrast(line["gold"], line["shade"]) >= ENOUGH


def test_contrast_is_counted_as_everybody_counts_it():
    """Black on white is 21; the same colour twice is 1; the order does not matter."""
    assert round(contrast("#000000", "#ffffff"), 2) == 21
    assert contrast("#777777", "#777777") == 1
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48
    assert contrast("#0a3f2e", "#ffdc7d") == contrast("#ffdc7d", "#0a3f2e")


@given(COLOUR, COLOUR, COLOUR)
def test_whatever_is_accepted_is_readable_in_all_its_shades(ground, ink, accent):
    """Colours that pass give shades that pass; colours that do not are refused with their contrast."""
    chosen = Colours(ground=ground, ink=ink, accent=accent)
    refused = unreadable_colours(chosen)
    if refused:
        assert min(contrast(ink, ground), contrast(accent, ground)) < ENOUGH
        return
    made = shades(chosen)
    assert all(contrast(made[name], made["ground"]) >= ENOUGH for name in READ)
    assert contrast(made["gold"], made["shade"]) >= ENOUGH


@pytest.fixture
def shown():
    room = start(big_room(3))
    site = Site(room.house)
    site.clock.now = Instant(room.now + 25 * 60 * 1_000_000)
    room.now = site.clock.now
    room.done("AddScreen", role="director", who="dt", screen="entrada", label="TV da entrada")
    return room, site


def test_own_colours_reach_the_screen_as_a_sheet(shown):
    """No style stands in the page: the screen names a sheet of our own, and the sheet has the colours."""
    _, site = shown
    with site.browser("dora") as director, site.browser() as tv:
        director.send(
            "/telas/entrada", **a_screen(palette="own", ground="#101040", ink="#ffffff", accent="#ffe08a")
        )
        html = tv.get("/tv/entrada").text
        assert 'data-colours="101040-ffffff-ffe08a"' in html
        assert "style=" not in html
        sheet = tv.get("/cores/101040-ffffff-ffe08a.css")
        assert sheet.headers["content-type"].startswith("text/css")
        assert "--ground: #101040" in sheet.text
        for wrong in ("101040-ffffff.css", "x.css", "101040-ffffff-ffe08a", "10104g-ffffff-ffe08a.css"):
            assert tv.get(f"/cores/{wrong}").status_code == 404


@pytest.mark.parametrize(
    ("colours", "said"),
    [
        ({"ground": "#808080", "ink": "#ffffff", "accent": "#ffe08a"}, "não se lê a letra"),
        ({"ground": "#101040", "ink": "#ffffff", "accent": "#803030"}, "não se lê o destaque"),
        ({"ground": "red", "ink": "#ffffff", "accent": "#ffe08a"}, "Um campo"),
    ],
    ids=["ink", "accent", "no colour"],
)
def test_colours_that_nobody_can_read_are_refused(shown, colours, said):
    """The message says what and by how much; the television stays as it was, and what was typed is kept."""
    room, site = shown
    with site.browser("dora") as director:
        answer = director.send("/telas/entrada", **a_screen(palette="own", **colours))
        assert answer.status_code == 409
        if said != "Um campo":
            assert said in answer.text
            assert f'value="{colours["ground"]}"' in answer.text
    assert layout_of("entrada", room.house.store) == Layout()
