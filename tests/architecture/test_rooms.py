"""The house as docs/developers/house.md draws it: rooms in an order, names that mean one thing, words by folder."""

from __future__ import annotations

import re

import pytest

from tests.architecture.measure import ROOT, SOURCE, catalogues, folders, gerunds, in_a_cycle, rooms

HOUSE = (ROOT / "docs" / "developers" / "house.md").read_text("utf-8")
DRAWN = {folder: re.findall(r"\w+", line) for folder, line in re.findall(r"^    (\w+): (.+)$", HOUSE, re.MULTILINE)}
GERUNDS = 20
"""A few are things after all (an evening, a ranking, an opening); the rest waits for a better word."""


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


def test_words_lie_where_their_folder_is():
    """A catalogue is called like a folder, or like a room of one."""
    assert len(catalogues()) <= 40
    assert {one.split("/")[0] for one in catalogues()} <= {path.name for path in SOURCE.iterdir()}


def test_the_five_walks_pass_by_files_that_are_there():
    """A clause's value, a bet, a registration, a bust, a centavo."""
    walks = HOUSE.split("## Five walks")[1]
    named = re.findall(r"`([a-z_/]+\.(?:py|toml))", walks)
    assert len(named) > 25
    assert [one for one in named if not (SOURCE / one).is_file()] == []
