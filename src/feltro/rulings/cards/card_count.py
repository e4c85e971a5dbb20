"""How many cards are in question: exposed, boxed, or held by one player."""

from __future__ import annotations

from feltro.rulings.doubt import Doubt, Heard, Possible
from feltro.rulings.notation import Field
from feltro.rulings.play.games import cards_dealt_first


def _is_about_number(told: Heard) -> bool:
    return told.part.get("what") == "wrong_card_count" and not told.part.get("on_button")


def _too_many_or_few(told: Heard) -> tuple[Possible, ...]:
    due = cards_dealt_first(told.whole.get("game", "nlhe"))
    return tuple(Possible("unsaid.cards", number, {"cards": number}) for number in (due + 1, due - 1))


CARDS_IN_QUESTION = Field(
    "count",
    "count",
    "cards exposed or boxed (two when not said), or cards the player holds",
    asked=Doubt("unsaid.card_count", _too_many_or_few, when=_is_about_number),
)
