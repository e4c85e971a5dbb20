"""The tour: on the demonstration only, for each role its own, and every step points at something that is there."""

from __future__ import annotations

import re

import pytest

from feltro.web.frame.tour import TOURS
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say
from tests.web.running import Running
from tests.web.staff import Site

ROLES = {"organiser": "rui", "director": "dora", "cashier": "ana", "floor": "fred", "dealer": "davi"}


@pytest.fixture(scope="module")
def room():
    return Running(4)


def is_there(point: str, page: str) -> bool:
    """Whether one of the places that a step points at is on the page, by its last and plainest part."""
    for one in point.split(", "):
        last = one.split()[-1]
        name = re.search(r"[#.]([\w-]+)", last)
        href = re.search(r"href='([^']+)'", last)
        wanted = f'href="{href[1]}"' if href else name[1] if name else f"<{last}"
        if wanted in page:
            return True
    return False


@pytest.mark.parametrize("role", ROLES)
def test_every_step_is_a_page_of_the_role_with_what_it_speaks_of(room, role):
    lost = []
    with room.site.browser(ROLES[role]) as browser:
        browser.client.app.state.demo = True
        try:
            for step in (one for one in TOURS[role] if one.path):
                page = browser.get(step.path.replace("EVENT", "t1").replace("proximo", "t1"))
                if (
                    page.status_code != 200
                    or "data-tour-start" not in page.text
                    or not is_there(step.point, page.text)
                ):
                    lost.append(step)
        finally:
            browser.client.app.state.demo = False
    assert lost == []


def test_outside_the_demonstration_there_is_none():
    with Site().browser("rui") as browser:
        page = browser.get("/eventos").text
        assert "tour.js" not in page
        assert "data-tour" not in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_is_told_in_every_language(lang):
    texts = [say(f"tour.{step.key}.text", lang) for steps in TOURS.values() for step in steps]
    assert len(texts) > 20
    assert [one for one in texts if len(one) < 30] == []
