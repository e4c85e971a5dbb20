"""What a satellite asks: whose chips win a seat, and that it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.needs.prompt import LOOK, Deed, Prompt, Spot
from feltro.tournament.prizes.satellites import holders_in, seats_left, seats_of
from feltro.tournament.state import LIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView


def satellite_prompts(found: EventView) -> Iterator[Prompt]:
    """Stacks that were counted, and have what the sheet asks for."""
    state = found.state
    prize = state.the_sheet.satellite
    if prize is None or prize.target_chips is None or state.stopped or not seats_left(state):
        return
    for entry, counted in state.chips.stacks.items():
        if state.entries[entry].status == LIVE and counted.chips >= prize.target_chips:
            wins = Deed("satellite.win", "WinSeat", {"entry": entry, "stack": counted.chips})
            values = {"player": found.names.of(entry), "chips": counted.chips, "target": prize.target_chips}
            yield Prompt(LOOK, "director.need.seat_reached", values, deeds=(wins,), spot=Spot("player", entry))


def satellite_end(found: EventView) -> Iterator[Prompt]:
    """As many are left as there are seats, or every seat is won."""
    seats, holders = seats_of(found.state), holders_in(found.state)
    if seats and len(holders) <= seats:
        values = {"n": len(holders), "seats": seats}
        yield Prompt(LOOK, "evening.end_satellite", values, spot=Spot("act", "EndSatellite"), go="satellite.end")
