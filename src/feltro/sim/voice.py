"""How the people of a simulated room speak to the house: every word is a command, with a name, a role and an hour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.app.world.plan import Envelope
from feltro.kernel.instants import SECOND, Instant, later
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.app.world.plan import Done
    from feltro.kernel.commands import Command

DEVICE = "simulacao"


class UnexpectedRefusalError(Exception):
    """The house refused what a room that plays by the book may do: a defect of the simulation, or of the house."""

    def __init__(self, command: Command, refused: Refused) -> None:
        super().__init__(f"{type(command).__name__}: {refused.because} {refused.values}")
        self.refused = refused


class RoomClock:
    """The hour in a room that plays faster than the world."""

    def __init__(self, at: Instant) -> None:
        self.at = at

    def __call__(self) -> Instant:
        return self.at

    def pass_by(self, seconds: float) -> None:
        self.at = Instant(self.at + round(seconds * SECOND))


@dataclass(frozen=True)
class Crew:
    """Who works: the ids of users, and the desk with the open drawer."""

    organiser: str = "olga"
    director: str = "dora"
    cashier: str = "caio"
    floor: str = "flavia"
    dealer: str = "davi"
    desk: str = "caixa-1"

    def who(self, role: str) -> str:
        return str(getattr(self, role))


class Voice:
    """One house, one crew, one clock. `name` keeps the keys of two voices apart."""

    def __init__(self, house: House, clock: Callable[[], Instant], crew: Crew, name: str) -> None:
        self.house = house
        self.clock = clock
        self.crew = crew
        self.name = name
        self.said = 0

    def try_to(self, command: Command, role: str = "director") -> Done | Refused:
        """Ask, and take no for an answer."""
        self.said += 1
        key, who = f"{self.name}-{self.said}", self.crew.who(role)
        return self.house.handle(command, Envelope(key=key, who=who, role=role, device=DEVICE, at=self.clock()))

    def do(self, command: Command, role: str = "director") -> Done:
        outcome = self.try_to(command, role)
        if isinstance(outcome, Refused):
            raise UnexpectedRefusalError(command, outcome)
        return outcome


def minutes_before(at: Instant, minutes: float) -> Instant:
    return later(at, seconds=-round(minutes * 60))
