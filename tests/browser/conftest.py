"""A real server and a real Chromium, driven as people would."""

from __future__ import annotations

import pytest
from playwright.sync_api import sync_playwright

from feltro.web.site import create_site

from .serving import Serving

PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1366, "height": 768}
TV = {"width": 1920, "height": 1080}


@pytest.fixture(scope="session")
def address():
    """Where the pages are served for this run."""
    serving = Serving(create_site)
    yield serving.address
    serving.stop()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright, chromium):
    opened = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
    yield opened
    opened.close()


@pytest.fixture
def visit(browser, address):
    """Open a page of a given size; at the end no page may have logged an error."""
    contexts, problems = [], []

    def open_page(path, size=LAPTOP, **context):
        opened = browser.new_context(viewport=size, base_url=address, locale="pt-BR", **context)
        contexts.append(opened)
        page = opened.new_page()
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []
