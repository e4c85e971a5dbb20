"""Workers are replaced one after the other while a desk sells: no command is refused, and none is lost."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from itertools import count

import pytest

from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from tests.cli.test_serving import PATIENCE
from tests.crash.test_second_laptop import spelt
from tests.tournament.room import Room
from tests.web.live.test_database_away import Served

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

NOW = Instant(1_795_192_200_000_000)


DESKS = 3


class Desk(threading.Thread):
    """Registers one person after the other, each on a new connection, until it is told to stop. Names look like nobody else's, so
    that the house has no reason to say no."""

    def __init__(self, name, port, token):
        super().__init__(daemon=True)
        self.desk, self.port, self.token = name, port, token
        self.over = threading.Event()
        self.done = []
        self.refused = []

    def run(self):
        for number in count():
            if self.over.is_set():
                return
            person = f"roll-{self.desk}-{number}"
            try:
                status, text = self.ask(person)
            except OSError as error:
                status, text = 0, repr(error)
            if status == 200:
                self.done.append(person)
            else:
                self.refused.append((person, status, text))

    def ask(self, person):
        said = {
            "Authorization": f"Bearer {self.token}",
            "Idempotency-Key": person,
            "Content-Type": "application/json",
        }
        command = {"type": "RegisterPerson", "person": person, "name": spelt(person), "born_on": "1990-01-01"}
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asked.request("POST", "/api/v1/commands", json.dumps(command), said)
            answer = asked.getresponse()
            return answer.status, answer.read().decode()
        finally:
            asked.close()


def test_no_command_is_refused_while_workers_are_replaced(postgres_url, tmp_path):
    """SIGHUP, as `systemctl reload` sends it, under three desks: each new worker serves before the old one goes. Every command is
    answered with done at the first asking, before, during and after; and all that was answered is there."""
    house = open_house(postgres_url)
    Room(house)
    envelope = Envelope(key="staff", who="terminal", role="organiser", at=NOW)
    assert add_user(house.store, User(id="ana", name="Ana", role="cashier"), "", envelope) is None
    token = make_token(house.store, "ana", "", None, Envelope(key="t", who="terminal", role="organiser", at=NOW))
    served = Served(postgres_url, tmp_path)
    desks = [Desk(number, served.port, token) for number in range(DESKS)]
    try:
        served.until(200)
        before = set(served.workers())
        for desk in desks:
            desk.start()
        deadline = time.monotonic() + 2 * PATIENCE
        each_goes_on(desks, deadline)
        os.kill(served.process.pid, signal.SIGHUP)
        while before & set(served.workers()):
            assert time.monotonic() < deadline, "the workers were not replaced"
            time.sleep(0.2)
        each_goes_on(desks, deadline)
    finally:
        for desk in desks:
            desk.over.set()
        for desk in desks:
            desk.join(PATIENCE)
        served.end()
    kept = {row.id for row in house.store.registry("person")}
    house.store.close()
    assert [desk.refused for desk in desks] == [[]] * DESKS
    assert {person for desk in desks for person in desk.done} <= kept, "answered, and not there"


def each_goes_on(desks, deadline):
    """Until every desk was answered three times more."""
    before = [len(desk.done) for desk in desks]
    while not all(len(desk.done) >= told + 3 for desk, told in zip(desks, before, strict=True)):
        assert time.monotonic() < deadline
        time.sleep(0.1)
