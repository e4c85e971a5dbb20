"""Notes and coins: how many of each, and what they are worth."""

import msgspec

from feltro.kernel.fields import Count, SomeCentavos

NOTES = (20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5)
"""Those that are in use, in centavos."""


class NoteCount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    value_centavos: SomeCentavos
    count: Count


def worth(notes: tuple[NoteCount, ...]) -> int:
    return sum(one.value_centavos * one.count for one in notes)


def sorted_notes(notes: tuple[NoteCount, ...]) -> tuple[NoteCount, ...]:
    """The same money is the same count, however it was written down."""
    counts: dict[int, int] = {}
    for one in notes:
        counts[one.value_centavos] = counts.get(one.value_centavos, 0) + one.count
    return tuple(
        NoteCount(value_centavos=value, count=counts[value])
        for value in sorted(counts, reverse=True)
        if counts[value]
    )
