"""Levels, and how many entries each of the first ones needs before it ends."""

from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import commands as c
from feltro.tournament import events as e
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome
from feltro.tournament.state import LIVE, TournamentState

LEVELS_WITH_MINIMUM = 4


def mark_level(command: c.MarkLevel, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The clock goes on. A level that ended with too few entries is told; the director decides."""
    if (command.level, command.in_break) <= (state.level, state.in_break):
        return Refused("level.is_past", {"level": command.level, "now": state.level})
    if command.level > len(state.the_sheet.levels):
        return Refused("level.not_on_sheet", {"level": command.level})
    marked = e.LevelMarked(level=command.level, in_break=command.in_break)
    ended = [level for level in _ended(command, state, book) if level not in state.missed]
    return (marked, *(miss for level in ended if (miss := missed(level, state, book))))


def missed(level: int, state: TournamentState, book: Settled) -> e.MinimumMissed | None:
    needed = book[f"event.minimum_entries.level_{level}"].value
    sold = counted(state, book)
    return e.MinimumMissed(level=level, needed=needed, sold=sold) if sold < needed else None


def counted(state: TournamentState, book: Settled) -> int:
    if book["event.minimum_entries.counted"].value == "entries_sold":
        return state.entries_sold
    return sum(entry.status == LIVE for entry in state.entries.values())


def _ended(command: c.MarkLevel, state: TournamentState, book: Settled) -> range:
    """The levels, of those with a minimum, that are looked at now."""
    if book["event.minimum_entries.checked_at"].value == "start_of_level":
        return range(state.level + 1, min(command.level, LEVELS_WITH_MINIMUM) + 1)
    first = state.level + 1 if state.in_break else max(state.level, 1)
    last = command.level if command.in_break else command.level - 1
    return range(first, min(last, LEVELS_WITH_MINIMUM) + 1)
