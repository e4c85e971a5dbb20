"""Whether a short table has to stop."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping


def shortage(counts: Mapping[Hashable, int], table: Hashable, compared_with: str) -> Fraction:
    """How many players a table is short of the fullest one, or of the average."""
    if compared_with == "average":
        return Fraction(sum(counts.values()), len(counts)) - counts[table]
    return Fraction(max(counts.values()) - counts[table])


def stops(counts: Mapping[Hashable, int], table: Hashable, difference: int, compared_with: str) -> bool:
    """Whether the shortage reaches the difference at which a table stops."""
    return shortage(counts, table, compared_with) >= difference
