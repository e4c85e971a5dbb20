"""Getting in: the first link, passwords, roles, devices; and what a page says to those it is not for."""

from __future__ import annotations

import re

import pytest

from feltro.app.access.doors import invite_first
from feltro.app.access.throttle import TOGETHER
from feltro.app.world.plan import Envelope
from feltro.web.pages import menu
from tests.web.staff import PASSWORD, START, USERS, Site, text_of

PLACES = menu(staffed=True).places
STAFF_PAGES = [*(place.path for place in PLACES), "/achar", "/desfazer"]


@pytest.fixture
def site():
    return Site()


def test_the_first_one_comes_in_by_a_link_and_is_the_organiser():
    """There is no password from the factory: the link makes the first user, once."""
    site = Site(users=False)
    link = invite_first(site.house.store, Envelope(key="first", who="", role="", at=START))
    with site.browser() as browser:
        assert "Primeiro acesso" in browser.get(f"/convite/{link}").text
        fields = {"user": "eva", "name": "Eva", "password": PASSWORD, "again": PASSWORD}
        short = browser.send(f"/convite/{link}", **{**fields, "password": "x", "again": "x"})
        assert short.status_code == 409
        assert "10 caracteres" in short.text
        assert 'value="eva"' in short.text, "what was typed is kept"
        assert "não são iguais" in browser.send(f"/convite/{link}", **{**fields, "again": "other"}).text
        assert browser.send(f"/convite/{link}", **fields).url.path == "/comecar"
        assert browser.get("/equipe").status_code == 200
    with site.browser() as other:
        assert other.get(f"/convite/{link}").status_code == 410


def test_a_cashier_comes_in_and_leaves(site):
    """The name stands in the head; after leaving, the same cookie is worth nothing."""
    with site.browser("ana") as browser:
        assert "Ana" in browser.get("/balcao").text
        kept = browser.cookie
        browser.send("/sair")
        browser.client.cookies.set("feltro_session", kept)
        assert browser.get("/balcao").status_code == 404


def test_a_session_gets_a_new_id_at_every_coming_in(site):
    """A cookie planted beforehand is not kept, and coming in twice makes two sessions."""
    site.give_password("ana")
    with site.browser() as browser:
        browser.client.cookies.set("feltro_session", "flt_0123456789abcdef_" + "A" * 43)
        answer = browser.client.get("/entrar")
        token = re.search(r'name="_csrf_token" value="([^"]+)"', answer.text)[1]
        answer = browser.client.post("/entrar", data={"_csrf_token": token, "user": "ana", "password": PASSWORD},
                                     follow_redirects=False)  # fmt: skip
        assert answer.status_code == 303
        cookie = answer.headers["set-cookie"]
        assert "feltro_session=flt_" in cookie
        assert "0123456789abcdef" not in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


def test_only_coming_in_and_leaving_write_sessions(site):
    """Pages and public addresses neither set the cookie nor touch the store."""
    with site.browser("ana") as browser:
        before = site.house.store.version("access:house")
        for path in ("/", "/regulamentos", "/balcao", "/nada"):
            assert "feltro_session" not in browser.get(path).headers.get("set-cookie", "")
        assert site.house.store.version("access:house") == before


def test_wrong_passwords_are_slowed_down(site):
    """The same answer for a wrong password and for nobody; then one has to wait, even with the right one."""
    site.give_password("ana")
    with site.browser() as browser:
        nobody = browser.send("/entrar", user="nobody", password=PASSWORD)
        for _ in range(TOGETHER.at_once):
            wrong = browser.send("/entrar", user="ana", password="errada errada")
            assert wrong.status_code == 401
        assert "não conferem" in wrong.text
        assert "não conferem" in nobody.text
        waiting = browser.send("/entrar", user="ana", password=PASSWORD)
        assert waiting.status_code == 429
        assert "Espere 10 segundos" in waiting.text
        site.clock.pass_seconds(TOGETHER.seconds)
        assert browser.send("/entrar", user="ana", password=PASSWORD).url.path == "/balcao"


@pytest.mark.parametrize("user", [*USERS, ""])
def test_a_page_for_others_looks_as_if_it_were_not_there(site, user):
    """Whoever may not see a page gets, letter for letter, what an address gets that does not exist.

    The ranking is everybody's; it is only not in everybody's menu."""
    mine = USERS.get(user, "")
    hidden = [place.path for place in PLACES if mine not in place.roles and place.path != "/ranking"]
    with site.browser(user) as browser:
        browser.get("/")
        missing = browser.get("/zzzz")
        assert missing.status_code == 404
        for path in hidden:
            answer = browser.get(path)
            assert answer.status_code == 404
            assert answer.text.replace(path, "/zzzz") == missing.text
            assert sorted(answer.headers) == sorted(missing.headers)


def test_a_stranger_cannot_tell_pages_by_their_methods(site):
    """Posting to a page, or asking it with another method, says no more than a page that is not there."""
    with site.browser() as browser:
        for method in ("POST", "PUT", "DELETE"):
            answers = {browser.client.request(method, path).status_code for path in ("/equipe", "/zzzz", "/balcao")}
            assert len(answers) == 1


def test_the_entrance_leads_back_to_where_one_wanted_to_go(site):
    """The page that is not there for a stranger holds the entrance, and after it the page opens."""
    site.give_password("rui")
    with site.browser() as browser:
        assert 'name="depois" value="/equipe"' in browser.get("/equipe").text
        assert browser.send("/entrar", user="rui", password=PASSWORD, depois="/equipe").url.path == "/equipe"
    with site.browser() as browser:
        away = browser.send("/entrar", user="rui", password=PASSWORD, depois="//evil.example/")
        assert away.url.path == "/eventos"


def test_a_form_without_its_token_does_nothing(site):
    """Another site cannot make a browser act."""
    with site.browser("rui") as browser:
        browser.get("/equipe")
        version = site.house.store.version("access:house")
        assert browser.client.post("/equipe", data={"user": "x", "role": "director"}).status_code == 403
        assert site.house.store.version("access:house") == version


def test_the_organiser_lets_a_cashier_in_with_a_link(site):
    """A name and a role, a link with its QR, and the person chooses the password."""
    with site.browser("rui") as browser:
        shown = browser.send("/equipe", user="caio", name="Caio Lima", role="cashier")
        link = re.search(r"/convite/(flt_\w+_[\w-]{43})", shown.text)[0]
        assert "<svg" in shown.text
        assert "já existe" in browser.send("/equipe", user="caio", role="cashier").text
        assert "sem espaço" in browser.send("/equipe", user="caio lima", role="cashier").text
    with site.browser() as mine:
        assert "Caio Lima" in text_of(mine.get(link).text)
        assert mine.send(link, password=PASSWORD, again=PASSWORD).url.path == "/balcao"


def test_a_director_does_not_touch_organisers(site):
    """Neither makes one nor takes one away."""
    with site.browser("dora") as browser:
        for path, fields in (
            ("/equipe", {"user": "x", "role": "organiser"}),
            ("/equipe/rui/funcao", {"role": "dealer"}),
            ("/equipe/rui/link", {}),
            ("/equipe/rui/tirar", {}),
            ("/equipe/ana/funcao", {"role": "organiser"}),
        ):
            assert "são com o organizador" in browser.send(path, **fields).text
        assert browser.send("/equipe/davi/funcao", role="floor").status_code == 200


def test_a_session_is_shut_out_from_the_list(site):
    """The organiser ends Ana's session; her next page is not there any more."""
    with site.browser("ana") as ana, site.browser("rui") as rui:
        session = re.search(r"/sessoes/([0-9a-f]{16})/encerrar", rui.get("/equipe").text)[1]
        assert ana.get("/balcao").status_code == 200
        rui.send(f"/sessoes/{session}/encerrar")
        assert ana.get("/balcao").status_code == 404


def test_a_tablet_is_paired_listed_and_shut_out(site):
    """QR and PIN let it in with its role; a wrong PIN says how many tries are left."""
    with site.browser("dora") as director, site.browser() as tablet:
        shown = director.send("/aparelhos", label="Tablet da mesa 12", **{"as": "tablet/floor"}).text
        code = re.search(r"/parear/(flt_\w+_[\w-]{43})", shown)[0]
        pin = re.search(r'class="pin-shown">(\d{6})<', shown)[1]
        wrong = tablet.send(code, pin="x")
        assert "Restam 4 tentativas" in wrong.text
        assert tablet.send(code, pin=pin).status_code == 200
        assert "Tablet da mesa 12" in tablet.get("/eventos").text
        listed = director.get("/aparelhos").text
        assert "Tablet da mesa 12" in listed
        session = re.search(r"/sessoes/([0-9a-f]{16})/encerrar", listed)[1]
        director.send(f"/sessoes/{session}/encerrar", volta="/aparelhos")
        assert tablet.get("/eventos").status_code == 404


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
@pytest.mark.parametrize("path", ["/equipe", "/aparelhos", "/achar?q=a"])
def test_pages_of_access_speak_three_languages(site, path, lang):
    """No key is left untranslated."""
    with site.browser("rui") as browser:
        answer = browser.get(path, **{"Accept-Language": lang})
        assert answer.status_code == 200
        assert not re.search(r">\s*[a-z]+\.[a-z_.]+\s*<", answer.text)


def test_names_with_markup_stay_text(site):
    """A hostile name is shown, not run."""
    with site.browser("rui") as browser:
        answer = browser.send("/equipe", user="mal", name="<script>alert(1)</script>", role="dealer")
        assert "<script>alert(1)" not in answer.text
        assert "&lt;script&gt;alert(1)" in answer.text
