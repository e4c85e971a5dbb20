"""Nobody can lock a named person out: who was in a browser before comes in again, whatever others try."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from feltro.app.access.throttle import TOGETHER, USER, entrance, throttle_of
from tests.web.staff import PASSWORD, Site

pytestmark = pytest.mark.slow


@pytest.fixture
def site():
    made = Site()
    made.give_password("ana")
    return made


def guess_from_everywhere(site):
    """The attack: one name, thirty addresses, then the same address as the victim's."""
    throttle = throttle_of(site.house.store)
    for number in range(USER.at_once + 5):
        throttle.take(entrance("ana", f"10.9.{number}.1"), site.clock.now)
    for _ in range(TOGETHER.at_once + 5):
        throttle.take(entrance("ana", "testclient"), site.clock.now)


def test_a_stranger_is_made_to_wait_and_ana_in_her_browser_is_not(site):
    """In a new browser even the right password waits; in the one that she used last week it opens at once."""
    with site.browser() as hers, site.browser() as new:
        assert hers.send("/entrar", user="ana", password=PASSWORD).url.path == "/balcao"
        hers.send("/sair")
        site.clock.pass_seconds(7 * 24 * 3600)
        guess_from_everywhere(site)
        assert new.send("/entrar", user="ana", password=PASSWORD).status_code == 429
        assert hers.send("/entrar", user="ana", password=PASSWORD).url.path == "/balcao"


def test_the_mark_of_a_browser_opens_nothing_and_has_a_pace_of_its_own(site):
    """With the mark and wrong passwords: ten tries, then a wait; and never in."""
    with site.browser() as hers:
        hers.send("/entrar", user="ana", password=PASSWORD)
        hers.send("/sair")
        said = [hers.send("/entrar", user="ana", password="errada errada").status_code for _ in range(11)]
        assert said == [401] * 10 + [429]


def test_a_mark_is_one_persons_and_cannot_be_made(site):
    """Changed by a sign, or renamed for another user, it is worth nothing."""
    site.give_password("bia")
    with site.browser() as hers:
        hers.send("/entrar", user="ana", password=PASSWORD)
        hers.send("/sair")
        name, mark = next(
            (one.name, one.value) for one in hers.client.cookies.jar if one.name.startswith("feltro_known")
        )
        hers.client.cookies.delete(name)
        guess_from_everywhere(site)
        hers.client.cookies.set(name, mark[:-1] + ("0" if mark[-1] != "0" else "1"), path="/entrar")
        assert hers.send("/entrar", user="ana", password=PASSWORD).status_code == 429


def test_guesses_at_the_same_moment_are_all_counted(site):
    """Thirty wrong passwords sent at once: five are looked at, twenty-five are told to wait."""
    with site.browser() as one:
        token = one.token()
        lined_up = threading.Barrier(10)

        def guess(_):
            lined_up.wait(10)
            fields = {"_csrf_token": token, "user": "ana", "password": "errada errada"}
            return one.client.post("/entrar", data=fields).status_code

        with ThreadPoolExecutor(10) as many:
            said = list(many.map(guess, range(30)))
    assert (said.count(401), said.count(429)) == (5, 25)
