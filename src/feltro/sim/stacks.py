"""The chips on the tables: who holds how many, who wins and loses them, and what a race does to them.

The house does not know stacks until they are counted. The room does, as its players do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.tournament.chips.view import in_play
from feltro.tournament.state import LIVE

if TYPE_CHECKING:
    import random

    from feltro.tournament.state import TournamentState

USUAL_POT, SPREAD = 3.0, 1.4
"""Big blinds that change hands: half of the pots are smaller than the usual one, and a few are everything."""
TWO_LOSE = 0.06
"""How often two players lose to the same hand."""


@dataclass(frozen=True)
class Result:
    """One hand: who wins, and what each loser loses."""

    winner: str
    lost: dict[str, int]
    out: tuple[str, ...]
    """Losers who lost everything."""


class Stacks:
    """`adrift` are chips that the house says are in play and nobody here holds: none in a room that is right."""

    def __init__(self) -> None:
        self.of: dict[str, int] = {}
        self.adrift = 0

    def follow(self, state: TournamentState) -> None:
        """Newcomers bring their chips; chips of those whom somebody else sent out go to the biggest stack."""
        live = {entry.id for entry in state.entries.values() if entry.status == LIVE}
        for entry in live - set(self.of):
            self.of[entry] = state.entries[entry].chips
        for entry in set(self.of) - live:
            del self.of[entry]
        missing = in_play(state) - sum(self.of.values())
        if missing and self.of:
            self.adrift += missing
            holder = max(sorted(self.of), key=lambda entry: self.of[entry])
            self.of[holder] = max(1, self.of[holder] + missing)

    def play(self, players: list[str], big_blind: int, unit: int, chance: random.Random) -> Result:
        """A pot in big blinds, and never more than what the shorter one has."""
        three = len(players) > 2 and chance.random() < TWO_LOSE
        winner, *losers = chance.sample(players, 3 if three else 2)
        lost = {}
        for loser in losers:
            pot = round(big_blind * chance.lognormvariate(0, SPREAD) * USUAL_POT) // unit * unit
            lost[loser] = min(pot, self.of[loser], self.of[winner])
        out = tuple(loser for loser in losers if lost[loser] == self.of[loser])
        return Result(winner, lost, out)

    def settle(self, result: Result) -> None:
        for loser, chips in result.lost.items():
            self.of[loser] -= chips
            self.of[result.winner] += chips
        for loser in result.out:
            del self.of[loser]

    def odd(self, entry: str, remove: int, keep: int) -> int:
        """Pieces of the chip that leaves which cannot be exchanged at equal value."""
        return self.of[entry] % keep // remove

    def raced(self, entry: str, odd_chips: int, won: int) -> None:
        self.of[entry] += won - odd_chips
