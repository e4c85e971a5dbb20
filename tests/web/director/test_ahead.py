"""The console and the owner's page foresee the end of what is played, level by level."""

import pytest

from tests.web.running import Running
from tests.web.staff import text_of


@pytest.fixture(scope="module")
def room():
    room = Running(20)
    with room.site.browser("dora") as browser:
        for _ in range(2):  # what the clock does by itself is written down when somebody looks
            room.site.clock.pass_seconds(32 * 60)
            browser.get("/direcao/t1")
    return room


def test_the_console_fetches_a_line_and_does_not_wait_for_it(room):
    with room.site.browser("dora") as browser:
        assert 'hx-get="/direcao/t1/previsao/linha"' in browser.get("/direcao/t1").text
        line = text_of(browser.get("/direcao/t1/previsao/linha").text)
        assert "O dia termina às" in text_of(browser.get("/direcao/t1").text)  # from then on it is there at once
    assert "O dia termina às" in line
    assert "a casa ainda não tem noites medidas" in line
    assert "Dealers:" in line
    assert "nível 2" in line


def test_the_page_says_how_it_has_changed(room):
    with room.site.browser("dora") as browser:
        page = text_of(browser.get("/direcao/t1/previsao").text)
    for words in ("Previsão", "Não calibrado", "Como mudou", "Mesas e dealers por hora", "Fim previsto no começo"):
        assert words in page


def test_the_owner_sees_it_of_every_event_in_play(room):
    with room.site.browser("rui") as browser:
        assert "O dia termina às" in text_of(browser.get("/noite/previsao").text)
        assert "O dia termina às" in text_of(browser.get("/noite").text)


def test_before_the_first_level_nothing_is_foreseen():
    from tests.tournament.room import Room
    from tests.web.staff import Site

    site = Site()
    Room(site.house)
    with site.browser("dora") as browser:
        assert "termina" not in browser.get("/direcao/t1/previsao/linha").text
        assert "começa com o primeiro nível" in text_of(browser.get("/direcao/t1/previsao").text)
