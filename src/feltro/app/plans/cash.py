"""Which notes prizes are paid in, and how many of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

NOTES = (20_000, 10_000, 5000, 2000, 1000, 500, 200)
"""Notes of the real, in centavos."""


def notes_for(amounts: Iterable[int]) -> dict[int, int]:
    """Each amount with as few notes as there can be; what is below the smallest note is coins, under 0."""
    found = dict.fromkeys((*NOTES, 0), 0)
    for amount in amounts:
        left = amount
        for note in NOTES:
            many, left = divmod(left, note)
            if note == 500 and left and left % 200:
                many, left = _without_a_five(many, left)
            found[note] += many
        found[0] += left
    return {note: many for note, many in found.items() if many}


def _without_a_five(fives: int, left: int) -> tuple[int, int]:
    """R$ 6 is three twos and no five: a five less where the rest then comes out in twos."""
    return (fives - 1, left + 500) if fives and (left + 500) % 200 == 0 else (fives, left)
