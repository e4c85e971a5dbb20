"""The house as docs/developers/house.md draws it: rooms in an order, names that mean one thing, words by folder."""

from __future__ import annotations

import re

import pytest

from tests.architecture.measure import (
    catalogues,
    folders,
    gerunds,
    in_a_cycle,
    many_meanings,
    rooms,
    uncalled,
)
from tests.source import ROOT, SOURCE

HOUSE = (ROOT / "docs" / "developers" / "house.md").read_text("utf-8")
DRAWN = {folder: re.findall(r"\w+", line) for folder, line in re.findall(r"^    (\w+): (.+)$", HOUSE, re.MULTILINE)}
GERUNDS = 10
"""Things after all: an evening, a ranking, an opening, the wiring of a house; and the handling of commands."""


@pytest.mark.slow
@pytest.mark.parametrize("folder", folders())
def test_no_rooms_import_each_other_in_a_circle(folder):
    """At the top of a file, late, or for types only."""
    assert in_a_cycle(folder) == set()


@pytest.mark.parametrize("folder", folders())
def test_rooms_import_only_what_is_drawn_below_them(folder):
    """From left to right; a new room is drawn before it is used."""
    drawn = DRAWN[folder]
    assert sorted(drawn) == sorted(rooms(folder))
    upwards = [
        f"{edge.importer} imports {edge.imported}"
        for room, others in rooms(folder).items()
        for other, edges in others.items()
        for edge in edges
        if drawn.index(other) < drawn.index(room)
    ]
    assert upwards == []


def test_files_are_named_after_things():
    """What a file owns, not what somebody does in it."""
    assert len(gerunds()) <= GERUNDS, gerunds()


def test_one_class_name_means_one_thing():
    assert many_meanings() == {}


@pytest.mark.slow
def test_what_the_source_has_the_source_asks_for():
    """A function that only tests call is theirs to keep."""
    assert uncalled() == []


def test_every_room_of_app_says_what_its_files_own():
    rooms_of_app = [path.parent for path in (SOURCE / "app").glob("*/__init__.py")]
    assert len(rooms_of_app) > 10
    assert [room.name for room in rooms_of_app if not (room / "README.md").is_file()] == []


@pytest.mark.slow
def test_no_page_and_no_comment_names_a_file_that_is_gone():
    """But for the files that docs/developers/adding.md tells a stranger to make."""
    pages = [*SOURCE.rglob("*.md"), *SOURCE.rglob("*.py"), *(ROOT / "docs" / "developers").glob("*.md")]
    there = {path.name for folder in ("src", "tests", "bench") for path in (ROOT / folder).rglob("*.py")}
    named = {
        (path.name, name)
        for path in pages
        if path.name != "adding.md"
        for name in re.findall(r"(?<![\w.])(?:[a-z_0-9]+/)*([a-z_0-9]+\.py)\b", path.read_text("utf-8"))
    }
    assert len(named) > 100
    assert [one for one in sorted(named) if one[1] not in there] == []


def test_words_lie_where_their_folder_is():
    """A catalogue is called like a folder, or like a room of one."""
    assert len(catalogues()) <= 35
    assert {one.split("/")[0] for one in catalogues()} <= {path.name for path in SOURCE.iterdir()}


def test_the_five_walks_pass_by_files_that_are_there():
    """A clause's value, a bet, a registration, a bust, a centavo."""
    walks = HOUSE.split("## Five walks")[1]
    named = re.findall(r"`([a-z_/]+\.(?:py|toml))", walks)
    assert len(named) > 25
    assert [one for one in named if not (SOURCE / one).is_file()] == []
