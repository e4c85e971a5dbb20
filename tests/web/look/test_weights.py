"""What a page weighs before it can be read and used: budgets, because every script seemed small when it was added."""

from __future__ import annotations

import gzip
import re

import pytest

from feltro.web.frame.static_files import STATIC
from tests.web.running import Running

pytestmark = pytest.mark.slow

FIRST_PAGE, CONSOLE = 60_000, 120_000
FONT = "vendor/inter-latin-wght-normal.woff2"
LONGEST_FONT = 50_000
"""Apart: it comes once, is kept for ever, and pages are read in the system's letters until it is there."""


@pytest.fixture(scope="module")
def room():
    return Running(18)


def weights(browser, address):
    """Bytes of the page and of everything that it names, as a browser that opens gzip gets them."""
    page = browser.get(address)
    assert page.status_code == 200
    named = dict.fromkeys(re.findall(r"/static/[^\"'&)#\s]+?\.(?:js|css|svg)(?:\?v=\w+)?", page.text))
    found = {address: len(gzip.compress(page.content, 6))}
    for one in named:
        got = browser.client.get(one, headers={"Accept-Encoding": "gzip"})
        assert got.headers["content-encoding"] == "gzip", one
        found[one] = int(got.headers["content-length"])
    return found


def test_the_first_page_is_light(room):
    """Somebody without a login, on a phone, in the queue."""
    with room.site.browser("dora") as browser:
        browser.client.cookies.clear()
        found = weights(browser, "/")
    assert len(found) > 10
    assert sum(found.values()) < FIRST_PAGE, found


def test_the_console_is_light_with_its_letters_too(room):
    with room.site.browser("dora") as browser:
        found = weights(browser, "/direcao/t1")
    assert sum(found.values()) + (STATIC / FONT).stat().st_size < CONSOLE, found


def test_the_letters_are_light():
    assert (STATIC / FONT).stat().st_size < LONGEST_FONT


def test_what_was_pressed_is_what_lies_there(room):
    """For a browser that cannot open it, the file as it is; nothing outside of the folder is looked for."""
    with room.site.browser("dora") as browser:
        plain = browser.client.get("/static/feltro.css", headers={"Accept-Encoding": "identity"})
        pressed = browser.client.get("/static/feltro.css", headers={"Accept-Encoding": "gzip"})
        assert plain.content == pressed.content == (STATIC / "feltro.css").read_bytes()
        assert "content-encoding" not in plain.headers
        assert pressed.headers["vary"] == "Accept-Encoding"
        assert pressed.headers["content-type"].startswith("text/css")
        for elsewhere in ("/static/../site.css", "/static/%2e%2e/%2e%2e/web/site.js", "/static/none.css"):
            assert browser.client.get(elsewhere, headers={"Accept-Encoding": "gzip"}).status_code == 404
