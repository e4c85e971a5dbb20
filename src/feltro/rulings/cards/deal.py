"""While the cards go out: a button short of cards, and how many cards are burned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.alternatives import or_else
from feltro.rulings.doubt import Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.games import family_of
from feltro.rulings.play.substantial_action import ACTS_SO_FAR, SUBSTANTIAL, substantial_action
from feltro.rulings.ruling import Option, Ruling, Step

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation

COMPLETED = Option("deal_steps", "option.button_short.deal")
DEAD = Option("dead_hand", "option.button_short.dead")
SHORT_BUTTON = (COMPLETED, DEAD)


@or_else({"deal_steps": DEAD, "dead_hand": COMPLETED})
def rule_button_short(facts: Facts, consultation: Consultation) -> Ruling:
    """A button who has acted took the short hand as his own; until then he gets the missing cards."""
    if consultation.asks("question.button_short.acted", facts["acted"]):
        return _acted(consultation)
    until = consultation.decides("button.short.completed_until")
    told = facts["substantial_action"] is not None or facts["acts_so_far"]
    late = bool(told) and substantial_action(facts, consultation)
    if consultation.asks("question.button_short.substantial", late):
        if until == "substantial_action":
            return consultation.rules("dead_hand", "button_short.too_late")
        if consultation.detail("button.short.if_game_allows") and family_of(facts["game"]) != "flop":
            return _director(consultation, "button_short.if_game_allows")
    steps = (Step("step.button_short.deal"), Step("step.button_short.live"))
    return consultation.rules("deal_steps", "button_short.completed", steps=steps)


def _acted(consultation: Consultation) -> Ruling:
    match consultation.decides("button.short.acted"):
        case "dead_hand":
            return consultation.rules("dead_hand", "button_short.acted_dead")
        case "live_hand":
            return consultation.rules("live_hand", "button_short.acted_live")
        case _:
            return _director(consultation, "button_short.director")


def _director(consultation: Consultation, because: str) -> Ruling:
    return consultation.rules("director_decides", because, discretion=True, options=SHORT_BUTTON)


def rule_burns(facts: Facts, consultation: Consultation) -> Ruling:
    """Burns protect the stub; some books also use them to put the order of the cards back."""
    number = consultation.decides("burns.per_street")
    killed = facts["after_substantial_action"] and facts["hand_killed_for_count"]
    steps = [Step("step.burns.each_street", {"n": number})]
    if consultation.asks("question.burns.killed", killed):
        consultation.cite("misdeal.wrong_count.after_sa")
        restored = consultation.detail("burns.restore_order")
        steps.insert(0, Step("step.burns.restore" if restored else "step.burns.stub_as_it_is"))
    return consultation.rules(
        "deal_steps",
        "burns.per_street",
        said={"n": number},
        steps=tuple(steps),
        values={"burns_per_street": number},
    )


KINDS = (
    Kind(
        "button_short",
        (
            Field(
                "acted",
                "boolean",
                "the button has acted with the short hand",
                default=False,
                asked=Doubt("unsaid.button_acted"),
            ),
            ACTS_SO_FAR,
            SUBSTANTIAL,
        ),
        rule_button_short,
        {"acted": False, "acts_so_far": ["raise", "call", "call"]},
        "The button was dealt too few cards.",
    ),
    Kind(
        "burns",
        (
            Field("after_substantial_action", "boolean", "there was substantial action", default=False),
            Field("hand_killed_for_count", "boolean", "a hand died for a wrong number of cards", default=False),
        ),
        rule_burns,
        {"after_substantial_action": True, "hand_killed_for_count": True},
        "How many cards are burned before each street.",
    ),
)
