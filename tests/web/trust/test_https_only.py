"""Once over https, a browser comes in no other way, and no cookie travels in the open."""

from __future__ import annotations

import re

import pytest

from tests.web.running import Running
from tests.web.staff import PASSWORD, laid_out

GIVEN = {"tournament": "t1", "event": "t1", "season": "s26", "number": "1", "entry": "e1", "person": "p1"}
NOT_ENDING = {"/live"}


@pytest.fixture(scope="module")
def room():
    made = Running(4)
    made.site.give_password("dora")
    return made


def over_https(browser, host="feltro.local"):
    browser.client.base_url = f"https://{host}"
    if browser.cookie:
        browser.client.cookies.set("feltro_session", browser.cookie)
    return browser


def cookies_of(answer):
    return [value for one in (*answer.history, answer) for value in one.headers.get_list("set-cookie")]


def addresses(method):
    """Every address of the site that answers to it, with its parts filled in."""
    found = [
        one for one in laid_out().routes if method in getattr(one, "methods", ()) and one.path not in NOT_ENDING
    ]
    return sorted(re.sub(r"\{(\w+):\w+\}", lambda part: GIVEN.get(part[1], "x"), one.path) for one in found)


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.slow
def test_every_cookie_of_every_address_is_for_https_only(room, method):
    """Asked one by one, as somebody who is in and as a stranger: each cookie says Secure, once."""
    seen = []
    for user in ("rui", ""):
        with room.site.browser(user) as browser:
            over_https(browser)
            body = f"_csrf_token={browser.token()}&lang=es&next=/" if method == "POST" else None
            for path in addresses(method):
                if path == "/sair":
                    continue
                if method == "GET":
                    browser.client.cookies.delete("csrftoken")  # so that every page sets its own anew
                kind = {"Content-Type": "application/x-www-form-urlencoded"}
                answer = browser.client.request(method, path, content=body, headers=kind, follow_redirects=False)
                seen += [(path, one) for one in cookies_of(answer)]
    assert len(seen) > (50 if method == "GET" else 1)
    assert [(path, one) for path, one in seen if one.lower().split("; ").count("secure") != 1] == []


def test_the_cookies_of_coming_in_choosing_a_language_and_leaving_are_for_https_only(room):
    """The ways that set one on purpose, each with its name."""
    with room.site.browser() as browser:
        over_https(browser)
        entered = browser.send("/entrar", user="dora", password=PASSWORD)
        chosen = browser.send("/idioma", lang="es", next="/")
        left = browser.send("/sair")
    for answer, name in ((entered, "feltro_session"), (chosen, "feltro_lang"), (left, "feltro_session")):
        (found,) = [one for one in cookies_of(answer) if one.startswith(f"{name}=")]
        assert "; Secure" in found
        assert "HttpOnly" in found or answer is left


def test_over_plain_http_a_cookie_comes_back(room):
    """A house without https still lets people in."""
    with room.site.browser() as browser:
        answer = browser.send("/entrar", user="dora", password=PASSWORD)
        assert answer.url.path.startswith("/direcao")
        assert all("secure" not in one.lower() for one in cookies_of(answer))
        assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/entrar", "/static/feltro.css", "/nada", "/saude", "/api/v1/commands"])
def test_every_answer_over_https_keeps_the_browser_there(room, path):
    """Pages, files, refusals, the interface: for thirty days."""
    with room.site.browser() as browser:
        assert over_https(browser).get(path).headers["strict-transport-security"] == "max-age=2592000"


def test_nothing_is_asked_of_the_machine_itself(room):
    """`localhost` is every program's name: a browser would hold it against all of them."""
    with room.site.browser() as browser:
        assert "strict-transport-security" not in over_https(browser, "localhost:8000").get("/entrar").headers
