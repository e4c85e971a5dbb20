"""The club is named once, and stands on pages, screens, papers, slips and pictures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from feltro.app.papers import blocks as b
from feltro.app.papers.press import at_the_press
from feltro.app.papers.printer import printed
from feltro.app.papers.prints import list_of
from feltro.app.screens.club import Letterhead, club_of, letterhead_of
from feltro.app.world.plan import Envelope
from tests.app.papers.hall import pages
from tests.web.running import Running
from tests.web.staff import text_of

NAME = "Clube Recreativo da Várzea"
PAPER = b.Paper(title="Lista", size="a4", blocks=(b.Title(text="Lista"), b.Paragraph(text="um")), foot="hoje")


def logo(mode: str = "RGBA") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (240, 120)).save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="module")
def room():
    made = Running(4)
    with made.site.browser("rui") as browser:
        sent = {
            "name": NAME,
            "line": "São Paulo",
            "own": "1",
            "ground": "#101010",
            "ink": "#ffffff",
            "accent": "#ffd700",
        }
        fields = {**sent, "_csrf_token": browser.token()}
        browser.client.post("/clube", data=fields, files={"logo": ("logo.png", logo(), "image/png")})
    return made


def test_pages_and_screens_carry_its_name_logo_and_colours(room):
    club = club_of(room.house.store)
    assert club.name == NAME
    with room.site.browser() as browser:
        home, clock = browser.get("/").text, browser.get("/relogio/t1").text
        sheet = browser.get("/cores/101010-ffffff-ffd700.css").text
    for shown in (home, clock):
        assert NAME in shown
        assert f"/imagens/{club.logo}" in shown
        assert "/cores/101010-ffffff-ffd700.css" in shown
    assert "--ground: #101010" in sheet
    with room.site.browser("rui") as browser:
        assert f"<span>{NAME}</span>" in browser.get("/direcao/t1").text
        assert "mudou o clube" in text_of(browser.get("/mudancas").text)


def test_papers_have_its_head_and_no_raw_word(room):
    """On a list from the wall: the club, the page number and the hour of printing; never a book by its id."""
    sent = Envelope(key="k", who="dora", role="director", at=room.now)
    for paper in ("prices", "structure", "seating"):
        text = " ".join(pages(list_of(room.house, "t1", paper, "pt", sent)))
        assert text.index(NAME) < 40
        assert "1 / 1" in text
        assert "Impresso" in text
        assert "cgp-2024" not in text
        assert "rake" not in text.lower()


def test_the_head_of_a_sheet_is_20_mm_and_of_a_strip_on_every_slip():
    head = Letterhead(name=NAME, line="São Paulo", logo=logo("RGB"))
    with at_the_press(PAPER, head) as press:
        press.add_page()
        assert round(press.get_y() - press.t_margin, 1) == 20.0
    slip = b.Paper(title="x", size="slip", blocks=(b.Big(text="um"), b.Cut(), b.Big(text="dois")))
    assert " ".join(pages(printed(slip, head))).count(NAME) == 2
    assert NAME not in " ".join(pages(printed(slip)))


def test_pictures_to_share_are_the_clubs(room):
    with room.site.browser("dora") as browser:
        made = browser.get("/publicar/t1/payouts.png").content
    assert Image.open(io.BytesIO(made)).size == (1080, 1080)
    assert letterhead_of(room.house.store).name == NAME


def test_colours_that_nobody_could_read_are_refused_and_the_name_stays_typed():
    room = Running(0)
    with room.site.browser("rui") as browser:
        fields = {"name": "X", "own": "1", "ground": "#777777", "ink": "#888888", "accent": "#777777"}
        fields["_csrf_token"] = browser.token()
        answer = browser.client.post("/clube", data=fields, files={"logo": ("", b"")})
        assert answer.status_code == 409
        assert 'value="X"' in answer.text
        bad = browser.client.post(
            "/clube", data=fields, files={"logo": ("x.svg", b"<svg onload=x>", "image/svg+xml")}
        )
        assert bad.status_code == 409
    assert club_of(room.house.store).name == ""
    with room.site.browser("dora") as browser:
        assert browser.get("/clube").status_code == 404
