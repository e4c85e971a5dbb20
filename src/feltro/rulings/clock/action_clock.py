"""The action clock: silent count, seconds, time-bank cards in order, and what happens without any left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.procedures.time_to_act import action_clock, cards_come_at, cards_held, read_action_clock, usual_seconds
from feltro.rulings.doubt import Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Ruling, Step

if TYPE_CHECKING:
    from feltro.procedures.time_to_act import DecisionClock, Reading
    from feltro.rulings.consultation import Consultation


def rule_action_clock(facts: Facts, consultation: Consultation) -> Ruling:
    """Time that is left, or the automatic act once time and cards are gone."""
    cards = _cards_in_hand(facts, consultation)
    clock = _clock(facts, consultation)
    reading = read_action_clock(clock, facts["elapsed"], cards)
    values = {
        "seconds_left": reading.seconds_left,
        "cards_used": reading.cards_used,
        "cards_left": cards - reading.cards_used,
    }
    if consultation.asks("question.action_clock.expired", reading.phase == "expired"):
        facing = consultation.asks("question.action_clock.facing_bet", facts["facing_bet"])
        result = consultation.decides(f"action_clock.expired.{'facing_bet' if facing else 'no_bet'}")
        return consultation.rules(result, f"action_clock.expired.{result}", values=values)
    return consultation.rules(
        "time_granted",
        f"action_clock.{reading.phase}",
        said={"seconds": reading.seconds_left, "cards": reading.cards_used},
        values=values,
        steps=_steps(facts, clock, reading, consultation),
    )


def _clock(facts: Facts, consultation: Consultation) -> DecisionClock:
    seconds = usual_seconds(consultation)
    shorter = facts["shortened_to"]
    if shorter is not None and consultation.decides("action_clock.may_be_shortened"):
        seconds = min(seconds, shorter)
    return action_clock(seconds, consultation)


def _cards_in_hand(facts: Facts, consultation: Consultation) -> int:
    """Cards as told, or the book's first handout; plus new ones, less those left at a table."""
    held = facts["time_bank_cards"]
    if held is None:
        held = consultation.spoken("action_clock.cards.initial") or 0
    added = _handout(facts, consultation)
    forgotten = facts["cards_forgotten"]
    if not added and not forgotten:
        return int(held)
    return cards_held(
        held,
        added,
        forgotten,
        left_are_kept=not added or consultation.decides("action_clock.cards.left_are_kept"),
        lost_replaced=bool(forgotten) and consultation.decides("action_clock.cards.lost_replaced"),
    )


def _handout(facts: Facts, consultation: Consultation) -> int:
    """New cards by the structure sheet, where the book gives some at this moment."""
    if facts["handout"] is None or not cards_come_at(facts["handout"], consultation):
        return 0
    return int(facts["cards_on_sheet"])


def _steps(facts: Facts, clock: DecisionClock, reading: Reading, consultation: Consultation) -> tuple[Step, ...]:
    if reading.phase == "card":
        return (Step("step.action_clock.card_used", {"cards": reading.cards_used}),)
    shown_at = min(consultation.decides("action_clock.shown_at_seconds_left"), clock.seconds)
    at_start = shown_at == clock.seconds
    show = (
        Step("step.action_clock.show_at_start") if at_start else Step("step.action_clock.show_at", {"n": shown_at})
    )
    if reading.phase == "clock":
        return (Step("step.action_clock.show_now"),) if reading.seconds_left <= shown_at else (show,)
    start = Step("step.action_clock.silent", {"seconds": clock.silent, "clock": clock.seconds})
    remind = consultation.spoken("action_clock.reminder_by_all") and facts["dealer_forgot"]
    return (*([Step("step.action_clock.remind")] if remind else []), start, show)


KINDS = (
    Kind(
        "action_clock",
        (
            Field(
                "facing_bet",
                "boolean",
                "the player faces a bet",
                default=False,
                asked=Doubt("unsaid.faces_bet"),
            ),
            Field("elapsed", "number", "seconds since the turn came to him, silent count included", default=0),
            Field("time_bank_cards", "count", "time-bank cards he holds; the book's first handout when not given"),
            Field("handout", "text", "new cards are given now", ("new_day", "final_table")),
            Field("cards_on_sheet", "count", "how many the structure sheet gives", default=0),
            Field("cards_forgotten", "count", "cards left behind at another table", default=0),
            Field("shortened_to", "count", "seconds that the direction set for a player who abuses the clock"),
            Field("dealer_forgot", "boolean", "the dealer did not start the clock", default=False),
        ),
        rule_action_clock,
        {"facing_bet": True, "elapsed": 40, "time_bank_cards": 2},
        "Where the action clock stands for the player to act.",
    ),
)
