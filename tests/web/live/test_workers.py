"""Several processes on one PostgreSQL: whoever came in at one is in at the other, and news crosses."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import time
from contextlib import ExitStack, closing, contextmanager
from http.cookies import SimpleCookie
from urllib.parse import urlencode

import pytest

from feltro.app.access.doors import add_user, change_password
from feltro.app.access.rows import User
from feltro.app.access.throttle import TOGETHER, Throttle, entrance
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from feltro.store.memory import MemoryStore
from tests.cli.test_serving import PATIENCE, free_port
from tests.tournament.room import Room
from tests.web.staff import PASSWORD

pytestmark = pytest.mark.slow

NOW = Instant(1_795_192_200_000_000)


@contextmanager
def serving(database, home, *more):
    """A real `feltro serve`, once it answers."""
    port = free_port()
    command = [sys.executable, "-m", "feltro.cli.main", "serve", "--database", database, "--port", str(port), *more]
    environment = {**os.environ, "FELTRO_HOME": str(home)}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as server:
        try:
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    Visitor(port).ask("GET", "/saude")
                    break
                except OSError:
                    assert time.monotonic() < deadline, "the server did not answer"
                    time.sleep(0.05)
            yield port
        finally:
            server.terminate()


class Visitor:
    """A browser without scripts that can be sent to either process, its cookies with it."""

    def __init__(self, port, cookies=None):
        self.port = port
        self.cookies = cookies if cookies is not None else {}

    def at(self, port):
        return Visitor(port, self.cookies)

    def ask(self, method, path, body=None, headers=None):
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        asked.request(method, path, body, {"Cookie": cookies, **(headers or {})})
        answer = asked.getresponse()
        for told in answer.headers.get_all("set-cookie") or ():
            self.cookies.update({name: one.value for name, one in SimpleCookie(told).items()})
        text = answer.read().decode()
        asked.close()
        return answer.status, text

    def send(self, path, **fields):
        token = re.search(r'name="_csrf_token" value="([^"]+)"', self.ask("GET", "/regulamentos")[1])[1]
        body = urlencode({"_csrf_token": token, **fields})
        return self.ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    @contextmanager
    def follow(self):
        """The live stream, opened."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        asked.request("GET", "/live", headers={"Cookie": cookies})
        with closing(asked), asked.getresponse() as stream:
            yield stream


def next_told(stream, wanted):
    while line := stream.readline().decode():
        if line.startswith("data: {"):
            told = json.loads(line[6:])
            if wanted(told):
                return told
    raise AssertionError("the stream ended")


@pytest.fixture
def house(postgres_url):
    made = open_house(postgres_url)
    Room(made)
    envelope = Envelope(key="staff", who="terminal", role="organiser", at=NOW)
    assert add_user(made.store, User(id="ana", name="Ana", role="cashier"), "", envelope) is None
    sent = Envelope(key="word", who="terminal", role="organiser", at=NOW)
    assert change_password(made.store, "ana", PASSWORD, sent) is None
    yield made
    made.store.close()


@pytest.mark.usefixtures("house")
def test_two_processes_are_one_house(postgres_url, tmp_path):
    """In at one, at work at the other; its act is news at the first; out at one, out at both."""
    with ExitStack() as both:
        first, second = (both.enter_context(serving(postgres_url, tmp_path)) for _ in range(2))
        ana = Visitor(first)
        assert ana.send("/entrar", user="ana", password=PASSWORD)[0] == 303
        here, there = ana.at(first), ana.at(second)
        assert there.ask("GET", "/balcao/t1")[0] == 200
        with here.follow() as stream:
            before = next_told(stream, lambda told: "tournament:t1" in told).get("people:registry", 0)
            assert there.send("/balcao/t1/novo", name="Lia Reis", born_on="21/03/1990", photo_id_seen="1")[0] == 303
            assert next_told(stream, lambda told: told.get("people:registry", 0) > before)
        assert "Lia Reis" in here.ask("GET", "/balcao/t1/achar?q=lia")[1]
        kept = dict(ana.cookies)
        assert here.send("/sair")[0] == 303
        assert Visitor(second, kept).ask("GET", "/balcao/t1")[0] == 404


@pytest.mark.usefixtures("house")
def test_several_workers_stand_behind_one_port(postgres_url, tmp_path):
    """`--workers 2`: whichever process answers, whoever came in is in."""
    with serving(postgres_url, tmp_path, "--workers", "2") as port:
        ana = Visitor(port)
        assert ana.send("/entrar", user="ana", password=PASSWORD)[0] == 303
        assert {ana.ask("GET", "/balcao/t1")[0] for _ in range(12)} == {200}


def test_a_file_is_not_shared_by_workers(tmp_path):
    """SQLite belongs to one process: two are refused in a sentence, and nothing is made."""
    database = f"sqlite:///{tmp_path}/feltro.sqlite3"
    command = [sys.executable, "-m", "feltro.cli.main", "serve", "--database", database, "--workers", "2"]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode != 0
    assert "só com PostgreSQL" in refused.stderr
    assert not (tmp_path / "feltro.sqlite3").exists()


def test_wrong_tries_are_counted_together():
    """The pace is kept in the store: tries at one worker make the next one wait at another, also after a restart."""
    store = MemoryStore()
    one, other = Throttle(store), Throttle(store)
    for number in range(TOGETHER.at_once + 1):
        (one if number % 2 else other).take(entrance("ana", "10.0.0.2"), NOW)
    assert Throttle(store).take(entrance("ana", "10.0.0.2"), NOW) > 0
    assert Throttle(store).take(entrance("bia", "10.0.0.9"), NOW) == 0
    assert not any(b"ana" in row.body or "ana" in row.id for row in store.registry("throttle"))
