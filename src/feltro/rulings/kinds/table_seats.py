"""Seats of a table as they are told: read once, checked once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.procedures.button import ButtonRules, Positions, lies_between
from feltro.procedures.dues import dead_small_blind_chair
from feltro.rulings.notation import Facts, Field
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.rulings.consultation import Consultation


def seat_list(name: str, meaning: str, *, required: bool = False) -> Field:
    return Field(
        name, "list", meaning, required=required, parts=(Field("seat", "count", "chair number", required=True),)
    )


OCCUPIED = seat_list("occupied", "occupied chairs", required=True)
BUTTON = Field("button", "count", "chair of the button", required=True)
SMALL_BLIND = Field("small_blind", "count", "chair of the small blind; left out when nobody posts it")
BIG_BLIND = Field("big_blind", "count", "chair of the big blind", required=True)


def told_positions(facts: Facts, chairs: int) -> Positions:
    """Button and blinds as told; a small blind that nobody posts was due just before the big blind."""
    small_blind = facts["small_blind"]
    if small_blind is None:
        dead = dead_small_blind_chair(facts["button"], facts["big_blind"], chairs)
        return Positions(facts["button"], dead, facts["big_blind"], small_blind_posted=False)
    return Positions(facts["button"], small_blind, facts["big_blind"])


def not_a_chair(fields: Iterable[tuple[str, Any]], chairs: int) -> Unreadable | None:
    """The first field that names a chair which the table does not have."""
    for where, told in fields:
        for seat in told if isinstance(told, list) else [told]:
            if seat is not None and not 1 <= seat <= chairs:
                return Unreadable(where, "unreadable.chair", {"value": str(seat), "chairs": chairs})
    return None


def not_in_order(facts: Facts, path: str = "") -> Unreadable | None:
    """Button, small blind and big blind stand clockwise; of two players one has two of them."""
    button, small, big = facts["button"], facts["small_blind"], facts["big_blind"]
    if small is None or button is None or big is None:
        return None
    if small == big or not (button in (small, big) or lies_between(button, small, big)):
        return Unreadable(f"{path}small_blind", "unreadable.blinds_order", {"value": str(small)})
    return None


def button_rules(consultation: Consultation, players: int) -> ButtonRules:
    """How this book moves the button, and what it says of two players when two are left."""
    if players == 2:
        return ButtonRules(
            consultation.looks_at("button.method"),
            heads_up_button_posts=consultation.decides("heads_up.button.posts"),
            nobody_twice_big_blind=consultation.decides("heads_up.button.adjusted_for_big_blind"),
        )
    return ButtonRules(consultation.decides("button.method"), consultation.decides("blinds.lone_big_blind"))


def plain_button_rules(consultation: Consultation) -> ButtonRules:
    """The same, read without citing: where the button only serves another question."""
    return ButtonRules(
        consultation.looks_at("button.method"),
        consultation.looks_at("blinds.lone_big_blind"),
        consultation.looks_at("heads_up.button.posts"),
        consultation.looks_at("heads_up.button.adjusted_for_big_blind"),
    )
