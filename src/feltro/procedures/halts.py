"""Whether a short table has to stop."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.rulebook.answers import Answers


def difference(book: Answers) -> Any:
    """From how many players short on a table stops."""
    return book.decides("halt.difference")


def full_size(players: int, tables: int, fullest: int, book: Answers) -> Fraction:
    """What a table is compared with: the fullest one, or the average."""
    average = book.decides("halt.compared_with") == "average"
    return Fraction(players, max(1, tables)) if average else Fraction(fullest)


def why_halted(event_format: str, by_elimination: bool, blinds_affected: Callable[[], bool], book: Answers) -> str:
    """Why a table that is short enough stops (`tables.halt`), does not stop, or is the director's question."""
    if event_format not in book.decides("halt.mandatory_in"):
        return "tables.format_never" if book.decides("halt.other_formats") == "never" else "tables.format_open"
    if book.decides("halt.counts") == "eliminations" and not by_elimination:
        return "tables.not_by_elimination"
    # A book that halts tables and names no moment halts at once; a book without the rule gets all of it.
    reads = book.detail if book.spoken("halt.difference") is None else book.spoken
    if reads("halt.starts") == "blinds_affected" and not blinds_affected():
        return "tables.blinds_not_affected"
    return "tables.halt"
