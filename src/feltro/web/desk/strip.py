"""The strip above the desk: how many are in, which chairs are left, and until when entries are sold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.money.receiver import last_change
from feltro.kernel.instants import local_time
from feltro.tournament.clock.face import showing
from feltro.tournament.sales.hours import opens_at
from feltro.tournament.sales.line import chairs_left
from feltro.tournament.state import GONE

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.world.history import Fact
    from feltro.tournament.state import TournamentState


class Selling(NamedTuple):
    """Whether entries are sold now, in words."""

    key: str
    values: dict[str, Any]
    closed: bool


def head(event: EventView) -> dict[str, Any]:
    state = event.state
    live = [entry for entry in state.entries.values() if entry.status not in GONE]
    return {
        "entries": len(live),
        "people": len({entry.person for entry in live}),
        "in_play": sum(entry.status == "live" for entry in live),
        "waiting": len(state.waiting),
        "tables": len(state.floor.tables),
        "locked": sum(len(table.locked) for table in state.floor.tables.values()),
        "seats_left": _seats_left(state),
        "level": showing(state, event.at).level,
        "starts_at": min(state.starts.values()),
        "selling": selling(event),
        "receiver_changed": _receiver_changed(event),
    }


def _receiver_changed(event: EventView) -> Fact | None:
    """Told at the desk for as long as the event lasts: codes shown before and after go to different accounts."""
    changed = last_change(event.house)
    return changed if changed and event.facts and changed.meta.at >= event.facts[0].meta.at else None


def _seats_left(state: TournamentState) -> int | None:
    """Chairs of the first days that can still be sold; nothing where neither the sheet nor the room has a number."""
    left = [chairs_left(day.id, state) for day in state.the_sheet.days if day.is_first]
    known = [one for one in left if one is not None]
    return max(sum(known), 0) if known and len(known) == len(left) else None


def selling(event: EventView) -> Selling:
    state, zone = event.state, event.state.the_sheet.zone
    if state.stopped:
        return Selling(f"tournament.status.{state.stopped}", {}, closed=True)
    if state.registration_closed:
        return Selling("desk.strip.closed_now", {}, closed=True)
    first = [day for day in state.the_sheet.days if day.is_first]
    opens = min((opens_at(day, state, event.book) for day in first), default=event.at)
    if event.at < opens:
        when, today = local_time(opens, zone), local_time(event.at, zone).date()
        key = "desk.strip.opens" if when.date() == today else "desk.strip.opens_on"
        return Selling(key, {"day": when.date(), "hour": when.time()}, closed=True)
    last = max(state.the_sheet.late_registration or 0, state.extended_to or 0)
    if showing(state, event.at).level > last:
        return Selling("desk.strip.closed_now", {}, closed=True)
    return Selling("desk.strip.open_until" if last else "desk.strip.open_now", {"level": last}, closed=False)
