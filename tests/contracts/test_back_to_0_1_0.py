"""A house of 0.1.0 goes forward and back: copied first, opened and worked in by today's version, and restored from the copy."""

from __future__ import annotations

import gzip
import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from hashlib import sha256

import pytest

from feltro.app.handling import House
from feltro.app.upkeep.audit import verify_house
from feltro.app.upkeep.proved_copy import prove
from feltro.app.wiring import look_at_house
from feltro.app.world.plan import Done, Envelope
from feltro.cli.main import main
from feltro.kernel.instants import Instant
from feltro.store.address import open_store
from feltro.store.backup import backup, restore
from feltro.tournament.clock.commands import PauseClock
from tests.conftest import ROOT
from tests.golden_house import HOUSES, LOOKED_AT, shown

OF_0_1_0 = "456d3cd8^"
"""The code of the day on which the golden house was kept."""


def tables(path):
    with closing(sqlite3.connect(path)) as file:
        (version,) = file.execute("SELECT version FROM schema_version").fetchone()
        rows = file.execute("SELECT name, sql FROM sqlite_schema ORDER BY name").fetchall()
        events = file.execute("SELECT * FROM events ORDER BY stream, version").fetchall()
    return version, rows, sha256(repr(events).encode()).hexdigest()


@pytest.fixture
def laptop(tmp_path):
    file = tmp_path / "house.sqlite3"
    file.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))
    return file


@pytest.fixture
def there_and_back(laptop, tmp_path):
    """The copy that was made before, and the house that today's version has worked in."""
    copy = tmp_path / "before.backup"
    with look_at_house(f"sqlite:///{laptop}") as (house, _):
        backup(house.store, copy)
    store = open_store(f"sqlite:///{laptop}")
    envelope = Envelope(key="now", who="dora", role="director", at=Instant(LOOKED_AT + 60_000_000))
    assert isinstance(House(store).handle(PauseClock(tournament="noturno", day="1"), envelope), Done)
    store.close()
    return copy


def test_the_copy_is_the_file_as_0_1_0_wrote_it(laptop, there_and_back):
    """Its tables are those of 0.1.0, to the letter; the file that was opened has today's."""
    version, made, events = tables(there_and_back)
    original = laptop.with_name("again.sqlite3")
    original.write_bytes(gzip.decompress((HOUSES / "0.1.0" / "house.sqlite3.gz").read_bytes()))
    assert version == 1
    assert (version, made, events) == tables(original)
    assert tables(laptop)[0] == 3


@pytest.mark.slow
def test_the_copy_restores_to_what_the_house_showed(there_and_back, tmp_path):
    """What was done since is not there, and everything else is."""
    assert prove(there_and_back).findings == []
    store = open_store(f"sqlite:///{tmp_path}/restored.sqlite3")
    outcome = restore(there_and_back, store)
    assert not isinstance(outcome, list), outcome
    said = json.loads((HOUSES / "0.1.0" / "shown.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(shown(House(store)))) == said
    assert store.answered("now") is None
    assert verify_house(store).findings == []
    store.close()


@pytest.mark.slow
def test_version_0_1_0_opens_the_copy_and_not_the_file(laptop, there_and_back, tmp_path):
    """By its own code, where the history of the project is at hand."""
    got = subprocess.run(["git", "-C", str(ROOT), "archive", OF_0_1_0, "src"], check=False, capture_output=True)
    if got.returncode:
        pytest.skip("the history of the project is not here")
    with tarfile.open(fileobj=io.BytesIO(got.stdout)) as packed:
        packed.extractall(tmp_path / "old", filter="data")

    def verify(path):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path / "old" / "src")}
        command = [sys.executable, "-m", "feltro.cli.main", "verify", "--database", f"sqlite:///{path}"]
        return subprocess.run(command, env=environment, cwd=tmp_path, check=False, capture_output=True, text=True)

    back = verify(there_and_back)
    assert back.returncode == 0, back.stdout + back.stderr
    assert verify(laptop).returncode != 0


def test_before_anything_is_done_in_it_its_seals_are_shown_one_by_one(laptop, capsys):
    """It has no chain of the house yet, and so no seal of the night: `feltro heads` printed an empty line."""
    assert main(["heads", "--database", f"sqlite:///{laptop}"]) == 0
    assert "Abertura: 395 N753-RN82-8TW1" in capsys.readouterr().out.splitlines()
