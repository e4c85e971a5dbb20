"""What a seat owes in the coming hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from feltro.procedures.button import lies_between

if TYPE_CHECKING:
    from feltro.procedures.button import Positions

Duty = Literal["big_blind", "small_blind", "button", "no_hand", "none"]


def duty_of(seat: int, coming: Positions) -> Duty:
    """What a player who takes this seat finds there.

    A chair between the small blind and the big blind is the next to owe the big blind: whoever sits
    there posts it, and the player who was due it acts first.
    """
    if seat == coming.big_blind or lies_between(coming.small_blind, seat, coming.big_blind):
        return "big_blind"
    if seat == coming.small_blind:
        return "small_blind"
    if seat == coming.button:
        return "button"
    return "no_hand" if lies_between(coming.button, seat, coming.small_blind) else "none"
