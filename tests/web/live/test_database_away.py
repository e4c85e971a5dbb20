"""PostgreSQL goes away, or falls silent, under a real server with two workers: people are told at once, and work goes on
by itself when it is back."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time

import pytest

from feltro.app.wiring import open_house
from tests.cli.test_serving import free_port
from tests.tournament.room import Room

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

PATIENCE = 200
"""Seconds for three processes to come up on a machine that has much else to do."""
LONGEST_ANSWER = 15
"""Seconds: the limit of a statement and of a connection, and a machine that has much else to do."""


FROZEN_SECONDS = 20


class Served:
    """`feltro serve --workers 2` on a database."""

    def __init__(self, database, home, **around):
        self.port = free_port()
        command = [sys.executable, "-m", "feltro.cli.main", "serve", "--database", database, "--workers", "2"]
        environment = {**os.environ, "FELTRO_HOME": str(home), **around}
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
        )

    def ask(self, path="/", timeout=LONGEST_ANSWER):
        """The status of a page and after how many seconds to come again; nothing where nobody listens, or answers in time."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            asked.request("GET", path)
            answer = asked.getresponse()
            answer.read()
            return answer.status, answer.headers.get("Retry-After", "")
        except (ConnectionError, TimeoutError, http.client.HTTPException):
            return 0, ""
        finally:
            asked.close()

    def until(self, status, path="/"):
        deadline = time.monotonic() + PATIENCE
        while (found := self.ask(path))[0] != status:
            assert time.monotonic() < deadline, f"{found} and never {status}"
            assert self.process.poll() is None, self.process.communicate()[1]
            time.sleep(0.1)

    def workers(self):
        """Their numbers: those whom the process that forks has forked."""
        command = ["ps", "-ww", "-eo", "pid=,ppid=,args="]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        rows = [line.split(None, 2) for line in listed]
        forks = {pid for pid, parent, args in rows if parent == str(self.process.pid) and "forkserver" in args}
        found = [int(pid) for pid, parent, _ in rows if parent in forks]
        assert found, "nobody works"
        return found

    def end(self):
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.communicate(timeout=PATIENCE)
        self.process.kill()
        return self.process.returncode


@pytest.fixture
def server(durable_postgres_server):
    return durable_postgres_server


@pytest.fixture
def database(server):
    url = server.new_database()
    house = open_house(url)
    Room(house)
    house.store.close()
    return url


@contextlib.contextmanager
def frozen(server):
    """Every process of the server stands still; connections stay open, and nothing answers."""
    processes = [server._process.pid, *server._children()]
    for one in processes:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGCONT)


def asked_for(seconds, served):
    """Again and again for so long, a page is told to be unavailable and when to come again: how long each answer took."""
    end, waits = time.monotonic() + seconds, []
    while time.monotonic() < end:
        began = time.monotonic()
        assert served.ask() == (503, "3")
        waits.append(time.monotonic() - began)
        time.sleep(0.3)
    return waits


def test_a_house_waits_for_a_database_that_is_away_when_it_starts_and_is_told_when_it_falls_silent(
    server, database, tmp_path
):
    """Down at the start: it waits. Frozen later: 503 with the time to come again, and well again by itself. A worker that
    dies while the server is away comes back with it. Asked to end, it ends with 0."""
    server.kill()
    served = Served(database, tmp_path)
    try:
        time.sleep(2.5)
        assert served.process.poll() is None, "waits"
        server.start()
        served.until(200)

        with frozen(server):
            waits = asked_for(FROZEN_SECONDS, served)
            assert max(waits) < LONGEST_ANSWER, "the first wait for the limit"
            assert sorted(waits)[len(waits) // 2] < 2, "and the others are told at once"
            assert served.ask("/saude")[0] == 200, "it is alive all the same"
        served.until(200)

        server.kill()
        for worker in served.workers():
            os.kill(worker, signal.SIGKILL)
        time.sleep(2.5)
        assert served.process.poll() is None, "never ends by itself"
        server.start()
        served.until(200)
    finally:
        code = served.end()
    assert code == 0, "somebody asked for the end"


def test_a_house_whose_workers_wait_for_the_database_ends_when_it_is_asked_to(server, database, tmp_path):
    """Nobody has to bring the database back before the service can be stopped."""
    served = Served(database, tmp_path)
    try:
        served.until(200)
        server.kill()
        for worker in served.workers():
            os.kill(worker, signal.SIGKILL)
        time.sleep(6)
        served.process.terminate()
        assert served.process.wait(timeout=30) == 0
    finally:
        served.end()
        server.start()


def test_a_server_that_refuses_the_name_is_not_waited_for(server, tmp_path):
    """No waiting mends a wrong address: it ends at once, and not with 0."""
    served = Served(server.url("nobody_made_it"), tmp_path)
    try:
        assert served.process.wait(timeout=PATIENCE) == 2
    finally:
        served.end()
