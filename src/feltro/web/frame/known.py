"""The event or the season that an address names, for pages; what nobody knows is not found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from litestar.exceptions import NotFoundException

from feltro.app.event_view import event_of
from feltro.web.frame.fields import NAME
from feltro.web.frame.gate import house_of, now

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.kernel.outcome import Refused
    from feltro.season.state import SeasonState
    from feltro.web.frame.gate import AnyRequest


def known_event(request: AnyRequest, tournament: str) -> EventView:
    """Hold the world's lock."""
    event = event_of(house_of(request), tournament, now(request))
    if event is None:
        raise NotFoundException
    return event


def known_season(house: House, season: str) -> SeasonState:
    """Hold the world's lock."""
    if NAME.fullmatch(season) is None or not house.store.version(f"season:{season}"):
        raise NotFoundException
    state: SeasonState = house.world.live(f"season:{season}").state
    return state


def shown_event(request: AnyRequest, tournament: str) -> EventView:
    """As `?at=` asks for it: a local date and time, or `v` and a place in the log. Hold the world's lock."""
    found = known_event(request, tournament).then(request.query_params.get("at", ""))
    if found is None:
        raise NotFoundException
    return found


def by_name(refused: Refused, found: EventView) -> Refused:
    """Nobody in the room knows an entry by its id: they know its number, and whose it is."""
    told, entries = str(refused.values.get("entry", "")), found.state.entries
    by_number = (one for one in entries.values() if str(one.number) == told)  # it was put into words already
    entry = entries.get(told) or next(by_number, None)
    said = {"entry": f"{entry.number} ({found.names.of(entry.id)})"} if entry else {}
    return replace(
        refused, values={**refused.values, **said}, also=tuple(by_name(one, found) for one in refused.also)
    )
