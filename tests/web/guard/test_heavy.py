"""Heavy work that anybody may ask for stands in a line of its own, and the people who work do not stand behind it."""

from __future__ import annotations

import threading
import time

import pytest

from feltro.web.guard.heavy import PACE, SITUATIONS
from feltro.web.site import create_site
from tests.web.guard.served import Limits, ask, served
from tests.web.staff import Site, visited

pytestmark = pytest.mark.slow


def test_an_address_that_asks_all_day_for_the_heaviest_page_is_told_to_wait():
    """Forty at once, as somebody who types; then one in a second. Another page is there all the same."""
    site = Site()
    with visited(site.house, site.clock) as client:
        said = [client.get("/busca?q=ante").status_code for _ in range(PACE.at_once + 2)]
        assert said == [200] * PACE.at_once + [429] * 2
        assert "Muitos pedidos de uma vez" in client.get("/busca?q=ante").text
        rulings = [client.post("/api/v1/rulings", json={}).status_code for _ in range(SITUATIONS.at_once + 1)]
        assert (rulings[0], rulings[-2:]) == (422, [422, 429])
        assert client.get("/regulamentos").status_code == 200
        site.clock.pass_seconds(1)
        assert client.get("/busca?q=ante").status_code == 200


def test_people_who_work_here_do_not_stand_in_the_line():
    """A director who searches the rules is answered, however often."""
    site = Site()
    with site.browser("dora") as browser:
        assert {browser.get("/busca?q=ante").status_code for _ in range(PACE.at_once + 5)} == {200}


def test_checking_draws_has_a_budget():
    """A proof that is pasted again and again: the line says so."""
    site = Site()
    with site.browser() as browser:
        said = [browser.send("/sorteio/t1", proof="{}").status_code for _ in range(PACE.at_once + 1)]
    assert said[-1] == 429
    assert 429 not in said[:-1]


def test_the_room_goes_on_while_everybody_compares_books():
    """Made on the one thread of the server, each comparison held everybody up for a fifth of a second."""
    with served(create_site(Site().house), Limits()) as (port, _):
        ask(port, "/comparar")
        alone = sorted(ask(port)[1] for _ in range(9))[4]
        stop = threading.Event()

        def compare():
            while not stop.is_set():
                ask(port, "/comparar")

        crowd = [threading.Thread(target=compare) for _ in range(6)]
        for one in crowd:
            one.start()
        time.sleep(0.3)
        times = sorted(ask(port)[1] for _ in range(15))
        stop.set()
        for one in crowd:
            one.join()
    assert times[7] < max(10 * alone, 0.15)
