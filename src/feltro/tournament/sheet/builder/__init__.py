"""A proposal of levels from what an organiser knows: entries, stack, chips, hours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.kernel.outcome import Refused
from feltro.tournament.sheet.builder.blinds import ladder, paces, with_levels
from feltro.tournament.sheet.builder.breaks import with_breaks
from feltro.tournament.sheet.builder.stacks import make_stack
from feltro.tournament.sheet.builder.wish import Wish
from feltro.tournament.sheet.duration import last_level_expected, minutes_between

if TYPE_CHECKING:
    from feltro.tournament.sheet.builder.blinds import BlindPace
    from feltro.tournament.sheet.levels import Level
    from feltro.tournament.sheet.structure import ChipCount

__all__ = ["ProposedSheet", "Wish", "propose"]

DEPTH_AT_THE_END_OF_REGISTRATION = 15
"""Big blinds of whoever enters last: fewer, and the entry is a lottery ticket."""


@dataclass(frozen=True, slots=True)
class ProposedSheet:
    levels: tuple[Level, ...]
    stack: tuple[ChipCount, ...]
    late_registration: int
    late_registration_break: bool
    last_level: int
    """In which the last hand is expected; the levels after it are there in case it is not."""


def propose(wish: Wish) -> ProposedSheet | Refused:
    """Levels that end in the hours given, paid by the chips of the house; or why that cannot be."""
    stack = make_stack(wish)
    if isinstance(stack, Refused):
        return stack
    smallest = min(chip.value for chip in stack)
    in_time = (_in_time(wish, chosen, smallest) for chosen in paces(wish, smallest))
    levels = next((found for found in in_time if found), None)
    if levels is None:
        values = {"hours": f"{wish.hours:g}", "entries": wish.entries, "stack": wish.stack}
        return Refused("sheet.propose.too_few_hours", values)
    late = _late_registration(wish, levels)
    last = last_level_expected(levels, wish.chips) or len(levels)
    return ProposedSheet(levels, stack, late, bool(levels[late - 1].break_minutes), last)


def _in_time(wish: Wish, chosen: BlindPace, smallest: int) -> tuple[Level, ...] | None:
    """Round numbers and chip races cost time that the pace did not count: a level less, until it fits."""
    now: BlindPace | None = chosen
    while now:
        levels = with_breaks(wish, ladder(wish, now, smallest), now)
        if _minutes(wish, levels) <= wish.hours * 60:
            return levels
        now = with_levels(wish, chosen.minutes, now.levels - 1, smallest)
    return None


def _minutes(wish: Wish, levels: tuple[Level, ...]) -> int:
    return minutes_between(levels, 1, last_level_expected(levels, wish.chips) or len(levels))


def _late_registration(wish: Wish, levels: tuple[Level, ...]) -> int:
    """The last level in which a stack is still worth having, at a break when there is one near it."""
    deep = [
        number
        for number, level in enumerate(levels[:-1], 1)
        if level.big_blind * DEPTH_AT_THE_END_OF_REGISTRATION <= wish.stack
    ]
    last = max(deep, default=1)
    at_break = [number for number in deep if levels[number - 1].break_minutes and number * 2 >= last]
    return max(at_break, default=last)
