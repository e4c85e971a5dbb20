"""Errors in the deal: a misdeal, a void hand, or play goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.alternatives import or_else
from feltro.rulings.cards.card_count import CARDS_IN_QUESTION
from feltro.rulings.cards.misdeal_causes import LISTED, exposed_in_stud, game_listed, left_to_the_house
from feltro.rulings.cards.redeals import redeal_steps, redeal_values
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.games import cards_dealt_first, family_of
from feltro.rulings.play.substantial_action import ACTS_SO_FAR, SUBSTANTIAL, substantial_action
from feltro.rulings.ruling import Option, Ruling, Step, Unreadable

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation

# What is found rather than dealt wrongly: the book says what follows before and after substantial action.
FOUND = {
    "duplicate_card": "deck.duplicate",
    "foreign_card": "deck.foreign_card",
    "button_misplaced": "button.misplaced",
}
FOULED = ("duplicate_card", "foreign_card")
"""What is wrong is the deck itself, so that nothing more is dealt from it."""
CAUSES = (
    *("first_or_second_card_exposed", "cards_exposed", "boxed_cards", "first_card_wrong_seat"),
    *("seat_wrongly_dealt", "seat_skipped", "wrong_card_count", "foreign_card", "duplicate_card"),
    *("button_misplaced", "stud_down_card_exposed", "draw_card_exposed", "button_two_in_a_row", "card_on_floor"),
    "other",
)
DRAW_GAMES = ("27td", "27sd", "badugi")
REDEAL = Option("misdeal", "option.misdeal.misdeal")
GO_ON = Option("play_on", "option.misdeal.play_on")
OPEN_CASE = (REDEAL, GO_ON)


@or_else({"misdeal": GO_ON, "play_on": REDEAL, "void_hand": GO_ON, "dead_hand": GO_ON})
def rule_misdeal(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Whether the hand is over; whether there was substantial action; whether this cause makes a misdeal."""
    if facts["what"] == "wrong_card_count" and facts["count"] is None and not facts["on_button"]:
        facts = {**facts, "count": cards_dealt_first(facts["game"]) + 1}
    if facts["what"] == "draw_card_exposed":
        return _draw_card(facts, consultation)
    if facts["hand_over"] and _claimed_too_late(facts, consultation):
        return consultation.rules("too_late", "misdeal.hand_over")
    late = facts["hand_over"] or _substantial(facts, consultation)
    if facts["what"] in FOUND:
        return _found(facts, late, consultation)
    if facts["what"] == "wrong_card_count" and facts["count"] == 0:
        return _dealt_wrongly({**facts, "what": "seat_skipped"}, late, consultation)
    return _dealt_wrongly(facts, late, consultation)


def _claimed_too_late(facts: Facts, consultation: Consultation) -> bool:
    if not consultation.asks("question.misdeal.new_hand", facts["new_hand_started"]):
        return False
    fouled = facts["what"] == "duplicate_card"
    if fouled and consultation.detail("deck.fouled.claim_until") == "any_time":
        return False
    return bool(consultation.decides("dispute.result.until") == "next_hand_starts")


def _substantial(facts: Facts, consultation: Consultation) -> bool:
    told = facts["substantial_action"] is not None or facts["acts_so_far"]
    reached = bool(told) and substantial_action(facts, consultation)
    return bool(consultation.asks("question.misdeal.substantial", reached))


def _found(facts: Facts, late: bool, consultation: Consultation) -> Ruling:
    what = facts["what"]
    if late and what == "button_misplaced" and _bound_by_the_list(consultation):
        steps, values = _going_on(what, "misdeal.until", consultation)
        return consultation.rules("play_on", "misdeal.too_late", steps=steps, values=values)
    rule = f"{FOUND[what]}.{'after_sa' if late else 'before_sa'}"
    match consultation.decides(rule):
        case "misdeal":
            return _misdeal(facts, consultation)
        case "void_hand":
            return _void_hand(consultation)
        case "play_on":
            steps, values = _going_on(what, rule, consultation)
            return consultation.rules("play_on", f"misdeal.{what}.play_on", steps=steps, values=values)
        case _:
            return _director(consultation)


def _in_the_list(facts: Facts, consultation: Consultation) -> bool:
    """Whether the book's list of misdeals speaks of this game."""
    return family_of(facts["game"]) in consultation.looks_at("misdeal.list.games")


def _bound_by_the_list(consultation: Consultation) -> bool:
    """A book without a rule on the button: after substantial action its list of misdeals is closed all the same."""
    unnamed = consultation.spoken("button.misplaced.after_sa") is None
    return unnamed and bool(consultation.decides("misdeal.until") == "substantial_action")


def _going_on(what: str, rule: str, consultation: Consultation) -> tuple[tuple[Step, ...], dict[str, str]]:
    if what == "button_misplaced":
        following = consultation.detail("button.misplaced.next_button")
        return (Step(f"step.misdeal.next_button_{following}"),), {"next_button": following}
    if what == "foreign_card" and consultation.beside(rule, "deck.foreign_card.counts_as") == "scrap":
        return (Step("step.misdeal.scrap"), Step("step.misdeal.next_card")), {}
    return (Step("step.misdeal.replace_deck_later"),), {}


def _dealt_wrongly(facts: Facts, late: bool, consultation: Consultation) -> Ruling:
    """Causes of the list, until substantial action; a button short of cards is never one of them."""
    if facts["what"] == "wrong_card_count" and _short_button(facts):
        return _short_button_ruling(facts, consultation)
    if facts["what"] == "boxed_cards" and _few_boxed(facts, consultation):
        return _boxed_removed(consultation)
    if late and consultation.decides("misdeal.until") == "substantial_action":
        return _too_late(facts, consultation)
    if facts["what"] == "stud_down_card_exposed" or exposed_in_stud(facts, consultation):
        return _stud_down_card(facts, consultation)
    if not game_listed(facts, consultation):
        return _director(consultation, "misdeal.game_not_listed")
    if left_to_the_house(facts, consultation):
        return _director(consultation, "misdeal.unnamed_in_draw")
    if facts["what"] in {"card_on_floor", "other"}:
        return _other_cause(consultation)
    if consultation.asks("question.misdeal.cause", _is_cause(facts, consultation)):
        return _misdeal(facts, consultation)
    return consultation.rules("play_on", "misdeal.not_a_cause", steps=(Step("step.misdeal.deal_on"),))


def _is_cause(facts: Facts, consultation: Consultation) -> bool:
    match facts["what"]:
        case "first_or_second_card_exposed":
            return bool((facts["count"] or 2) <= consultation.decides("misdeal.first_cards_exposed.cards"))
        case "cards_exposed":
            return _enough_exposed(facts, consultation)
        case "boxed_cards":
            return bool(_number(facts) >= consultation.decides("misdeal.boxed.minimum"))
        case "wrong_card_count":
            return _wrong_count(facts, consultation)
        case what:
            return bool(consultation.decides(LISTED[what]))


def _number(facts: Facts) -> int:
    """Cards exposed or boxed: told in the plural, they are two when no number is given."""
    return 2 if facts["count"] is None else int(facts["count"])


def _enough_exposed(facts: Facts, consultation: Consultation) -> bool:
    """Where a book has a number of its own for flop games, its clause stands beside the one for every game."""
    count, minimum = _number(facts), consultation.spoken("misdeal.cards_exposed.minimum")
    if family_of(facts["game"]) == "flop":
        down = consultation.beside("misdeal.cards_exposed.minimum", "misdeal.down_cards_exposed.minimum")
        if down is not None and count >= down:
            consultation.turns_on("misdeal.cards_exposed.minimum")
            return True
    if minimum is None and count < consultation.detail("misdeal.cards_exposed.minimum"):
        # The book names the first cards only, and no book minds a single later one.
        consultation.turns_on("misdeal.first_cards_exposed.cards")
        return False
    return bool(count >= (minimum or consultation.decides("misdeal.cards_exposed.minimum")))


def _wrong_count(facts: Facts, consultation: Consultation) -> bool:
    due = cards_dealt_first(facts["game"])
    if facts["count"] == due:
        return False
    which = "too_many_cards" if facts["count"] > due else "too_few_cards"
    return bool(consultation.decides(f"misdeal.{which}"))


def _short_button(facts: Facts) -> bool:
    few = facts["count"] is None or facts["count"] < cards_dealt_first(facts["game"])
    return bool(facts["on_button"] and few)


def _short_button_ruling(facts: Facts, consultation: Consultation) -> Ruling:
    if consultation.decides("misdeal.button_short"):
        return _misdeal(facts, consultation)
    return consultation.rules("play_on", "misdeal.button_short", steps=(Step("step.button_short.deal"),))


def _few_boxed(facts: Facts, consultation: Consultation) -> bool:
    few = _number(facts) < consultation.looks_at("misdeal.boxed.minimum")
    if few and _in_the_list(facts, consultation):
        consultation.cite_own("misdeal.boxed.minimum")
    return bool(consultation.asks("question.misdeal.few_boxed", few))


def _boxed_removed(consultation: Consultation) -> Ruling:
    if consultation.decides("deck.boxed_card.treatment") != "removed":
        return _director(consultation)
    return consultation.rules("play_on", "misdeal.boxed_removed", steps=_removing(consultation))


def _removing(consultation: Consultation) -> tuple[Step, ...]:
    shown = (Step("step.misdeal.show_boxed"),) if consultation.spoken("deck.boxed_card.shown") else ()
    return (*shown, Step("step.misdeal.remove_boxed"), Step("step.misdeal.next_card"))


def _too_late(facts: Facts, consultation: Consultation) -> Ruling:
    """After substantial action the hand is played; a hand with a wrong number of cards has its own fate."""
    if facts["what"] == "boxed_cards":
        consultation.cite("deck.boxed_card.treatment")
        return consultation.rules("play_on", "misdeal.too_late", steps=_removing(consultation))
    if facts["what"] != "wrong_card_count" or facts["count"] == cards_dealt_first(facts["game"]):
        return consultation.rules("play_on", "misdeal.too_late")
    match consultation.decides("misdeal.wrong_count.after_sa"):
        case "dead_hand":
            step = Step("step.misdeal.stub_as_it_is")
            return consultation.rules("dead_hand", "misdeal.wrong_count_dead", steps=(step,))
        case "play_on":
            return consultation.rules("play_on", "misdeal.too_late")
        case _:
            return _director(consultation)


def _stud_down_card(facts: Facts, consultation: Consultation) -> Ruling:
    match consultation.decides("misdeal.stud_down_card_exposed"):
        case "misdeal":
            return _misdeal(facts, consultation)
        case "becomes_up_card":
            steps = (Step("step.misdeal.becomes_up_card"), Step("step.misdeal.next_down"))
            return consultation.rules("play_on", "misdeal.becomes_up_card", steps=steps)
        case _:
            return _director(consultation)


def _draw_card(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """A card exposed while cards are drawn: the hand has been bet on, so that the card is at stake and not the deal."""
    if family_of(facts["game"]) != "draw":
        return Unreadable("game", "unreadable.choice", {"value": facts["game"]}, DRAW_GAMES)
    consultation.cite_own("misdeal.draw.house_rules")
    match consultation.decides("misdeal.draw_card_exposed"):
        case "replaced_last":
            steps = (Step("step.misdeal.draw_card_aside"), Step("step.misdeal.draw_card_replaced"))
            return consultation.rules("play_on", "misdeal.draw_card_replaced", steps=steps)
        case "kept":
            return consultation.rules("play_on", "misdeal.draw_card_kept")
        case _:
            return _director(consultation)


def _other_cause(consultation: Consultation) -> Ruling:
    """Not on the list: open lists, and decks that the house calls fouled, are the director's."""
    left_open = consultation.decides("misdeal.list.other_causes") == "director"
    if consultation.spoken("deck.fouled.house_conditions") or left_open:
        return _director(consultation)
    return consultation.rules("play_on", "misdeal.not_a_cause", steps=(Step("step.misdeal.deal_on"),))


def _misdeal(facts: Facts, consultation: Consultation) -> Ruling:
    """The hand is dealt again."""
    consultation.cite("misdeal.list.games")
    if facts["what"] in FOUND and not _in_the_list(facts, consultation):
        return _director(consultation, "misdeal.game_not_listed")
    new_deck = (Step("step.misdeal.replace_deck"),) if facts["what"] in FOULED else ()
    steps = (*new_deck, *redeal_steps(facts, consultation))
    values = redeal_values(facts, consultation)
    return consultation.rules("misdeal", f"misdeal.{facts['what']}", steps=steps, values=values)


def _void_hand(consultation: Consultation) -> Ruling:
    returned = consultation.detail("deck.void_hand.bets_returned")
    bets = Step("step.misdeal.bets_back" if returned else "step.misdeal.bets_stay")
    steps = (Step("step.misdeal.stop"), bets, Step("step.misdeal.replace_deck"))
    return consultation.rules("void_hand", "misdeal.fouled_deck", steps=steps, values={"bets_returned": returned})


def _director(consultation: Consultation, because: str = "misdeal.director") -> Ruling:
    return consultation.rules("director_decides", because, discretion=True, options=OPEN_CASE)


KINDS = (
    Kind(
        "misdeal",
        (
            Field("what", "text", "what went wrong", CAUSES, required=True),
            CARDS_IN_QUESTION,
            Field("on_button", "boolean", "it happened to the button", default=False),
            ACTS_SO_FAR,
            SUBSTANTIAL,
            Field("serving_penalty", "boolean", "somebody is serving a penalty", default=False),
            Field("absent", "boolean", "somebody was absent from the first deal", default=False),
            Field("arrived", "boolean", "somebody arrived after the first deal", default=False),
            Field("hand_over", "boolean", "the hand has already ended", default=False),
            Field("new_hand_started", "boolean", "the next hand has started", default=False),
        ),
        rule_misdeal,
        {"what": "cards_exposed", "count": 2, "acts_so_far": ["fold"], "serving_penalty": True},
        "An error in the deal or in the deck.",
    ),
)
