"""When a hand is folded, and cards shown while the action is pending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.alternatives import or_else
from feltro.rulings.conduct.consequences import penalty_as_written
from feltro.rulings.doubt import YES_OR_NO, Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Default, Option, Ruling, Step

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import PenaltyAdvice, Remedy

GESTURES = ("muck", "forward_throw", "past_line", "words", "lifts_up_cards")
FOLDED = Option("fold", "option.fold.fold")
LIVE = Option("live_hand", "option.fold.live")
FOLD_OR_LIVE = (FOLDED, LIVE)
OUT_OF_TURN = "conduct.folding_out_of_turn"
LIFTING = "fold.stud.lifting_up_cards"


@or_else({"fold": LIVE, "live_hand": FOLDED, "dead_hand": LIVE})
def rule_fold_gesture(facts: Facts, consultation: Consultation) -> Ruling:
    """Whether the gesture folds at all; then whether the fold is binding, and whether it may cost a penalty."""
    if facts["how"] == "lifts_up_cards":
        return _lifts_up_cards(facts, consultation)
    if facts["out_of_turn"] and not facts["at_showdown"]:
        return _out_of_turn(facts, consultation)
    if consultation.asks("question.fold.showdown", facts["at_showdown"]):
        ruling = _given_up_at_showdown(facts, consultation)
        if ruling is not None:
            return ruling
    folded = consultation.asks("question.fold.gesture", _gesture_folds(facts, consultation))
    if not folded:
        return consultation.rules("live_hand", f"fold.{facts['how']}.live", steps=(Step("step.fold.ask"),))
    if facts["identifiable"] and consultation.spoken("fold.retrieval") == "director":
        own_book = Default("fold", None, consultation.rulebook.book.id)
        return consultation.rules(
            "director_decides", "fold.retrieval", discretion=True, options=FOLD_OR_LIVE, default=own_book
        )
    return _folded(facts, consultation)


def _lifts_up_cards(facts: Facts, consultation: Consultation) -> Ruling:
    facing = facts["facing_bet"] is not False
    fate = consultation.decides(LIFTING)
    if not consultation.asks("question.fold.facing_action", facing):
        return consultation.rules("live_hand", "fold.lifts_up_cards.no_action")
    proper = consultation.beside(LIFTING, "fold.stud.turn_up_cards_down")
    steps = (Step("step.fold.stud_proper"),) if proper else ()
    return consultation.rules(fate, f"fold.lifts_up_cards.{fate}", steps=steps)


def _out_of_turn(facts: Facts, consultation: Consultation) -> Ruling:
    if not consultation.decides("out_of_turn.fold.binding"):
        return consultation.rules("live_hand", "fold.out_of_turn.live", binding=False)
    weight = consultation.spoken("out_of_turn.fold.penalty")
    if weight is None:
        weight = consultation.spoken("out_of_turn.penalty")
        only_deliberate = consultation.spoken("out_of_turn.penalty_when") == "deliberate"
        weight = None if only_deliberate and not facts["deliberate"] else weight
    penalty = penalty_as_written(weight, OUT_OF_TURN, "penalty.fold.out_of_turn", consultation)
    return consultation.rules("fold", "fold.out_of_turn.binding", binding=True, penalty=penalty)


def _given_up_at_showdown(facts: Facts, consultation: Consultation) -> Ruling | None:
    """Unshown cards face down: the book's own words on the gesture come first, then its rule on unshown hands."""
    if facts["how"] == "words" or _speaks_of(facts["how"], consultation):
        return None
    if not facts["identifiable"]:
        if consultation.decides("showdown.unshown.if_lost") == "no_claim":
            consultation.cite_own("showdown.unshown.if_identifiable")
            return consultation.rules("fold", "fold.showdown.lost")
        return _open_case("fold", consultation)
    match consultation.decides("showdown.unshown.if_identifiable"):
        case "live_hand":
            return consultation.rules("live_hand", "fold.showdown.live", steps=(Step("step.killed.may_table"),))
        case "dead_hand":
            return consultation.rules("fold", "fold.showdown.dead")
        case _:
            return _open_case("live_hand", consultation)


def _open_case(proposed: Remedy, consultation: Consultation) -> Ruling:
    default = Default(proposed, None, consultation.rulebook.book.id)
    return consultation.rules(
        "director_decides", "fold.showdown.director", discretion=True, options=FOLD_OR_LIVE, default=default
    )


_SAID_OF = {
    "muck": "fold.touching",
    "forward_throw": "fold.forward_throw.no_bet",
    "past_line": "fold.past_bet_line",
}


def _speaks_of(how: str, consultation: Consultation) -> bool:
    return consultation.spoken(_SAID_OF[how]) is not None


def _gesture_folds(facts: Facts, consultation: Consultation) -> bool:
    match facts["how"]:
        case "forward_throw":
            name = "facing_bet" if facts["facing_bet"] else "no_bet"
            return bool(consultation.decides(f"fold.forward_throw.{name}") == "fold")
        case "past_line":
            return bool(consultation.decides("fold.past_bet_line") == "fold")
        case "words":
            said = consultation.spoken("fold.by_words")
            return bool(consultation.decides("words.in_turn.binding") if said is None else said)
        case _:
            touching = consultation.spoken("fold.touching")
            return (
                "muck" in touching if touching is not None else bool(consultation.decides("words.in_turn.binding"))
            )


def _folded(facts: Facts, consultation: Consultation) -> Ruling:
    """A fold in turn stands. With no bet to face, some books add that it may be punished."""
    if facts["facing_bet"] or facts["at_showdown"]:
        return consultation.rules("fold", f"fold.{facts['how']}.fold", regular=bool(facts["facing_bet"]))
    penalty = _needless(facts, consultation)
    because = "fold.no_bet" if penalty else f"fold.{facts['how']}.fold"
    return consultation.rules("fold", because, penalty=penalty)


def _needless(facts: Facts, consultation: Consultation) -> PenaltyAdvice | None:
    """The penalty for a fold without a bet, on the rounds and in the places that the book names."""
    if consultation.spoken("betting.fold_no_bet.stands") is None:
        return None
    named = consultation.spoken("betting.fold_no_bet.covers")
    covered = any(facts[place] for place in named)
    too_late = facts["street_is_last"] and consultation.spoken("betting.fold_no_bet.before_last_round")
    if not consultation.asks("question.fold.needless", covered and not too_late):
        consultation.sets_aside("betting.fold_no_bet.penalty", "aside.fold.not_covered")
        return None
    weight = consultation.spoken("betting.fold_no_bet.penalty")
    return penalty_as_written(weight, None, "penalty.fold.no_bet", consultation)


def rule_exposed(facts: Facts, consultation: Consultation) -> Ruling:
    """Showing cards too early rarely costs the hand; it may cost a penalty, served later."""
    hand = consultation.decides("exposed.hand")
    if not consultation.asks("question.exposed.pending", facts["action_pending"] is not False):
        return consultation.rules("live_hand", "exposed.action_over", regular=True)
    weight = consultation.decides("exposed.penalty")
    if not _reaches(facts, consultation):
        return consultation.rules(hand, f"exposed.{hand}")
    start = consultation.detail("exposed.penalty_from")
    penalty = penalty_as_written(weight, "conduct.exposing_cards", "penalty.exposed", consultation)
    values = {"penalty_from": start} if penalty else {}
    steps = (Step(f"step.exposed.penalty_{start}"),) if penalty else ()
    return consultation.rules(hand, f"exposed.{hand}", penalty=penalty, values=values, steps=steps)


def _reaches(facts: Facts, consultation: Consultation) -> bool:
    """A rule on exposed cards holds for everybody unless the book lets those in turn, or the last to act, off."""
    told = {"own_turn": "exposed.also_in_turn", "last_to_act": "exposed.also_last_to_act"}
    return all(consultation.spoken(name) is not False for fact, name in told.items() if facts[fact])


KINDS = (
    Kind(
        "fold_gesture",
        (
            Field("how", "text", "what the player did", GESTURES, required=True),
            Field("at_showdown", "boolean", "at the showdown", default=False),
            Field(
                "identifiable",
                "boolean",
                "the cards can be told with certainty",
                default=False,
                asked=Doubt("unsaid.identifiable", when=lambda told: bool(told.part.get("at_showdown"))),
            ),
            Field("facing_bet", "boolean", "a bet is to be called", asked=Doubt("unsaid.facing_bet", YES_OR_NO)),
            Field("street_is_last", "boolean", "on the last betting round", default=False),
            Field("after_check", "boolean", "somebody checked before him", default=False),
            Field("first_to_act", "boolean", "he is the first to act", default=False),
            Field("out_of_turn", "boolean", "it was not his turn", default=False),
            Field("deliberate", "boolean", "on purpose", default=False),
        ),
        rule_fold_gesture,
        {"how": "forward_throw", "facing_bet": True},
        "Was that a fold?",
    ),
    Kind(
        "exposed",
        (
            Field(
                "action_pending",
                "boolean",
                "somebody is still to act",
                asked=Doubt("unsaid.action_pending", YES_OR_NO),
            ),
            Field("own_turn", "boolean", "it was his turn", default=False),
            Field("last_to_act", "boolean", "he was the last to act", default=False),
        ),
        rule_exposed,
        {"action_pending": True, "own_turn": True},
        "A player showed his cards before the action was over.",
    ),
)
