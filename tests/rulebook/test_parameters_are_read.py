"""A parameter that says who reads it is read by them: a value that nobody looks at would promise what nobody does."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from feltro.rulebook.book import Rulebook
from feltro.rulebook.library import shipped
from feltro.rulings.rule import rule
from tests.rulings.cases import own_cases
from tests.source import SOURCE, nodes_of

MORE = (
    {"kind": "odd_chip", "game": "27td", "pot": 1001, "smallest": 1, "button": 1, "chairs": 9,
     "winners": [{"seat": 3, "cards": []}, {"seat": 5, "cards": []}]},
    {"kind": "board", "what": "extra_cards", "street": "river", "house": {"board.extra_cards.river.cards": "return_to_deck"}},
)  # fmt: skip
"""What no published situation comes to, because no book of the five has it."""
RULED = ("rulings", "hand")


@pytest.fixture(scope="module")
def read_while_ruling():
    """Every name that rulings ask a book for, over all own cases and every infraction there is."""
    read: set[str] = set()
    ask = Rulebook.__getitem__

    def asked(self, name):
        read.add(name)
        return ask(self, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rulebook, "__getitem__", asked)
        for case in own_cases():
            rule(case["situation"], shipped()[case["book"]])
        for situation in MORE:
            rule(situation, shipped()["adtp-2012"])
        for one in shipped().parameters.values():
            if one.type == "infraction":
                rule({"kind": "conduct", "infraction": one.name}, shipped()["adtp-2023"])
    return read


@pytest.mark.slow
def test_what_rulings_are_said_to_read_is_asked_for_when_they_rule(read_while_ruling):
    """Not only named in the code: really asked for, in one case at least."""
    declared = {one.name for one in shipped().parameters.values() if one.read_by in RULED}
    assert declared - read_while_ruling == set()


ANY = "[a-z0-9_.]+"
FOLDERS = {
    "tournament": {"tournament", "procedures", "app"},
    "desk": {"tournament", "procedures", "app", "season"},
    "prizes": {"tournament", "procedures", "app"},
    "season": {"season", "tournament", "procedures", "app"},
}
"""Where the code of each engine stands."""


@cache
def names_in(folder):
    """Names as written, and those put together from parts, as patterns that hold a word of the name at least."""
    written: set[str] = set()
    parts: set[str] = set()
    for file in (SOURCE / folder).rglob("*.py"):
        for node in nodes_of(file):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                written.add(node.value)
            if isinstance(node, ast.JoinedStr):
                parts.add("".join(_part(one) for one in node.values))
    return written, [re.compile(one) for one in parts if re.search(r"[a-z]{3}", one.replace(ANY, ""))]


def _part(one):
    return re.escape(one.value) if isinstance(one, ast.Constant) else ANY


def stands_in(name, folder):
    written, patterns = names_in(folder)
    return name in written or any(one.fullmatch(name) for one in patterns)


@pytest.mark.parametrize("reader", FOLDERS)
def test_what_an_engine_is_said_to_read_stands_in_its_code(reader):
    """By its name, or by a name put together from its parts; and not only where rulings are made."""
    declared = {one.name for one in shipped().parameters.values() if one.read_by == reader}
    unread = {name for name in declared if not any(stands_in(name, folder) for folder in FOLDERS[reader])}
    assert unread == set()
