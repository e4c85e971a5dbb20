"""Being at the seat: in time for the deal, during a hand, for a whole level."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.rulings.alternatives import or_else
from feltro.rulings.conduct.consequences import penalty_as_written
from feltro.rulings.doubt import YES_OR_NO, Doubt, Heard, Possible
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Option, Ruling, Step, Unreadable

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation

LEAVING = "conduct.leaving_with_live_hand"
DEAD_OR_LIVE = (Option("dead_hand", "option.presence.gone"), Option("live_hand", "option.presence.still_here"))


@or_else({"keep_chips": Option("remove_chips", "option.presence.eliminate")})
def rule_presence(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """A level missed, a hand left behind, or late for the deal: in this order, whichever was told."""
    if facts["missed"] != "none":
        return _missed_level(facts, consultation)
    left = facts["left_table"] or facts["left_area"]
    if consultation.asks("question.presence.left", left) and (facts["live_hand"] or facts["all_in"]):
        return _left_a_hand(facts, consultation)
    if facts["at_seat_when"] is None and (facts["live_hand"] or facts["all_in"]):
        return _stayed(facts, consultation)
    if facts["at_seat_when"] is None:
        return Unreadable("at_seat_when", "unreadable.missing", {}, ARRIVALS)
    return _at_the_deal(facts, consultation)


def _missed_level(facts: Facts, consultation: Consultation) -> Ruling:
    result = consultation.decides("sitting_out.result")
    whole_only = consultation.detail("sitting_out.whole_level_only")
    needed = consultation.detail("sitting_out.levels")
    missed = facts["missed"] == "full_level" or not whole_only
    enough = consultation.asks("question.presence.whole_level", missed and (needed is None or needed <= 1))
    if result != "eliminated" or not enough:
        because = "presence.stays_in" if result == "eliminated" else "presence.blinded_off"
        return consultation.rules("keep_chips", because, steps=_while_away(consultation))
    stack = consultation.detail("sitting_out.stack")
    step = Step("step.presence.remove_stack" if stack == "removed" else "step.presence.leave_stack")
    values = {"eliminated": True, "chips": stack}
    return consultation.rules("remove_chips", "presence.eliminated", steps=(step,), values=values)


def _while_away(consultation: Consultation) -> tuple[Step, ...]:
    """What happens at an empty chair."""
    steps = []
    chips_stay = consultation.detail("presence.absent.chips_stay")
    steps.append(Step("step.presence.chips_stay" if chips_stay else "step.presence.chips_kept"))
    if consultation.detail("presence.absent.posts"):
        steps.append(Step("step.presence.posts"))
    stops = consultation.detail("presence.absent.button_stops")
    steps.append(Step("step.presence.button_stops" if stops else "step.presence.button_passes"))
    return tuple(steps)


def _left_a_hand(facts: Facts, consultation: Consultation) -> Ruling:
    """Some books kill the hand of an all-in player who walks out; the others may punish leaving."""
    if facts["all_in"] and consultation.spoken("presence.leaving.all_in_hand") == "dead_hand":
        ruling = _walked_out(facts, consultation)
        if ruling is not None:
            return ruling
    if facts["all_in"] and consultation.spoken("conduct.leaving.includes_all_in") is False:
        return consultation.rules("no_penalty", "presence.left_all_in_allowed")
    infraction = consultation.decides(LEAVING)
    weight = "must" if infraction.required else "may"
    penalty = penalty_as_written(weight, LEAVING, "penalty.presence.left", consultation)
    until = consultation.spoken("conduct.leaving.until")
    steps = (Step(f"step.presence.stay_until_{until}"),) if until else ()
    return consultation.rules(
        "penalty",
        "presence.left_live_hand",
        said={"modal": weight},
        penalty=penalty,
        steps=steps,
        values={"hand": "live"},
    )


def _walked_out(facts: Facts, consultation: Consultation) -> Ruling | None:
    """All-in and gone as far as kills the hand. Whether he left the place too decides where the book asks for it."""
    enough = consultation.spoken("presence.leaving.all_in_from") == "table"
    gone = enough or consultation.asks("question.presence.left_venue", facts["left_area"])
    consultation.cite_own(LEAVING)
    if gone:
        return consultation.rules("dead_hand", "presence.left_all_in")
    if gone is None:
        because = "presence.left_all_in_if_gone"
        options = tuple(replace(option, cites=consultation.cites) for option in DEAD_OR_LIVE)
        return consultation.rules("dead_hand", because, discretion=True, options=options)
    return None


def _stayed(facts: Facts, consultation: Consultation) -> Ruling:
    """Whoever stands beside the table with a hand has not left it."""
    if facts["all_in"]:
        consultation.cite_own("presence.leaving.all_in_hand")
    consultation.cite(LEAVING)
    return consultation.rules("live_hand", "presence.stayed")


def _at_the_deal(facts: Facts, consultation: Consultation) -> Ruling:
    deadline = _deadline(facts["game"], consultation)
    in_time = _ORDER[facts["at_seat_when"]] <= _ORDER[_ALLOWS[deadline]] and _at_seat(facts, consultation)
    if consultation.asks("question.presence.in_time", in_time):
        return consultation.rules("live_hand", "presence.in_time")
    hand = consultation.decides("presence.absent.hand")
    if hand == "live_hand":
        return consultation.rules("live_hand", "presence.absent_live")
    posts = consultation.detail("presence.absent.posts")
    steps = [Step("step.presence.collect")]
    looks = consultation.spoken("presence.absent.may_look")
    if looks is not None:
        steps.append(Step("step.presence.may_look" if looks else "step.presence.may_not_look"))
    if posts:
        steps.append(Step("step.presence.posts"))
    return consultation.rules(
        "dead_hand", f"presence.late.{deadline}", steps=tuple(steps), values={"posts": list(posts)}
    )


def _deadline(game: str, consultation: Consultation) -> str:
    stud = consultation.spoken("presence.deadline.stud") if family_of(game) == "stud" else None
    deadline: str = stud or consultation.decides("presence.deadline.general")
    return deadline


def _at_seat(facts: Facts, consultation: Consultation) -> bool:
    """Where the player was then, when told: seated, within reach of the chair, or away from it."""
    if facts["where"] is None:
        return True
    means = consultation.detail("presence.at_seat.means")
    enough = {"seated"} if means == "seated" else {"seated", "within_reach"}
    return bool(consultation.asks("question.presence.at_seat", facts["where"] in enough))


ARRIVALS = ("dealt", "first_action", "never")
_ORDER = {moment: place for place, moment in enumerate(ARRIVALS)}
_ALLOWS = {
    **dict.fromkeys(("last_card_to_button", "last_initial_card", "last_up_card"), "dealt"),
    "own_first_action": "first_action",
}

_ARRIVED = tuple(Possible(f"unsaid.at_seat.{when}", when) for when in ARRIVALS)


def _is_about_arrival(told: Heard) -> bool:
    return not told.says("where") and not any(told.part.get(name) for name in ("left_table", "left_area", "missed"))


def _left_all_in(told: Heard) -> bool:
    return bool(told.part.get("all_in") and told.part.get("left_table"))


KINDS = (
    Kind(
        "presence",
        (
            Field(
                "at_seat_when",
                "text",
                "when the player was at his seat",
                ARRIVALS,
                asked=Doubt("unsaid.at_seat_when", _ARRIVED, when=_is_about_arrival),
            ),
            Field("where", "text", "where he was then", ("seated", "within_reach", "away")),
            Field("live_hand", "boolean", "he holds a live hand", default=False),
            Field("all_in", "boolean", "he is all-in", default=False),
            Field("left_table", "boolean", "he left the table", default=False),
            Field(
                "left_area",
                "boolean",
                "he left the tournament area, the place of play",
                asked=Doubt("unsaid.left_area", YES_OR_NO, when=_left_all_in),
            ),
            Field("missed", "text", "levels missed", ("none", "part_level", "full_level"), default="none"),
        ),
        rule_presence,
        {"at_seat_when": "first_action"},
        "A player who is not, or was not, at his seat.",
    ),
)
