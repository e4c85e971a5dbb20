"""A room that plays one event from the draw to the champion, with the commands that people would give.

`SimulatedRoom.beats` says after each step how many seconds pass until the next: a simulation lets them pass at once,
a demonstration waits for them. Nothing here looks at a clock of its own.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.sim.counter import Counter
from feltro.sim.prizes import announce, pay_everybody
from feltro.sim.races import colour_up
from feltro.sim.stacks import Stacks
from feltro.sim.tables import Tables
from feltro.sim.voice import Crew, RoomClock, Voice
from feltro.tournament.clock import commands as clock
from feltro.tournament.clock.face import standing
from feltro.tournament.days.end import registration_over
from feltro.tournament.eliminations.places import players_left, still_in
from feltro.tournament.floor import commands as fc
from feltro.tournament.pace.commands import StartHandForHand
from feltro.tournament.sales.hours import opens_at
from feltro.tournament.sanctions.commands import GivePenalty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.tournament.state import TournamentState

PENALTY_EVERY = 150
"""Hands, on average, until somebody has to be told something."""
OVER = ("cancelled", "ended")
LOOKED_AT_SECONDS = 10
"""How long a proposal to move people waits for the director's eye."""


@dataclass(frozen=True)
class Crowd:
    """Who comes: how many people, from which number on, how many of them late, and how many busted ones come back."""

    entries: int
    seed: int = 0
    first: int = 1
    late: float = 0.2
    again: float = 0.15
    hand_seconds: float = 120
    """How long a hand lasts at a table."""


class SimulatedRoom:
    """One tournament of one day, and the people in it."""

    def __init__(self, voice: Voice, tournament: str, crowd: Crowd) -> None:
        self.chance = random.Random(crowd.seed)
        self.voice = voice
        self.tournament = tournament
        self.crowd = crowd
        self.stacks = Stacks()
        self.day = self.state.the_sheet.days[0].id
        self.counter = Counter(voice, tournament, crowd.seed, self.chance)
        self.tables = Tables(voice, tournament, self.day, self.stacks, self.chance)
        self.to_come = list(range(crowd.first, crowd.first + crowd.entries))
        self.penalties = 0
        self.stuck = 0

    @property
    def state(self) -> TournamentState:
        state: TournamentState = self.voice.house.world.live(f"tournament:{self.tournament}").state
        return state

    @property
    def now(self) -> Instant:
        return self.voice.clock()

    @property
    def champion(self) -> str:
        """Once nobody else is in and nobody can enter."""
        left = still_in(self.state)
        return left[0] if len(left) == 1 and self.state.registration_closed else ""

    def beats(self) -> Iterator[float]:
        """The whole event, step by step."""
        yield from self.open_doors()
        yield from self.play()
        yield from pay_everybody(self.voice, self.tournament)

    # Before the first hand

    def open_doors(self) -> Iterator[float]:
        """Tables with their draw committed to, then people, evenly until the start."""
        self.open_tables(self._tables_needed())
        self.voice.try_to(fc.SetBalancing(tournament=self.tournament, mode="propose"))
        early = max(2, round(self.crowd.entries * (1 - self.crowd.late)))
        for coming in range(early, 0, -1):
            yield self._until_start() / (coming + 1)
            self.let_in()
        yield max(0.0, self._until_start())
        self.voice.try_to(fc.SeatEntries(tournament=self.tournament, day=self.day))
        self.voice.try_to(fc.DrawButton(tournament=self.tournament, day=self.day))
        self.voice.do(clock.StartClock(tournament=self.tournament, day=self.day))

    def _tables_needed(self) -> int:
        day, size = self.state.the_sheet.days[0], self.state.the_sheet.table_size
        return -(-min(self.crowd.entries, day.seats or self.crowd.entries) // size)

    def _until_start(self) -> float:
        day = self.state.the_sheet.days[0]
        return max(0.0, (self.state.starts_at(day) - self.now) / SECOND)

    def open_tables(self, count: int) -> None:
        first, chairs = max(self.state.floor.tables, default=0) + 1, self.state.the_sheet.table_size
        tables = tuple(fc.NewTable(number=number, chairs=chairs) for number in range(first, first + count))
        draw = f"{self.tournament}-{len(self.state.floor.used_draws) + 1}"
        self.voice.do(fc.OpenTables(tournament=self.tournament, draw=draw, day=self.day, tables=tables))

    def let_in(self) -> None:
        """The next person in line. A full room with chairs to sell gets another table."""
        person = self.counter.welcome(self.to_come.pop(0))
        sold = self.counter.sell(person)
        if not isinstance(sold, Refused) and self.state.entries[sold].status == "live":
            self._find_chair(sold)

    def _find_chair(self, entry: str) -> None:
        if entry in self.state.floor.chair_of:
            return
        self.open_tables(1)
        self.voice.try_to(fc.SeatEntries(tournament=self.tournament, day=self.day))

    # Cards in the air

    def play(self) -> Iterator[float]:
        """Until one is left, or somebody stops it. A room in which nothing can go on is a defect, and is told."""
        while not self.champion and self.state.stopped not in OVER:
            before = (self.tables.hands, self.now, players_left(self.state))
            yield from self.beat()
            self.stuck = self.stuck + 1 if before == (self.tables.hands, self.now, players_left(self.state)) else 0
            if self.stuck > 500:
                raise RuntimeError(f"{self.tournament}: nobody can play")

    def beat(self) -> Iterator[float]:
        """One step: a rest, a newcomer, an end of registration, a proposal, or a hand at one table."""
        self.counter.call_alternates()
        shown = standing(self.state, self.day, self.now)
        if registration_over(self.state, self.now) or players_left(self.state) < 2:
            announce(self.voice, self.tournament)
        elif self.chance.random() < self._arrivals():
            self.somebody_comes()
        if self._paused():
            yield 10
            return
        if shown.at_rest:
            if not shown.running:  # hands led to the break: it begins when the direction says so
                self.voice.do(clock.ResumeClock(tournament=self.tournament, day=self.day))
            colour_up(self.tables, shown.level)
            yield min(30.0, shown.seconds_left + 0.5)
            return
        pace = self.state.pace.hand_for_hand.get(self.day)
        if pace is not None:
            yield from self.tables.hand_for_hand(pace)
        elif not self.bubble():
            yield from self.one_hand()
        if self.day in self.state.floor.proposals:
            yield LOOKED_AT_SECONDS
            self.even_out()

    def _paused(self) -> bool:
        """Somebody stopped the clock: hands wait with it."""
        kept, shown = self.state.clocks.days.get(self.day), standing(self.state, self.day, self.now)
        stopped = kept is not None and kept.since is None and not shown.over
        return bool(stopped and not self.state.pace.hand_for_hand.get(self.day))

    def one_hand(self) -> Iterator[float]:
        ready = self.tables.ready()
        if not ready:
            self.free_the_room()
            yield 30
            return
        self.tables.play(ready[0])
        if self.chance.randrange(PENALTY_EVERY) == 0:
            self.warn(ready[0])
        yield self.crowd.hand_seconds / len(ready)

    def _arrivals(self) -> float:
        """Chance of somebody coming in a step: all who are late have come by the middle of late registration."""
        levels = self.state.the_sheet.late_registration or 1
        steps = levels * self.state.the_sheet.levels[0].minutes * 60 / self.crowd.hand_seconds
        waiting = len(self.to_come) + round(self.crowd.entries * self.crowd.again)
        return min(1.0, 2 * waiting / max(1.0, steps * max(1, len(self.tables.ready()))))

    def somebody_comes(self) -> None:
        if self.to_come:
            self.let_in()
            return
        came_back = sum(entry.kind == "reentry" for entry in self.state.entries.values())
        entry = self.counter.once_more() if came_back < self.crowd.entries * self.crowd.again else None
        if entry and self.state.entries[entry].status == "live":
            self._find_chair(entry)

    def bubble(self) -> bool:
        """One more than places paid, at several tables: hand for hand."""
        announced = self.state.prizes.announced
        paid = len(announced.prizes_centavos) if announced else 0
        tables = [one for one in self.state.floor.tables.values() if one.players]
        if not paid or len(tables) < 2 or players_left(self.state) != paid + 1:
            return False
        started = self.voice.try_to(StartHandForHand(tournament=self.tournament, day=self.day, paid=paid))
        return not isinstance(started, Refused)

    def even_out(self) -> bool:
        """What balancing proposes is looked at and done: moves, a table that breaks, the final table."""
        proposal = self.state.floor.proposals.get(self.day)
        if proposal is None:
            return False
        for table in proposal.report:
            button = self.state.floor.tables[table].seats()[0]
            self.voice.try_to(fc.ReportButton(tournament=self.tournament, table=table, button=button), "floor")
        done = self.voice.try_to(fc.ConfirmMoves(tournament=self.tournament, day=self.day), "floor")
        return not isinstance(done, Refused)

    def free_the_room(self) -> None:
        """Halted or lonely tables: even them out, else let them play on."""
        self.voice.try_to(fc.ProposeBalance(tournament=self.tournament, day=self.day), "floor")
        if self.even_out():
            return
        for table in [one.number for one in self.state.floor.tables.values() if one.halted]:
            self.voice.try_to(fc.WaiveHalt(tournament=self.tournament, table=table))

    def warn(self, table: int) -> None:
        """A word of the floor to somebody at a table, kept with the player."""
        players = self.tables.at(table)
        if not players:
            return
        self.penalties += 1
        penalty = GivePenalty(
            tournament=self.tournament,
            penalty=f"pen-{self.penalties}",
            entry=self.chance.choice(players),
            kind="warning",
            infraction="",
        )
        self.voice.try_to(penalty, "floor")


def play_event(
    house: House,
    tournament: str,
    crowd: Crowd,
    *,
    crew: Crew | None = None,
    each_beat: Callable[[SimulatedRoom], None] | None = None,
) -> SimulatedRoom:
    """Play a created tournament to its last payment, in no time: the crew's desk has an open drawer.

    `each_beat` is called between steps, to look at the room or to act in it.
    """
    state: TournamentState = house.world.live(f"tournament:{tournament}").state
    day = state.the_sheet.days[0]
    book = house.books.settlement(state, state.starts_at(day)).book
    clock = RoomClock(opens_at(day, state, book))
    room = SimulatedRoom(Voice(house, clock, crew or Crew(), f"sim-{tournament}"), tournament, crowd)
    for seconds in room.beats():
        clock.pass_by(seconds)
        if each_beat:
            each_beat(room)
    return room
