"""A simulated room in which things go wrong on demand: tables wait for people, and nobody of the crew settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.people.directory import directory
from feltro.sim.rehearsal.incidents import Happening
from feltro.sim.room import SimulatedRoom

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
        self.told = 0

    def beat(self) -> Iterator[float]:
        if self.dark:
            yield WAITS_SECONDS
            return
        yield from super().beat()

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
        return Happening(self.told, kind, self.now, told, about or {})

    def settle(self, one: Happening) -> None:
        """The room goes on."""
        if one.kind == "power_cut":
            self.dark = False
        self.held.discard(one.about.get("table", 0))

    def name(self, entry: str) -> str:
        return self.person(self.state.entries[entry].person)

    def person(self, person: str) -> str:
        known = directory(self.voice.house.store).get(person)
        return known.name if known else person
