"""Two real servers on loopback: the first is killed in the middle of its sales, somebody takes over on the second, and the
first one comes back."""

from __future__ import annotations

import http.client
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from hashlib import sha256
from urllib.parse import urlencode

import pytest

from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.second.reigns import left_acts, reigns_of
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from tests.cli.test_serving import PATIENCE, free_port
from tests.tournament.room import Room

pytestmark = pytest.mark.slow

NOW = Instant(1_795_192_200_000_000)


class Laptop:
    """A machine of its own: its keys, its folder, its file."""

    def __init__(self, folder):
        folder.mkdir()
        self.folder, self.port = folder, free_port()
        self.database = f"sqlite:///{folder}/feltro.sqlite3"
        self.environment = {**os.environ, "FELTRO_HOME": str(folder), "FELTRO_KEYS": str(folder / "keys")}
        self.environment["FELTRO_LANG"] = "en"
        self.running = []

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self, *words):
        command = [sys.executable, "-m", "feltro.cli.main", *words, "--database", self.database]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment, text=True
        )
        self.running.append(process)
        return process

    def run(self, *words):
        process = self.start(*words)
        said = process.communicate(timeout=PATIENCE)[0]
        return process.returncode, said

    def serve(self):
        process = self.start("serve", "--port", str(self.port))
        until(lambda: self.ask("GET", "/saude")[0] == 200)
        return process

    def ask(self, method, path, body=None, token="", key=""):
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        said = {"Authorization": f"Bearer {token}", "Idempotency-Key": key, "Content-Type": "application/json"}
        try:
            asked.request(method, path, json.dumps(body) if body else None, said if token else {})
            answer = asked.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        except OSError:
            return 0, ""
        finally:
            asked.close()

    def register(self, token, person):
        command = {"type": "RegisterPerson", "person": person, "name": f"Pessoa {person}", "born_on": "1990-01-01"}
        return self.ask("POST", "/api/v1/commands", {**command, "name": spelt(person)}, token, person)

    def end(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.wait(PATIENCE)
            process.stdout.close()


def on_its_page(laptop, word):
    """What somebody at the second laptop types into the page that it shows."""
    token = laptop.ask("GET", "/")[1].split('name="token" value="')[1].split('"')[0]
    asked = http.client.HTTPConnection("127.0.0.1", laptop.port, timeout=PATIENCE)
    try:
        asked.request("POST", "/assumir", urlencode({"token": token, "word": word}))
        return asked.getresponse().status
    finally:
        asked.close()


def entered_by_hand(store):
    """The people whom the list of the first laptop's acts names."""
    told = [one[2] for act in left_acts(store) for one in act.told if act.command == "RegisterPerson"]
    return {json.loads(bytes(one))["person"] for one in told}


def spelt(person):
    """A name that looks like nobody else's."""
    letters = "".join(chr(97 + digit % 26) for digit in sha256(person.encode()).digest())
    return f"{letters[:12]} {letters[12:26]}".title()


def until(holds, seconds=3 * PATIENCE):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.fixture
def laptops(tmp_path):
    found = [Laptop(tmp_path / name) for name in ("first", "second")]
    yield found
    for one in found:
        one.end()


def furnish(laptop, monkeypatch):
    monkeypatch.setenv("FELTRO_KEYS", laptop.environment["FELTRO_KEYS"])
    house = open_house(laptop.database)
    Room(house)
    sent = Envelope(key="staff", who="terminal", role="organiser", at=NOW)
    assert add_user(house.store, User(id="ana", name="Ana", role="cashier"), "", sent) is None
    token = make_token(house.store, "ana", "", None, Envelope(key="t", who="terminal", role="organiser", at=NOW))
    house.store.close()
    return token


def test_the_first_laptop_dies_the_second_takes_over_and_the_first_stops_when_it_is_back(laptops, monkeypatch):
    first, second = laptops
    token = furnish(first, monkeypatch)
    code, said = first.run("follow", "--allow", "--json")
    assert code == 0
    key = json.loads(said)["key"]
    serving = first.serve()
    here = ("--host", "127.0.0.1", "--port", str(second.port))
    following = second.start("follow", first.address, "--key", key, *here)
    assert following.stdout.readline().strip().endswith(second.address)
    assert "Nothing is missing" in following.stdout.readline()

    answered, over = [], threading.Event()

    def desk():
        number = 0
        while not over.is_set():
            person = f"p{number}"
            if first.register(token, person)[0] != 200:
                return
            answered.append((person, time.monotonic()))
            number += 1

    selling = threading.Thread(target=desk, daemon=True)
    selling.start()
    until(lambda: len(answered) >= 10)
    code, said = second.run("takeover", "--first-is-off")
    assert (code != 0, "still answers" in said) == (True, True), "a person may be wrong: it is asked"
    serving.send_signal(signal.SIGKILL)
    killed = time.monotonic()
    over.set()
    selling.join(PATIENCE)

    code, said = second.run("serve", "--port", str(free_port()))
    assert (code != 0, "follows another laptop" in said) == (True, True)
    assert on_its_page(second, "ligado") == 409, "only the word of somebody who went there"
    assert on_its_page(second, "desligado") == 200
    until(lambda: second.ask("GET", "/saude")[0] == 200)
    assert following.poll() is None, "whoever took over finds the house at the same address"
    monkeypatch.setenv("FELTRO_KEYS", second.environment["FELTRO_KEYS"])
    look = open_house(second.database)
    began = reigns_of(look.store).began
    assert began.number == 2
    has = {row.id for row in look.store.registry("person")}
    lost = [person for person, _ in answered if person not in has]
    assert all(killed - when <= began.unheard_seconds for person, when in answered if person in lost)
    assert lost == [person for person, _ in answered][len(answered) - len(lost) :], "only the last ones"
    assert second.register(token, "novo")[0] == 200, "the second one works, with the keys of the first"
    assert second.register(token, "p0")[0] == 200, "what was answered is answered again"

    first.serve()
    numbers = itertools.count()
    until(lambda: "reign.over" in first.register(token, f"tarde{next(numbers)}")[1])
    until(lambda: reigns_of(look.store).met)
    assert set(lost) <= entered_by_hand(look.store), "what did not come over is listed for entry by hand"
    look.store.close()
    assert second.run("verify")[0] == 0
