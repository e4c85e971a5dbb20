"""The page that follows one command is true: its files, functions, events and addresses are there."""

from __future__ import annotations

import ast
import re

import msgspec
import pytest

from feltro.app.handling.catalogue import command_decoder
from feltro.app.handling.examples import examples
from feltro.web.api.openapi import API
from tests.conftest import ROOT
from tests.tournament.room import Room
from tests.web.staff import laid_out

PAGE = (ROOT / "docs" / "developers" / "desk.md").read_text()
NAMED = re.findall(r"`(src/feltro/[\w/]+\.py)`(?: \||,) `(\w+)`", PAGE)


def test_the_page_names_the_four_files_and_those_around_them():
    """Four steps and five neighbours, each with a function."""
    assert len(NAMED) == 9


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_every_function_of_the_page_is_in_its_file(file, name):
    """A newcomer who opens the file finds what the page names."""
    tree = ast.parse((ROOT / file).read_text())
    kinds = ast.FunctionDef | ast.ClassDef
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def test_the_four_files_of_the_walk_are_small():
    """What a newcomer is asked to read fits on a few screens each."""
    assert len(NAMED[:4]) == 4
    for file, _ in NAMED[:4]:
        assert len((ROOT / file).read_text().splitlines()) <= 300


def test_the_command_of_the_page_is_the_example_that_everybody_sees():
    """The JSON on the page is read, and is the one `feltro do --schema` prints."""
    written = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1]
    command = command_decoder().decode(written)
    assert command == command_decoder().decode(msgspec.json.encode(examples()["SellEntry"]))


def test_the_sale_becomes_the_events_that_the_page_lists():
    """Five events in this order, and R$ 620 shared as the page says."""
    room = Room()
    done = room.sell("e1", "p1")
    listed = re.search(r"five events: (.*?)\.", PAGE)[1]
    assert [one.name for one in done.events] == re.findall(r"`(\w+)`", listed)
    assert sorted(room.state.sales["e1"].split_centavos.values()) == [300, 700, 1000, 12000, 48000]


@pytest.mark.slow
def test_every_address_of_the_document_is_on_the_page():
    """The table of addresses is complete."""
    paths = {
        path.removeprefix("/api/v1")
        for path in laid_out().openapi_schema.to_schema()["paths"]
        if "rulings" not in path
    }
    told = (
        PAGE.replace("/tournaments/{id}", "/tournaments/{tournament}").replace("?at=", "").replace("?search=", "")
    )
    for path in paths:
        last = path if path.count("/") < 3 else "/" + "/".join(path.split("/")[3:])
        assert last in told or path in told, path
    assert API == "/api/"
