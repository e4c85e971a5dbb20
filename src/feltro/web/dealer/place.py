"""Which table a tablet lies on: a number, in a room where the house keeps rooms; whoever plays there now is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.web.floor.home import events_on

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant


class Lies(NamedTuple):
    """A table as a tablet knows it."""

    room: str
    number: int

    def __str__(self) -> str:
        return f"{self.room}/{self.number}" if self.room else str(self.number)


def read_place(written: str) -> Lies:
    room, _, number = written.rpartition("/")
    return Lies(room, int(number))


def event_at(place: Lies, house: House, at: Instant) -> EventView | None:
    """Who plays at that table; nobody: whoever broke it last, so that its players are led on. Hold the world's lock."""
    events = events_on(house, at)
    for found in events:
        table = found.state.floor.tables.get(place.number)
        if table is not None and (not place.room or table.room == place.room):
            return found
    broke = [found for found in events if place.number in found.state.floor.gone]
    return next(iter(broke or events), None)
