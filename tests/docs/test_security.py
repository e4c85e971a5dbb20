"""SECURITY.md names tests: each is there, and each numbered attack has one that plays it."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "SECURITY.md").read_text("utf-8")
NUMBERED = [*map(str, range(20)), "6b", "6c"]


@cache
def defined() -> dict[str, set[str]]:
    """Every test by its file."""
    files = (ROOT / "tests").rglob("test_*.py")
    return {
        str(file.relative_to(ROOT)): set(re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE))
        for file in files
    }


def table() -> dict[str, list[str]]:
    rows = PAGE.split("## Each attack, and the tests that play it")[1].split("\n## ")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows if re.match(r"\| \d", row)]
    return {number: re.findall(r"`([^`]+)`", tests) for number, _, tests, _ in cells}


def test_every_numbered_attack_has_a_line():
    assert sorted(table()) == sorted(NUMBERED)


@pytest.mark.parametrize("number", NUMBERED)
def test_the_tests_that_play_an_attack_are_there(number):
    named = table()[number]
    assert named
    for one in named:
        file, _, name = one.partition("::")
        assert file in defined(), one
        assert not name or name in defined()[file], one


def test_whatever_else_the_page_names_is_there_too():
    """A test that was renamed is renamed here, or the page promises what nobody holds."""
    everything = set().union(*defined().values())
    names = set(re.findall(r"\b(test_\w+)(?!\.py)\b", PAGE)) - {file.rsplit("/", 1)[1][:-3] for file in defined()}
    assert len(names) > 100
    assert names - everything == set()
    files = set(re.findall(r"\btests/[\w/]+\.(?:py|toml)\b", PAGE))
    assert [one for one in files if not (ROOT / one).exists()] == []
