"""Attacks that are played in the code of the day before the guards: they go through there, as SECURITY.md says."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile

import pytest

from tests.before.attacks import ATTACKS
from tests.conftest import ROOT

PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
REPLAYS = sorted((ROOT / "tests" / "before").glob("replay_*.py"))
BOTH = "tests/before/attacks.py"
"""Attacks that are played there and here by the same lines."""
COMMIT = re.search(r"\(commit ([0-9a-f]{8})\)", PAGE)[1]


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """The code and the tests of that day, and nothing of today's but the attacks."""
    got = subprocess.run(
        ["git", "-C", str(ROOT), "archive", COMMIT, "src", "tests", "script"], check=False, capture_output=True
    )
    if got.returncode:
        pytest.skip(f"the history of the project is not here: {COMMIT}")
    place = tmp_path_factory.mktemp("before")
    with tarfile.open(fileobj=io.BytesIO(got.stdout)) as packed:
        packed.extractall(place, filter="data")
    shutil.copytree(ROOT / "tests" / "before", place / "tests" / "before")
    return place


def ran(old, *command):
    """In a process of its own that finds the old code first."""
    environment = {**os.environ, "PYTHONPATH": f"{old / 'src'}{os.pathsep}{old}"}
    run = [sys.executable, "-m", *command]
    return subprocess.run(run, cwd=old, env=environment, check=False, capture_output=True, text=True, timeout=300)


@pytest.mark.proof
def test_every_attack_goes_through_in_the_code_of_that_day(old):
    """By the very lines that are played here below."""
    told = ran(old, "tests.before.attacks")
    assert told.returncode == 0, told.stderr[-3000:]
    assert json.loads(told.stdout) == dict.fromkeys(ATTACKS, True)


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_goes_through_today(attack):
    """The same lines, in the code of today."""
    assert ATTACKS[attack]() is False


@pytest.mark.slow
@pytest.mark.parametrize("replay", REPLAYS, ids=lambda file: file.stem)
def test_the_attack_goes_through_in_the_code_of_that_day(old, replay):
    """Every line of it holds there."""
    told = ran(old, "pytest", "-q", "-p", "no:cacheprovider", f"tests/before/{replay.name}")
    assert told.returncode == 0, told.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", told.stdout)[1]) >= 2


def test_every_replay_is_named_by_its_attack_and_every_name_is_there():
    """The last column of the table of attacks says where it was replayed."""
    rows = re.findall(r"^\| (\d+\w?) \|.*\| replayed: `(tests/before/[\w.]+)`", PAGE, re.MULTILINE)
    assert {name for _, name in rows} == {BOTH, *(str(file.relative_to(ROOT)) for file in REPLAYS)}
    assert [number for number, name in rows if name != BOTH and f"replay_{number}_" not in name] == []
    assert {number for number, name in rows if name == BOTH} == {name.split("_")[1] for name in ATTACKS}


def test_no_attack_was_only_read():
    """Each is played: by its own test without the guard, or in the code of that day."""
    table = PAGE.split("## Each attack, and the tests that play it")[1].split("\n## ")[0]
    before = [row.strip("| ").split("|")[-1].strip() for row in table.splitlines() if re.match(r"\| \d", row)]
    assert len(before) == 22
    assert {one.partition(":")[0] for one in before} == {"played unguarded", "replayed"}
