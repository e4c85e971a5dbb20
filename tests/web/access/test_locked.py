"""A screen that nobody touches: locked by the house's own clock, opened by its person, with what was typed still there."""

from __future__ import annotations

import pytest

from feltro.app.access.doors import accept_invitation, invite_first
from feltro.app.access.locks import idle_minutes, set_idle_minutes
from feltro.app.access.pins import set_pin
from feltro.app.access.rows import User
from feltro.app.access.sessions import SHIFT_SECONDS
from tests.web.staff import PASSWORD, Site, _sent

pytestmark = pytest.mark.slow


@pytest.fixture
def site():
    made = Site()
    assert set_idle_minutes(made.house.store, 15, _sent("idle")) is None
    assert set_pin(made.house.store, "ana", "4071", _sent("pin-ana")) is None
    return made


def test_a_desk_that_was_left_alone_asks_for_the_pin(site):
    """Fifteen minutes and a second: no page, no form, no part of a page; with the PIN, back to where one was."""
    with site.browser("ana") as browser:
        assert browser.get("/balcao").status_code == 200
        site.clock.pass_seconds(15 * 60)
        assert browser.get("/caixa").status_code == 200
        site.clock.pass_seconds(15 * 60 + 1)
        locked = browser.get("/caixa")
        assert (locked.status_code, locked.headers["x-feltro-session"]) == (423, "locked")
        assert "Tela trancada" in locked.text
        assert "Abrir o caixa" not in locked.text
        assert browser.get("/caixa", **{"HX-Request": "true"}).headers["x-feltro-session"] == "locked"
        assert browser.send("/caixa/abrir", desk="d1").status_code == 423
        wrong = browser.send("/destrancar", pin="9999", depois="/caixa")
        assert (wrong.status_code, "não confere" in wrong.text) == (409, True)
        opened = browser.send("/destrancar", pin="4071", depois="/caixa")
        assert (opened.status_code, opened.url.path) == (200, "/caixa")


def test_what_pages_fetch_by_themselves_is_no_sign_of_life(site):
    """A part that is fetched every minute does not keep an empty desk open; typing does."""
    with site.browser("ana") as browser:
        browser.get("/balcao")
        for _ in range(16):
            site.clock.pass_seconds(60)
            last = browser.get("/balcao", **{"HX-Request": "true"})
        assert last.status_code == 423
        browser.send("/destrancar", pin="4071")
        for _ in range(16):
            site.clock.pass_seconds(60)
            assert browser.send("/presenca").status_code == 200
        assert browser.get("/balcao").status_code == 200


def test_locking_by_hand_holds_at_once_and_the_password_opens_too(site):
    """Dora has no PIN: she types her password. Elsewhere, in another browser, she works on."""
    site.give_password("dora")
    with site.browser("dora") as here, site.browser("dora") as there:
        here.send("/trancar")
        assert here.get("/direcao").status_code == 423
        assert there.get("/direcao").status_code == 200
        assert here.send("/destrancar", pin="nem perto").status_code == 409
        assert here.send("/destrancar", pin=PASSWORD).status_code == 200
        assert here.get("/direcao").status_code == 200


def test_the_pin_of_a_locked_screen_cannot_be_guessed(site):
    """Three, then a minute; and a stranger finds no lock to try."""
    with site.browser("ana") as browser, site.browser() as stranger:
        browser.send("/trancar")
        script = {"HX-Request": "true"}
        said = [browser.send("/destrancar", headers=script, pin=f"80{n}7").json()["text"] for n in range(4)]
        assert said == ["O PIN não confere."] * 3 + ["Muitas tentativas. Espere 60 segundos."]
        assert stranger.send("/destrancar", pin="4071").status_code == 404


def test_a_new_house_locks_its_screens_after_a_quarter_of_an_hour_until_it_says_otherwise():
    """The first one in finds fifteen minutes on the page of the staff, in the list of changes as every setting."""
    site = Site(users=False)
    link = invite_first(site.house.store, _sent("first"))
    first = User(id="olga", name="Olga", role="organiser")
    assert accept_invitation(site.house.store, link, first, PASSWORD, _sent("olga")) is None
    assert idle_minutes(site.house.store) == 15
    assert [one.name for one in site.house.store.read("access:house")][-1] == "IdleMinutesSet"
    assert set_idle_minutes(site.house.store, 0, _sent("never")) is None
    assert idle_minutes(site.house.store) == 0


def test_a_house_that_says_nothing_locks_nothing_and_a_session_ends_all_the_same():
    """Without minutes no page locks; after a long day everybody comes in again, touched or not."""
    site = Site()
    with site.browser("ana") as browser:
        for _ in range(SHIFT_SECONDS // 3600 - 1):
            site.clock.pass_seconds(3600)
            assert browser.get("/balcao").status_code == 200
        site.clock.pass_seconds(3600)
        assert browser.get("/balcao").status_code == 404


def test_the_house_says_after_how_many_minutes(site):
    """On the page of the staff, from never to four hours."""
    with site.browser("rui") as browser:
        assert browser.send("/equipe/tranca", minutes="5").status_code == 200
        assert 'value="5"' in browser.get("/equipe").text
        for bad in ("-1", "241", "x", ""):
            assert browser.send("/equipe/tranca", minutes=bad).status_code == 409
    with site.browser("ana") as browser:
        assert browser.get("/presenca").json() == {"minutes": 5}


def test_the_lock_goes_with_its_session(site):
    """Nothing is left of a session that was closed."""
    with site.browser("ana") as browser:
        browser.get("/balcao")
        assert list(site.house.store.registry("seen"))
        browser.send("/sair")
    assert list(site.house.store.registry("seen")) == []


def test_a_screen_is_locked_by_hand_where_the_house_has_said_nothing():
    """Without minutes too: locked at once, opened by the PIN, and then open."""
    site = Site()
    assert set_pin(site.house.store, "ana", "4071", _sent("pin-ana")) is None
    with site.browser("ana") as browser:
        assert browser.get("/balcao").status_code == 200
        browser.send("/trancar")
        assert browser.get("/balcao").status_code == 423
        browser.send("/destrancar", pin="4071")
        site.clock.pass_seconds(3600)
        assert browser.get("/balcao").status_code == 200
