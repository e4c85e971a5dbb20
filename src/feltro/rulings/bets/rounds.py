"""The rounds of betting of each game, by their names in the notation: flop and river, the streets of stud, the draws."""

from __future__ import annotations

from typing import Any

from feltro.hand.games import BY_CODE

USUAL = "nlhe"


def rounds_of(game: Any) -> tuple[str, ...]:
    """In their order; those of hold'em where the game is not known."""
    known = BY_CODE.get(game) if isinstance(game, str) else None
    return tuple(street.name for street in (known or BY_CODE[USUAL]).streets)


EVERY_ROUND = tuple(dict.fromkeys(name for game in BY_CODE for name in rounds_of(game)))


def is_first_round(situation: Any) -> bool:
    """Before anything but the first cards: also where no round was told."""
    first = rounds_of(situation.get("game"))[0]
    return situation.get("street", first) in {first, None, "preflop"}


def opens_by_card(game: Any) -> bool:
    """In stud the cards on the table say who acts first, not the button."""
    return isinstance(game, str) and game in BY_CODE and BY_CODE[game].family == "stud"
