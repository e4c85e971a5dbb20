"""The penalty that a book attaches to a ruling: none, possible or certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.conduct.sanctions import possible_penalty
from feltro.rulings.ruling import PenaltyAdvice

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation


def penalty_as_written(
    weight: str | None, infraction: str | None, because: str, consultation: Consultation
) -> PenaltyAdvice | None:
    """`weight` is what the book says: none, may or must. `infraction` names the sanctions, where the book has it."""
    if weight not in {"may", "must"}:
        return None
    required = weight == "must"
    found = possible_penalty(required, infraction, because, consultation) if infraction else None
    if found is not None and found.kinds:
        return found
    kinds = consultation.detail("penalty.kinds")
    return PenaltyAdvice(required, kinds, kinds[0], because)
