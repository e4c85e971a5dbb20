"""Who is dealt in where, and what the seat owes: somebody who arrives, or one who is away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.procedures.button import ButtonRules, positions_from
from feltro.procedures.dues import duty_of
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.forced_bets import forced_bets
from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Step, Unreadable
from feltro.rulings.seats.told_seats import SMALL_BLIND, chair_field, not_in_order, seat_list, told_positions

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Remedy, Ruling

ARRIVALS = ("new", "late", "broken", "balanced")
BLINDS = ("big_blind", "small_blind")
IN_STUD = "stud"
"""What a seat owes in stud before the cards: no button, no blinds."""


def rule_deal_in(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """An arriving player takes the position he finds; one who is away is dealt in and his hand is killed."""
    stud = family_of(facts["game"]) == "stud"
    missing = next((name for name in ("button", "big_blind", "occupied") if not stud and not facts[name]), None)
    if missing is not None:
        return Unreadable(missing, "unreadable.missing")
    unreadable = None if stud else not_in_order(facts)
    if unreadable is not None:
        return unreadable
    duty = IN_STUD if stud else _duty(facts, consultation)
    consultation.asks("question.seats.duty", duty)
    if facts["why"] in ARRIVALS:
        return _arrives(facts, duty, consultation)
    return _away(facts, duty, consultation)


def _duty(facts: Facts, consultation: Consultation) -> str:
    told = (facts["button"], facts["small_blind"] or 0, facts["big_blind"], facts["seat"])
    coming = told_positions(facts, max(*facts["occupied"], *told))
    duty = duty_of(facts["seat"], coming)
    if duty == "no_hand":
        consultation.cite_own("button.method")
    if duty != "no_hand" or consultation.looks_at("button.method") != "moving":
        return duty
    # Without a dead button the blinds are the next two players after it, whoever has just sat down.
    consultation.turns_on("button.method")
    players = tuple(sorted({*facts["occupied"], facts["seat"]}))
    return duty_of(facts["seat"], positions_from(facts["button"], players, ButtonRules("moving")))


def _arrives(facts: Facts, duty: str, consultation: Consultation) -> Ruling:
    said = {"seat": facts["seat"], "blind": duty}
    if duty == IN_STUD:
        consultation.turns_on("seating.takes_position")
        values: dict[str, Any] = {"dealt": True, "posts": False, "hand": "live"}
        return consultation.rules("deal_in", "seats.dealt_in_stud", said=said, values=values)
    no_hand_seat = consultation.decides("seating.no_hand_seat")
    if duty == "no_hand" and no_hand_seat != "none":
        values = {"dealt": False, "posts": False, "hand": None}
        steps = (Step("step.seats.waits_for_button", said),)
        return consultation.rules("no_hand", "seats.no_hand", said=said, values=values, steps=steps)
    takes = consultation.decides("seating.takes_position")
    if duty in BLINDS and takes:
        values = {"dealt": True, "posts": True, "blind": duty, "hand": "live"}
        steps = (Step(f"step.seats.posts_{duty}", said),)
        return consultation.rules("post", f"seats.posts_{duty}", said=said, values=values, steps=steps)
    values = {"dealt": True, "posts": False, "hand": "live"}
    because = "seats.takes_button" if duty == "button" and takes else "seats.dealt_in"
    return consultation.rules("deal_in", because, said=said, values=values)


def _away(facts: Facts, duty: str, consultation: Consultation) -> Ruling:
    """Serving a penalty or absent: what the book says of it; of a penalty it may say only what it says of absence."""
    serving = facts["why"] == "penalty"
    hand = consultation.spoken("penalty.serving.hand") if serving else None
    hand = hand or consultation.decides("presence.absent.hand")
    forced = forced_bets(facts["game"], consultation, serving=serving)
    dealt = consultation.detail("penalty.serving.dealt_in") if serving else True
    posts = (duty in BLINDS and "blinds" in forced) or (facts["ante"] and "antes" in forced)
    brings_in = duty == IN_STUD and "bring_in" in forced
    if not dealt:
        values = {"dealt": False, "posts": posts, "hand": None}
        return consultation.rules("no_hand", "seats.away_not_dealt", said={"seat": facts["seat"]}, values=values)
    live = hand == "live_hand"
    values = {"dealt": True, "posts": posts, "hand": "live" if live else "dead"}
    if duty == IN_STUD:
        values["bring_in"] = brings_in
    said = {"seat": facts["seat"], "blind": duty}
    steps = (
        Step("step.seats.deal_in", said),
        *((Step("step.seats.take_ante" if duty == IN_STUD else "step.seats.take_forced", said),) if posts else ()),
        *((Step("step.seats.take_bring_in", said),) if brings_in else ()),
        *(() if live else (Step("step.seats.kill_hand", said),)),
    )
    remedy: Remedy = "deal_in" if live else "dead_hand"
    because = "seats.away_live" if live else f"seats.{facts['why']}_dead"
    return consultation.rules(remedy, because, said=said, values=values, steps=steps)


KINDS = (
    Kind(
        "deal_in",
        (
            seat_list("occupied", "occupied chairs"),
            chair_field("button", "chair of the button; in stud there is none"),
            SMALL_BLIND,
            chair_field("big_blind", "chair of the big blind; in stud there is none"),
            chair_field("seat", "the player's chair", required=True),
            Field("why", "text", "why it is asked", (*ARRIVALS, "penalty", "absent"), required=True),
            Field("ante", "boolean", "every player posts an ante", default=False),
        ),
        rule_deal_in,
        {"occupied": [1, 3, 4, 5], "button": 1, "small_blind": 3, "big_blind": 4, "seat": 2, "why": "broken"},
        "positions of the coming hand; whether this seat gets cards and what it owes",
    ),
)
