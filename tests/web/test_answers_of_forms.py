"""A page that answers a form: a reload of it, or the browser's way back to it, finds a page and sends nothing once more."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from tests.web.big_room import announce, big_room, start
from tests.web.staff import Site, laid_out
from tests.web.test_roles_crawl import REAL

pytestmark = pytest.mark.slow
KEPT = {**REAL, "user": "zoe"}  # nobody who is asked for here is sent away meanwhile
LEAVES = {"/sair", "/trancar", "/idioma"}
HOME = {"rui": "/direcao", "dora": "/direcao", "ana": "/balcao", "fred": "/floor"}


@pytest.fixture(scope="module")
def site():
    room = announce(start(big_room(6)))
    made = Site(room.house)
    made.clock.now = room.now
    return made


def addresses() -> list[str]:
    """Every address that takes a form, with ids that exist."""
    taken = {route.path for route in laid_out().routes if "POST" in getattr(route, "methods", ())}
    return sorted(re.sub(r"\{(\w+):\w+\}", lambda one: KEPT.get(one[1], "x1"), path) for path in taken)


def sent_empty(browser, path: str, stood_on: str):
    body = urlencode({"_csrf_token": browser.token()})
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    kind["Referer"] = f"http://testserver.local{stood_on}"
    return browser.client.post(path, content=body, headers=kind, follow_redirects=False)


@pytest.mark.parametrize("user", HOME)
def test_whatever_answers_an_empty_form_says_where_it_is_found_again(site, user):
    """Every form of the house, sent empty: none breaks, and what comes as a page names an address that opens."""
    broken, lost, dead = [], [], []
    with site.browser(user) as browser:
        for path in addresses():
            if path in LEAVES or path.startswith("/api/"):
                continue
            got = sent_empty(browser, path, HOME[user])
            found = re.search(r'<body[^>]* data-by-form="([^"]+)"', got.text)
            if got.status_code >= 500:
                broken.append(path)
            elif "<body" not in got.text or got.status_code == 404:
                continue
            elif found is None:
                lost.append(path)
            elif browser.get(unescape(found[1])).status_code == 404:
                dead.append((path, found[1]))
    assert (broken, lost, dead) == ([], [], [])
