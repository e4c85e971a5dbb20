"""The first hour of an empty house: from the printed link to a desk that can sell."""

from __future__ import annotations

import re

import pytest

from feltro.app.access.doors import invite_first
from feltro.app.world.plan import Envelope
from tests.web.events.drafted import fields_of
from tests.web.staff import PASSWORD, START, Site, text_of


def first_link(site: Site) -> str:
    made = invite_first(site.house.store, Envelope(key="first", who="terminal", role="organiser", at=START))
    assert isinstance(made, str)
    return f"/convite/{made}"


def current_step(page: str) -> str:
    found = re.search(r'<li id="passo-(\w+)" aria-current="step"', page)
    return found[1] if found else ""


def season(browser, **fields):
    return browser.send("/comecar/temporada", **{"name": "Circuito", "year": "2026", "key": "temporada1", **fields})


def stage(browser, **fields):
    asked = {"name": "Etapa 1", "venue": "Clube", "first": "2026-11-20", "last": "2026-11-22", "key": "etapa0001"}
    return browser.send("/comecar/etapa", **{**asked, **fields})


def first_event(browser):
    """As the page of the sheet has it: its own proposals, sent back."""
    page = browser.get("/eventos/novo/folha?modelo=club-turbo").text
    fields = fields_of(page)
    fields |= {"season": "2026", "do": "create", "on": "2026-11-20"}
    return browser.send("/eventos/novo/folha", **fields)


@pytest.mark.slow
def test_the_first_one_in_is_led_to_the_first_step_and_on_to_a_desk_that_sells():
    """Link, season, stage, event from a template, drawer: every step opens the next one."""
    site = Site(users=False)
    with site.browser() as browser:
        came = browser.send(first_link(site), user="rui", name="Rui", password=PASSWORD, again=PASSWORD)
        assert came.url.path == "/comecar"
        assert current_step(came.text) == "season"
        assert current_step(season(browser).text) == "stage"
        page = stage(browser)
        assert current_step(page.text) == "event"
        assert "/eventos/novo/folha?modelo=club-turbo" in page.text
        made = first_event(browser)
        assert made.url.path.startswith("/eventos/"), text_of(made.text)
        assert 'href="/comecar"' in made.text
        assert current_step(browser.get("/comecar").text) == "drawer"
        assert browser.send("/caixa/abrir", desk="caixa-1", float="500,00", key="gaveta001").status_code == 200
        page = browser.get("/comecar").text
        assert current_step(page) == ""
        assert 'href="/balcao"' in page
    state = site.house.world.live("season:2026").state
    assert state.stages["etapa-1"][-1].venue == "Clube"
    assert site.house.world.live("desk:caixa-1").state.cashier == "rui"


@pytest.mark.slow
def test_once_set_up_nobody_is_led_there_again():
    """The menu forgets it, and whoever comes in lands where they work."""
    site = Site()
    site.give_password("dora")
    with site.browser("rui") as browser:
        season(browser)
        stage(browser)
        first_event(browser)
        browser.send("/caixa/abrir", desk="caixa-1", key="gaveta001")
        assert 'href="/comecar">Começar' not in browser.get("/eventos").text
    with site.browser() as browser:
        came = browser.send("/entrar", user="dora", password=PASSWORD)
        assert came.url.path.startswith("/direcao")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"first": ""}, "primeiro dia"),
        ({"first": "ontem"}, "primeiro dia"),
        ({"first": "2026-11-22", "last": "2026-11-20"}, "vem antes do primeiro"),
        ({"venue": ""}, ""),
    ],
)
def test_a_stage_that_cannot_be_is_told_and_what_was_typed_stays(fields, said):
    site = Site()
    with site.browser("rui") as browser:
        season(browser)
        page = stage(browser, **fields)
        assert page.status_code == 409
        assert said in text_of(page.text)
        assert 'value="Etapa 1"' in page.text
        assert current_step(page.text) == "stage"
    assert not site.house.world.live("season:2026").state.stages


@pytest.mark.parametrize("year", ["", "vinte", "12"])
def test_a_season_without_a_year_is_refused_in_words(year):
    site = Site()
    with site.browser("rui") as browser:
        page = season(browser, year=year)
        assert page.status_code == 409
        assert 'role="alert"' in page.text
    assert not site.house.store.streams("season:")


def test_a_director_waits_for_the_organiser_to_open_the_season():
    """What is the organiser's to do is said, and not offered."""
    with Site().browser("dora") as browser:
        page = browser.get("/comecar")
        assert page.status_code == 200
        assert "/comecar/temporada" not in page.text
        assert season(browser).status_code == 404


@pytest.mark.parametrize("user", ["ana", "fred", "davi", ""])
def test_for_everybody_else_there_is_no_such_page(user):
    with Site().browser(user) as browser:
        assert browser.get("/comecar").status_code == 404
        assert 'href="/comecar"' not in browser.get("/regulamentos").text


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_steps_are_told_in_every_language(lang):
    with Site().browser("rui") as browser:
        page = browser.get("/comecar", **{"accept-language": lang}).text
        assert {"en": "First steps", "es": "Primeros pasos"}[lang] in page


@pytest.mark.slow
def test_seasons_and_stages_are_opened_in_one_place_also_later():
    """The list of events leads there; a second season of a year and a second stage get addresses of their own."""
    site = Site()
    with site.browser("rui") as browser:
        assert 'href="/comecar"' in browser.get("/eventos").text
        assert browser.client.get("/eventos/novo").url.path == "/comecar"
        season(browser)
        stage(browser)
        first_event(browser)
        browser.send("/caixa/abrir", desk="caixa-1", float="100", key="gaveta0001")
        assert "Abrir outra temporada" in text_of(browser.get("/comecar").text)
        for _ in range(2):
            season(browser, name="Copa de verão", key="temporada2")
        stage(browser, name="Etapa de dezembro", key="etapa0002")
        stage(browser, name="Etapa de janeiro", key="etapa0003")
        shown = text_of(browser.get("/comecar").text)
        assert "Copa de verão" in shown
        assert browser.send("/temporadas", name="x", year="2026", season="x").status_code == 404
    assert set(site.house.store.streams("season:")) == {"season:2026", "season:2026-2"}
    seasons = {one: site.house.world.live(f"season:{one}").state.stages for one in ("2026", "2026-2")}
    assert [len(one) for one in seasons.values()] in ([3, 0], [1, 2])
