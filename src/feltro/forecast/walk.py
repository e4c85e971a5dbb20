"""One day of many tournaments at once: a hand at every table of every run, until the day is over.

Players of a run stand side by side in a row; player `i` of a run with `t` tables sits at table `i mod t`, so that tables never
differ by more than one and a table breaks as soon as the others can take its players. Whoever is out is replaced by one from
the end of the row, as balancing would. A hand takes chips from one player and gives them to another, either of the two with
the same chance: nobody's stack is expected to grow or shrink, whatever its size, and no chip is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feltro.forecast.course import BEGUN
from feltro.forecast.field_state import take_out
from feltro.forecast.record import MOMENT, StepLog
from feltro.forecast.turnout import arrived

if TYPE_CHECKING:
    from feltro.forecast.assumptions import Assumptions
    from feltro.forecast.course import Course, Floats, Ints
    from feltro.forecast.field_state import FieldState
    from feltro.forecast.record import DayRecord


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


class Seating(NamedTuple):
    """By how many are left: looked up in every step in the place of being worked out."""

    tables: Ints
    """None for one player who waits for others."""
    each: Ints
    """Players at every table; the first `over` of them have one more."""
    over: Ints
    minutes: Floats
    """That a hand takes."""

    @staticmethod
    def of(rules: DayRules, assumes: Assumptions, most: int) -> Seating:
        left = np.arange(most + 1)
        tables = np.where(left <= rules.final_chairs, 1, -(-left // rules.chairs))
        tables[:2] = 0
        some = np.maximum(tables, 1)
        empty = np.maximum(0.0, rules.chairs - left / some)
        pace = assumes.hands_per_hour * rules.pace * (1 + assumes.empty_chair_gain * empty)
        return Seating(tables, left // some, left % some, 60 / pace)


class LevelStakes(NamedTuple):
    """By level: a usual pot, the stack from which everything goes in, and what a hand costs without one."""

    pot: Floats
    deep: Floats
    posted: Ints

    @staticmethod
    def of(course: Course, assumes: Assumptions) -> LevelStakes:
        size = course.size.astype(np.float64)
        return LevelStakes(size * assumes.pot, size * assumes.all_in_below, course.posted)


class DayWalk:
    """Changes how the runs stand, and writes down what happened to them."""

    def __init__(self, at: FieldState, rules: DayRules, luck: Luck, record: DayRecord, coming: Arrivals) -> None:
        self.at, self.rules, self.record = at, rules, record
        self.assumes, self.rng = luck.assumes, luck.rng
        self.late = coming.late
        self.came = np.zeros(at.runs, dtype=np.int64)
        self.coming = self.in_line = True
        self.again_sold = rules.again_limit > 0
        """Once nobody is late, waits or may come back any more, it is not asked again: a late step is mostly asking."""
        self.waiting = np.asarray(coming.people - coming.late, dtype=np.int64)
        self.entered = np.array(coming.people, dtype=np.int64)
        self.played = np.full(at.runs, coming.begins)
        self.level = rules.course.level_at(self.played) - 1
        self.furthest, self.next_level = coming.begins, -np.inf
        """Minutes of the run that is furthest, and of the first level that one of them has yet to begin."""
        self.live = np.arange(at.runs)
        self.addon_due = np.full(at.runs, coming.begins < rules.addon_at < np.inf)
        self.steps = StepLog()
        self.seating = Seating.of(rules, luck.assumes, at.stacks.shape[1])
        self.stakes = LevelStakes.of(rules.course, luck.assumes)

    def walk(self) -> None:
        self._sit_down(self.live)
        self._write_levels()
        while self.live.size:
            left = self.at.left[self.live]
            tables = self.seating.tables[left]
            self.steps.add(self.live, tables, left, self.at.chips[self.live], self.played[self.live])
            self._hands(tables, left)
            self._pass_time()
            self._come_in()
            self._addons()
            self._write_levels()
            self._leave_finished()
        self.steps.write(self.record, self.rules.course, self.rules.closes)

    # Who sits where

    def _come_in(self) -> None:
        if self.coming and (runs := self.live[self.came[self.live] < self.late[self.live]]).size:
            there = arrived(self.late[runs], self.played[runs], self.rules.closes, self.assumes.early_rush)
            self.waiting[runs] += there - self.came[runs]
            self.came[runs] = there
            self.in_line = True
        else:
            self.coming = False
        if self.in_line:
            lines = self.live[self.waiting[self.live] > 0]
            self.in_line = lines.size > 0
            if self.in_line:
                self._sit_down(lines)

    def _sit_down(self, runs: Ints) -> None:
        at, sit = self.at, self.waiting[runs]
        if self.rules.seats:
            sit = np.maximum(np.minimum(sit, self.rules.seats - at.left[runs]), 0)
        rows = runs.repeat(sit)
        chairs = (at.left[runs] - (sit.cumsum() - sit)).repeat(sit) + np.arange(len(rows))
        at.stacks[rows, chairs] = self.rules.entry_chips
        at.bought[rows, chairs] = 0
        at.left[runs] += sit
        at.chips[runs] += sit * self.rules.entry_chips
        self.waiting[runs] -= sit
        if self.rules.seats:
            self._stand_in_line(runs)

    def _stand_in_line(self, runs: Ints) -> None:
        longer = np.maximum(self.waiting[runs] - self.record.longest_line[runs], 0)
        self.record.waited[runs] += longer
        self.record.longest_line[runs] += longer

    # One hand at every table

    def _hands(self, tables: Ints, left: Ints) -> None:
        """Whatever is the same at every table of a run is worked out once for the run, or looked up."""
        many = tables.repeat(tables)
        if not many.size:
            return
        flat, width = self.at.stacks.reshape(-1), self.at.stacks.shape[1]
        number, before = np.arange(len(many)), tables.cumsum() - tables
        seated = self.seating.each[left].repeat(tables)
        seated += number < (self.seating.over[left] + before).repeat(tables)
        start = (self.live * width - before).repeat(tables) + number
        chance = self.rng.random((4, len(many)))
        wins = (chance[0] * seated).astype(np.int64)
        loses = (chance[1] * (seated - 1)).astype(np.int64)
        loses += loses >= wins
        winner, loser = start + wins * many, start + loses * many
        held = flat[loser]
        lost = self._lost(np.minimum(flat[winner], held), tables, chance[2], chance[3])
        flat[winner] += lost
        held -= lost
        flat[loser] = held
        if np.count_nonzero(held) < len(held):
            self._bust(loser[held == 0])

    def _lost(self, most: Ints, tables: Ints, kind: Floats, everything: Floats) -> Ints:
        """The blinds, a pot of a few big blinds, or all that the shorter one has: the likelier the shorter."""
        a, stakes, level = self.assumes, self.stakes, self.level[self.live]
        lost = np.exp(self.rng.standard_normal(len(most)) * a.pot_spread)
        lost *= stakes.pot[level].repeat(tables)
        deep = np.maximum(most / stakes.deep[level].repeat(tables), 1.0)
        np.copyto(lost, most, where=everything * deep**a.all_in_decay < 1)
        np.copyto(lost, stakes.posted[level].repeat(tables), where=kind < a.steal)
        return np.minimum(np.maximum(lost, 1).astype(np.int64), most)

    def _bust(self, places: Ints) -> None:
        """`places` count through the rows of all runs, one after the other."""
        at, rules, rows = self.at, self.rules, places // self.at.stacks.shape[1]
        at.out += np.bincount(rows, minlength=at.runs)
        self.again_sold = self.again_sold and bool(self.played[self.live].min() < rules.again_until)
        if self.again_sold:
            bought = at.bought.reshape(-1)
            back = (self.played[rows] < rules.again_until) & (bought[places] < rules.again_limit)
            back &= self.rng.random(len(rows)) < self.assumes.again_share
            at.stacks.reshape(-1)[places[back]] = rules.again_chips
            bought[places[back]] += 1
            times = np.bincount(rows[back], minlength=at.runs)
            at.again += times
            at.chips += times * rules.again_chips
            self.entered += times
            places = places[~back]
        take_out(at, places)

    def _addons(self) -> None:
        if self.rules.addon_at == np.inf:
            return
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

    def _pass_time(self) -> None:
        """As long as a hand takes with so many at the tables."""
        live, minutes = self.live, self.seating.minutes[self.at.left[self.live]]
        if self.in_line:
            self.record.wait_minutes[live] += self.waiting[live] * minutes
        played = np.minimum(self.played[live] + minutes, self.rules.until)
        self.played[live], self.furthest = played, float(played.max())

    def _write_levels(self) -> None:
        """Players and chips at the start of each level that has begun since."""
        course = self.rules.course
        if self.furthest - MOMENT + BEGUN < self.next_level:
            return
        now = course.level_at(self.played[self.live] - MOMENT)
        while (behind := self.live[self.level[self.live] < now]).size:
            self.level[behind] += 1
            number = np.minimum(course.first + self.level[behind], self.record.players.shape[1] - 1)
            self.record.players[behind, number] = self.at.left[behind]
            self.record.chips[behind, number] = self.at.chips[behind]
        self.next_level = float(course.begins[self.level[self.live] + 1].min())

    def _leave_finished(self) -> None:
        live, rules = self.live, self.rules
        left = self.at.left[live]
        if rules.until == np.inf and not rules.until_percent and not np.count_nonzero(left <= rules.until_players):
            return
        target = np.maximum(rules.until_players, -(-self.entered[live] * rules.until_percent // 100))
        nobody_comes = (self.came[live] >= self.late[live]) & (self.waiting[live] == 0)
        down = (left <= target) & nobody_comes & (self.played[live] >= self._open_until(left))
        done = down | (self.played[live] >= rules.until)
        if done.any():
            self.record.turned_away[live[done]] = self.waiting[live[done]]
            self.record.ended[live[done]] = rules.course.passed(self.played[live[done]] - MOMENT)
            self.live = live[~done]

    def _open_until(self, left: Ints) -> Floats:
        """A day played down to a number waits for the end of its entries; a champion waits for nobody."""
        return np.where(left <= 1, 0.0, self.rules.closes)
