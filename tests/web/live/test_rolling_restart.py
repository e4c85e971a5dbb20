"""Workers are replaced one after the other while a desk sells: no command is refused, and none is lost."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time

import pytest

from feltro.app.access.doors import add_user, make_token
from feltro.app.access.rows import User
from feltro.app.wiring import open_house
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant
from tests.cli.test_serving import PATIENCE
from tests.tournament.room import Room
from tests.web.live.test_database_away import Served

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

NOW = Instant(1_795_192_200_000_000)


class Desk(threading.Thread):
    """Registers one person after the other, each on a new connection, until it is told to stop."""

    def __init__(self, port, token):
        super().__init__(daemon=True)
        self.port, self.token = port, token
        self.over = threading.Event()
        self.done = 0
        self.refused = []

    def run(self):
        while not self.over.is_set():
            key = f"roll-{self.done + len(self.refused)}"
            said = {
                "Authorization": f"Bearer {self.token}",
                "Idempotency-Key": key,
                "Content-Type": "application/json",
            }
            person = {"type": "RegisterPerson", "person": key, "name": f"Pessoa {key}", "born_on": "1990-01-01"}
            asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
            try:
                asked.request("POST", "/api/v1/commands", json.dumps(person), said)
                answer = asked.getresponse()
                text = answer.read().decode()
                looks_like = answer.status == 409 and "looks_like" in text
                if answer.status == 200 or looks_like:
                    self.done += 1
                else:
                    self.refused.append((answer.status, text))
            except OSError as error:
                self.refused.append((0, repr(error)))
            finally:
                asked.close()


def test_no_command_is_refused_while_workers_are_replaced(postgres_url, tmp_path):
    """SIGHUP, as `systemctl reload` sends it: each new worker serves before the old one goes."""
    house = open_house(postgres_url)
    Room(house)
    envelope = Envelope(key="staff", who="terminal", role="organiser", at=NOW)
    assert add_user(house.store, User(id="ana", name="Ana", role="cashier"), "", envelope) is None
    token = make_token(house.store, "ana", "", None, Envelope(key="t", who="terminal", role="organiser", at=NOW))
    served = Served(postgres_url, tmp_path)
    desk = Desk(served.port, token)
    try:
        served.until(200)
        before = set(served.workers())
        desk.start()
        os.kill(served.process.pid, signal.SIGHUP)
        deadline = time.monotonic() + 2 * PATIENCE
        while before & set(served.workers()):
            assert time.monotonic() < deadline, "the workers were not replaced"
            time.sleep(0.2)
        told = desk.done
        while desk.done < told + 3:
            assert time.monotonic() < deadline
            time.sleep(0.1)
    finally:
        desk.over.set()
        desk.join(PATIENCE)
        served.end()
    assert desk.refused == []
    assert desk.done > 3
    kept = {row.id for row in house.store.registry("person")}
    house.store.close()
    assert len([one for one in kept if one.startswith("roll-")]) >= 1
