"""The rehearsal's page exists where a rehearsal is on, and every page says that it is one."""

import pytest

from tests.sim.test_rehearsal import Learned
from tests.web.staff import Site, text_of


@pytest.fixture(scope="module")
def browser():
    learned = Learned("nps-2019")
    site = Site(learned.house, users=False)
    site.clock.now = learned.now
    with site.browser("dora") as one:
        one.client.app.state.rehearsal = learned.rehearsal
        yield one


def test_every_page_is_marked(browser):
    for page in ("/ensaio", "/eventos", "/planejar?modelo=club-turbo"):
        assert "ENSAIO." in text_of(browser.get(page).text)


def test_an_incident_is_called_for_told_and_scored(browser):
    assert "Nada deu errado ainda" in text_of(browser.get("/ensaio").text)
    told = text_of(browser.send("/ensaio", incident="power_cut").text)
    assert "Acabou a luz. As mesas pararam" in told
    assert "1 esperando" in told
    again = text_of(browser.send("/ensaio", incident="power_cut").text)
    assert "Agora não dá" in again


def test_the_pace_is_changed(browser):
    assert 'value="5.0" aria-pressed="true"' in browser.send("/ensaio", pace="5.0").text
    assert 'value="5.0" aria-pressed="true"' in browser.send("/ensaio", pace="1000").text


def test_beginning_again_asks_once_where_something_is_lost():
    """An hour's training is one button away from being gone: with a score it asks, on a yes it begins, and on a fresh event
    nothing is asked."""
    learned = Learned("bpt-2015")
    site = Site(learned.house, users=False)
    site.clock.now = learned.now
    with site.browser("dora") as one:
        one.client.app.state.rehearsal = learned.rehearsal
        first = learned.event
        one.send("/ensaio", incident="power_cut")
        asked = text_of(one.send("/ensaio", do="again", book="nps-2019").text)
        assert "o que se fez nele se perde. Seguir?" in asked
        assert learned.event == first
        one.send("/ensaio", do="again", book="nps-2019", sure="1")
        second = learned.event
        assert second != first
        assert learned.rehearsal.book == "nps-2019"
        assert "se perde. Seguir?" not in one.send("/ensaio", do="again", book="nps-2019").text
        assert learned.event != second


def test_an_incident_of_the_bubble_asks_before_it_leaves_an_event_in_which_something_was_done():
    """The machine plays another event up to there: what was done in this one is not thrown away unasked."""
    learned = Learned("adtp-2023")
    site = Site(learned.house, users=False)
    site.clock.now = learned.now
    with site.browser("dora") as one:
        one.client.app.state.rehearsal = learned.rehearsal
        first = learned.event
        one.send("/ensaio", incident="power_cut")
        assert "se perde. Seguir?" in one.send("/ensaio", incident="bubble_two_tables").text
        assert learned.event == first
        told = text_of(one.send("/ensaio", incident="bubble_two_tables", sure="1").text)
        assert "Bolha, jogada pela máquina até aqui: restam 10, 9 recebem." in told
        learned.now = site.clock.now = learned.now + 11 * 60_000_000
        said = text_of(one.get("/ensaio").text)
        assert "Faltou: a mão não foi jogada em mão a mão." in said
        assert "Faltou: registrar as duas eliminações." in said


def test_without_a_rehearsal_there_is_no_such_page():
    site = Site()
    with site.browser("dora") as one:
        assert one.get("/ensaio").status_code == 404
        assert "ENSAIO." not in one.get("/eventos").text
