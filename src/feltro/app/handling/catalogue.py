"""Every command that Feltro takes, gathered from the tables that decide."""

from functools import cache
from typing import Any, Union

import msgspec

from feltro.app.access.scopes import scope_of
from feltro.app.handling.use_cases import OF_THE_HOUSE
from feltro.house import desks, rooms
from feltro.kernel.commands import Command
from feltro.season import decide as season
from feltro.season.commands import LapseNoShows, LapseTickets
from feltro.tournament import decide as tournament

_ALL: tuple[type[Command], ...] = (
    *season.DECIDE,
    LapseTickets,
    LapseNoShows,
    *desks.DECIDE,
    *rooms.DECIDE,
    *tournament.DECIDE,
    *OF_THE_HOUSE,
)

COMMANDS = {command.__name__: command for command in _ALL}

_UNSAID = [name for name, command in COMMANDS.items() if not command.may]
if _UNSAID:
    raise TypeError(f"no role may give {', '.join(_UNSAID)}: its class says in `may` who does")


@cache
def command_decoder() -> msgspec.json.Decoder[Any]:
    """Reads `{"type": "SellEntry", ...}`; what does not fit is a `msgspec.ValidationError` that says where."""
    return msgspec.json.Decoder(Union[_ALL])  # noqa: UP007 - made from a table


def with_cards(schemas: dict[str, Any]) -> dict[str, Any]:
    """Beside the fields of each command what its card says: who may give it, what it rests on, how it is taken back, and the
    scope that it takes of a token."""
    told = ("may", "rests_on", "about", "grave", "second_person", "money_out", "taken_back")
    cards = {
        name: {**{one: getattr(command, one) for one in told}, "scope": scope_of(command)}
        for name, command in COMMANDS.items()
    }
    return {name: one | ({"x-card": cards[name]} if name in cards else {}) for name, one in schemas.items()}
