"""What the clock did by itself and the log does not know yet: levels that began, minimums that were missed.

Every decision writes these facts down before its own, so that they stand before whatever came after them.
"""

from typing import NamedTuple

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.face import reached
from feltro.tournament.facts.clock import LevelMarked
from feltro.tournament.facts.opening import MinimumMissed
from feltro.tournament.state import TournamentState

LEVELS_WITH_MINIMUM = 4

Place = tuple[int, bool]
"""A level, and whether it is the break that follows it."""


def due(state: TournamentState, book: Settled, at: Instant) -> tuple[Event, ...]:
    """In the order in which it happened, each fact at its instant."""
    found: list[Event] = []
    for day, clock in state.clocks.days.items():
        before = clock.marked
        for one in reached(state, day, at):
            if (one.level, one.in_break) <= before:
                continue
            when = one.at or at
            found.append(LevelMarked(level=one.level, in_break=one.in_break, day=day, at=when, by_itself=True))
            found += minimums_missed(day, before, (one.level, one.in_break), state, book, when)
            before = (one.level, one.in_break)
    return tuple(found)


def missed_by(state: TournamentState, book: Settled, at: Instant) -> list[int]:
    """Levels that ended with too few entries, whether or not the log knows it yet."""
    unseen = (one.level for one in due(state, book, at) if isinstance(one, MinimumMissed))
    return sorted({*state.missed, *unseen})


def minimums_missed(
    day: str, before: Place, after: Place, state: TournamentState, book: Settled, at: Instant
) -> list[MinimumMissed]:
    """The levels that were to be looked at between two places of the clock, and had too few entries.

    Entries of all first days count together, so that only the last one to start can be short of them.
    """
    if day != _last_first_day(state):
        return []
    looked_at = [level for level in _looked_at(before, after, book) if level not in state.missed]
    return [miss for level in looked_at if (miss := _missed(level, state, book, at))]


def _missed(level: int, state: TournamentState, book: Settled, at: Instant) -> MinimumMissed | None:
    needed = book[f"event.minimum_entries.level_{level}"].value
    sold = counted(state, book)
    return MinimumMissed(level=level, needed=needed, sold=sold, at=at) if sold < needed else None


def counted(state: TournamentState, book: Settled) -> int:
    if book["event.minimum_entries.counted"].value == "entries_sold":
        return state.entries_sold
    return sum(state.days.live.values())


class MinimumAhead(NamedTuple):
    """How many entries an event still needs, and by which level."""

    level: int
    needed: int
    sold: int

    @property
    def missing(self) -> int:
        return max(0, self.needed - self.sold)


def minimum_ahead(state: TournamentState, book: Settled) -> MinimumAhead | None:
    """The next level at which entries are looked at; nothing where none is needed any more."""
    day = _last_first_day(state)
    seen = state.clocks.days[day].marked[0] if day in state.clocks.days else 0
    for level in range(max(seen, 1), LEVELS_WITH_MINIMUM + 1):
        needed = book[f"event.minimum_entries.level_{level}"].value
        if needed:
            return MinimumAhead(level, needed, counted(state, book))
    return None


def minimum_looked_at(level: int, state: TournamentState, book: Settled) -> bool:
    """Whether the clock has come by the moment at which the entries of this level are counted."""
    clock = state.clocks.days.get(_last_first_day(state))
    return clock is not None and level in _looked_at((0, False), clock.marked, book)


def _last_first_day(state: TournamentState) -> str:
    first = [day for day in state.the_sheet.days if day.is_first]
    return max(first, key=lambda day: (state.starts_at(day), day.id)).id if first else ""


def _looked_at(before: Place, after: Place, book: Settled) -> range:
    (was, in_break), (now, now_in_break) = before, after
    if book["event.minimum_entries.checked_at"].value == "start_of_level":
        return range(was + 1, min(now, LEVELS_WITH_MINIMUM) + 1)
    first = was + 1 if in_break else max(was, 1)
    last = now if now_in_break else now - 1
    return range(first, min(last, LEVELS_WITH_MINIMUM) + 1)
