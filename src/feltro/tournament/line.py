"""The line of those who wait for a chair: how many chairs are left, and who stands in it."""

from feltro.kernel.instants import Instant, later
from feltro.rulebook.settle import Settled
from feltro.tournament.state import Entry, TournamentState


def chairs_left(day_id: str, state: TournamentState) -> int | None:
    """Chairs of a first day that nobody has bought, by the sheet and by the open tables; nothing without a limit."""
    day, hall = state.the_sheet.day(day_id), state.floor.halls.get(day_id)
    limits = [day.seats] if day is not None and day.seats is not None else []
    if hall is not None and hall.sizes.players:
        limits.append(hall.chairs)
    return min(limits) - state.taken(day_id) if limits else None


def in_line(day_id: str, state: TournamentState) -> list[str]:
    """Everybody who waits for a chair of one day, in the order of the list."""
    return [entry for entry in state.waiting if state.entries[entry].day == day_id]


def is_full(day_id: str, state: TournamentState) -> bool:
    """Whoever buys now waits: no chair is left, or those who are in line come first."""
    left = chairs_left(day_id, state)
    return left is not None and left <= len(in_line(day_id, state))


def called_so_long(entry: Entry, book: Settled, at: Instant) -> bool:
    """The minutes that a player has to come after being called have gone by."""
    minutes = book["alternates.call_minutes"].value
    return entry.called_at is not None and at >= later(entry.called_at, seconds=60 * minutes)
