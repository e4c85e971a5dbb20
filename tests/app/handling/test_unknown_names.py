"""Whatever a command names that is not there: an entry, a sale, a table, a day. It is refused in words, and breaks nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from feltro.app.handling import House
from feltro.app.handling.catalogue import COMMANDS, command_decoder
from feltro.app.handling.examples import examples
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.store.memory import MemoryStore
from feltro.words.sentences import say
from tests.app.handling.test_examples import STORY, give
from tests.tournament.room import at

THINGS = (
    "tournament",
    "season",
    "entry",
    "sale",
    "person",
    "ticket",
    "table",
    "payment",
    "race",
    "draw",
    "incident",
)
"""What a command names because it is there already: by these fields, except where it makes it."""
MAKES = {
    "RegisterPerson": {"person"},
    "CreateTournament": {"tournament", "season"},
    "CreateSeason": {"season"},
    "SellEntry": {"entry"},
    "SellAhead": {"entry"},
    "SellExtra": {"sale"},
    "OrderExtra": {"sale"},
    "IssueTicket": {"ticket"},
    "PayPrize": {"payment"},
    "CallColorUp": {"race"},
    "OpenIncident": {"incident"},
}
"""What is new with it, or is a place that it opens."""


def nothing_by_that_name(field: str) -> Any:
    return 77 if field == "table" else "nada-77"


def named_in(name: str) -> list[str]:
    example = examples()[name]
    return [field for field in THINGS if field in example and field not in MAKES.get(name, ())]


@pytest.mark.parametrize("name", sorted(name for name in COMMANDS if named_in(name)))
def test_what_is_not_there_is_refused_in_words(name):
    """One name after the other that nobody knows, the rest as in the example."""
    house = House(MemoryStore())
    for told in STORY[:11]:
        give(house, told)
    assert named_in(name)
    role = "director" if "director" in COMMANDS[name].may else COMMANDS[name].may[0]
    for field in named_in(name):
        body = {**examples()[name], field: nothing_by_that_name(field)}
        command = command_decoder().decode(msgspec.json.encode(body))
        outcome = house.handle(command, Envelope(key=f"k-{field}", who="ana", role=role, at=at("17:30")))
        assert isinstance(outcome, Refused), field
        assert say(outcome.because, "pt", **outcome.values)
