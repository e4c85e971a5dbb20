"""Machines that nobody here has: what is installed on them was asked of the index (script/wheels), at these very versions."""

from __future__ import annotations

import json

import pytest

from tests import wheels


@pytest.mark.parametrize("name", wheels.MACHINES)
def test_every_package_is_a_wheel_there(name):
    """Nobody has a compiler on a Windows laptop. A version that was raised without asking fails here: run script/wheels."""
    kept = json.loads(wheels.KEPT.read_text(encoding="utf-8"))[name]
    assert len(kept) > 40
    assert wheels.unfit(wheels.MACHINES[name], kept) == []


def test_a_wheel_of_another_machine_and_one_that_is_missing_are_noticed():
    windows = wheels.MACHINES["win_amd64"]
    kept = json.loads(wheels.KEPT.read_text(encoding="utf-8"))["win_amd64"]
    (numpy,) = (one for one in kept if one.startswith("numpy=="))
    assert wheels.unfit(windows, {**kept, numpy: "numpy-2.0.0-cp313-cp313-macosx_11_0_arm64.whl"}) == [numpy]
    assert wheels.unfit(windows, {one: file for one, file in kept.items() if one != numpy}) == [numpy]


def test_what_only_other_systems_need_is_not_asked_for():
    """uvloop does not exist on Windows, colorama only there."""
    names = {name: {one.partition("==")[0] for one in wheels.needed(of)} for name, of in wheels.MACHINES.items()}
    assert "uvloop" not in names["win_amd64"]
    assert "uvloop" in names["macos_arm64"]
    assert {"psycopg-binary", "tzdata", "httptools", "distributed"} <= names["win_amd64"]
