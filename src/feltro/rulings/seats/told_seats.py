"""Seats of a table as they are told: read once, checked once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.procedures import button
from feltro.rulings.notation import MOST_CHAIRS, Facts, Field
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.procedures.button import Positions


def chair_field(name: str, meaning: str, *, required: bool = False) -> Field:
    """A chair by its number, or how many there are: chairs are walked one by one, so nobody has a million."""
    return Field(name, "count", meaning, required=required, most=MOST_CHAIRS)


def seat_list(name: str, meaning: str, *, required: bool = False) -> Field:
    return Field(
        name, "list", meaning, required=required, parts=(chair_field("seat", "chair number", required=True),)
    )


OCCUPIED = seat_list("occupied", "occupied chairs", required=True)
BUTTON = chair_field("button", "chair of the button", required=True)
SMALL_BLIND = chair_field("small_blind", "chair of the small blind; left out when nobody posts it")
BIG_BLIND = chair_field("big_blind", "chair of the big blind", required=True)


def told_positions(facts: Facts, chairs: int) -> Positions:
    return button.told_positions(facts["button"], facts["small_blind"], facts["big_blind"], chairs)


def not_a_chair(fields: Iterable[tuple[str, Any]], chairs: int) -> Unreadable | None:
    """The first field that names a chair which the table does not have."""
    for where, told in fields:
        for seat in told if isinstance(told, list) else [told]:
            if seat is not None and not 1 <= seat <= chairs:
                return Unreadable(where, "unreadable.chair", {"value": str(seat), "chairs": chairs})
    return None


def not_in_order(facts: Facts, path: str = "") -> Unreadable | None:
    """Button and blinds, as far as they are told, stand clockwise."""
    told = (facts["button"], facts["small_blind"], facts["big_blind"])
    if None in told or button.in_order(*told):
        return None
    return Unreadable(f"{path}small_blind", "unreadable.blinds_order", {"value": str(facts["small_blind"])})
