"""A seat, the agenda, a result and the ranking go to WhatsApp in one tap, made without any network."""

from __future__ import annotations

import io
import re
from urllib.parse import parse_qs, urlsplit

from PIL import Image

from feltro.app.people.public_ids import public_ids
from feltro.web.frame.whatsapp import LONGEST, whatsapp
from tests.season.league import League
from tests.tournament.room import Room
from tests.web.desk.test_desk import register, sell
from tests.web.running import Running
from tests.web.staff import Site


def messages(page: str) -> list[str]:
    links = re.findall(r'href="(https://wa[.]me/[^"]+)"', page)
    return [parse_qs(urlsplit(one.replace("&amp;", "&")).query)["text"][0] for one in links]


def test_a_seat_that_was_found_is_a_message():
    room = Running(4)
    chair = room.state.floor.chair_of["e1"]
    with room.site.browser() as browser:
        found = browser.get("/assento?q=bruno").text
    (told,) = messages(found)
    assert told.startswith("*Evento*")
    assert f"{chair.table}.{chair.seat}" in told


def test_the_agenda_is_a_message_with_hour_and_price():
    room = Running(0)
    with room.site.browser() as browser:
        told = messages(browser.get("/").text)
    assert any("Evento: " in one and "R$ " in one for one in told)


def test_the_ranking_is_a_message():
    league = League()
    league.play("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    with Site(league.house).browser() as browser:
        (told,) = messages(browser.get("/ranking/s26").text)
    assert "1º " in told
    assert told.startswith("*Ranking")


def test_what_somebody_is_called_changes_nothing_of_the_link():
    """A name with marks of an address stays text; a list that is too long ends at the end of a line."""
    link = whatsapp(["Título", "Ana & Bia?x=1#y\n<b>"])
    assert parse_qs(urlsplit(link).query) == {"text": ["*Título*\nAna & Bia?x=1#y <b>"]}
    long = parse_qs(urlsplit(whatsapp(["T"] + ["x" * 100] * 40)).query)["text"][0]
    assert len(long) <= LONGEST
    assert set(long.split("\n")[1:]) == {"x" * 100}
    assert whatsapp([]) == "https://wa.me/?text="


def size_of(answer) -> tuple[int, int]:
    assert answer.headers["content-type"] == "image/png"
    with Image.open(io.BytesIO(answer.content)) as opened:
        return opened.size


def pictures(page: str) -> list[str]:
    return re.findall(r'href="([^"]+[.]png)"[^>]*data-picture', page)


def test_a_seat_that_was_found_or_is_ones_own_is_a_picture_too():
    """Found by name on the first page, and on the page that the seat card opens; an empty chair has none."""
    room = Running(4)
    chair = room.state.floor.chair_of["e1"]
    card = public_ids(room.site.house.store).entry("t1", "e1")
    with room.site.browser() as browser:
        (found,) = pictures(browser.get("/assento?q=bruno").text)
        mine = browser.get(f"/jogador/t1/{card}").text
        assert found == f"/imagem/t1/assento-{chair}.png"
        assert found in pictures(mine)
        assert f"Minha mesa e assento: {chair.table}.{chair.seat}" in messages(mine)[0]
        assert size_of(browser.get(found)) == (1080, 1080)
        assert browser.get("/imagem/t1/assento-77.1.png").status_code == 404
        assert browser.get("/imagem/t1/resultado.png").status_code == 404, "nobody has won yet"
        assert browser.get("/imagem/t9/ranking.png").status_code == 404


def test_the_agenda_and_the_ranking_are_pictures_for_anybody():
    room = Running(0)
    with room.site.browser() as browser:
        assert "/agenda.png" in pictures(browser.get("/").text)
    league = League()
    league.play("t1", "p1", "p2", "p3")
    league.join("p1", "p2", "p3")
    with Site(league.house).browser() as browser:
        (ranking,) = pictures(browser.get("/ranking/s26").text)
        assert size_of(browser.get(ranking)) == (1080, 1080)


def test_the_seat_of_a_sale_goes_to_the_players_own_phone():
    site = Site()
    site.room = Room(site.house)
    site.room.done(
        "OpenTables", role="director", who="dora", tournament="t1", day="1", draw="d1",
        tables=[{"number": 12, "chairs": 9}],
    )  # fmt: skip
    with site.browser("ana") as browser:
        done = sell(browser, register(browser, phone="(51) 99876-5432")).text
    chair = next(iter(site.room.state.floor.chair_of.values()))
    assert (
        f"https://wa.me/5551998765432?text=%2AEvento%2A%0AZeca%20Prado%3A%20mesa%20e%20assento%2012.{chair.seat}"
        in done
    )
    assert pictures(done) == [f"/imagem/t1/assento-12.{chair.seat}.png"]


def test_a_number_that_is_none_lets_the_sender_choose():
    assert whatsapp(["x"], "123").startswith("https://wa.me/?")
    assert whatsapp(["x"], "+54 9 11 2345-6789").startswith("https://wa.me/5491123456789?")
