"""A simulated room in which things go wrong on demand: tables wait for people, and nobody of the crew settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.people.directory import directory
from feltro.sim.rehearsal.mishap import Happening
from feltro.sim.room import SimulatedRoom
from feltro.tournament.clock.commands import StartHand
from feltro.tournament.floor.commands import EndHand
from feltro.tournament.pace.commands import ReportTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.sim.room import Crowd
    from feltro.sim.voice import Voice

WAITS_SECONDS = 5


class RehearsalRoom(SimulatedRoom):
    def __init__(self, voice: Voice, tournament: str, crowd: Crowd) -> None:
        super().__init__(voice, tournament, crowd)
        self.dark = False
        """The light is out: nobody deals."""
        self.held: set[int] = set()
        """Tables that wait for the floor."""
        self.bubble_waits: tuple[str, ...] = ()
        """Entries of a hand on the bubble: the floor runs it, the crew only deals."""
        self.told = 0

    def beat(self) -> Iterator[float]:
        if self.dark:
            yield WAITS_SECONDS
            return
        if self.bubble_waits:
            self._deal_in_step()
            yield WAITS_SECONDS
            return
        yield from super().beat()

    def _deal_in_step(self) -> None:
        """Dealers say that their table is done: at once before a hand is released, and at the tables of this hand once
        everybody who goes out in it is out on the record."""
        pace = self.state.pace.hand_for_hand.get(self.day)
        for table in sorted(pace.to_play) if pace else ():
            if not pace or not pace.hand:
                self.voice.try_to(ReportTable(tournament=self.tournament, table=table), "dealer")
            elif not set(self.bubble_waits) & set(self.tables.at(table)):
                self.voice.try_to(StartHand(tournament=self.tournament, table=table), "dealer")
                self.voice.try_to(EndHand(tournament=self.tournament, table=table), "dealer")

    def one_hand(self) -> Iterator[float]:
        ready = [one for one in self.tables.ready() if one not in self.held]
        if not ready and self.held:
            yield WAITS_SECONDS
            return
        if not ready:
            yield from super().one_hand()
            return
        self.tables.play(ready[0])
        yield self.crowd.hand_seconds / len(ready)

    def happening(self, kind: str, told: dict[str, Any], about: dict[str, Any] | None = None) -> Happening:
        self.told += 1
        return Happening(self.told, kind, self.now, told, about or {}, tournament=self.tournament)

    def settle(self, one: Happening) -> None:
        """The room goes on, once."""
        if one.let_go or one.tournament != self.tournament:
            return
        one.let_go = True
        if one.kind == "power_cut":
            self.dark = False
        if one.about.get("on_bubble"):
            self.bubble_waits = ()
        self.held.discard(one.about.get("table", 0))

    def name(self, entry: str) -> str:
        return self.person(self.state.entries[entry].person)

    def person(self, person: str) -> str:
        known = directory(self.voice.house.store).get(person)
        return known.name if known else person
