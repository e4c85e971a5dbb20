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


def test_without_a_rehearsal_there_is_no_such_page():
    site = Site()
    with site.browser("dora") as one:
        assert one.get("/ensaio").status_code == 404
        assert "ENSAIO." not in one.get("/eventos").text
