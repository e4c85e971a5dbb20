"""The tables whose hands go out in pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.world.streams.feature import stream_of
from feltro.kernel.instants import later

if TYPE_CHECKING:
    from feltro.app.event_view import EventView

STILL_SECONDS = 60 * 60
"""So long after its last hand a table counts as filmed: a break and a change of camera are shorter."""


def filmed_tables(found: EventView) -> frozenset[int]:
    """Where the production follows the hands as they are dealt; what was written up from notes was not filmed."""
    hands = found.house.world.live(stream_of(found.id)).state.hands.values()
    return frozenset(
        one.table
        for one in hands
        if not one.from_notes and one.at <= found.at < later(one.at, seconds=STILL_SECONDS)
    )
