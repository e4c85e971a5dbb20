"""The live event of a demonstration: brought up to the present in no time, and then played at the pace of the room."""

from __future__ import annotations

import logging
import threading
from datetime import timedelta
from typing import TYPE_CHECKING

from feltro.kernel.instants import SECOND, Instant, local_time
from feltro.sim.demo import CREW, next_live
from feltro.sim.prizes import pay_everybody
from feltro.sim.room import SimulatedRoom
from feltro.sim.voice import UnexpectedRefusalError, Voice
from feltro.tournament.sales.hours import opens_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.sim.demo import Demo
    from feltro.tournament.state import TournamentState

LOG = logging.getLogger(__name__)
AGAIN_SECONDS = 20
"""Until the room tries again what somebody who came to look made impossible just now."""
PAUSE = timedelta(minutes=3)
"""Between the last prize and the start of the next event."""


class DemoClock:
    """The room's own hour while it catches up, and from then on the world's."""

    def __init__(self, world: Callable[[], Instant], start: Instant) -> None:
        self.world = world
        self.behind: Instant | None = min(start, world())

    def __call__(self) -> Instant:
        return self.world() if self.behind is None else self.behind

    def pass_by(self, seconds: float) -> float:
        """How long is left to wait for in the world: nothing while the room is behind it."""
        if self.behind is None:
            return seconds
        then = Instant(self.behind + round(seconds * SECOND))
        ahead = (then - self.world()) / SECOND
        self.behind = None if ahead >= 0 else then
        return max(0.0, ahead)


class LiveEvents:
    """Plays one live event after another, in a thread of its own, beside whatever visitors do."""

    def __init__(self, demo: Demo, world: Callable[[], Instant]) -> None:
        self.demo = demo
        self.world = world
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="demo", daemon=True)
        self._steps = self._evening(demo.live)

    def catch_up(self) -> None:
        """Play what has been played by now."""
        while self.step() == 0:
            pass

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ends.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def step(self) -> float:
        """One step of the room; how long it then waits. Nobody sees the house half-way through it."""
        with self.demo.house.world.lock:
            return next(self._steps)

    def _run(self) -> None:
        while not self._ends.wait(self.step()):
            pass

    def _evening(self, tournament: str) -> Iterator[float]:
        while True:
            yield from self._play(tournament)
            start = local_time(self.world()).replace(second=0, microsecond=0) + PAUSE
            tournament = next_live(self.demo, self.world(), start)

    def _play(self, tournament: str) -> Iterator[float]:
        house = self.demo.house
        state: TournamentState = house.world.live(f"tournament:{tournament}").state
        day = state.the_sheet.days[0]
        book = house.books.settlement(state, self.world()).book
        clock = DemoClock(self.world, opens_at(day, state, book))
        room = SimulatedRoom(Voice(house, clock, CREW, f"demo-{tournament}"), tournament, self.demo.live_crowd())
        for part in (room.open_doors, room.play, lambda: pay_everybody(room.voice, tournament)):
            for seconds in _patiently(part):
                yield clock.pass_by(seconds)


def _patiently(part: Callable[[], Iterator[float]]) -> Iterator[float]:
    """A visitor may pause, undo or close what the room was about to use: it looks again a little later."""
    while True:
        try:
            yield from part()
        except (UnexpectedRefusalError, RuntimeError, LookupError) as why:
            LOG.warning("the demonstration waits %d seconds: %s: %s", AGAIN_SECONDS, type(why).__name__, why)
            yield AGAIN_SECONDS
        else:
            return
