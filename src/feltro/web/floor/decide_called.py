"""What a dealer described at the table, as the floor finds it in the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.web.floor.decide_told import ToldSoFar, renamed, situation_in

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.web.floor.decide_known import KnownTable

WORDS = "reason"
"""Where the registry keeps what was told with a command."""


def told_by_dealer(found: EventView, known: KnownTable, call: str) -> ToldSoFar | None:
    """Nothing where no such call waits, or nothing was told with it. Hold the world's lock."""
    asked = found.state.calls.open.get(call)
    row = found.house.store.kept(WORDS, asked.told) if asked and asked.told else None
    situation = situation_in(row.body.decode()) if row else None
    if situation is None:
        return None
    return ToldSoFar(renamed(situation, {one.entry: name for name, one in known.people.items()}))
