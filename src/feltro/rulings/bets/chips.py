"""What was pushed: chips by their values, in one motion or more, beside those already lying in front."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_SUMS = 20_000
"""With so many sums within reach, any amount is."""
DENOMINATIONS = (1, 5, 25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class PushedChips:
    """Chips put forward by one player in one act."""

    motions: tuple[tuple[int, ...], ...]
    lying: tuple[int, ...] = ()
    """Chips of an earlier bet or blind that still lie in front of him after he took some back."""
    taken_back: str = ""
    """`partly`, `all`, or nothing."""
    last_chips: bool = False
    lying_told: bool = False
    """Which chips lie in front was told chip by chip; else only their sum is known."""

    @property
    def new(self) -> tuple[int, ...]:
        """The chips of the first motion."""
        return self.motions[0] if self.motions else ()

    @property
    def first(self) -> int:
        return sum(self.new)

    @property
    def total(self) -> int:
        """Everything pushed, in all motions."""
        return sum(map(sum, self.motions))

    @property
    def before(self) -> int:
        return sum(self.lying)

    @property
    def is_single(self) -> bool:
        return len(self.new) == 1

    @property
    def several_motions(self) -> bool:
        return len(self.motions) > 1


def all_needed(chips: Iterable[int], amount: int) -> bool:
    """Whether taking away one of the smallest chips would leave less than the amount."""
    held = tuple(chips)
    return bool(held) and sum(held) - min(held) < amount


def same_value(chips: Iterable[int]) -> bool:
    return len(set(chips)) == 1


def can_be_exact(chips: Iterable[int], amount: int) -> bool:
    """Whether some of the chips make up exactly the amount."""
    reached = {0}
    for chip in chips:
        reached |= {sum_ + chip for sum_ in reached if sum_ + chip <= amount}
        if len(reached) > MOST_SUMS:
            return True
    return amount in reached


def only_rounds_the_change(chips: Iterable[int], amount: int) -> bool:
    """Whether the chips that are not needed make the change come out in bigger chips: 500 + 25 against 325."""
    needed = sorted(chips)
    total = sum(needed)
    while len(needed) > 1 and sum(needed[1:]) >= amount:
        del needed[0]
    return smallest_chip([total - amount]) > smallest_chip([sum(needed) - amount])


def smallest_chip(amounts: Iterable[int]) -> int:
    """The biggest usual chip with which all these amounts can be paid: the smallest that must be in play."""
    common = 0
    for amount in amounts:
        common = gcd(common, amount)
    return next((chip for chip in reversed(DENOMINATIONS) if common and common % chip == 0), 1)


def lying_before(told: tuple[int, ...], pushed: list[int], own: int) -> tuple[int, ...]:
    """The chips told to lie in front of a player, as they lay before he pushed more.

    What is told may show the table after the push: the chips pushed now are then among them and count once.
    Before his first chips of a round nothing of his lies there, whatever is told about later.
    """
    if not own:
        return ()
    left = _without(told, pushed)
    if sum(told) != own and left is not None and sum(left) == own:
        return left
    return told if sum(told) >= own else ()


def lying_after(lay: tuple[int, ...], pushed: list[int], bet: int) -> tuple[int, ...]:
    """The chips in front once his bet stands: those told, change not yet made, or those pushed; none when unknown."""
    if sum(lay) >= bet and _without(lay, pushed) is not None:
        return lay
    found = (chips for chips in (tuple(pushed), (*lay, *pushed)) if sum(chips) == bet)
    return next(found, ())


def _without(chips: tuple[int, ...], taken: list[int]) -> tuple[int, ...] | None:
    """The chips that are left; None when some of those taken are not among them."""
    left = list(chips)
    for chip in taken:
        if chip not in left:
            return None
        left.remove(chip)
    return tuple(left)


@lru_cache(maxsize=512)
def usual_chips(amount: int) -> tuple[int, ...]:
    """An amount in the fewest usual chips, when nobody said which they are."""
    chips: list[int] = []
    for value in reversed(DENOMINATIONS):
        count, amount = divmod(amount, value)
        chips += [value] * min(count, 50)
    return tuple(chips)


def in_smaller_chips(amount: int) -> tuple[int, ...]:
    """The same amount with its biggest chips changed for those of the value below."""
    usual = usual_chips(amount)
    smaller = [value for value in DENOMINATIONS if usual and value < usual[0]]
    if not smaller or usual[0] % smaller[-1]:
        return usual
    biggest = usual.count(usual[0])
    return (*(smaller[-1],) * (biggest * usual[0] // smaller[-1]), *usual[biggest:])
