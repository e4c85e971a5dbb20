"""For whom each page, form and address of the interface exists, as an owner says it, held against the served site.

The addresses are those that the site has; who may open them stands in who_sees.toml, written by hand.
"""

from __future__ import annotations

import re
import tomllib
import uuid
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest
from litestar.exceptions import HTTPException

from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.access.sessions import open_session
from feltro.app.handling import House
from feltro.app.world.plan import Envelope
from feltro.store.memory import MemoryStore
from feltro.web.frame import gate
from tests.conftest import one_now_the_rest_slowly
from tests.permissions.test_who_may import NAMES
from tests.web.staff import START, Browser, Clock, laid_out, visited

SAID = tomllib.loads((Path(__file__).parent / "who_sees.toml").read_text("utf-8"))
ANYBODY = "qualquer um"
API = "/api/v1"
PAST_THE_GATE = 418
NOT_SAID_HERE = {"/{path}", "/api/schema", "/api/schema/openapi.json", "/api/schema/{path}", "/api/v1/commands"}
"""What is not there, the interface's own description, and the way in for acts: test_who_may.py speaks of those."""


def said(part: str, prefix: str = "") -> dict[str, dict]:
    return {
        f"{method.upper()} {prefix}{path}": group
        for group in SAID[part]
        for method in ("get", "post")
        for path in group.get(method, ())
    }


EXPECTED = {**said("pages"), **said("programs", API)}


class Shut:
    """An executor that makes no page: whoever gets as far as this was let in."""

    def submit(self, *_args, **_kwargs):
        raise HTTPException(status_code=PAST_THE_GATE)


def _let_in(*_args):
    raise HTTPException(status_code=PAST_THE_GATE)


@pytest.fixture(scope="module")
def house() -> House:
    made = House(MemoryStore())
    for name, role in NAMES.items():
        sent = Envelope(key=f"add-{name}", who="terminal", role="organiser", at=START)
        assert add_user(made.store, User(id=name, name=name, role=role), "", sent) is None
    return made


@contextmanager
def browser(house: House, name: str):
    with visited(house, Clock()) as client:
        if name:
            sent = Envelope(key=uuid.uuid4().hex, who="terminal", role="organiser", at=START)
            client.cookies.set("feltro_session", open_session(house.store, name, "", sent).text)
        yield Browser(client)


def addresses() -> set[str]:
    """What the site answers to, as `GET /caixa`."""
    found = set()
    for route in laid_out().routes:
        path = re.sub(r"\{(\w+):\w+\}", r"{\1}", route.path)
        methods = {one for handler in route.route_handlers for one in handler.http_methods}
        found |= {f"{one} {path}" for one in methods & {"GET", "POST", "PUT", "PATCH", "DELETE"}}
    return {one for one in found if one.split()[1] not in NOT_SAID_HERE}


READABLE = {"number": "1", "version": "1", "table": "1", "place": "table"}
"""Parts of an address that are not just any word."""


def asked(path: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda one: READABLE.get(one[1], "x1"), path)


def test_every_address_is_said_once():
    """A new page says in who_sees.toml for whom it is; one that is gone leaves; none is said twice."""
    unsaid = sorted(addresses() - set(EXPECTED))
    assert not unsaid, f"nobody said for whom {', '.join(unsaid)} is: write it into tests/permissions/who_sees.toml"
    assert sorted(set(EXPECTED) - addresses()) == []
    every = Counter(
        (part, method, path)
        for part in ("pages", "programs")
        for group in SAID[part]
        for method in ("get", "post")
        for path in group.get(method, ())
    )
    assert [one for one, times in every.items() if times > 1] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", one_now_the_rest_slowly(["caixa", *NAMES, ""]))
def test_pages_and_forms_are_there_for_those_who_may_and_for_nobody_else(house, name, monkeypatch):
    """Every page and every form that is not for anybody, asked by every role and by somebody who is not in."""
    guarded = {one: group for one, group in said("pages").items() if ANYBODY not in group["may"]}
    wrong = []
    with browser(house, name) as one:
        token = one.token()
        for address, group in guarded.items():
            method, path = address.split()
            with monkeypatch.context() as patched:
                patched.setattr(gate, "_follow", _let_in)
                if method == "POST":
                    patched.setattr(gate.COMMANDS, "_threads", Shut())
                body = f"_csrf_token={token}" if method == "POST" else None
                kind = {"Content-Type": "application/x-www-form-urlencoded"}
                got = one.client.request(method, asked(path), content=body, headers=kind, follow_redirects=False)
            expected = PAST_THE_GATE if name in group["may"] else 404
            if got.status_code != expected:
                wrong.append((address, got.status_code, group["says"]))
    assert wrong == []
    assert len(guarded) > 100


@pytest.mark.slow
def test_what_anybody_may_open_asks_for_nobody(house):
    """A stranger is answered as the organiser is."""
    pages = [one.split()[1] for one, group in said("pages").items() if ANYBODY in group["may"] and one[:3] == "GET"]
    with browser(house, "") as stranger, browser(house, "organizador") as known:
        told = {path: stranger.get(asked(path)).status_code for path in pages if path != "/live"}
        assert told == {path: known.get(asked(path)).status_code for path in told}
    opened = {"/", "/regulamentos", "/busca", "/comparar", "/entrar", "/relogio", "/ranking", "/saude", "/hora"}
    assert {path for path in opened if told[path] != 200} == set()


@pytest.mark.parametrize("name", one_now_the_rest_slowly(["caixa", *NAMES, ""]))
def test_a_program_reads_what_the_owner_of_its_key_may_read(house, name):
    """A role that may not is told so, and so is somebody without a key; nobody else ever is."""
    with visited(house, Clock()) as client:
        headers = {}
        if name:
            sent = Envelope(key=f"token-{name}", who="terminal", role="organiser", at=START)
            headers = {"Authorization": f"Bearer {make_token(house.store, name, '', None, sent)}"}
        wrong = []
        for address, group in said("programs", API).items():
            method, path = address.split()
            search = {"search": "maria", "command_key": "x"}
            got = client.request(method, asked(path), headers=headers, params=search)
            if ANYBODY in group["may"]:
                fits = got.status_code not in {401, 403}
            elif not name:
                fits = got.status_code == 401
            else:
                shut = got.status_code == 403 or "permission.role_may_not" in got.text
                fits = shut == (name not in group["may"]) and got.status_code != 401
            if not fits:
                wrong.append((address, got.status_code, group["says"]))
    assert wrong == []
