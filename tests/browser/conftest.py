"""A real server and a real Chromium, driven as people would."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect, sync_playwright

from feltro.app.access.doors import invite_first
from feltro.app.handling import House
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import instant_of
from feltro.store.memory import MemoryStore
from tests.web.big_room import RunningClock
from tests.web.staff import site_for

from .serving import Serving

PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1366, "height": 768}
TV = {"width": 1920, "height": 1080}
SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=ZoneInfo("America/Sao_Paulo"))
"""A Saturday evening: the clock of the house runs on from here."""


@pytest.fixture(scope="session")
def address():
    """Where the pages are served for this run."""
    serving = Serving(site_for)
    yield serving.address
    serving.stop()


@pytest.fixture(scope="session")
def playwright():
    expect.set_options(timeout=20_000)  # as long as anything else is waited for: a busy machine is no defect
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


@pytest.fixture
def hour():
    """The clock of the house, which may be put forward to the next day."""
    return RunningClock(instant_of(SEVEN))


@pytest.fixture
def empty(hour):
    """The address of the one-time link of a house in which nothing was done yet."""
    house, clock = House(MemoryStore()), hour
    link = invite_first(house.store, Envelope(key="first", who="terminal", role="organiser", at=clock()))
    serving = Serving(lambda: site_for(house, clock))
    yield f"{serving.address}/convite/{link}"
    serving.stop()


def wrong(said):
    """An error in the browser's log, but for a refusal, which is answered with 409."""
    return said.type == "error" and "status of 409" not in said.text


@pytest.fixture
def open_page(browser):
    """A browser of one's own; a refusal is an answer, but no script may fail and nothing else may go wrong."""
    contexts, problems = [], []

    def make():
        context = browser.new_context(viewport=LAPTOP, locale="pt-BR")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda said: problems.append(said.text) if wrong(said) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []
