"""Opening a house to visitors: everything that the first of them would wait for is known before they come."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from feltro.app.handling.acts import acts_of
from feltro.app.people.directory import directory
from feltro.app.ranking import ranking_of
from feltro.app.settings.hour import machine_hour

if TYPE_CHECKING:
    from feltro.app.handling import House


def open_to_visitors(house: House) -> None:
    """Streams, people, what was done in this shift, and the rankings of seasons in which something is open. The collector
    waits meanwhile, and then leaves alone what is there for as long as the house is open."""
    world = house.world
    gc.disable()
    directory(house.store)
    with world.lock:
        world.load_all()
        acts_of(house).last_of("", machine_hour())
        for season in sorted({one.season for one in world.gists() if one.is_open}):
            ranking_of(season, world, house.books)
    gc.freeze()
    gc.enable()
