"""The floor's first page: who calls, where I am now, and the six things that are done from a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.event_view import EventView
from feltro.app.tonight import all_playing, playing
from feltro.kernel.roles import FLOOR
from feltro.web.floor.calls import REASONS, calls_of
from feltro.web.floor.late_taps import late_taps
from feltro.web.floor.time import times_of
from feltro.web.frame.answers import AnyAnswer, room_page
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_page
from feltro.web.frame.streams import EVENTS
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant


@staff_page("/floor", FLOOR, follows=(EVENTS,), menu="floor", starts=("floor",))
def show_floor(request: AnyRequest) -> AnyAnswer:
    """`evento` is the one in hand; without it, where the last call came from, or the one that started first."""
    house, at, who = house_of(request), now(request), me(request).user
    with house.world.lock:
        events = events_on(house, at)
        calls = sorted(
            (one for found in events for one in calls_of(found, who)),
            key=lambda one: (bool(one.floor), -one.waited),
        )
        mine = [one for one in calls if one.mine]
        nearest = next((one.event for one in (*mine, *calls)), "")
        asked = request.query_params.get("evento", nearest)
        chosen = next((one for one in events if one.id == asked), events[0] if events else None)
        context: dict[str, Any] = {
            "calls": [one for one in calls if not one.mine],
            "mine": mine,
            "ringing": sum(not one.floor for one in calls) + sum(len(one.state.taps.open) for one in events),
            "events": [(one.id, one.state.the_sheet.name) for one in events],
            "event": chosen,
            "several": len(events) > 1,
            "reasons": REASONS,
            "taps": [one for found in events for one in late_taps(found, language_of(request))],
            "tables": sorted(chosen.state.floor.tables) if chosen else (),
            "times": times_of(chosen) if chosen else (),
            "book": chosen.book.rulebook.book if chosen else None,
        }
        return room_page(request, "floor/home.html", **context)


def events_on(house: House, at: Instant) -> list[EventView]:
    """Those being played; before the first one starts, the next one. Hold the world's lock."""
    ids = all_playing(house, at) or [one for one in [playing(house, at)] if one]
    return [EventView(house, house.world.live(f"tournament:{one}"), at) for one in ids]
