"""Eight or better: five different ranks from eight down, read from the set of low ranks held."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.hand.ranks import tables
from feltro.hand.ranks.keys import LOW_BITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.ranks.ranking import Strength


def strength_of(_name: str) -> Strength:
    by_ranks = tables.column("low8").tolist()
    bits = LOW_BITS

    def strength(hole: Sequence[int], board: Sequence[int]) -> int:
        held = 0
        for card in hole:
            held |= bits[card]
        for card in board:
            held |= bits[card]
        return by_ranks[held]

    return strength
