"""A command's class is its card: what it says of itself exists, and nothing is left unsaid."""

from __future__ import annotations

import pytest

from feltro.app.handling.catalogue import COMMANDS
from feltro.kernel.commands import NEVER, Command
from feltro.kernel.fields import fields_of
from feltro.kernel.roles import ROLES
from feltro.rulebook.library import shipped

PARAMETERS = frozenset(shipped().parameters)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_a_card_speaks_of_what_is_there(name):
    """Its roles, its rules, its fields and the command that takes it back; no field takes the place of a card's word."""
    command = COMMANDS[name]
    fields = {one.name for one in fields_of(command)}
    assert command.may, f"{name} does not say who may give it"
    assert set(command.may) <= set(ROLES)
    assert set(command.rests_on) <= PARAMETERS
    assert set(command.about) | set(command.personal) <= fields
    assert command.taken_back == NEVER or command.taken_back in COMMANDS
    assert not fields & set(Command.__annotations__)


def test_a_field_says_what_it_names():
    """Also where it may be empty, where it holds several, and where the command brings it into being."""
    told = {one.name: one for one in fields_of(COMMANDS["SellEntry"])}
    assert told["entry"].marks == {"names": "entry", "new": True}
    assert told["buyer"].names == "person"
    assert fields_of(COMMANDS["EndSatellite"])[1].marks == {"names": "entry", "which": "left", "everybody": True}
    stopped = {one.name: one for one in fields_of(COMMANDS["SettleStopped"])}
    assert (stopped["amounts_centavos"].names, stopped["amounts_centavos"].holds) == ("entry", "centavos")
