"""Whether a player must show, and what counts as showing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.alternatives import or_else
from feltro.rulings.conduct.consequences import penalty_as_written
from feltro.rulings.doubt import YES_OR_NO, Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.games import cards_of_a_hand
from feltro.rulings.ruling import Default, Option, Ruling, Step

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation

OPENED = Option("show", "option.show.show")
DEAD = Option("dead_hand", "option.show.dead")
SHOW_OR_DIE = (OPENED, DEAD)
REFUSAL = "showdown.refusal.result"
ASKED_FOR_ALL = "showdown.one_card.dealer_asks_for_all"


@or_else({"show": DEAD, "may_decline": OPENED, "dead_hand": OPENED, "live_hand": DEAD})
def rule_show(facts: Facts, consultation: Consultation) -> Ruling:
    """Who turned the cards, whether anybody is left to beat, all-ins, a refusal, and what lies open."""
    if consultation.asks("question.show.by_other", facts["by_other_player"]):
        return _turned_by_other(consultation)
    if facts["miscalled"]:
        return _cards_speak(facts, consultation)
    if facts["opponents_left"] is not None and not consultation.asks(
        "question.show.opponents", facts["opponents_left"]
    ):
        return _alone(consultation)
    if consultation.asks("question.show.all_in", facts["all_in"]):
        ruling = _all_in(facts, consultation)
        if ruling is not None:
            return ruling
    if consultation.asks("question.show.refuses", facts["refuses"]):
        return _refuses(facts, consultation)
    return _as_it_lies(facts, consultation)


def _turned_by_other(consultation: Consultation) -> Ruling:
    hand = consultation.decides("showdown.turned_by_other.hand")
    weight = consultation.detail("showdown.turned_by_other.penalty")
    penalty = penalty_as_written(
        weight, "conduct.touching_others_property", "penalty.show.turned_by_other", consultation
    )
    return consultation.rules(hand, f"show.turned_by_other.{hand}", penalty=penalty)


def _cards_speak(facts: Facts, consultation: Consultation) -> Ruling:
    """What was said about a hand does not count; a lie may be punished."""
    speak = consultation.decides("showdown.cards_speak")
    penalty = None
    if facts["deliberate"]:
        infraction = "conduct.false_hand_declaration"
        penalty = penalty_as_written("may", infraction, "penalty.show.false_declaration", consultation)
    duty = consultation.spoken("showdown.error.speak_up")
    steps = [Step("step.show.read_cards" if speak else "step.show.read_words")]
    if duty:
        everybody = consultation.spoken("showdown.error.by_players_out_of_the_hand")
        steps.append(Step(f"step.show.speak_up_{duty}{'_everybody' if everybody else ''}"))
    because = "show.cards_speak" if speak else "show.words_bind"
    return consultation.rules("live_hand", because, steps=tuple(steps), penalty=penalty)


def _alone(consultation: Consultation) -> Ruling:
    if consultation.decides("showdown.uncontested.must_show"):
        return consultation.rules("show", "show.alone_must_show")
    return consultation.rules("may_decline", "show.alone")


def _all_in(facts: Facts, consultation: Consultation) -> Ruling | None:
    """With somebody all-in and no betting left every hand opens, those of side pots too."""
    at_once = consultation.decides("showdown.all_in.shown") == "when_action_complete"
    if facts["betting_over"] is False and not facts["side_pot"]:
        return consultation.rules("may_decline", "show.betting_goes_on")
    side = consultation.spoken("showdown.side_pot.may_muck") if facts["side_pot"] else None
    may_muck = consultation.decides("showdown.all_in.may_muck") if side is None else side
    if may_muck:
        return None
    if not facts["side_pot"]:
        step = Step("step.show.open_now" if at_once else "step.show.open_at_showdown")
        return consultation.rules("show", "show.all_in", steps=(step, Step("step.show.stays_live")))
    fate = consultation.detail("showdown.side_pot.hand")
    dealer = consultation.detail("showdown.side_pot.dealer_turns_all")
    steps = (
        Step("step.show.dealer_opens_all" if dealer else "step.show.open_now"),
        Step("step.show.stays_live" if fate == "live_hand" else "step.show.opened_dead"),
    )
    return consultation.rules("show", "show.side_pot", steps=steps)


def _refuses(facts: Facts, consultation: Consultation) -> Ruling:
    """Neither shown nor given up: the floor's procedure, as the book has it."""
    result = consultation.decides(REFUSAL)
    steps = list(_refusal_steps(facts, result, consultation))
    weight = consultation.beside(REFUSAL, "showdown.refusal.penalty")
    penalty = penalty_as_written(weight, "conduct.stalling", "penalty.show.delay", consultation)
    seconds = consultation.beside(REFUSAL, "showdown.refusal.count_seconds")
    match result:
        case "dead_hand":
            values = {"seconds": seconds} if seconds else {}
            because = "show.refusal_dead" if seconds else "show.refusal_dead_at_once"
            return consultation.rules(
                "dead_hand", because, said={"seconds": seconds}, steps=tuple(steps), penalty=penalty, values=values
            )
        case "no_pot":
            consultation.cite_own("showdown.show_to_win.all_cards")
            return consultation.rules("dead_hand", "show.no_pot", steps=tuple(steps), penalty=penalty)
        case _:
            return consultation.rules(
                "director_decides",
                "show.refusal_director",
                discretion=True,
                options=SHOW_OR_DIE,
                default=Default("dead_hand", None, consultation.rulebook.book.id),
                steps=tuple(steps),
                penalty=penalty,
            )


def _refusal_steps(facts: Facts, result: str, consultation: Consultation) -> tuple[Step, ...]:
    steps = []
    if facts["cards_shown"] and consultation.beside(REFUSAL, ASKED_FOR_ALL):
        steps.append(Step("step.show.dealer_asks_all"))
    turns = consultation.beside(REFUSAL, "showdown.refusal.dealer_may_turn")
    if turns is not None:
        steps.append(Step("step.show.dealer_turns" if turns else "step.show.dealer_does_not_turn"))
    if consultation.beside(REFUSAL, "showdown.refusal.floor_called"):
        steps += [Step("step.show.call_floor"), Step("step.show.order_to_show")]
    seconds = consultation.beside(REFUSAL, "showdown.refusal.count_seconds")
    if seconds:
        steps.append(Step("step.show.count", {"seconds": seconds}))
    if result == "dead_hand":
        steps.append(Step("step.show.kill"))
    return tuple(steps)


def _as_it_lies(facts: Facts, consultation: Consultation) -> Ruling:
    """What is open on the table: a whole hand, a part of it, a glimpse, or nothing."""
    if facts["flashed"] or facts["unreadable"]:
        return _glimpse(facts, consultation)
    shown = facts["cards_shown"]
    if shown is not None and shown >= cards_of_a_hand(facts["game"]):
        consultation.turns_on("showdown.tabled.cards")
        return consultation.rules("live_hand", "show.tabled")
    if consultation.asks("question.show.part", bool(shown)) or facts["playing_board"]:
        return _part_of_a_hand(facts, consultation)
    if consultation.decides("showdown.decline.may_fold"):
        return consultation.rules("may_decline", "show.may_fold")
    return consultation.rules("show", "show.all_to_win", steps=(Step("step.show.all_to_share"),))


def _glimpse(facts: Facts, consultation: Consultation) -> Ruling:
    counts = consultation.spoken("showdown.tabled.flash_counts") if facts["flashed"] else None
    if counts is None:
        counts = not consultation.decides("showdown.tabled.must_be_readable")
    if counts:
        return consultation.rules("live_hand", "show.tabled")
    return consultation.rules("show", "show.not_readable", steps=(Step("step.show.hold_pot"),))


def _part_of_a_hand(facts: Facts, consultation: Consultation) -> Ruling:
    which = "all_cards_playing_board" if facts["playing_board"] else "all_cards"
    rule = f"showdown.show_to_win.{which}"
    every = consultation.decides(rule)
    tabled = consultation.spoken("showdown.tabled.cards")
    if not every or tabled == "any":
        return consultation.rules("live_hand", "show.enough")
    steps = [Step("step.show.all_to_share")]
    if facts["cards_shown"] and consultation.beside(rule, ASKED_FOR_ALL):
        steps.insert(0, Step("step.show.dealer_asks_all"))
    because = "show.plays_board" if facts["playing_board"] else "show.all_to_win"
    return consultation.rules("show", because, steps=tuple(steps))


KINDS = (
    Kind(
        "show",
        (
            Field("all_in", "boolean", "somebody is all-in", default=False),
            Field(
                "betting_over",
                "boolean",
                "no betting is left in the hand",
                asked=Doubt("unsaid.betting_over", YES_OR_NO, when=lambda told: bool(told.part.get("all_in"))),
            ),
            Field("side_pot", "boolean", "the player contests a side pot", default=False),
            Field("refuses", "boolean", "the player neither shows nor gives up", default=False),
            Field("cards_shown", "count", "how many of his cards lie face up"),
            Field("opponents_left", "count", "opponents who still hold cards"),
            Field("playing_board", "boolean", "the player plays the board", default=False),
            Field("by_other_player", "boolean", "another player turned the cards", default=False),
            Field("flashed", "boolean", "the cards were only shown in a flash", default=False),
            Field("unreadable", "boolean", "the cards cannot be read where they lie", default=False),
            Field("miscalled", "boolean", "the hand was called something that it is not", default=False),
            Field("deliberate", "boolean", "on purpose", default=False),
        ),
        rule_show,
        {"playing_board": True, "cards_shown": 1, "opponents_left": 1},
        "Must a player show his hand, and how?",
    ),
)
