"""Which parameter names a cause of a misdeal, in which games, and where a draw game is left to the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulebook.book import Silent
from feltro.rulings.play.games import family_of

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.notation import Facts

FIRST_CARDS = "misdeal.first_cards_exposed.games"
# Causes that a list either has or has not.
LISTED = {
    "first_card_wrong_seat": "misdeal.first_card_wrong_seat",
    "seat_wrongly_dealt": "misdeal.seat_wrongly_dealt",
    "seat_skipped": "misdeal.seat_skipped",
    "button_two_in_a_row": "misdeal.button_two_in_a_row",
}
NAMED_BY = {
    **LISTED,
    "cards_exposed": "misdeal.cards_exposed.minimum",
    "wrong_card_count": "misdeal.too_many_cards",
}


def left_to_the_house(facts: Facts, consultation: Consultation) -> bool:
    """A cause that only another book names, in a draw game: where that book leaves such games to the house, so is it here."""
    name = NAMED_BY.get(facts["what"])
    if name is None or family_of(facts["game"]) != "draw" or not isinstance(consultation.rulebook[name], Silent):
        return False
    return bool(consultation.detail("misdeal.draw.house_rules"))


def game_listed(facts: Facts, consultation: Consultation) -> bool:
    games = consultation.detail("misdeal.list.games")
    if facts["what"] == "first_or_second_card_exposed":
        games = consultation.looks_at(FIRST_CARDS)
    if consultation.asks("question.misdeal.game_listed", family_of(facts["game"]) in games):
        return True
    if facts["what"] == "first_or_second_card_exposed":
        consultation.cite_own(FIRST_CARDS)
    return False


def exposed_in_stud(facts: Facts, consultation: Consultation) -> bool:
    """One of the first cards of a stud hand is a down card: where their own rule does not reach, its rule does."""
    if facts["what"] != "first_or_second_card_exposed" or family_of(facts["game"]) != "stud":
        return False
    if "stud" in consultation.looks_at(FIRST_CARDS):
        return False
    consultation.sets_aside(FIRST_CARDS, "aside.misdeal.other_games")
    return True
