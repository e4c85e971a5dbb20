"""One day of many tournaments at once: a hand at every table of every run, until the day is over.

Players of a run stand side by side in a row; player `i` of a run with `t` tables sits at table `i mod t`, so that tables never
differ by more than one and a table breaks as soon as the others can take its players. Whoever is out is replaced by one from
the end of the row, as balancing would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feltro.forecast.course import BEGUN
from feltro.forecast.field_state import RunsOn, take_out
from feltro.forecast.hands import TableHands
from feltro.forecast.record import MOMENT, StepLog
from feltro.forecast.turnout import arrived

if TYPE_CHECKING:
    from feltro.forecast.course import Floats, Ints
    from feltro.forecast.day_rules import Arrivals, DayRules, Luck
    from feltro.forecast.field_state import FieldState
    from feltro.forecast.record import DayRecord


class DayWalk:
    """Changes how the runs stand, and writes down what happened to them."""

    def __init__(self, at: FieldState, rules: DayRules, luck: Luck, record: DayRecord, coming: Arrivals) -> None:
        self.at, self.rules, self.record = at, rules, record
        self.assumes, self.rng = luck.assumes, luck.rng
        self.on = _before_play(at, rules, coming)
        self.coming = self.in_line = True
        self.again_sold = rules.again_limit > 0
        """Once nobody is late, waits or may come back any more, it is not asked again."""
        self.turns = np.append(rules.course.begins[1:-1], np.inf) + (MOMENT - BEGUN)
        """Minutes of play at which a level is over, by level: of the last one that there is, never."""
        self.steps = StepLog()
        self.hands = TableHands(rules, luck, at.stacks.shape[1])

    def walk(self) -> None:
        self._sit_down()
        self._write_levels()
        while self.on.runs.size:
            tables = self.hands.seating.tables[self.on.left]
            self.steps.add(self.on.runs, tables, self.on.left, self.on.chips, self.on.played)
            if np.count_nonzero(tables):
                broke, which = self.hands.play(self.at.stacks.reshape(-1), self.on, tables)
                if broke.size:
                    self._bust(broke, which)
            self._pass_time()
            self._come_in()
            self._addons()
            self._write_levels()
            self._leave_finished()
        self.steps.write(self.record, self.rules.course, self.rules.closes)

    # Who sits where

    def _come_in(self) -> None:
        if self.coming:
            self._arrive()
        if self.in_line:
            self._sit_down()

    def _arrive(self) -> None:
        on = self.on
        self.coming = bool(np.count_nonzero(on.came < on.late))
        if self.coming:
            there = arrived(on.late, on.played, self.rules.closes, self.assumes.early_rush)
            there = np.maximum(there, on.came)
            on.waiting, on.came = on.waiting + (there - on.came), there
            self.in_line = True

    def _sit_down(self) -> None:
        """Everybody who waits, as far as there are chairs."""
        at, on, sit = self.at, self.on, self.on.waiting
        if self.rules.seats:
            sit = np.maximum(np.minimum(sit, self.rules.seats - on.left), 0)
        if np.count_nonzero(sit):
            chairs = (on.rows + on.left - (sit.cumsum() - sit)).repeat(sit)
            chairs += np.arange(len(chairs))
            at.stacks.reshape(-1)[chairs] = self.rules.entry_chips
            at.bought.reshape(-1)[chairs] = 0
            on.left, on.chips = on.left + sit, on.chips + sit * self.rules.entry_chips
            on.waiting = on.waiting - sit
        if self.rules.seats and self.coming:
            self._stand_in_line()
        self.in_line = bool(np.count_nonzero(on.waiting))

    def _stand_in_line(self) -> None:
        runs = self.on.runs
        longer = np.maximum(self.on.waiting - self.record.longest_line[runs], 0)
        self.record.waited[runs] += longer
        self.record.longest_line[runs] += longer

    # Who goes broke

    def _bust(self, places: Ints, which: Ints) -> None:
        """`places` count through the rows of all runs, one after the other; `which` says whose they are of those that are on."""
        at, on, rules = self.at, self.on, self.rules
        gone = np.bincount(which, minlength=len(on.runs))
        on.out = on.out + gone
        self.again_sold = self.again_sold and bool(on.played.min() < rules.again_until)
        if self.again_sold:
            bought = at.bought.reshape(-1)
            back = (on.played[which] < rules.again_until) & (bought[places] < rules.again_limit)
            back &= self.rng.random(len(which)) < self.assumes.again_share
            at.stacks.reshape(-1)[places[back]] = rules.again_chips
            bought[places[back]] += 1
            times = np.bincount(which[back], minlength=len(on.runs))
            on.again, on.entered = on.again + times, on.entered + times
            on.chips = on.chips + times * rules.again_chips
            places, which, gone = places[~back], which[~back], gone - times
        on.left = on.left - gone
        take_out(at, on, places, which)

    def _addons(self) -> None:
        if self.rules.addon_at == np.inf:
            return
        on = self.on
        due = on.addon_due & (on.played >= self.rules.addon_at)
        if not np.count_nonzero(due):
            return
        on.addon_due = on.addon_due & ~due
        runs = on.runs[due]
        there = np.arange(self.at.stacks.shape[1]) < on.left[due, None]
        buys = there & (self.rng.random(there.shape) < self.assumes.addon_share)
        self.at.stacks[runs] += buys * self.rules.addon_chips
        sold = np.zeros_like(on.addons)
        sold[due] = buys.sum(axis=1)
        on.addons, on.chips = on.addons + sold, on.chips + sold * self.rules.addon_chips

    # The clock, and what is written down

    def _pass_time(self) -> None:
        """As long as a hand takes with so many at the tables."""
        on, minutes = self.on, self.hands.seating.minutes[self.on.left]
        if self.in_line:
            self.record.wait_minutes[on.runs] += on.waiting * minutes
        on.played = on.played + minutes
        if self.rules.until < np.inf:
            on.played = np.minimum(on.played, self.rules.until)

    def _write_levels(self) -> None:
        """Players and chips at the start of each level that has begun since."""
        on, record, first = self.on, self.record, self.rules.course.first
        while np.count_nonzero(begun := on.played >= on.next_level):
            runs, level = on.runs[begun], on.level[begun] + 1
            on.level[begun], on.next_level[begun] = level, self.turns[level]
            number = np.minimum(first + level, record.players.shape[1] - 1)
            record.players[runs, number] = on.left[begun]
            record.chips[runs, number] = on.chips[begun]

    def _leave_finished(self) -> None:
        on, rules = self.on, self.rules
        left = on.left
        if rules.until == np.inf and not rules.until_percent and not np.count_nonzero(left <= rules.until_players):
            return
        target = np.maximum(rules.until_players, -(-on.entered * rules.until_percent // 100))
        nobody_comes = (on.came >= on.late) & (on.waiting == 0)
        down = (left <= target) & nobody_comes & (on.played >= self._open_until(left))
        over = down | (on.played >= rules.until)
        if over.any():
            self.record.turned_away[on.runs[over]] = on.waiting[over]
            self.record.ended[on.runs[over]] = rules.course.passed(on.played[over] - MOMENT)
            on.leave(over, self.at)

    def _open_until(self, left: Ints) -> Floats:
        """A day played down to a number waits for the end of its entries; a champion waits for nobody."""
        return np.where(left <= 1, 0.0, self.rules.closes)


def _before_play(at: FieldState, rules: DayRules, coming: Arrivals) -> RunsOn:
    """Nobody has come yet, but for those who were there already."""
    runs, played = np.arange(at.runs), np.full(at.runs, coming.begins)
    return RunsOn(
        runs=runs,
        rows=runs * at.stacks.shape[1],
        left=at.left.copy(),
        chips=at.chips.copy(),
        again=at.again.copy(),
        addons=at.addons.copy(),
        out=at.out.copy(),
        late=coming.late,
        came=np.zeros(at.runs, dtype=np.int64),
        waiting=np.asarray(coming.people - coming.late, dtype=np.int64),
        entered=np.array(coming.people, dtype=np.int64),
        played=played,
        level=rules.course.level_at(played) - 1,
        next_level=np.full(at.runs, -np.inf),
        addon_due=np.full(at.runs, coming.begins < rules.addon_at < np.inf),
    )
