"""Time to act, and which level a hand belongs to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulings.alternatives import or_else
from feltro.rulings.conduct.sanctions import possible_penalty
from feltro.rulings.doubt import Doubt, Possible
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.substantial_action import ACTS_SO_FAR, SUBSTANTIAL, substantial_action
from feltro.rulings.ruling import Option, Ruling, Step

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import PenaltyAdvice, Remedy


@or_else({"yes": Option("no", "option.clock_call.tie_to_clock")})
def rule_clock_call(facts: Facts, consultation: Consultation) -> Ruling:
    """May he be put on the clock; how long has he; and what happens at zero."""
    refused = _call_refused(facts, consultation)
    if refused:
        return consultation.rules("no", refused)
    base, seconds, countdown = _time_to_act(facts, consultation)
    values = {"seconds": seconds, "countdown": countdown}
    if facts["acted_at_zero"]:
        return _tie(values, consultation)
    if consultation.asks("question.clock_call.expired", facts["elapsed"] >= seconds):
        return _time_is_over(facts, values, consultation)
    shorter = (*_read_otherwise(base, facts, consultation), *_shorter_time(facts, consultation))
    added = countdown if consultation.spoken("clock.countdown.may_be_within") else None
    return consultation.rules(
        "time_granted",
        "clock_call.granted_and_more" if added else "clock_call.granted",
        said={"seconds": base if added else seconds, "more": added},
        values={**values, "seconds_left": seconds - facts["elapsed"]},
        steps=_clock_steps(base, countdown, consultation),
        penalty=_stalling(facts, consultation),
        discretion=bool(shorter),
        options=shorter,
    )


def _call_refused(facts: Facts, consultation: Consultation) -> str | None:
    """Why the clock may not be called, if it may not."""
    if facts["action_clock"] and consultation.decides("clock.only_without_action_clock"):
        consultation.sets_aside("clock.seconds", "aside.clock_call.action_clock")
        return "clock_call.action_clock_in_use"
    if not consultation.asks("question.clock_call.needs_call", consultation.decides("clock.needs_call")):
        return None
    if facts["too_soon"] and consultation.decides("clock.call.after_reasonable_time"):
        return "clock_call.too_soon"
    return _caller_refused(facts["caller"], consultation) if facts["caller"] else None


def _caller_refused(caller: Facts, consultation: Consultation) -> str | None:
    in_event = caller["in_event"] or (caller["at_table"] and caller["seated"])
    by = consultation.decides("clock.call.by")
    allowed = by == "anyone" or in_event
    if not consultation.asks("question.clock_call.caller", allowed):
        return "clock_call.caller_not_in_event"
    at_seat = consultation.decides("clock.call.caller_at_seat")
    if at_seat and not consultation.asks("question.clock_call.at_seat", caller["seated"]):
        return "clock_call.caller_not_at_seat"
    return None


def _time_to_act(facts: Facts, consultation: Consultation) -> tuple[int, int, int | None]:
    """The time before the count, the whole of it, and the seconds counted aloud."""
    seconds = consultation.decides("clock.seconds")
    if facts["facing_all_in"]:
        more = consultation.spoken("clock.facing_all_in.seconds")
        if more is not None:
            consultation.sets_aside("clock.seconds", "aside.clock_call.all_in")
        extra = consultation.spoken("clock.facing_all_in.extra_after_count") if facts["count_asked"] else None
        seconds = (seconds if more is None else more) + (extra or 0)
    countdown = consultation.spoken("clock.countdown.seconds")
    if countdown and _comes_after(consultation):
        return seconds, seconds + countdown, countdown
    return seconds - (countdown or 0), seconds, countdown


def _comes_after(consultation: Consultation) -> bool:
    """Whether the count comes on top of the time."""
    return bool(consultation.spoken("clock.countdown.placement") == "after_the_time")


def _read_otherwise(base: int, facts: Facts, consultation: Consultation) -> tuple[Option, ...]:
    """Where the text may also mean the last seconds of the time: what would hold then."""
    if consultation.spoken("clock.countdown.may_be_within") is not True:
        return ()
    said = {"seconds": base}
    ended = facts["elapsed"] >= base
    facing = "facing_bet" if facts["facing_bet"] or facts["facing_all_in"] else "no_bet"
    remedy: Remedy = consultation.decides(f"clock.expired.{facing}") if ended else "time_granted"
    return (Option(remedy, f"option.clock_call.within.{'over' if ended else 'running'}", said),)


def _clock_steps(base: int, countdown: int | None, consultation: Consultation) -> tuple[Step, ...]:
    steps = []
    if consultation.looks_at("clock.needs_call") and consultation.spoken("clock.call.needs_approval"):
        steps.append(Step("step.clock_call.approve"))
    steps.append(Step("step.clock_call.start", {"seconds": base}))
    if countdown:
        key = "step.clock_call.count_more" if _comes_after(consultation) else "step.clock_call.count_aloud"
        steps.append(Step(key, {"seconds": countdown}))
    if consultation.spoken("clock.expired.takes_effect") == "declaration":
        steps.append(Step("step.clock_call.declare"))
    return tuple(steps)


def _tie(values: Facts, consultation: Consultation) -> Ruling:
    to_player = consultation.decides("clock.tie.goes_to") == "player"
    consultation.asks("question.clock_call.tie", to_player)
    if to_player:
        steps = (Step("step.clock_call.act_counts"),)
        return consultation.rules("yes", "clock_call.tie_to_player", values=values, steps=steps)
    return consultation.rules("no", "clock_call.tie_to_clock", values=values)


def _time_is_over(facts: Facts, values: Facts, consultation: Consultation) -> Ruling:
    facing = consultation.asks("question.clock_call.facing_bet", facts["facing_bet"] or facts["facing_all_in"])
    result = consultation.decides(f"clock.expired.{'facing_bet' if facing else 'no_bet'}")
    declared = consultation.spoken("clock.expired.takes_effect") == "declaration"
    return consultation.rules(
        result,
        f"clock_call.expired.{result}",
        values=values,
        steps=(Step("step.clock_call.declare"),) if declared else (),
        penalty=_stalling(facts, consultation),
    )


def _stalling(facts: Facts, consultation: Consultation) -> PenaltyAdvice | None:
    if not facts["stalling"]:
        return None
    return possible_penalty(False, "conduct.stalling", "penalty.clock_call.stalling", consultation)


def _shorter_time(facts: Facts, consultation: Consultation) -> tuple[Option, ...]:
    """Against stalling, or where the book lets the direction set the time, a shorter one is an option."""
    adjustment = consultation.spoken("clock.adjustment") if facts["stalling"] else None
    return (Option("time_granted", f"option.clock_call.{adjustment}"),) if adjustment not in {None, "none"} else ()


def rule_new_level(facts: Facts, consultation: Consultation) -> Ruling:
    """A level starts with its announcement and holds from the next hand that starts."""
    begins = consultation.decides("level.new.begins")
    if not consultation.asks("question.new_level.begun", _level_has_begun(begins, facts, consultation)):
        return consultation.rules("play_on", "new_level.not_yet", values={"level": "old"})
    started = _hand_had_started(facts, consultation)
    if consultation.asks("question.new_level.hand_started", started):
        held = consultation.decides("level.new.holds_from")
        if held == "next_hand":
            return consultation.rules("play_on", "new_level.hand_had_started", values={"level": "old"})
        return consultation.rules("post", "new_level.at_once", values={"level": "new"})
    if _stays_old_by_mistake(facts, consultation):
        return consultation.rules("play_on", "new_level.mistake_stands", values={"level": "old"})
    mistaken = facts["dealt_at_old_level"]
    steps = (Step("step.new_level.correct"),) if mistaken else ()
    because = "new_level.mistake_corrected" if mistaken else "new_level.new"
    return consultation.rules("post", because, values={"level": "new"}, steps=steps)


def _level_has_begun(begins: str, facts: Facts, consultation: Consultation) -> bool:
    if begins == "clock_zero":
        return bool(facts["clock_at_zero"])
    early = facts["announced"] and not facts["clock_at_zero"]
    return bool(facts["announced"]) and not (early and not consultation.decides("level.new.announced_before_zero"))


def _hand_had_started(facts: Facts, consultation: Consultation) -> bool:
    by = _STARTS[facts["hand_started_by"]]
    if by is None or not facts["started_before_announcement"]:
        return False
    with_shuffler = facts["shuffler"] or by == "shuffler_button"
    way = "with_shuffler" if with_shuffler else "by_hand"
    return by in consultation.decides(f"level.hand_start.{way}")


def _stays_old_by_mistake(facts: Facts, consultation: Consultation) -> bool:
    acted = substantial_action(facts, consultation)
    if facts["hand_started_by"] == "none" or not (acted or facts["dealt_at_old_level"]):
        return False
    locked_by = consultation.decides("level.old_by_mistake.locked_by")
    return bool(consultation.asks("question.new_level.locked", locked_by == "hand_start" or acted))


_STARTS = {
    "riffle": "first_riffle",
    "shuffler": "shuffler_button",
    "dealer_change": "dealer_change",
    "none": None,
}

_AFTER = Possible("unsaid.riffle_after", value=False)
_BEFORE = Possible("unsaid.riffle_before", value=True, along={"hand_started_by": "riffle"})

_CALLER = Field(
    "caller",
    "table",
    "who asks for the clock",
    parts=(
        Field("at_table", "boolean", "he plays at this table", default=False),
        Field("seated", "boolean", "he is at his seat", default=False),
        Field("in_event", "boolean", "he is still in the tournament", default=False),
    ),
)

KINDS = (
    Kind(
        "clock_call",
        (
            Field(
                "facing_bet",
                "boolean",
                "the player faces a bet",
                default=False,
                asked=Doubt("unsaid.faces_bet", when=lambda told: not told.part.get("facing_all_in")),
            ),
            Field("facing_all_in", "boolean", "the player faces an all-in", default=False),
            Field("count_asked", "boolean", "he asked for a count of the all-in", default=False),
            _CALLER,
            Field("elapsed", "number", "seconds since the clock started", default=0),
            Field("acted_at_zero", "boolean", "he acted as the count ended", default=False),
            Field("action_clock", "boolean", "the event uses an action clock", default=False),
            Field("too_soon", "boolean", "no reasonable time has passed yet", default=False),
            Field("stalling", "boolean", "he delays on purpose", default=False),
        ),
        rule_clock_call,
        {"facing_bet": True, "caller": {"at_table": True, "seated": True, "in_event": True}, "elapsed": 0},
        "A player is put on the clock.",
    ),
    Kind(
        "new_level",
        (
            Field("announced", "boolean", "the new level was announced", default=False),
            Field("hand_started_by", "text", "what began the hand", tuple(_STARTS), default="none"),
            Field(
                "started_before_announcement",
                "boolean",
                "it began before the announcement",
                default=False,
                asked=Doubt("unsaid.started_before", (_AFTER, _BEFORE)),
            ),
            SUBSTANTIAL,
            replace(ACTS_SO_FAR, asked=None),
            Field("dealt_at_old_level", "boolean", "the hand was begun at the old level by mistake", default=False),
            Field("shuffler", "boolean", "the table has an automatic shuffler", default=False),
            Field("clock_at_zero", "boolean", "the level's time was over", default=True),
        ),
        rule_new_level,
        {"announced": True, "hand_started_by": "riffle", "started_before_announcement": True},
        "Which blinds a hand is played at when the level changes.",
    ),
)
