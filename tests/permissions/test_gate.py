"""Who comes past the gate of the site and of the API, and how it answers those who do not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from litestar.exceptions import NotFoundException

from feltro.app.access.rows import Identity
from feltro.web.frame.gate import COOKIE, envelope, me, stranger, who
from feltro.web.site import MAX_BODY
from tests.stories.test_registration_day import token
from tests.tournament.room import Room
from tests.web.staff import START, Site, visited


def asking(house: Any = None, cookies: dict[str, str] | None = None, **scope: Any) -> Any:
    state = SimpleNamespace(house=house, clock=lambda: START)
    return SimpleNamespace(scope=scope, cookies=cookies or {}, app=SimpleNamespace(state=state))


ANA = Identity(user="ana", role="cashier", session="s1")


def test_a_browser_with_an_old_session_is_nobody_where_no_house_is_open():
    """A site that shows the regulations alone is asked with a cookie of last year."""
    request = asking(cookies={COOKIE: "flt_0123456789abcdef_x"})
    assert who(request) is None
    with pytest.raises(NotFoundException):
        me(request)


@pytest.mark.parametrize("key", ["abcd1234", "a" * 64])
def test_a_form_sent_twice_is_the_same_form(key):
    """The key that it was made with is its sender's own: sent again it is known."""
    sent = envelope(asking(feltro_who=ANA), key)
    assert (sent.key, sent.who, sent.role, sent.device, sent.at) == (f"ana/{key}", "ana", "cashier", "s1", START)
    assert envelope(asking(feltro_who=ANA), key) == sent


@pytest.mark.parametrize("key", ["", "abcd123", "a" * 65, "ébcd1234", "abcd 123", "abcd/1234", "abcd1234\n"])
def test_a_key_that_no_form_was_made_with_is_not_taken(key):
    """Too short, too long, with letters or signs that no form has: each sending stands for itself."""
    keys = {envelope(asking(feltro_who=ANA), key).key for _ in range(3)}
    assert len(keys) == 3
    assert all(one.startswith("ana/") and len(one) == 36 and one.isascii() for one in keys)


def test_a_device_of_the_house_is_named_before_the_session():
    """Two sessions at one counter machine are one device."""
    one = Identity(user="ana", role="cashier", session="s1", device="balcao-1")
    assert envelope(asking(feltro_who=one)).device == "balcao-1"


def test_a_stranger_at_the_gate_is_nobody():
    """No name, no role, and no two of them are the same."""
    first, second = stranger(asking()), stranger(asking())
    assert (first.who, first.role, first.at) == ("", "", START)
    assert first.key != second.key


def test_a_form_of_the_staff_answers_a_script_with_where_to_go():
    """Undone by a page that does not load anew: 200, and the address that it goes to."""
    room = Room(book="adtp-2023")
    room.done("SellEntry", key="sale", **room.awaiting("e1", "p1"))
    site = Site(room.house)
    with site.browser("dora") as browser:
        answer = browser.send("/desfazer", headers={"HX-Request": "true"}, ato="sale", volta="/regulamentos")
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, "/regulamentos")
    assert "e1" not in room.state.entries


@pytest.mark.parametrize("user", ["", "davi"])
def test_a_form_of_the_staff_is_not_there_for_others(user):
    """Nobody, and a dealer, who undoes nothing: the sale stays."""
    room = Room()
    room.done("SellEntry", key="sale", **room.sale("e1", "p1"))
    site = Site(room.house)
    with site.browser(user) as browser:
        assert browser.send("/desfazer", ato="sale", volta="/").status_code == 404
    assert "e1" in room.state.entries


def test_a_mistake_of_the_house_is_told_as_one(monkeypatch):
    """The caller did nothing wrong and learns no more than that: 500, and a sentence."""
    room = Room()
    mine = token(room.house, "ana", "cashier")

    def fails(*_: Any) -> None:
        raise RuntimeError("disk")

    monkeypatch.setattr(room.house, "handle", fails)
    with visited(room.house) as client:
        said = {"Authorization": f"Bearer {mine}", "Idempotency-Key": "k"}
        answer = client.post("/api/v1/commands", json={"type": "Undo", "command_key": "x"}, headers=said)
        assert (answer.status_code, answer.json()["refused"]["because"]) == (500, "api.broken")
        assert "disk" not in answer.text


def test_the_api_says_no_in_the_way_that_the_document_promises():
    """No token 401, the wrong kind of token 401, a body that is too big 413, no such address 404, the wrong method 405."""
    room = Room()
    mine = token(room.house, "ana", "cashier")
    with visited(room.house) as client:
        said = {"Authorization": f"Bearer {mine}", "Idempotency-Key": "k"}
        big = client.post("/api/v1/commands", content=b"x" * (MAX_BODY + 1), headers=said)
        assert (big.status_code, big.json()["refused"]["because"]) == (413, "web.api.too_big")
        for kind in ("", mine, f"Basic {mine}", "Bearer", "Bearer nobody"):
            answer = client.post("/api/v1/commands", content=b"{}", headers={**said, "Authorization": kind})
            assert (answer.status_code, answer.json()["refused"]["because"]) == (401, "api.no_token")
        for kind in (f"bearer {mine}", f"BEARER  {mine} "):
            answer = client.post("/api/v1/commands", content=b"{}", headers={**said, "Authorization": kind})
            assert answer.status_code == 400, "let in, and what it says cannot be read"
        gone = client.get("/api/v1/nowhere", headers=said)
        assert (gone.status_code, gone.json()["refused"]["because"]) == (404, "api.no_such_address")
        wrong = client.get("/api/v1/commands", headers=said)
        assert (wrong.status_code, wrong.json()["refused"]["because"]) == (405, "api.no_such_method")
