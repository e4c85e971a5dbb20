"""What undoing never takes back, held against a list that was written by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import feltro.app.handling.catalogue  # noqa: F401 - every room with its facts
from feltro.kernel.events import Event
from tests.house.counter import Counter

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUPS = tomllib.loads(Path(__file__).with_name("never_undone.toml").read_text("utf-8"))


def kinds(of: type[Event]) -> Iterator[type[Event]]:
    for one in of.__subclasses__():
        yield one
        yield from kinds(one)


def test_exactly_the_facts_on_the_list_are_final():
    written = [name for group in GROUPS.values() for name in group["facts"]]
    assert len(written) == len(set(written))
    ours = {one.__name__ for one in kinds(Event) if one.final and one.__module__.startswith("feltro.")}
    assert ours == set(written)


def test_the_reversal_of_a_drawers_act_is_not_undone():
    """It moved money twice: a third time is a new act with its own paper."""
    counter = Counter()
    counter.ok("ana", "PayExpense", key="ice", desk="d1", amount_centavos=45000, kind="ice", reason="gelo")
    counter.ok("caio", "ReverseDrawerAct", key="back", desk="d1", act="ice", reason="eram R$ 45")
    for who in ("caio", "dora"):
        assert counter.no(who, "Undo", command_key="back") in {"undo.final", "permission.role_may_not"}
    assert counter.held("drawer:ana:cash") == 100000
