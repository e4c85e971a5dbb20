"""Ways to share the prizes that are left, to the centavo: by worth of the stacks, by chips, evenly."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING

from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding
from feltro.procedures.icm import equities

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

METHODS = ("icm", "chip_chop", "even")


@dataclass(frozen=True, slots=True)
class Left:
    """What there is to share: the prizes of the places still open, and what stays for the champion."""

    prizes: tuple[int, ...]
    """In centavos, first place first; one for each player left."""
    reserve: int = 0

    @property
    def shared(self) -> int:
        return sum(self.prizes) - self.reserve

    @property
    def lowered(self) -> tuple[int, ...]:
        """The prizes once the reserve is out of first place: the worth of every stack, reserve included, stays.

        Where first prize is smaller than the reserve, the others give the rest in proportion.
        """
        first, *others = self.prizes
        if self.reserve <= first:
            return (first - self.reserve, *others)
        given = Money(self.reserve - first).split(others)
        return (0, *(prize - part.centavos for prize, part in zip(others, given, strict=True)))


def least_reserve(prizes: Sequence[int], share: Fraction) -> int:
    """At least this share of what is left, to the next centavo."""
    return -int(-sum(prizes) * share // 1)


def by_icm(stacks: Sequence[int], left: Left, unit: int = 1) -> list[int]:
    return rounded(equities(stacks, left.lowered), left.shared, unit)


def by_chips(stacks: Sequence[int], left: Left, unit: int = 1) -> list[int]:
    """The last prize for each, and the rest in proportion to the chips."""
    least = min(left.prizes[-1], left.shared // len(stacks))
    rest = left.shared - least * len(stacks)
    total = sum(stacks)
    return rounded([least + rest * stack / total for stack in stacks], left.shared, unit)


def evenly(stacks: Sequence[int], left: Left, unit: int = 1) -> list[int]:
    return rounded([left.shared / len(stacks)] * len(stacks), left.shared, unit)


def split(method: str, stacks: Sequence[int], left: Left, unit: int = 1) -> list[int]:
    return {"icm": by_icm, "chip_chop": by_chips, "even": evenly}[method](stacks, left, unit)


def rounded(shares: Sequence[float], total: int, unit: int = 1) -> list[int]:
    """Whole units that sum to the total: what rounding down leaves goes to the largest remainders.

    A total that is no multiple of the unit leaves less than one unit, which goes to the largest share.
    """
    near = [round(share, 6) for share in shares]  # an exact 4800000 may come as 4799999.9999999
    parts = [floor(share / unit) * unit for share in near]
    by_need = sorted(range(len(parts)), key=lambda i: (parts[i] - near[i], i))
    whole, odd = divmod(total - sum(parts), unit)
    for turn in range(whole):
        parts[by_need[turn % len(parts)]] += unit
    parts[max(range(len(parts)), key=lambda i: (near[i], -i))] += odd
    return parts


def warnings(stacks: Sequence[int], left: Left) -> list[Finding]:
    """What people should hear before they agree."""
    found = []
    first = left.prizes[0]
    for player, amount in enumerate(by_chips(stacks, left)):
        if amount + left.reserve > first:
            values = {"player": player + 1, "amount": Money(amount + left.reserve), "first": Money(first)}
            found.append(Finding("deal.chop_above_first", str(player), values))
    if left.reserve and len(left.prizes) > 1 and first - left.reserve < left.prizes[1]:
        values = {"reserve": Money(left.reserve), "gap": Money(first - left.prizes[1])}
        found.append(Finding("deal.reserve_above_gap", "reserve", values))
    return found
