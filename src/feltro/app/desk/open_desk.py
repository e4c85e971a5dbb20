"""The desk at which somebody's drawer is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.app.handling import House


def open_desk_of(house: House, cashier: str) -> str:
    """Hold the world's lock. Nothing where no drawer of theirs is open."""
    for stream in house.store.streams("desk:"):
        if house.world.live(stream).state.cashier == cashier:
            return stream.partition(":")[2]
    return ""
