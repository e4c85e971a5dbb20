"""Who may have an opponent's chips counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.alternatives import or_else
from feltro.rulings.doubt import Doubt
from feltro.rulings.notation import Facts, Field, Kind
from feltro.rulings.ruling import Option, Ruling, Step

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation


EXACT = Option("yes", "option.count.exact")
ESTIMATE = Option("no", "option.count.estimate")
CONDITIONS = "chips.count.conditions"


@or_else({"yes": ESTIMATE, "no": EXACT})
def rule_count_request(facts: Facts, consultation: Consultation) -> Ruling:
    """An exact count needs every condition of the book; an estimate is always there."""
    met = {
        "own_turn": facts["own_turn"],
        "facing_all_in": facts["facing_all_in"],
        "opponent_all_in": facts["opponent_all_in"] or facts["facing_all_in"],
    }
    conditions = consultation.decides(CONDITIONS)
    missing = [one for one in conditions if not met[one]]
    if consultation.asks("question.count.conditions", not missing):
        return consultation.rules("yes", "count.exact", steps=_counting(consultation))
    consultation.cite("chips.estimate.right_of")
    return consultation.rules("no", f"count.missing.{missing[0]}", steps=(Step("step.count.estimate"),))


def _counting(consultation: Consultation) -> tuple[Step, ...]:
    who = consultation.beside(CONDITIONS, "chips.count.counted_by")
    must = consultation.beside(CONDITIONS, "chips.count.all_in_player_must")
    steps = [Step(f"step.count.by_{one}") for one in who or ("dealer",)]
    if must is not None:
        steps.insert(0, Step("step.count.player_must" if must else "step.count.player_need_not"))
    return tuple(steps)


KINDS = (
    Kind(
        "count_request",
        (
            Field("own_turn", "boolean", "it is his turn", default=False, asked=Doubt("unsaid.own_turn")),
            Field("facing_all_in", "boolean", "he faces an all-in", default=False),
            Field(
                "opponent_all_in",
                "boolean",
                "the opponent to be counted is all-in",
                default=False,
                asked=Doubt("unsaid.opponent_all_in"),
            ),
        ),
        rule_count_request,
        {"own_turn": True, "facing_all_in": True, "opponent_all_in": True},
        "A player asks for an exact count of an opponent's chips.",
    ),
)
