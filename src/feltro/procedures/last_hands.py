"""The last hands of a day: the clock stops in a window before the end, and a card says how many hands are left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.rulebook.answers import Answers

MINUTE = 60


@dataclass(frozen=True, slots=True)
class EndOfDay:
    """What a book says about the end of a day."""

    hands: range
    """Those that the card may say."""
    window: tuple[int, int]
    """Minutes before the end: the last and the first in which the clock may stop."""
    several_days_only: bool

    def in_window(self, seconds_left: float) -> bool:
        shortest, longest = self.window
        return shortest * MINUTE <= seconds_left <= longest * MINUTE


def last_hands(book: Answers) -> EndOfDay:
    lowest, highest = book.decides("end_of_day.hands")
    shortest, longest = book.decides("end_of_day.window_minutes")
    return EndOfDay(range(lowest, highest + 1), (shortest, longest), book.decides("end_of_day.multi_day_only"))
