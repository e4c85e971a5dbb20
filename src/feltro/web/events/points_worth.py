"""What a formula of points is worth in an event of this size, place by place: an owner reads figures, not a formula."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, DecimalException
from typing import NamedTuple

from feltro.rulebook.formula import FormulaError, read_formula

PLACES = (1, 2, 3, 4, 5, 9, 15)
"""Those that people ask about."""
USUAL = 30
"""Entries of an evening of which nobody said how many are expected."""
PAID_IN = 7
"""One place in so many is paid, where a formula asks."""


class PointsWorth(NamedTuple):
    entries: int
    places: list[tuple[int, int]]
    """A place and its points."""


def points_worth(formula: str, expected: int | None) -> PointsWorth | None:
    """Nothing where the formula cannot be read, or gives no value in an event of this size."""
    entries = expected or USUAL
    try:
        read = read_formula(formula)
        sized = {"entries": entries, "people": entries, "paid_places": max(1, entries // PAID_IN), "buy_in": 100}
        worth = [(place, read.value({"place": place, **sized})) for place in PLACES if place <= entries]
        return PointsWorth(
            entries, [(place, max(0, int(one.to_integral_value(ROUND_HALF_UP)))) for place, one in worth]
        )
    except (FormulaError, DecimalException):
        return None
