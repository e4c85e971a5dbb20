"""Which sanctions a book has for an infraction, and the usual one for a player with this history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.procedures.penalties import PAID_IN_CHIPS, Sanction, blind_owed_by, ladder_of, usual_step
from feltro.rulings.conduct.infractions import is_grave
from feltro.rulings.ruling import PenaltyAdvice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltro.rulebook.values import Infraction
    from feltro.rulings.consultation import Consultation

ANY_PENALTY = "penalty"
HEAVY = ("suspension", "elimination", "disqualification", "ban", "exclusion")
"""Sanctions that a clause may name for one act, from the lightest on."""


def sanctions_for(infractions: Sequence[Infraction], consultation: Consultation) -> tuple[str, ...]:
    """Every sanction that the book allows; where the clause only says "penalty", each that the book has."""
    named = dict.fromkeys(kind for one in infractions for kind in one.sanctions or (ANY_PENALTY,))
    found: dict[str, None] = {}
    for kind in named:
        book_has = consultation.decides("penalty.kinds") if kind == ANY_PENALTY else (kind,)
        found.update(dict.fromkeys(book_has))
    return tuple(found)


def usual_sanction(
    kinds: Sequence[str], earlier: Sequence[Sanction | None], consultation: Consultation
) -> Sanction | None:
    """What is commonly given to a player with these earlier penalties."""
    if any(kind in PAID_IN_CHIPS for kind in kinds):
        return Sanction(blind_owed_by(len(earlier), consultation))
    step = usual_step(ladder_of(kinds, consultation), earlier)
    return step or (Sanction(kinds[0]) if kinds else None)


def owed_now(
    kinds: Sequence[str], earlier: Sequence[Sanction | None], consultation: Consultation
) -> tuple[str, ...]:
    """Where penalties are paid in chips, only the blind that this one costs."""
    if not any(kind in PAID_IN_CHIPS for kind in kinds):
        return tuple(kinds)
    owed = usual_sanction(kinds, earlier, consultation)
    return tuple(kind for kind in kinds if kind not in PAID_IN_CHIPS or (owed and kind == owed.kind))


def grave_sanction(met: Mapping[str, Infraction], consultation: Consultation) -> Sanction | None:
    """What the clause of a grave act itself names for it, the lightest of it; what it says of all conduct is no measure."""
    unlisted = consultation.looks_at("conduct.unlisted")
    of_all = set(unlisted.sanctions) if unlisted else set()
    own = [one.sanctions for one in met.values() if set(one.sanctions) != of_all]
    named = [kind for kind in HEAVY if any(kind in sanctions for sanctions in own)]
    return Sanction(named[0]) if named else None


def possible_penalty(required: bool, infraction: str, because: str, consultation: Consultation) -> PenaltyAdvice:
    """The penalty that goes with a ruling on something else, such as stalling."""
    said = consultation.spoken(infraction)
    kinds = sanctions_for([said] if said else [], consultation)
    grave = is_grave([infraction], consultation.rulebook)
    usual = None if grave else usual_sanction(kinds, (), consultation)
    return PenaltyAdvice(required, kinds, usual.kind if usual else None, because)
