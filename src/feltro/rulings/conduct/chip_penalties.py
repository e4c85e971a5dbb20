"""Where a penalty paid in chips goes: one answer for every kind of situation that may bring one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feltro.procedures.penalties import PAID_IN_CHIPS, pot_for_penalty
from feltro.rulebook.book import Sourced

if TYPE_CHECKING:
    from feltro.rulebook.book import Rulebook
    from feltro.rulings.notation import Facts
    from feltro.rulings.ruling import Ruling


def told_where_it_goes(ruling: Ruling, facts: Facts, rulebook: Rulebook) -> Ruling:
    """The pot that gets the chips, beside any ruling whose penalty may be paid in them."""
    said = rulebook["penalty.blinds.paid_to"]
    penalty = ruling.penalty
    if penalty is None or not isinstance(said, Sourced) or not set(PAID_IN_CHIPS) & set(penalty.kinds):
        return ruling
    later = ruling.values.get("penalty_from") == "end_of_hand"
    into = pot_for_penalty(said.value, hand_over=bool(facts.get("hand_over")), from_end_of_hand=later)
    return replace(
        ruling,
        values={**ruling.values, "paid_to": into},
        penalty=replace(penalty, into=into),
        cites=tuple(dict.fromkeys((*ruling.cites, *said.cites))),
    )
