"""Televisions of an event with several days, one without a camera, and where a dealer lands."""

from __future__ import annotations

import re

from tests.web.big_room import big_room, start
from tests.web.director.test_flights import room  # noqa: F401 - a fixture
from tests.web.screens.test_manager import add
from tests.web.screens.test_screens import a_screen
from tests.web.staff import Site, text_of


def test_the_day_of_a_screen_is_chosen_among_those_of_the_event(room):  # noqa: F811
    """No day is typed from memory; the one that was chosen stays chosen."""
    with room.site.browser("dora") as director:
        code = add(director)
        director.send(f"/telas/{code}", **a_screen(events=["t1"], day="1B"))
        page = director.get(f"/telas/{code}").text
    chosen = re.search(r'<select name="day">(.*?)</select>', page)[1]
    assert re.findall(r'<option value="([^"]*)"', chosen) == ["", "1", "1B", "2"]
    assert '<option value="1B" selected>Dia 1B' in chosen


def test_the_seating_names_the_flight_when_several_are_seated(room):  # noqa: F811
    """Each line says its flight; a screen of one flight lists its players alone and says so once."""
    with room.site.browser("dora") as director, room.site.browser() as tv:
        code = add(director)
        director.send(f"/telas/{code}", **a_screen(view="seating", events=["t1"]))
        both = tv.get(f"/tv/{code}").text
        assert both.count("<i>Dia 1</i>") == 9
        assert both.count("<i>Dia 1B</i>") == 3
        director.send(f"/telas/{code}", **a_screen(view="seating", events=["t1"], day="1B"))
        one = tv.get(f"/tv/{code}").text
        assert "· Dia 1B" in text_of(one)
        assert "<i>Dia" not in one
        assert len(re.findall(r'<li><span>[^<]+</span><span class="assento">', one)) == 3


def test_a_device_without_a_camera_is_told_what_to_type(room):  # noqa: F811
    """Beside the QR stand the address to type and the way to the short one of a television."""
    with room.site.browser("dora") as director:
        offered = director.send("/aparelhos", label="TV do bar", **{"as": "tv/viewer"}).text
    assert "Aparelho sem câmera" in offered
    assert '<a href="/telas">Endereço curto para uma TV</a>' in offered


def test_a_dealer_lands_on_the_tables_the_clock_and_the_rules():
    """Coming in leads to the tables and the clock of what is played and to the rules; every link there opens."""
    playing = start(big_room(6))
    site = Site(playing.house)
    site.clock.now = playing.now
    with site.browser("davi") as dealer:
        page = dealer.get("/entrar").text
        assert "chame o floor" in page
        links = re.findall(r'class="button [a-z]+" href="([^"]+)"', page)
        tables = [f"/mesa/t1/{number}" for number in sorted(playing.state.floor.tables)]
        assert links == [*tables, "/relogio/t1", "/floor/t1/tempo", "/busca", "/regulamentos"]
        assert [dealer.get(one).status_code for one in links] == [200] * len(links)


def test_a_dealer_of_an_empty_house_is_told_that_nothing_is_scheduled():
    with Site().browser("davi") as dealer:
        assert "Nenhum evento marcado" in dealer.get("/dealer").text
