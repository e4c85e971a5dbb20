"""Every command that Feltro takes, gathered from the tables that decide."""

from functools import cache
from typing import Any, Union

import msgspec

from feltro.app.conduct.incidents.table import USE_CASES as INCIDENTS
from feltro.app.conduct.rulings.table import USE_CASES as DECISIONS
from feltro.app.handling.correction import Correct
from feltro.app.handling.undo import Undo
from feltro.app.people.table import USE_CASES as PEOPLE
from feltro.app.screens.table import USE_CASES as SCREENS
from feltro.house import desks, rooms
from feltro.season import decide as season
from feltro.season.commands import LapseNoShows, LapseTickets
from feltro.tournament import decide as tournament

_ALL: tuple[type[msgspec.Struct], ...] = (
    *season.DECIDE,
    LapseTickets,
    LapseNoShows,
    *desks.DECIDE,
    *rooms.DECIDE,
    *tournament.DECIDE,
    *PEOPLE,
    *INCIDENTS,
    *DECISIONS,
    *SCREENS,
    Undo,
    Correct,
)

COMMANDS = {command.__name__: command for command in _ALL}


@cache
def command_decoder() -> msgspec.json.Decoder[Any]:
    """Reads `{"type": "SellEntry", ...}`; what does not fit is a `msgspec.ValidationError` that says where."""
    return msgspec.json.Decoder(Union[_ALL])  # noqa: UP007 - made from a table
