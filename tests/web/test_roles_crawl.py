"""Every address of the house, asked by every role: what is not for somebody cannot be told from what is not there."""

from __future__ import annotations

import re
from collections import defaultdict
from urllib.parse import urlencode

import pytest

from feltro.web.frame.menu import DESK, MONEY
from tests.permissions.test_who_may import NAMES
from tests.permissions.test_who_sees import ANYBODY, SAID
from tests.web.big_room import announce, big_room, start
from tests.web.screens.test_screens import pair_tv
from tests.web.staff import USERS, Site, laid_out

pytestmark = pytest.mark.slow

PUBLIC, MOST = {"api", "{path:path}"}, defaultdict(set)
for group in SAID["pages"]:
    for first in {path.split("/")[1] for method in ("get", "post") for path in group.get(method, ())}:
        if ANYBODY in group["may"]:
            PUBLIC.add(first)
        MOST[first] |= {NAMES[one] for one in group["may"] if one != ANYBODY}
"""For whom anything below a first part of an address may exist at all. A page may be for fewer, never for more."""
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH")
REAL = {
    "tournament": "t1",
    "event": "t1",
    "season": "s26",
    "entry": "e1",
    "number": "1",
    "version": "1",
    "user": "ana",
    "sale": "e1",
}


@pytest.fixture(scope="module")
def site():
    room = announce(start(big_room(6)))
    made = Site(room.house)
    made.clock.now = room.now
    return made


def addresses(site: Site) -> list[str]:
    """Every registered address outside the public part, with ids that exist."""
    found = {route.path for route in laid_out().routes}
    hidden = [path for path in found if path.split("/")[1] not in PUBLIC]
    return sorted(re.sub(r"\{(\w+):\w+\}", lambda one: REAL.get(one[1], "x1"), path) for path in hidden)


def test_every_address_is_public_or_has_its_roles(site):
    """A new part of the room has to say in who_sees.toml for whom it is."""
    assert {path.split("/")[1] for path in addresses(site)} <= set(MOST)
    assert set(DESK) <= set(MONEY)


def answer(browser, method: str, path: str, token: str):
    body = urlencode({"_csrf_token": token}) if method in {"POST", "PUT", "PATCH", "DELETE"} else None
    kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
    got = browser.client.request(method, path, content=body, headers=kind, follow_redirects=False)
    told = got.text.replace(f'value="{path}"', 'value="/zzzz"')
    return got.status_code, told, sorted(name for name in got.headers if name != "set-cookie")


def told_apart(browser, paths: list[str]) -> list[str]:
    """What can be told from an address that nobody ever wrote, by its status, text or headers."""
    token = browser.token()
    missing = {method: answer(browser, method, "/zzzz", token) for method in METHODS}
    asked = [(method, path) for path in paths for method in METHODS]
    return [f"{how} {path}" for how, path in asked if answer(browser, how, path, token) != missing[how]]


@pytest.mark.parametrize("user", [*USERS, ""])
def test_what_is_for_others_is_not_there(site, user):
    """Whatever the method, the answer is letter for letter that of an address that does not exist."""
    role = USERS.get(user, "")
    with site.browser(user) as browser:
        assert told_apart(browser, [one for one in addresses(site) if role not in MOST[one.split("/")[1]]]) == []


def test_a_television_sees_only_its_own_page(site):
    """A paired screen opens its page and may search the rules; for it no page of the staff is there."""
    with site.browser() as tv:
        pair_tv(site, tv)
        assert tv.get("/tela").status_code == 200
        own = {"/tela", "/achar", "/tela/t1/plugin/x1"}  # a screen of a plug-in is a television's page too
        assert told_apart(tv, [one for one in addresses(site) if one not in own]) == []
