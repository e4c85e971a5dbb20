"""Substantial action: the line that most irregularities may not cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.doubt import Doubt, Heard, Possible
from feltro.rulings.notation import Facts, Field, Kind

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Ruling

WITH_CHIPS = frozenset({"bet", "call", "raise", "bring_in", "blind"})
FORCED = frozenset({"bring_in", "blind"})


def _whether_nobody_said(told: Heard) -> bool:
    return not told.says("substantial_action") and not told.part.get("acted")


ACTS_SO_FAR = Field(
    "acts_so_far",
    "acts",
    "acts in turn since the deal",
    asked=Doubt(
        "unsaid.acts_so_far",
        (Possible("unsaid.nobody_acted", []), Possible("unsaid.substantial", ["raise", "fold", "call"])),
        when=_whether_nobody_said,
    ),
)
SUBSTANTIAL = Field("substantial_action", "boolean", "whether there was substantial action, when known")


def substantial_action(facts: Facts, consultation: Consultation) -> bool:
    """Whether there was substantial action: as given, or found from the acts so far.

    Two tests: a pair of acts of which enough put chips in, or a number of any acts.
    """
    if facts.get("substantial_action") is not None:
        return bool(facts["substantial_action"])
    acts = facts["acts_so_far"]
    if consultation.spoken("substantial_action.in_turn_only"):
        acts = [one for one in acts if one["in_turn"]]
    if any(one["act"] in FORCED for one in acts) and not consultation.detail("substantial_action.blinds_count"):
        acts = [one for one in acts if one["act"] not in FORCED]
    if _by_number(acts, consultation):
        return True
    return _by_pair(acts, consultation)


def _by_number(acts: list[Facts], consultation: Consultation) -> bool:
    kinds = consultation.looks_at("substantial_action.any.kinds")
    counted = [one for one in acts if not kinds or one["act"] in kinds]
    needed = consultation.looks_at("substantial_action.any.acts")
    reached = len(counted) >= needed
    if reached:
        consultation.turns_on("substantial_action.any.acts")
    consultation.asks("question.substantial.any", reached)
    return bool(reached)


def _by_pair(acts: list[Facts], consultation: Consultation) -> bool:
    needed = consultation.decides("substantial_action.pair.acts")
    with_chips = consultation.decides("substantial_action.pair.players_with_chips")
    # An act without a name is somebody else's: acts so far are told in turn.
    payers = {one["player"] or place for place, one in enumerate(acts) if one["act"] in WITH_CHIPS}
    reached = len(acts) >= needed and len(payers) >= with_chips
    return bool(consultation.asks("question.substantial.pair", reached))


def rule_substantial_action(facts: Facts, consultation: Consultation) -> Ruling:
    reached = substantial_action(facts, consultation)
    consultation.cite_own("substantial_action.blinds_count")
    if reached:
        return consultation.rules("yes", "substantial_action.yes")
    return consultation.rules("no", "substantial_action.no")


KINDS = (
    Kind(
        "substantial_action",
        (ACTS_SO_FAR,),
        rule_substantial_action,
        {"acts_so_far": ["fold", "call"]},
    ),
)
