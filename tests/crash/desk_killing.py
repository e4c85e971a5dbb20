"""Kills a selling process at random moments and holds the house to every answer that it gave."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from feltro.app.upkeep.audit import verify_house
from feltro.app.wiring import open_house
from feltro.app.world.history import undone_keys
from feltro.app.world.plan import Done
from feltro.kernel.outcome import Refused
from tests.crash.busy_desk import CASHIERS, commands, open_house_for_sale

if TYPE_CHECKING:
    from feltro.app.handling import House

ROOT = Path(__file__).parent.parent.parent
LONGEST = 0.7
"""Seconds of selling before the kill, at most."""


BUSY = """
    select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
"""


class Sellers:
    """One process that forks the children, so that each starts at once."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.crash.selling_children"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
        )

    def kill_one(self, url: str, name: str, rng: random.Random) -> dict[str, str]:
        """Let a child sell and kill it; the digest of the answer to each key that it was told was done."""
        self._process.stdin.write(f"{url} {name}\n")
        self._process.stdin.flush()
        pid = int(self._process.stdout.readline().split()[1])
        lines = []
        if rng.random() < 0.8:  # the others die while they open the house, or soon after
            lines.append(self._process.stdout.readline())
        time.sleep(rng.uniform(0, LONGEST))
        os.kill(pid, signal.SIGKILL)
        while (line := self._process.stdout.readline()) != "ended\n":
            lines.append(line)
        told = [line.split() for line in lines]
        assert all(word == "done" for word, *_ in told), told
        return {key: digest for _, key, digest in told}

    def close(self) -> None:
        self._process.communicate(timeout=60)


class Checked:
    """A house that is looked at after every kill. What was found whole once is not looked at again."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.house: House = open_house(url)
        open_house_for_sale(self.house)
        self._versions: dict[str, int] = self.house.store.streams()
        self.answered = 0
        self.found = 0

    def check(self, name: str, told: dict[str, str]) -> None:
        """Nothing answered is lost, nothing is there in part, and asking again changes nothing."""
        self._let_the_server_finish()
        self.answered += len(told)
        self.found += self._check_whole(name)
        before = self.house.store.streams()
        for given in self._given(name, told):
            again = given.to(self.house)
            if isinstance(again, Refused) and again.because == "command.undone_since":
                # It was there, and the next command took it back: that is told now, and only where the log has it.
                assert given.envelope.key in undone_keys(self.house.world.live("tournament:t1").facts), given
                continue
            assert isinstance(again, Done), (given, again)
            assert sha256(msgspec.json.encode(again)).hexdigest() == told[given.envelope.key]
        after = self.house.store.streams()
        assert after == before

    def _let_the_server_finish(self) -> None:
        """A database server may still be finishing the last commit of a dead client: it is all there, or not at all."""
        if not self._url.startswith("postgres"):
            return
        import psycopg

        with psycopg.connect(self._url, autocommit=True) as looking:
            while looking.execute(BUSY).fetchone()[0]:
                time.sleep(0.01)

    def _check_whole(self, name: str) -> int:
        """What is there of each command, against its answer."""
        store = self.house.store
        places: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for stream, last in store.streams().items():
            for event in store.read(stream, after=self._versions.get(stream, 0), up_to=last):
                places[event.meta.key].append((stream, event.version))
            self._versions[stream] = last
        for key, found in places.items():
            done = msgspec.json.decode(store.answered(key).outcome, type=Done)
            assert sorted((one.stream, one.version) for one in done.events) == sorted(found), f"a part of {key}"
            assert key.startswith(f"{name}."), f"{key} was not there when {name} started"
        self._check_rows(name, places.keys())
        return len(places)

    def _check_rows(self, name: str, found: set[str]) -> None:
        """A person has a row, and a slip its reason, if and only if the command is there."""
        for desk in CASHIERS:
            for given in commands(name, desk):
                row = {
                    "RegisterPerson": ("person", given.command.get("person")),
                    "VoidSale": ("reason", given.envelope.key),
                }.get(given.command["type"])
                there = given.envelope.key in found
                assert row is None or (self.house.store.kept(*row) is not None) == there, given
                if not there:
                    break

    @staticmethod
    def _given(name, told):
        for desk in CASHIERS:
            left = {key for key in told if key.startswith(f"{name}.{desk}.")}
            for given in commands(name, desk) if left else ():
                assert given.envelope.key in left, f"{given.envelope.key} was passed over"
                yield given
                left.discard(given.envelope.key)
                if not left:
                    break

    def verify(self) -> None:
        report = verify_house(self.house.store)
        assert not report.findings, report.findings[:5]


def rounds(url: str, times: int, seed: int, every: int = 10) -> tuple[int, int]:
    """Kill so many times; (answered, found). Every so many kills the whole house is verified."""
    rng = random.Random(seed)
    checked, sellers = Checked(url), Sellers()
    for number in range(times):
        name = f"r{number}"
        checked.check(name, sellers.kill_one(url, name, rng))
        if number % every == every - 1:
            checked.verify()
    checked.verify()
    sellers.close()
    checked.house.store.close()
    return checked.answered, checked.found
