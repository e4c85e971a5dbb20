"""Workers are replaced one after the other while desks work: no command is refused, none is cut, and none is lost."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import random
import shutil
import signal
import threading
import time
from itertools import count

import pytest

import feltro
from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from tests.cli.test_serving import PATIENCE
from tests.conftest import ROOT
from tests.crash.test_second_laptop import spelt
from tests.tournament.room import Room
from tests.web.live.test_database_away import Served

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

NOW = Instant(1_795_192_200_000_000)
LONGEST_PAUSE = 2.0
"""Seconds between two commands of a desk that keeps its connection: less than any connection may lie idle."""
A_LONG_COMMAND = 6.0
"""Seconds that somebody else holds the pen: longer than a house that ends waits for whoever is in it."""


class Desk(threading.Thread):
    """Registers one person after the other until it is told to stop: each on a new connection, or all on one that it keeps, as
    browsers do, with pauses of any length. Names look like nobody else's, so that the house has no reason to say no."""

    def __init__(self, name, port, token, *, keeps, patient=False):
        super().__init__(daemon=True)
        self.desk, self.token, self.keeps, self.patient = name, token, keeps, patient
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.over = threading.Event()
        self.done = []
        self.refused = []

    def run(self):
        with contextlib.closing(self.line):
            self.work()

    def work(self):
        chance = random.Random(self.desk)
        for number in count():
            if self.over.wait(chance.uniform(0, LONGEST_PAUSE) if self.keeps else 0):
                return
            self.register(f"roll-{self.desk}-{number}")

    def register(self, person):
        """Once; a patient one sends it again under its key until it is done."""
        while True:
            try:
                status, text = self.ask(person)
            except (OSError, http.client.HTTPException) as error:
                self.line.close()
                status, text = 0, repr(error)
            if status == 200:
                self.done.append(person)
                return
            self.refused.append((person, status, text))
            if not self.patient or self.over.wait(0.3):
                return

    def ask(self, person):
        said = {
            "Authorization": f"Bearer {self.token}",
            "Idempotency-Key": person,
            "Content-Type": "application/json",
        }
        command = {"type": "RegisterPerson", "person": person, "name": spelt(person), "born_on": "1990-01-01"}
        self.line.request("POST", "/api/v1/commands", json.dumps(command), said)
        answer = self.line.getresponse()
        told = answer.status, answer.read().decode()
        if not self.keeps:
            self.line.close()
        return told


class Circuit:
    """A house on a server with two workers, and somebody's key to it."""

    def __init__(self, database, home, **around):
        self.house = open_house(database)
        Room(self.house)
        sent = Envelope(key="staff", who="terminal", role="organiser", at=NOW)
        assert add_user(self.house.store, User(id="ana", name="Ana", role="cashier"), "", sent) is None
        sent = Envelope(key="t", who="terminal", role="organiser", at=NOW)
        self.token = make_token(self.house.store, "ana", "", None, sent)
        self.served = Served(database, home, **around)
        self.served.until(200)

    @contextlib.contextmanager
    def desks(self, news, keepers, *, patient=False):
        numbers = range(news + keepers)
        desks = [Desk(one, self.served.port, self.token, keeps=one >= news, patient=patient) for one in numbers]
        for desk in desks:
            desk.start()
        each_goes_on(desks)
        try:
            yield desks
        finally:
            for desk in desks:
                desk.over.set()
            for desk in desks:
                desk.join(PATIENCE)

    def replace(self):
        """SIGHUP, as `systemctl reload` sends it; until none of the workers of before is there."""
        before, deadline = set(self.served.workers()), time.monotonic() + 5 * PATIENCE
        os.kill(self.served.process.pid, signal.SIGHUP)
        while before & set(self.served.workers()):
            assert time.monotonic() < deadline, "the workers were not replaced"
            time.sleep(0.2)

    def end(self):
        self.served.end()
        self.house.store.close()


@pytest.fixture
def circuit(postgres_url, tmp_path):
    made = Circuit(postgres_url, tmp_path)
    yield made
    made.end()


def each_goes_on(desks):
    """Until every desk was answered three times more."""
    before, deadline = [len(desk.done) for desk in desks], time.monotonic() + 2 * PATIENCE
    while not all(len(desk.done) >= told + 3 for desk, told in zip(desks, before, strict=True)):
        assert time.monotonic() < deadline, [desk.refused for desk in desks]
        time.sleep(0.1)


def test_no_command_is_refused_while_workers_are_replaced(circuit):
    """Twice, under eight desks, most of which keep their connection: each new worker serves before the old one goes, and the old one
    answers whoever is there and tells them to come anew. Every command is answered with done at the first asking, before,
    during and after; and all that was answered is there."""
    with circuit.desks(news=2, keepers=6) as desks:
        for _ in range(2):
            circuit.replace()
            each_goes_on(desks)
    kept = {row.id for row in circuit.house.store.registry("person")}
    assert [one for desk in desks for one in desk.refused] == []
    assert {person for desk in desks for person in desk.done} <= kept, "answered, and not there"


def test_a_command_that_waits_is_answered_by_the_worker_that_goes(circuit):
    """Somebody holds the pen for six seconds while every worker is asked to go: whoever waits for it is not cut off."""
    desks = [Desk(name, circuit.served.port, circuit.token, keeps=False) for name in ("a", "b", "c", "d")]
    with circuit.house.store.turn():
        for desk in desks:
            desk.start()
        time.sleep(1)
        os.kill(circuit.served.process.pid, signal.SIGHUP)
        for desk in desks:
            desk.over.set()  # no second one
        time.sleep(A_LONG_COMMAND)
    for desk in desks:
        desk.join(PATIENCE)
    assert [desk.refused for desk in desks] == [[]] * len(desks)
    assert [len(desk.done) for desk in desks] == [1] * len(desks)


def test_workers_that_are_replaced_have_read_the_program_anew(postgres_url, tmp_path):
    """Another version was put in the place of the first: after a reload it is that one that answers, without a command refused."""
    program = tmp_path / "programa"
    shutil.copytree(ROOT / "src" / "feltro", program / "feltro")
    shutil.copytree(ROOT / "docs", program / "feltro" / "docs")  # as the wheel has it
    circuit = Circuit(postgres_url, tmp_path, PYTHONPATH=str(program))
    try:
        assert version_at(circuit.served.port) == feltro.__version__
        said = program / "feltro" / "__init__.py"
        text = said.read_text(encoding="utf-8")
        said.write_text(text.replace(f'"{feltro.__version__}"', '"99.0.0"'), encoding="utf-8")
        with circuit.desks(news=1, keepers=1) as desks:
            circuit.replace()
            each_goes_on(desks)
        assert version_at(circuit.served.port) == "99.0.0"
        assert [one for desk in desks for one in desk.refused] == []
    finally:
        circuit.end()


def version_at(port):
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        asked.request("GET", "/saude")
        return json.loads(asked.getresponse().read())["version"]
    finally:
        asked.close()
