"""What is kept for the public is never older than what the house has answered, however late its listeners hear of it."""

from __future__ import annotations

import gzip

import pytest

from feltro.app.handling import House
from feltro.app.people.public_ids import public_ids
from feltro.store.address import open_store
from tests.golden_house import HOUSES, LOOKED_AT
from tests.held_back import held_back
from tests.web.public.test_results import address_of, chosen, winner
from tests.web.running import Running
from tests.web.staff import Site

EVENT = "/resultados/2026/evento/abertura"


@pytest.fixture
def deaf(tmp_path):
    """Whoever listens to its log hears nothing."""
    file = tmp_path / "house.sqlite3"
    file.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))
    site = Site(House(open_store(f"sqlite:///{file}")), users=False)
    site.clock.now = LOOKED_AT
    with held_back(site.house.store):
        yield site


def test_whoever_takes_a_consent_back_is_not_shown_once_more(deaf):
    person = winner(deaf)
    own = f"/resultados/2026/jogador/{address_of(deaf, person)}"
    with deaf.browser() as browser:
        chosen(deaf, person, page=True)
        agreed = [browser.get(one) for one in (own, EVENT)]
        chosen(deaf, person, page=False)
        withdrew = [browser.get(one) for one in (own, EVENT)]
    assert [one.status_code for one in agreed] == [200, 200]
    assert [own in one.text for one in (agreed[1], withdrew[1])] == [True, False]
    assert withdrew[0].status_code == 404


def test_whoever_asks_for_initials_is_not_named_once_more(deaf):
    person = winner(deaf)
    with deaf.browser() as browser:
        named = browser.get(EVENT).text
        chosen(deaf, person, initials=True)
        asked = browser.get(EVENT).text
    assert "Sérgio Siqueira" in named
    assert "S. S. P." in asked
    assert "Sérgio Siqueira" not in asked


def test_a_page_that_nothing_changed_in_is_not_made_again(deaf):
    with deaf.browser() as browser:
        browser.get(EVENT)
        before = dict(browser.client.app.state.public._made)
        browser.get(EVENT)
        assert dict(browser.client.app.state.public._made) == before


def test_a_phone_that_asks_for_its_seat_is_told_the_one_that_was_just_given():
    room = Running(14)
    with held_back(room.house.store), room.site.browser() as phone:
        entry, chair = room.mover()
        address = f"/jogador/t1/{public_ids(room.house.store).entry('t1', entry)}"
        asks = {"HX-Request": "true"}
        before = [phone.get(address, **asks).text for _ in range(2)]
        table, _, seat = chair.partition(".")
        room.order("MovePlayer", entry=entry, table=int(table), seat=int(seat), reason="equilíbrio")
        moved = phone.get(address, **asks).text
    assert before[0] == before[1]
    assert moved != before[1]
