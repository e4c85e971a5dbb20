"""What is written down of every run while it is walked: players by level, tables by hour, when tables break."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from feltro.forecast.course import Course, Floats, Ints

HOURS = 48
LEVELS = 160
MOMENT = 1e-6
"""A little before the end of something: the break behind it has not begun."""


@dataclass(slots=True)
class DayRecord:
    """One day of every run. Rows are runs."""

    day: str
    players: Ints
    """By the number of the level: players when it began; nought where it was not reached."""
    chips: Ints
    """Chips in play when it began."""
    tables: Ints
    """By hours since the start: the most tables at once in it."""
    ended: Floats
    """Minutes since the start, breaks included."""
    breaks: Floats
    """By how many tables are left: minutes since the start when it came to that for good; infinite where it never did."""
    final_table: Floats
    """The average stack in big blinds when the final table sat down; nought where it did not on this day."""
    waited: Ints
    """Alternates who had to wait, and the minutes that they did together."""
    wait_minutes: Floats
    longest_line: Ints
    turned_away: Ints
    """Alternates who still waited when the day was over."""

    def __getstate__(self) -> dict[str, object]:
        """What goes from one process to another: a row has room for more levels and hours than a day sees, and noughts weigh too."""
        state = {one.name: getattr(self, one.name) for one in fields(self)}
        return state | {name: _reached(state[name]) for name in _ROOM}

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            setattr(self, name, _with_room(value, _ROOM[name]) if name in _ROOM else value)


_ROOM = {"players": LEVELS, "chips": LEVELS, "tables": HOURS}


def _reached(table: Ints) -> Ints:
    """Up to the last column in which something stands."""
    columns = np.flatnonzero(np.any(table, axis=0))
    return np.asarray(table[:, : int(columns.max(initial=-1)) + 1], dtype=np.int64)


def _with_room(table: Any, columns: int) -> Ints:
    whole = np.zeros((len(table), columns), dtype=np.int64)
    whole[:, : table.shape[1]] = table
    return whole


def blank_day(day: str, runs: int, tables: int) -> DayRecord:
    return DayRecord(
        day=day,
        players=np.zeros((runs, LEVELS), dtype=np.int64),
        chips=np.zeros((runs, LEVELS), dtype=np.int64),
        tables=np.zeros((runs, HOURS), dtype=np.int64),
        ended=np.zeros(runs),
        breaks=np.full((runs, tables + 1), np.inf),
        final_table=np.zeros(runs),
        waited=np.zeros(runs, dtype=np.int64),
        wait_minutes=np.zeros(runs),
        longest_line=np.zeros(runs, dtype=np.int64),
        turned_away=np.zeros(runs, dtype=np.int64),
    )


class StepLog:
    """Every run as it stood before each hand. What is read from that is worked out in one go when the day is over: the arithmetic
    of a step costs far less than the asking for it."""

    def __init__(self) -> None:
        self._steps: list[tuple[Ints, Ints, Ints, Ints, Floats]] = []

    def add(self, runs: Ints, tables: Ints, left: Ints, chips: Ints, played: Floats) -> None:
        self._steps.append((runs, tables, left, chips, played))

    def write(self, record: DayRecord, course: Course, closes: float) -> None:
        """Tables by hour, when tables break for good once nobody enters any more, the stacks at the final table."""
        if not self._steps:
            return
        runs, tables, left, chips = (np.concatenate([step[place] for step in self._steps]) for place in range(4))
        played = np.concatenate([step[4] for step in self._steps])
        wall = course.passed(played)
        hour = np.minimum(wall // 60, record.tables.shape[1] - 1).astype(np.int64)
        np.maximum.at(record.tables, (runs, hour), tables)
        over = played >= closes
        np.minimum.at(record.breaks, (runs[over], tables[over]), wall[over])
        final = np.flatnonzero(over & (tables == 1))
        found, first = np.unique(runs[final], return_index=True)
        sat = final[first]
        size = course.size[course.level_at(played[sat] - MOMENT)]
        record.final_table[found] = chips[sat] / left[sat] / size


@dataclass(slots=True)
class Runs:
    """Everything that came of a number of tournaments."""

    people: Ints
    again: Ints
    """Re-entries or rebuys."""
    addons: Ints
    issued: Ints
    """Chips that were given out."""
    held: Ints
    """Chips that the last player holds; all of them, or the walk is wrong."""
    out: Ints
    """Entries that were lost: all but one, however often somebody bought again."""
    days: list[DayRecord] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.people)

    @property
    def entries(self) -> Ints:
        return np.asarray(self.people + self.again, dtype=np.int64)

    @property
    def last_day(self) -> DayRecord:
        return self.days[-1]


def joined(parts: list[Runs]) -> Runs:
    """Runs of several blocks as one, in the order of the blocks."""
    first = parts[0]
    whole = Runs(**{name: np.concatenate([getattr(one, name) for one in parts]) for name in _SUMS})  # type: ignore[arg-type]
    for place in range(len(first.days)):
        same = [one.days[place] for one in parts]
        widest = max(one.breaks.shape[1] for one in same)
        values = {name: np.concatenate([getattr(one, name) for one in same]) for name in _COLUMNS}
        values["breaks"] = np.concatenate([_wide(one.breaks, widest) for one in same])
        whole.days.append(DayRecord(day=same[0].day, **values))
    return whole


def _wide(breaks: Floats, columns: int) -> Floats:
    missing = columns - breaks.shape[1]
    return np.pad(breaks, ((0, 0), (0, missing)), constant_values=np.inf) if missing else breaks


_SUMS = ("people", "again", "addons", "issued", "held", "out")
_COLUMNS = (
    "players",
    "chips",
    "tables",
    "ended",
    "final_table",
    "waited",
    "wait_minutes",
    "longest_line",
    "turned_away",
)
