"""One day of many tournaments at once: a hand at every table of every run, until the day is over.

Players of a run stand side by side in a row; player `i` of a run with `t` tables sits at table `i mod t`, so that tables never
differ by more than one and a table breaks as soon as the others can take its players. Whoever is out is replaced by the
last of the row, as balancing would. A hand takes chips from one player and gives them to another, either of the two with
the same chance: nobody's stack is expected to grow or shrink, whatever its size, and no chip is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.forecast.turnout import arrived

if TYPE_CHECKING:
    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.course import Course, Flags, Floats, Ints
    from feltro.forecast.record import DayRecord

MOMENT = 1e-6
"""A little before the end of something: the break behind it has not begun."""


@dataclass(slots=True)
class FieldState:
    """Every run as it stands: a row of stacks for each, the first `left` of them still in."""

    stacks: Ints
    bought: Ints
    """How often the player on that chair has bought again."""
    left: Ints
    chips: Ints
    again: Ints
    addons: Ints
    out: Ints

    @property
    def runs(self) -> int:
        return len(self.left)


@dataclass(frozen=True, slots=True)
class DayRules:
    """What a day is played by. Minutes are minutes of play."""

    course: Course
    chairs: int
    final_chairs: int
    pace: float = 1.0
    entry_chips: int = 0
    closes: float = 0.0
    """Entries are sold until then."""
    again_until: float = 0.0
    again_limit: int = 0
    again_chips: int = 0
    addon_at: float = np.inf
    addon_chips: int = 0
    seats: int = 0
    """Who comes when they are taken waits; nought: everybody finds one."""
    until: float = np.inf
    until_players: int = 1
    until_percent: int = 0


class Luck(NamedTuple):
    """What is assumed, and the chance that is left."""

    assumes: Assumptions
    rng: np.random.Generator


class Arrivals(NamedTuple):
    """People of a day in each run, those of them who come after its start, and the minute of play at which it is taken up."""

    people: Ints
    late: Ints
    begins: float = 0.0


def nobody_yet(runs: int, room: int) -> FieldState:
    """An empty room with chairs for so many."""
    zeros = [np.zeros(runs, dtype=np.int64) for _ in range(5)]
    return FieldState(np.zeros((runs, room), dtype=np.int64), np.zeros((runs, room), dtype=np.int64), *zeros)


class DayWalk:
    """Changes how the runs stand, and writes down what happened to them."""

    def __init__(self, at: FieldState, rules: DayRules, luck: Luck, record: DayRecord, coming: Arrivals) -> None:
        self.at, self.rules, self.record = at, rules, record
        self.assumes, self.rng = luck.assumes, luck.rng
        self.late = coming.late
        self.came = np.zeros(at.runs, dtype=np.int64)
        self.waiting = np.asarray(coming.people - coming.late, dtype=np.int64)
        self.entered = np.array(coming.people, dtype=np.int64)
        self.played = np.full(at.runs, coming.begins)
        self.level = rules.course.level_at(self.played) - 1
        self.live = np.arange(at.runs)
        self.addon_due = np.full(at.runs, coming.begins < rules.addon_at < np.inf)

    def walk(self) -> None:
        self._sit_down(self.live)
        self._write_levels()
        while self.live.size:
            tables = self._tables()
            self._write_tables(tables)
            self._hands(tables)
            self._pass_time(tables)
            self._come_in()
            if self.addon_due.any():
                self._addons()
            self._write_levels()
            self._leave_finished()

    # Who sits where

    def _tables(self) -> Ints:
        """Of each live run; none for a run with one player who waits for others."""
        left = self.at.left[self.live]
        tables = -(-left // self.rules.chairs)
        return np.where(left < 2, 0, np.where(left <= self.rules.final_chairs, 1, tables))

    def _come_in(self) -> None:
        runs = self.live[self.came[self.live] < self.late[self.live]]
        if runs.size:
            there = arrived(self.late[runs], self.played[runs], self.rules.closes, self.assumes.early_rush)
            self.waiting[runs] += there - self.came[runs]
            self.came[runs] = there
        waiting = self.live[self.waiting[self.live] > 0]
        if waiting.size:
            self._sit_down(waiting)

    def _sit_down(self, runs: Ints) -> None:
        at, waiting = self.at, self.waiting[runs]
        free = self.rules.seats - at.left[runs] if self.rules.seats else waiting
        sit = np.clip(np.minimum(waiting, free), 0, None)
        rows = np.repeat(runs, sit)
        nth = np.arange(len(rows)) - np.repeat(np.cumsum(sit) - sit, sit)
        chairs = at.left[rows] + nth
        at.stacks[rows, chairs] = self.rules.entry_chips
        at.bought[rows, chairs] = 0
        at.left[runs] += sit
        at.chips[runs] += sit * self.rules.entry_chips
        line = waiting - sit
        self.waiting[runs] = line
        longer = np.maximum(line - self.record.longest_line[runs], 0)
        self.record.waited[runs] += longer
        self.record.longest_line[runs] += longer

    # One hand at every table

    def _hands(self, tables: Ints) -> None:
        at, runs = self.at, np.repeat(np.arange(len(tables)), tables)
        if not runs.size:
            return
        table = np.arange(len(runs)) - np.repeat(np.cumsum(tables) - tables, tables)
        rows, many = self.live[runs], tables[runs]
        seated = at.left[rows] // many + (table < at.left[rows] % many)
        chance = self.rng.random((4, len(runs)))
        wins = (chance[0] * seated).astype(np.int64)
        loses = (chance[1] * (seated - 1)).astype(np.int64)
        loses += loses >= wins
        flat, start = at.stacks.reshape(-1), rows * at.stacks.shape[1] + table
        winner, loser = start + wins * many, start + loses * many
        held = flat[loser]
        lost = self._lost(np.minimum(flat[winner], held), self.level[rows], chance[2], chance[3])
        flat[winner] += lost
        flat[loser] = held - lost
        busted = lost == held
        if busted.any():
            self._bust(rows[busted], (loser - rows * at.stacks.shape[1])[busted])

    def _lost(self, most: Ints, level: Ints, kind: Floats, everything: Floats) -> Ints:
        """The blinds, a pot of a few big blinds, or all that the shorter one has: the likelier the shorter."""
        a, course = self.assumes, self.rules.course
        size = course.size[level]
        pot = np.exp(self.rng.standard_normal(len(most)) * a.pot_spread) * (a.pot * size)
        deep = np.maximum(most / (size * a.all_in_below), 1.0)
        lost = np.where(everything * deep**a.all_in_decay < 1, most, pot)
        lost = np.where(kind < a.steal, course.posted[level], lost)
        return np.asarray(np.clip(lost, 1, most), dtype=np.int64)

    def _bust(self, rows: Ints, chairs: Ints) -> None:
        at, rules = self.at, self.rules
        np.add.at(at.out, rows, 1)
        if rules.again_limit:
            back = (self.played[rows] < rules.again_until) & (at.bought[rows, chairs] < rules.again_limit)
            back &= self.rng.random(len(rows)) < self.assumes.again_share
            again, seat = rows[back], chairs[back]
            at.stacks[again, seat] = rules.again_chips
            at.bought[again, seat] += 1
            np.add.at(at.again, again, 1)
            np.add.at(at.chips, again, rules.again_chips)
            np.add.at(self.entered, again, 1)
            rows, chairs = rows[~back], chairs[~back]
        take_out(at, rows, chairs)

    def _addons(self) -> None:
        runs = self.live[self.addon_due[self.live] & (self.played[self.live] >= self.rules.addon_at)]
        if not runs.size:
            return
        self.addon_due[runs] = False
        there = np.arange(self.at.stacks.shape[1]) < self.at.left[runs, None]
        buys = there & (self.rng.random(there.shape) < self.assumes.addon_share)
        self.at.stacks[runs] += buys * self.rules.addon_chips
        self.at.addons[runs] += buys.sum(axis=1)
        self.at.chips[runs] += buys.sum(axis=1) * self.rules.addon_chips

    # The clock, and what is written down

    def _pass_time(self, tables: Ints) -> None:
        a, rules, live = self.assumes, self.rules, self.live
        empty = np.maximum(0.0, rules.chairs - self.at.left[live] / np.maximum(tables, 1))
        minutes = 60 / (a.hands_per_hour * rules.pace * (1 + a.empty_chair_gain * empty))
        self.record.wait_minutes[live] += self.waiting[live] * minutes
        self.played[live] = np.minimum(self.played[live] + minutes, rules.until)

    def _write_levels(self) -> None:
        """Players and chips at the start of each level that has begun since."""
        now = self.rules.course.level_at(self.played[self.live] - MOMENT)
        while (behind := self.live[self.level[self.live] < now]).size:
            self.level[behind] += 1
            number = np.minimum(self.rules.course.first + self.level[behind], self.record.players.shape[1] - 1)
            self.record.players[behind, number] = self.at.left[behind]
            self.record.chips[behind, number] = self.at.chips[behind]

    def _write_tables(self, tables: Ints) -> None:
        live, record, rules = self.live, self.record, self.rules
        wall = rules.course.passed(self.played[live])
        hour = np.minimum(wall // 60, record.tables.shape[1] - 1).astype(np.int64)
        record.tables[live, hour] = np.maximum(record.tables[live, hour], tables)
        over = self.played[live] >= rules.closes
        runs, left = live[over], tables[over]
        record.breaks[runs, left] = np.minimum(record.breaks[runs, left], wall[over])
        final = runs[(left == 1) & (record.final_table[runs] == 0)]
        size = rules.course.size[self.level[final]]
        record.final_table[final] = self.at.chips[final] / self.at.left[final] / size

    def _leave_finished(self) -> None:
        live, rules = self.live, self.rules
        target = np.maximum(rules.until_players, -(-self.entered[live] * rules.until_percent // 100))
        nobody_comes = (self.came[live] >= self.late[live]) & (self.waiting[live] == 0)
        down = (self.at.left[live] <= target) & nobody_comes & (self.played[live] >= self._open_until(live))
        done = down | (self.played[live] >= rules.until)
        if done.any():
            self.record.turned_away[live[done]] = self.waiting[live[done]]
            self.record.ended[live[done]] = rules.course.passed(self.played[live[done]] - MOMENT)
            self.live = live[~done]

    def _open_until(self, live: Ints) -> Floats:
        """A day played down to a number waits for the end of its entries; a champion waits for nobody."""
        alone = self.at.left[live] <= 1
        return np.where(alone, 0.0, self.rules.closes)


def take_out(at: FieldState, rows: Ints, chairs: Ints) -> None:
    """The last of each row takes the chair; from the back of the row, so that nobody is moved twice."""
    order = np.lexsort((-chairs, rows))
    rows, chairs = rows[order], chairs[order]
    nth = np.arange(len(rows)) - np.searchsorted(rows, rows)
    for turn in range(int(nth.max(initial=-1)) + 1):
        run, chair = rows[nth == turn], chairs[nth == turn]
        last = at.left[run] - 1
        at.stacks[run, chair], at.bought[run, chair] = at.stacks[run, last], at.bought[run, last]
        at.stacks[run, last] = 0
        at.left[run] = last


def still_there(at: FieldState) -> Flags:
    return np.asarray(np.arange(at.stacks.shape[1]) < at.left[:, None])
