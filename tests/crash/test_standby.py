"""A PostgreSQL that dies under load, and its standby that takes over: nothing that was answered is lost, and those who
write follow by themselves."""

from __future__ import annotations

import threading
import time

import psycopg
import pytest

from feltro.store.address import open_store
from feltro.store.port import AlreadyDone, Append, Appended, Keep, Meta, NewEvent, StoreUnavailable, Transaction
from tests.crash.killing import check
from tests.postgres_server import Server, Standby
from tests.web.live.test_rolling_restart import Circuit

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

PATIENCE = 120
WORKERS = 3
REMOTE = {"synchronous_standby_names": "*", "synchronous_commit": "remote_apply", "wal_level": "replica"}


def command(worker, number):
    """Every second one goes to two streams and the registry, so that half of one would show."""
    key = f"s.{worker}.{number}"
    event = NewEvent("Sold", 1, b"{}")
    appends = [Append(f"own/{worker}", number, (event,))]
    registry = ()
    if number % 2:
        appends.append(Append(f"common/{worker}", (number // 2) * 3, (event,) * 3))
        registry = (Keep("person", key, b"body"),)
    return Transaction(Meta("w", "cashier", "desk", number, key, "Sell"), tuple(appends), b"ok", registry)


class Desk(threading.Thread):
    """Sends one command after the other, each again and again under its key until it is answered."""

    def __init__(self, store, worker, over):
        super().__init__(daemon=True)
        self.store, self.worker, self.over = store, worker, over
        self.answered = []
        self.waited = 0

    def run(self):
        number = 0
        while not self.over.is_set():
            try:
                outcome = self.store.commit(command(self.worker, number))
            except StoreUnavailable:
                self.waited += 1
                time.sleep(0.1)
                continue
            assert isinstance(outcome, Appended | AlreadyDone), outcome
            self.answered.append(f"s.{self.worker}.{number}")
            number += 1


@pytest.fixture
def pair(durable_postgres_server):
    """A server that answers when its standby has it, and the standby."""
    primary = Server(durable_postgres_server.binaries, durable=True)
    primary.start()
    database = primary.new_database().rpartition("/")[2]
    standby = Standby(primary)
    standby.start()
    primary.stop_softly()
    primary.settings = REMOTE
    primary.start()
    with psycopg.connect(primary.url("postgres"), autocommit=True) as looking:
        deadline = time.monotonic() + PATIENCE
        following = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        while not looking.execute(following).fetchone()[0]:
            assert time.monotonic() < deadline, "the standby does not follow"
            time.sleep(0.1)
    yield primary, standby, database
    standby.stop()
    primary.stop()


def test_a_standby_that_is_promoted_under_load_has_everything_that_was_answered(pair):
    """The first server dies at once, the second is promoted, and the desks go on where they were."""
    primary, standby, database = pair
    hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
    store = open_store(f"postgresql://feltro@{hosts}/{database}?target_session_attrs=read-write")
    over = threading.Event()
    desks = [Desk(store, worker, over) for worker in range(WORKERS)]
    for desk in desks:
        desk.start()

    def until(least):
        deadline = time.monotonic() + PATIENCE
        while any(len(desk.answered) < least for desk in desks):
            assert time.monotonic() < deadline, [len(desk.answered) for desk in desks]
            time.sleep(0.05)

    until(5)
    primary.kill()
    before = max(len(desk.answered) for desk in desks)
    standby.promote()
    until(before + 5)
    over.set()
    for desk in desks:
        desk.join(PATIENCE)
    store.close()
    answered = {key for desk in desks for key in desk.answered}
    assert sum(desk.waited for desk in desks), "the desks noticed"
    assert check(standby.url(database), answered) >= len(answered)


def test_workers_of_a_real_house_follow_to_the_standby(pair, tmp_path):
    """`feltro serve` with two workers, told of both servers: desks that send each command under its key until it is done lose
    nothing that they were answered, and the house works on without anybody starting it again."""
    primary, standby, database = pair
    hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
    circuit = Circuit(f"postgresql://feltro@{hosts}/{database}?target_session_attrs=read-write", tmp_path)
    try:
        with circuit.desks(news=1, keepers=2, patient=True) as desks:
            primary.kill()
            before = [len(desk.done) for desk in desks]
            standby.promote()
            deadline = time.monotonic() + PATIENCE
            while any(len(desk.done) < told + 5 for desk, told in zip(desks, before, strict=True)):
                assert time.monotonic() < deadline, [desk.refused[-1:] for desk in desks]
                time.sleep(0.1)
    finally:
        circuit.end()
    assert {status for desk in desks for _, status, _ in desk.refused} <= {503}, "told, and never cut off"
    assert any(desk.refused for desk in desks), "the desks noticed"
    after = open_store(standby.url(database))
    kept = {row.id for row in after.registry("person")}
    after.close()
    assert {person for desk in desks for person in desk.done} <= kept
