"""The hand dealt again after a misdeal: a replica of the first deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Step

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.notation import Facts


def redeal_steps(facts: Facts, consultation: Consultation) -> tuple[Step, ...]:
    steps = [Step("step.misdeal.reshuffle")] if consultation.detail("misdeal.deck_reshuffled") else []
    if family_of(facts["game"]) != "stud":
        steps.append(_button(facts, consultation))
    steps.append(Step(f"step.misdeal.limits_{consultation.detail('redeal.level')}"))
    joins = consultation.detail("redeal.new_players")
    steps.append(Step("step.misdeal.newcomers_in" if joins else "step.misdeal.newcomers_out"))
    for told, whom in (("serving_penalty", "penalised"), ("absent", "absent")):
        if facts[told]:
            fate = consultation.detail(f"redeal.{whom}_players")
            steps.append(Step(f"step.misdeal.{whom}_{fate}"))
    return tuple(steps)


def redeal_values(facts: Facts, consultation: Consultation) -> dict[str, int | bool]:
    """How many hands of a penalty both deals are; whether somebody who arrived in between is dealt in."""
    values: dict[str, int | bool] = {}
    if facts["serving_penalty"]:
        values["counts_as_hands"] = consultation.detail("redeal.counts_as_hands")
    if facts["arrived"]:
        values["newcomer_dealt_in"] = consultation.detail("redeal.new_players")
    return values


def _button(facts: Facts, consultation: Consultation) -> Step:
    if facts["what"] == "button_misplaced" and consultation.detail("button.misplaced.corrected"):
        return Step("step.misdeal.button_corrected")
    moves = consultation.detail("redeal.button_moves")
    return Step("step.misdeal.button_moves" if moves else "step.misdeal.same_button")
