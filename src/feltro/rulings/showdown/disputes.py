"""Until when a result or a count may be contested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.doubt import Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.play.substantial_action import substantial_action

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Ruling


def rule_dispute(facts: Facts, consultation: Consultation) -> Ruling:
    """In a break a clock may run; otherwise the next hand closes the door, or its substantial action does."""
    subject = "result" if facts["about"] == "result" else "count"
    until = consultation.decides(f"dispute.{subject}.until")
    if facts["in_break"] and not facts["new_hand_started"]:
        seconds = consultation.spoken("dispute.break_time.seconds")
        late = seconds is not None and facts["minutes_since_award"] * 60 > seconds
        if consultation.asks("question.dispute.break_over", late):
            return consultation.rules("too_late", "dispute.break_over", said={"seconds": seconds})
    started = consultation.asks("question.dispute.new_hand", facts["new_hand_started"])
    if not started:
        return consultation.rules("open", "dispute.open")
    if until == "next_hand_starts":
        return consultation.rules("too_late", "dispute.new_hand")
    if substantial_action({"acts_so_far": facts["acts_next_hand"]}, consultation):
        return consultation.rules("too_late", "dispute.substantial_action")
    return consultation.rules("open", "dispute.open_until_substantial")


KINDS = (
    Kind(
        "dispute",
        (
            Field("about", "text", "what is contested", ("result", "pot_count"), required=True),
            Field(
                "new_hand_started",
                "boolean",
                "a new hand has started",
                default=False,
                asked=Doubt("unsaid.new_hand_started", when=lambda told: not told.says("acts_next_hand")),
            ),
            Field("acts_next_hand", "acts", "acts in turn of that hand"),
            Field("in_break", "boolean", "the tournament is in a break", default=False),
            Field("minutes_since_award", "number", "minutes since the pot was awarded", default=0),
        ),
        rule_dispute,
        {"about": "pot_count", "new_hand_started": True, "acts_next_hand": ["fold"]},
    ),
)
