"""A command that names somebody or something that is not there is refused: every command, every such field."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import msgspec
import pytest

from feltro.app.handling import House
from feltro.app.handling.catalogue import COMMANDS, command_decoder
from feltro.app.handling.examples import example_of, examples
from feltro.app.world.plan import Envelope
from feltro.kernel.outcome import Refused
from feltro.store.memory import MemoryStore
from tests.app.handling.test_examples import STORY, give
from tests.tournament.room import at

GHOST = "fantasma"

NAMES = {
    "person": "person.unknown",
    "owner": "person.unknown",
    "to": "person.unknown",
    "buyer": "person.unknown",
    "into": "person.unknown",
    "champion": "person.unknown",
    "order": "person.unknown",
    "people": "person.unknown",
    "tournament": "tournament.unknown",
    "target": "tournament.unknown",
    "season": "season.unknown",
    "desk": "drawer.not_open",
    "room": "room.unknown",
    "dealer": "room.has_not",
    "ticket": "ticket.unknown",
    "downs": "staff.unknown",
}
"""What a field of this name holds, and what a command with one that nobody knows is told."""

OTHERWISE = {
    ("LiftBan", "person"): "ban.none",
    ("HandOnPenalties", "person"): "penalty.none_open",
    ("SignStaffShare", "person"): "staff.no_share",
    ("TakeBackShare", "person"): "prize.no_such_payment",
    ("FreeDealer", "dealer"): "room.not_dealing",
}
"""Told in its own words: there is no such ban, penalty, share or down."""

COMES_INTO_BEING = {
    ("RegisterPerson", "person"),
    ("CreateTournament", "tournament"),
    ("CreateSeason", "season"),
    ("OpenDrawer", "desk"),
    ("FurnishRoom", "room"),
    ("IssueTicket", "ticket"),
}
NO_NAME = {("ReportCameras", "to"), ("KeepRuling", "to"), ("OverruleRuling", "to"), ("ForgetExpired", "person")}
"""An amount, a place, or the mark of somebody who was erased."""

FIELDS = [
    (name, field.name)
    for name, command in COMMANDS.items()
    for field in msgspec.structs.fields(command)
    if field.name in NAMES and not {(name, field.name)} & (COMES_INTO_BEING | NO_NAME)
]


@cache
def _lived_in() -> House:
    house = House(MemoryStore())
    for name in STORY[:11]:
        give(house, name)
    other = {"person": "p2", "name": "Bia Lima", "document": {"kind": "cpf", "number": "111.444.777-35"}}
    _say(house, {**examples()["RegisterPerson"], **other})
    _say(house, {"type": "FurnishRoom", "room": "salao", "tables": [{"number": 1}], "dealers": ["dealer-1"]})
    return house


def _say(house: House, fields: dict[str, Any]) -> Any:
    command = command_decoder().decode(msgspec.json.encode(fields))
    name = fields["type"]
    role = "director" if "director" in COMMANDS[name].may else COMMANDS[name].may[0]
    return house.handle(command, Envelope(key=f"g-{name}-{len(str(fields))}", who="ana", role=role, at=at("17:30")))


def _ghost(kind: type[msgspec.Struct], field: str) -> Any:
    """As the field is written: one name, several, or a share for one."""
    hint = str(next(one.type for one in msgspec.structs.fields(kind) if one.name == field))
    return {GHOST: 1} if "dict" in hint else [GHOST] if "tuple" in hint else GHOST


@pytest.mark.parametrize(("name", "field"), FIELDS, ids=str)
def test_what_nobody_knows_is_refused(name, field):
    """The example of the command, with one name in it that is nobody's: refused, and told that it is not there."""
    said = copy.deepcopy(examples()[name])
    said[field] = _ghost(COMMANDS[name], field)
    outcome = _say(_lived_in(), said)
    assert isinstance(outcome, Refused), (name, field)
    told = [one.because for one in outcome.all] if field == "desk" else [outcome.because]
    assert OTHERWISE.get((name, field), NAMES[field]) in told, (
        "what the event says of it may come before the drawer"
    )


def test_no_field_that_names_somebody_is_left_out():
    """A field of this name in a new command is asked about by itself; a reason that no longer holds goes."""
    listed = {(name, one.name) for name, command in COMMANDS.items() for one in msgspec.structs.fields(command)}
    assert not (COMES_INTO_BEING | NO_NAME | set(OTHERWISE)) - listed
    assert example_of(COMMANDS["SellEntry"])["person"] == "p1"
