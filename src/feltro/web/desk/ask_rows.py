"""The list of those who asked from a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.decisions.phone_photos import photo_of
from feltro.app.people.asked import asked_of
from feltro.app.people.documents import masked

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House


def ask_rows(house: House, event: EventView) -> list[dict[str, Any]]:
    """In the order in which they asked: first those who told all, then those who mean to come. Hold the world's lock."""
    asks = event.state.phone_asks
    rows = []
    for turn, name in enumerate((*asks.line(interest=False), *asks.line(interest=True)), 1):
        told = asked_of(house.store, event.id, name)
        if told is not None:
            rows.append(
                {
                    "ask": name,
                    "turn": turn,
                    "name": told.person.name,
                    "document": masked(told.person.document),
                    "interest": told.interest,
                    "at": asks.asks[name].at,
                    "photo": photo_of(house.store, event.id, name) is not None,
                }
            )
    return rows
