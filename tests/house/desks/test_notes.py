"""Notes and coins of Brazil: which there are, what they are worth, and that the same money is the same count."""

from __future__ import annotations

from feltro.house.desks.notes import NOTES, NoteCount, sorted_notes, worth


def counted(*rows: tuple[int, int]) -> tuple[NoteCount, ...]:
    return tuple(NoteCount(value_centavos=value, count=count) for value, count in rows)


def test_the_notes_and_coins_in_use_are_those_of_the_central_bank():
    """Notes of 200, 100, 50, 20, 10, 5 and 2 reais; coins of 1 real and 50, 25, 10 and 5 centavos."""
    assert [note / 100 for note in NOTES] == [200, 100, 50, 20, 10, 5, 2, 1, 0.50, 0.25, 0.10, 0.05]


def test_the_same_money_is_the_same_count_however_it_was_written_down():
    """Two heaps of fifties are one, the largest note comes first, and what there is none of is left out."""
    heaps = counted((5, 3), (5000, 2), (10000, 0), (20000, 1), (5000, 4))
    assert sorted_notes(heaps) == counted((20000, 1), (5000, 6), (5, 3))
    assert worth(heaps) == worth(sorted_notes(heaps)) == 50015
