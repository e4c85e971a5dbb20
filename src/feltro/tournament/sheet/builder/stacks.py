"""A starting stack from the chips of the house: small change first, then as few chips as possible."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from feltro.kernel.outcome import Refused
from feltro.tournament.sheet.structure import ChipCount

if TYPE_CHECKING:
    from feltro.tournament.sheet.builder.wish import Wish

CHANGE = 8
"""Chips of each small value that a player needs to bet without asking for change."""

FEWEST_BIG_BLINDS = 20


def first_small_blind(wish: Wish) -> int:
    """Half of a big blind, as deep as was asked for."""
    return max(1, wish.stack // wish.big_blinds // 2)


def make_stack(wish: Wish) -> tuple[ChipCount, ...] | Refused:
    values = _useful(wish)
    if not values or wish.stack < values[0] * 2 * FEWEST_BIG_BLINDS:
        smallest = min(wish.values, default=0)
        return Refused("sheet.propose.chips_too_big", {"stack": wish.stack, "smallest": smallest})
    for fewest in range(CHANGE, 1, -1):
        counts = _fill(wish, values, fewest)
        if counts:
            return tuple(ChipCount(value=value, count=counts[value]) for value in values if counts.get(value))
    needed = {"stack": wish.stack, "entries": wish.stacks_at_once}
    return Refused("sheet.propose.chip_set_short", needed)


def _useful(wish: Wish) -> list[int]:
    """Nothing smaller than the first small blind needs, nothing so big that it is half the stack."""
    small = first_small_blind(wish)
    lowest = max((value for value in wish.values if value <= small), default=min(wish.values, default=0))
    return [value for value in wish.values if lowest <= value and (value * 4 <= wish.stack or value == lowest)]


def _fill(wish: Wish, values: list[int], fewest: int) -> dict[int, int] | None:
    """At least `fewest` of each small value, in whole steps of the next one; big chips for what is left."""
    owned = {chip.value: chip.count // max(1, wish.stacks_at_once) for chip in wish.chip_set}
    counts: dict[int, int] = {}
    left = wish.stack
    for value, bigger in pairwise(values):
        most = min(owned[value], left * 2 // 3 // value)
        tries = (*range(fewest, most + 1), *range(min(fewest, most + 1) - 1, 0, -1))
        counts[value] = next((count for count in tries if (left - value * count) % bigger == 0), 0)
        left -= value * counts[value]
    for value in reversed(values):
        more = min(owned[value] - counts.get(value, 0), left // value)
        counts[value] = counts.get(value, 0) + more
        left -= value * more
    return None if left or counts[values[0]] < 2 else counts
