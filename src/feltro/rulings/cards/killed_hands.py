"""Hands killed by mistake: swept by the dealer, thrown away by their own player, or fouled by another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulebook.book import Silent
from feltro.rulings.alternatives import or_else
from feltro.rulings.conduct.consequences import penalty_as_written
from feltro.rulings.doubt import Doubt, Heard, Possible
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Default, Option, Ruling, Step

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation

LIVE = Option("live_hand", "option.killed.live")
DEAD = Option("dead_hand", "option.killed.dead")
LIVE_OR_DEAD = (LIVE, DEAD)
UNSHOWN = ("showdown.unshown.if_identifiable", "fold.retrieval")
"""What a book may say of cards given up face down."""


@or_else({"live_hand": DEAD, "dead_hand": LIVE, "return_chips": LIVE})
def rule_killed_hand(facts: Facts, consultation: Consultation) -> Ruling:
    """A tabled winner lives; then who killed the hand, whether it can be told, and which chips come back."""
    winner = facts["tabled"] and facts["winning"]
    asked = consultation.asks("question.killed.tabled_winner", winner)
    if asked and not consultation.decides("showdown.tabled_winner.dealer_may_kill"):
        return _restored(consultation)
    consultation.asks("question.killed.identifiable", facts["identifiable"])
    if facts["by"] == "player":
        return _by_himself(facts, consultation)
    return _swept(facts, consultation)


def _restored(consultation: Consultation) -> Ruling:
    steps = [Step("step.killed.restore")]
    duty = consultation.spoken("showdown.error.speak_up")
    if duty:
        steps.append(Step(f"step.show.speak_up_{duty}"))
    return consultation.rules("live_hand", "killed.tabled_winner", steps=tuple(steps))


def _swept(facts: Facts, consultation: Consultation) -> Ruling:
    """The player protects his cards: taken away, they are dead, and only what nobody called comes back."""
    if facts["identifiable"] and consultation.spoken("killed_hand.identifiable.may_play"):
        return _director(consultation, "killed.identified", "live_hand")
    if facts["identifiable"]:
        consultation.sets_aside("fold.retrieval", "aside.killed.not_his_fold")
    at_showdown = consultation.spoken("killed_hand.duty_at_showdown") if facts["at_showdown"] else None
    steps = [] if at_showdown is None else [_duty(at_showdown)]
    match consultation.decides("killed_hand.swept.hand"):
        case "live_hand":
            return consultation.rules("live_hand", "killed.identified", steps=tuple(steps))
        case "director":
            return _director(consultation, "killed.director", None)
    return _swept_chips(facts, steps, consultation)


def _duty(at_showdown: bool) -> Step:
    return Step("step.killed.duty_at_showdown" if at_showdown else "step.killed.no_duty_at_showdown")


def _swept_chips(facts: Facts, steps: list[Step], consultation: Consultation) -> Ruling:
    back = 0
    if facts["called"]:
        if consultation.decides("killed_hand.called_bets.returned"):
            back = facts["bet"] or facts["raise_uncalled"]
        elif consultation.spoken("killed_hand.called_raise.may_eliminate"):
            steps.append(Step("step.killed.may_eliminate"))
    elif facts["raise_uncalled"] and consultation.decides("killed_hand.uncalled_raise.returned"):
        back = facts["raise_uncalled"]
    else:
        consultation.cite("killed_hand.called_bets.returned")
    return _dead(back, "killed.swept", steps, consultation)


def _by_himself(facts: Facts, consultation: Consultation) -> Ruling:
    """Thrown away in an all-in, after betting unaware of another player, or unshown at the showdown."""
    if facts["all_in"]:
        return _mucked_all_in(facts, consultation)
    if facts["bet"] or facts["raise_uncalled"] or facts["called"]:
        return _mistaken_muck(facts, consultation)
    return _unshown(facts, consultation)


def _mucked_all_in(facts: Facts, consultation: Consultation) -> Ruling:
    penalty = None
    if facts["deliberate"]:
        weight = consultation.decides("showdown.all_in.deliberate_muck_penalty")
        penalty = penalty_as_written(weight, "conduct.improper_fold", "penalty.killed.all_in_muck", consultation)
        return consultation.rules("dead_hand", "killed.all_in_deliberate", penalty=penalty)
    fate = consultation.decides("showdown.all_in.accidental_muck")
    if fate == "director" and facts["identifiable"]:
        return _director(consultation, "killed.all_in_accident", "live_hand")
    return consultation.rules("dead_hand", "killed.all_in_lost")


def _mistaken_muck(facts: Facts, consultation: Consultation) -> Ruling:
    """Bet and thrown away, as if alone: told with certainty the hand lives, otherwise cards and called bet are lost."""
    rule = f"showdown.mistaken_muck.{'if_identifiable' if facts['identifiable'] else 'if_lost'}"
    called = consultation.beside(rule, "showdown.mistaken_muck.floor_called")
    steps = [Step("step.killed.guard")] if called else []
    if facts["identifiable"]:
        match consultation.decides(rule):
            case "live_hand":
                steps.append(Step("step.killed.give_back_cards"))
                return consultation.rules("live_hand", "killed.mistake_identified", steps=tuple(steps))
            case "director":
                return _director(consultation, "killed.director", None)
    elif consultation.decides(rule) == "director":
        return _director(consultation, "killed.director", None)
    name = "called_bet" if facts["called"] else "uncalled_bet"
    back = 0
    if consultation.decides(f"showdown.mistaken_muck.{name}") == "returned":
        back = facts["raise_uncalled"] or facts["bet"]
    return _dead(back, "killed.mistake_lost", steps, consultation)


def _unshown(facts: Facts, consultation: Consultation) -> Ruling:
    """Given up face down at the showdown: as long as the cards can be told, the book may let them live."""
    if facts["in_muck"] and _dead_in_muck(consultation):
        return consultation.rules("dead_hand", "killed.in_muck")
    if not facts["identifiable"]:
        consultation.cite_own("showdown.unshown.certainty")
        if consultation.decides("showdown.unshown.if_lost") == "no_claim":
            return consultation.rules("dead_hand", "killed.no_claim")
        return _director(consultation, "killed.director", None)
    fate = consultation.spoken("showdown.unshown.if_identifiable") or consultation.spoken("fold.retrieval")
    if fate is None:
        fate = consultation.decides("showdown.unshown.if_identifiable")
    if fate == "director":
        return _director(consultation, "killed.identified", None)
    if fate == "live_hand":
        return consultation.rules("live_hand", "killed.still_live", steps=(Step("step.killed.may_table"),))
    return consultation.rules("dead_hand", "killed.dead_by_book")


def _dead_in_muck(consultation: Consultation) -> bool:
    """Cards that the dealer put among the others: the book's own word; borrowed only where it says nothing of unshown cards."""
    silent = all(isinstance(consultation.rulebook[name], Silent) for name in UNSHOWN)
    reads = consultation.decides if silent else consultation.spoken
    return bool(reads("showdown.unshown.dead_once_dealer_mucks"))


def _dead(back: int, because: str, steps: list[Step], consultation: Consultation) -> Ruling:
    """The hand is dead; what comes back, when something does, is the answer."""
    if back:
        step = Step("step.killed.return", {"chips": back})
        return consultation.rules(
            "return_chips", f"{because}_returned", said={"chips": back}, returned=back, steps=(*steps, step)
        )
    return consultation.rules("dead_hand", because, returned=0, steps=tuple(steps))


def _director(consultation: Consultation, because: str, default: str | None) -> Ruling:
    proposed = Default("live_hand", None, consultation.rulebook.book.id) if default == "live_hand" else None
    return consultation.rules("director_decides", because, discretion=True, options=LIVE_OR_DEAD, default=proposed)


def _has_bet(told: Heard) -> bool:
    return bool(told.part.get("bet") or told.part.get("raise_uncalled"))


def _called_or_not(told: Heard) -> tuple[Possible, ...]:
    """What nobody called is, unless more is known, the whole bet."""
    return Possible("no", value=False, along={"raise_uncalled": told.part.get("bet")}), Possible("yes", value=True)


KINDS = (
    Kind(
        "killed_hand",
        (
            Field("by", "text", "who killed it", ("dealer", "player", "other"), required=True),
            Field(
                "identifiable",
                "boolean",
                "the cards can be told with certainty",
                default=False,
                asked=Doubt("unsaid.identifiable"),
            ),
            Field("tabled", "boolean", "the whole hand was tabled", default=False),
            Field("winning", "boolean", "it clearly was the best hand", default=False),
            Field("bet", "count", "chips the player had bet on the street", default=0),
            Field("raise_uncalled", "count", "chips above the last valid bet that nobody called", default=0),
            Field(
                "called",
                "boolean",
                "somebody had called him",
                default=False,
                asked=Doubt("unsaid.called", _called_or_not, when=_has_bet),
            ),
            Field("at_showdown", "boolean", "at the showdown", default=False),
            Field("in_muck", "boolean", "the dealer has pushed the cards into the muck", default=False),
            Field("all_in", "boolean", "somebody is all-in", default=False),
            Field("deliberate", "boolean", "the player did it on purpose", default=False),
        ),
        rule_killed_hand,
        {"by": "dealer", "identifiable": False, "bet": 600, "raise_uncalled": 400, "called": False},
        "Cards swept, fouled or thrown away by mistake.",
    ),
)
