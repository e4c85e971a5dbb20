"""How much control an evening has: what waits for a second person, and what is done alone, marked and listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.kernel.events import DoneAlone

if TYPE_CHECKING:
    from typing import Protocol

    from feltro.kernel.outcome import Cite, Refused
    from feltro.rulebook.book import Sourced

    class Book(Protocol):
        """The settled book of an event, or the house's own answers."""

        def __getitem__(self, name: str) -> Sourced: ...


AREA, SIZE = "control.", "control.size"
ALONE, TEAM, CIRCUIT = "alone", "team", "circuit"
SIZES = (ALONE, TEAM, CIRCUIT)
"""The strictest last."""


@dataclass(frozen=True, slots=True)
class Seconds:
    """Of second persons: what the house knows of whoever asks."""

    kin: frozenset[str] = frozenset()
    """Accounts and devices that are in the same hand: no second person to whoever asks, nor the other way round."""
    nobody_else: bool = False
    """The house has nobody who could look."""

    def is_same_person(self, first: str, asks: str) -> bool:
        """Whether whoever did something first is whoever asks now: the same account, or one in the same hand."""
        return first == asks or first in self.kin


@dataclass(frozen=True, slots=True)
class Control:
    """Alone, the team's limits say what is marked: it is what somebody else would have looked at."""

    size: str
    waiting: frozenset[str]
    """What waits for a second person whatever the amount."""
    prize_from: int
    """Centavos from which a prize waits for one."""
    account_days: int
    """For how long an account that somebody made or let in anew is no second person for them."""
    pin_minutes: int
    sure_from: Sourced
    """The amount of a drawer that is asked once more."""
    cites: tuple[Cite, ...]

    @property
    def alone(self) -> bool:
        return self.size == ALONE

    @property
    def strictness(self) -> int:
        return SIZES.index(self.size)

    def waits(self, act: str) -> bool:
        return act in self.waiting

    def without_second(
        self, command: str, subject: str, refused: Refused, *, nobody_else: bool = False
    ) -> Refused | tuple[DoneAlone, ...]:
        """No second person looked: refused; where somebody works alone, or the house has nobody else, done and marked."""
        if self.size == ALONE:
            return (DoneAlone(act=command, subject=subject),)
        if nobody_else:
            return (DoneAlone(act=command, subject=subject, because="control.nobody_else"),)
        return refused


def control(book: Book) -> Control:
    said = book[SIZE]
    strict = said.value == CIRCUIT
    seconds = book["control.circuit.seconds" if strict else "control.team.seconds"]
    prize, most = book["prizes.payment.second_person_from"], book["control.circuit.prize_from"]
    from_centavos = min(prize.value.centavos, most.value.centavos) if strict else prize.value.centavos
    return Control(
        size=said.value,
        waiting=frozenset(seconds.value),
        prize_from=from_centavos,
        account_days=book["control.account.days"].value,
        pin_minutes=book["control.pin.minutes"].value,
        sure_from=book["control.cash.sure_from"],
        cites=tuple(dict.fromkeys((*said.cites, *seconds.cites))),
    )
